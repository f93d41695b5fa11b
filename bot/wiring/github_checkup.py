"""Health checks of our way to GitHub: does it accept who we are, and is a repository set up?"""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapters import github_checkup
from bot.adapters.checked import answers_read
from bot.adapters.github_app import WANTED
from bot.adapters.github_client import GitHubClient, TokenAuth
from bot.domain.policy import Labels
from bot.errors import GitHubError, NotFound
from bot.ports.diagnosis import Diagnosis, failed
from bot.wiring.github import Wiring


def require_access(wiring: Wiring) -> None:
    """Raise GitHubError when GitHub does not accept who we are.

    An Enterprise Server without rate limits answers 404, and to a wrong token 401 all the same; whoever
    answers 404 to `/meta`, too, is not GitHub's API.
    https://docs.github.com/en/enterprise-server@latest/rest/rate-limit/rate-limit
    https://docs.github.com/en/enterprise-server@latest/rest/meta/meta
    """
    if wiring.app:
        wiring.app.check()
    else:
        auth = TokenAuth(wiring.settings.token)
        client = GitHubClient("plangate/plangate", auth, wiring.settings.github_url)
        try:
            client.get("/rate_limit")
        except NotFound:
            client.get("/meta")


def diagnoses(wiring: Wiring, full_name: str) -> Iterator[Diagnosis]:
    """What `doctor` finds at a repository. Never raises GitHubError."""
    app, settings = wiring.app, wiring.settings
    try:
        with answers_read():
            if app:
                yield from github_checkup.permissions(app.installation(full_name).granted, WANTED)
            auth = app.auth(full_name) if app else TokenAuth(settings.token)
            client = GitHubClient(full_name, auth, settings.github_url)
            yield from github_checkup.repository(client, Labels().plan)
    except GitHubError as problem:
        yield failed(problem)
