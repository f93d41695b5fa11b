"""`plangate inbox list|retry ID`: what failed for good, and another try."""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import environ

import click

from bot import settings
from bot.errors import UsageError
from bot.inbox import Inbox, Letter
from bot.wiring import inbox as inboxes


@click.group()
def inbox() -> None:
    """The inbox that PLANGATE_DATABASE_URL names."""


@inbox.command("list")
@click.option("--waiting", is_flag=True, help="What waits, instead of what failed for good.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(waiting: bool, as_json: bool) -> None:
    """List wakes that failed for good, oldest first, each with its cause and how to mend it."""
    opened = _opened()
    letters = opened.letters(dead=not waiting)
    opened.close()
    if as_json:
        for letter in letters:
            click.echo(json.dumps(_row(letter)))
    else:
        click.echo("\n".join(_lines(letters)) or "Nothing here.")


@inbox.command()
@click.argument("letter_id", metavar="ID", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="All of them.")
def retry(letter_id: str, everything: bool) -> None:
    """Give ID, a wake that failed for good, another try."""
    opened = _opened()
    wanted = [one.id for one in opened.letters()] if everything else [letter_id]
    retried = sum(opened.retry(one) for one in wanted)
    opened.close()
    if not retried and not everything:
        raise UsageError(
            "PLANGATE-INBOX-006",
            f"no wake {letter_id!r} has failed for good",
            "See `plangate inbox list`",
        )
    click.echo(f"{retried} to be tried again")


def _opened() -> Inbox:
    return inboxes.opened(settings.from_environ(environ))


def _row(letter: Letter) -> dict[str, object]:
    seen, trouble = letter.wake.witness, letter.trouble
    return {
        "id": letter.id,
        "subject": letter.wake.subject,
        "event": f"{seen.event}/{seen.action}" if seen else "sweep",
        "delivery": seen.delivery if seen else "",
        "tries": letter.tries,
        "code": trouble.code if trouble else "",
        "what": trouble.what if trouble else "",
        "remedy": trouble.remedy if trouble else "",
    }


def _lines(letters: Iterable[Letter]) -> Iterable[str]:
    for letter in letters:
        row = _row(letter)
        yield f"{row['id']}  {row['subject']}  {row['event']}  {row['tries']} tries"
        if letter.trouble:
            yield f"    {row['code']}: {row['what']}. {row['remedy']}."
