"""GitHub's log of an App's deliveries: which of them reached nobody.

https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from bot.adapters.github_client import GitHubClient
from bot.adapters.github_pages import app_pages

MOST = 5000
_ROUTE = "/app/hook/deliveries"


@dataclass(frozen=True, slots=True)
class FailedDelivery:
    """One attempt that failed: its own id, and the id that all attempts share."""

    id: int
    guid: str
    event: str
    at: datetime


def failed_since(client: GitHubClient, since: datetime) -> tuple[FailedDelivery, ...]:
    """The newest failed attempt of each delivery none of whose attempts succeeded, oldest first."""
    failed: dict[str, FailedDelivery] = {}
    arrived: set[str] = set()
    rows = (row for page in app_pages(client, _ROUTE, MOST) for row in page or ())  # newest first
    for row in rows:
        at = datetime.fromisoformat(row["delivered_at"]).astimezone(UTC)
        attempt = FailedDelivery(row["id"], row["guid"], row["event"], at)
        if attempt.at < since:
            break
        if 200 <= row["status_code"] < 300:
            arrived.add(attempt.guid)
        else:
            failed.setdefault(attempt.guid, attempt)
    left = [attempt for guid, attempt in failed.items() if guid not in arrived]
    return tuple(sorted(left, key=lambda attempt: (attempt.at, attempt.id)))
