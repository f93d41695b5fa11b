"""`/setup`: the manifest flow, open to whoever has the key; secrets go into a private file."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from bot import settings
from bot.adapters.github_manifest import converted
from bot.errors import GitHubError
from bot.service.asgi import Application
from bot.service.setup import SetupPages
from bot.wiring.setup import NewApp

# https://docs.github.com/en/rest/apps/apps#create-a-github-app-from-a-manifest
RECORDED = {
    "id": 1, "slug": "octoapp", "node_id": "MDxOkludGVncmF0aW9uMQ==", "name": "Octocat App",
    "owner": {"login": "github", "id": 1}, "html_url": "https://github.com/apps/octoapp",
    "client_id": "Iv1.8a61f9b3a7aba766", "client_secret": "1726be1638095a19edd1",
    "webhook_secret": "e340154128314309424b7c8e90325147d99fdafa",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n",
    "permissions": {"issues": "write"}, "events": ["push"],
}  # fmt: skip


def client(folder: Path, key: str = "k", made: list[str] | None = None) -> TestClient:
    """The pages; GitHub is a recorded answer."""

    def convert(api: str, code: str) -> NewApp:
        if made is not None:
            made.append(code)
        transport = httpx.MockTransport(lambda _: httpx.Response(201, json=RECORDED))
        return converted(api, code, transport)

    pages = SetupPages(settings.from_environ({}), key, folder, convert)
    app: Any = Application(
        {("GET", "/setup"): pages.form, ("GET", "/setup/created"): pages.created}
    )
    return TestClient(app, base_url="https://bot.example")


def test_two_clicks_make_an_app(tmp_path):
    """The form sends GitHub a manifest of least permissions; the code is traded for a private file."""
    web = client(tmp_path / "state")
    form = web.get("/setup?key=k&organization=acme").text
    manifest = json.loads(html.unescape(re.findall('name="manifest" value="([^"]+)"', form)[0]))
    action = re.findall('action="([^"]+)"', form)[0]
    state = action.partition("state=")[2]

    page = web.get(f"/setup/created?state={state}&code=c0de")

    assert action.startswith("https://github.com/organizations/acme/settings/apps/new?")
    assert manifest["hook_attributes"]["url"] == "https://bot.example/webhook"
    assert manifest["default_permissions"] == {
        "actions": "read", "checks": "write", "contents": "read", "issues": "write",
        "merge_queues": "read", "metadata": "read", "pull_requests": "write", "statuses": "read",
    }  # fmt: skip
    assert page.status_code == 200
    env, pem = (tmp_path / "state" / f"octoapp-1.{kind}" for kind in ("env", "pem"))
    assert [path.stat().st_mode & 0o777 for path in (env, pem, env.parent)] == [0o600, 0o600, 0o700]
    assert pem.read_text() == RECORDED["pem"]
    read = dict(line.split("=", 1) for line in env.read_text().splitlines())
    assert read["PLANGATE_APP_ID"] == "1"
    assert str(env) in page.text
    for name in ("pem", "webhook_secret", "client_secret"):
        assert str(RECORDED[name])[:20] not in page.text


def test_nobody_else_gets_in(tmp_path):
    """No key, a wrong key, a state that did not begin here, a state twice: refused, nothing traded."""
    made: list[str] = []
    web = client(tmp_path, made=made)
    state = re.findall('state=([^"]+)', web.get("/setup?key=k").text)[0]

    assert [web.get(f"/setup{q}").status_code for q in ("", "?key=", "?key=%C3%A9", "?key=kk")] == [
        403
    ] * 4
    assert web.get("/setup/created?state=x&code=c").status_code == 403
    assert web.get(f"/setup/created?state={state}&code=c").status_code == 200
    assert web.get(f"/setup/created?state={state}&code=c").status_code == 403
    assert made == ["c"]


def test_at_work_it_only_says_how_to_begin(tmp_path):
    """The normal server's `/setup` creates nothing."""
    page = client(tmp_path, key="").get("/setup")

    assert page.status_code == 200
    assert "serve --setup" in page.text
    assert "<form" not in page.text


@pytest.mark.parametrize("code", ["", "../x", "a b", "x" * 101])
def test_a_code_of_another_shape_is_not_sent(code):
    """Only what can be a code reaches GitHub's address."""
    with pytest.raises(GitHubError, match="PLANGATE-SETUP-001"):
        converted("https://api.github.com", code)


@pytest.mark.parametrize(
    "answer",
    [httpx.Response(404), httpx.Response(201, text="no"), httpx.Response(201, json={"id": 1})],
)
def test_what_github_does_not_hand_out_is_one_error(answer):
    """A used code or a garbled answer is an error with its remedy."""
    with pytest.raises(GitHubError, match="Start again"):
        converted("https://api.github.com", "c", httpx.MockTransport(lambda _: answer))
