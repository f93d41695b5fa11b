"""What the set-up pages and `plangate init` need of the world: GitHub's answers, a page, a private file."""

from __future__ import annotations

import os
from pathlib import Path

from bot.adapters.github_app import WANTED
from bot.adapters.github_manifest import NewApp, converted
from bot.adapters.github_tag import commit_of
from bot.adapters.templating import page

__all__ = ["WANTED", "NewApp", "commit_of", "converted", "kept", "page"]


def kept(folder: Path, app: NewApp) -> Path:
    """Write the App's environment file, readable by us alone; an older one is never replaced."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{app.slug}-{app.id}.env"
    lines = (
        f"PLANGATE_APP_ID={app.id}",
        f"PLANGATE_WEBHOOK_SECRET='{app.webhook_secret}'",
        f"PLANGATE_PRIVATE_KEY_PATH='{path.with_suffix('.pem')}'",
    )
    _private(path.with_suffix(".pem"), app.pem.strip() + "\n")
    _private(path, "\n".join(lines) + "\n")
    return path


def _private(path: Path, text: str) -> None:
    number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)
