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

    assert f"GET {PATH}" in said
    assert "{" not in said


def test_an_unreachable_server_is_named_with_the_path():
    """Also where no answer came."""
    client = GitHubClient("acme/shop", TokenAuth("t"), "http://127.0.0.1:9", Pace(0), timeout=1)
    client.pace.sleep = lambda _: None

    with pytest.raises(GitHubError, match="for GET /repos/acme/shop/issues/12 ") as caught:
        client.get(ROUTE, number=12)

    assert "{" not in str(caught.value)
