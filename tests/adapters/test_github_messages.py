"""What people read when GitHub refuses: the address that was asked, never a template of it."""

from __future__ import annotations

import pytest

from bot.adapters.github_client import GitHubClient, Pace, TokenAuth
from bot.adapters.github_errors import GitHubResponse, problem
from bot.errors import GitHubError

ROUTE, PATH = "/repos/{repo}/issues/{number}", "/repos/acme/shop/issues/12"


@pytest.mark.parametrize("status", [403, 404, 410, 422, 429, 500])
def test_no_template_is_shown(status):
    """Whatever the refusal: the path as it was asked."""
    said = str(problem("GET", ROUTE, GitHubResponse(status, {}, '{"message": "must have"}'), PATH))

    assert (
        f"GET {PATH}" if status != 404 else "acme/shop has no issue or pull request 12, or "
    ) in said
    assert "{" not in said


def test_a_refusal_is_told_with_githubs_reason():
    """Its number and its words; a refusal of rights leads to the token."""
    refused = GitHubResponse(403, {}, '{"message": "Nope"}')

    told = f"GitHub refused GET {PATH} (403: Nope). Check what the token may do."
    assert str(problem("GET", ROUTE, refused, PATH)).endswith(told)


@pytest.mark.parametrize("status", [200, 404])
def test_a_web_page_is_no_api(status):
    """GitHub's own site, say, in place of its API: the remedy names the setting."""
    page = GitHubResponse(status, {}, "<!DOCTYPE html><title>Not here</title>")

    with pytest.raises(GitHubError, match="answered with a web page") as caught:
        raise problem("GET", ROUTE, page, PATH) if status == 404 else page.json()
    assert "PLANGATE_GITHUB_URL" in caught.value.remedy


@pytest.mark.parametrize(("seconds", "told"), [(60, "in 60 s"), (3600, "in 60 min")])
def test_a_limit_says_when_to_try_again(seconds, told):
    """In minutes where it lasts, and who goes on by itself."""
    limited = GitHubResponse(429, {"retry-after": str(seconds)}, "{}")
    said = str(problem("GET", ROUTE, limited, PATH))

    assert f"Try again {told}; `plangate serve` tries again by itself." in said


def test_an_unreachable_server_is_named_with_the_path():
    """Also where no answer came."""
    client = GitHubClient("acme/shop", TokenAuth("t"), "http://127.0.0.1:9", Pace(0), timeout=1)
    client.pace.sleep = lambda _: None

    with pytest.raises(GitHubError, match="for GET /repos/acme/shop/issues/12 ") as caught:
        client.get(ROUTE, number=12)

    assert "{" not in str(caught.value)


@pytest.mark.parametrize("status", [401, 404])
def test_an_unknown_app_is_told_by_its_settings(status):
    """A wrong ID or key of an App is no wrong path, and no wrong token."""
    # issue 21
    said = str(problem("GET", "/app", GitHubResponse(status, {}, '{"message": "Not found"}')))

    assert "PLANGATE_APP_ID" in said and "token" not in said


def test_a_token_with_a_line_break_is_told_as_such():
    """It is no failure of the network, and nothing was sent."""
    # issue 21
    client = GitHubClient("acme/shop", TokenAuth("a\nb"), "http://127.0.0.1:9", pace=Pace(0))

    with pytest.raises(GitHubError, match="PLANGATE-GITHUB-001") as caught:
        client.repository()
    assert "GITHUB_TOKEN" in caught.value.remedy
