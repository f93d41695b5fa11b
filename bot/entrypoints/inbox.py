"""`plangate inbox list|retry ID`: what failed permanently, and another try."""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import environ

import click

from bot import settings
from bot.entrypoints.terminal import count
from bot.errors import UsageError
from bot.ports.inbox import Inbox, Job
from bot.wiring import inbox as inboxes


@click.group()
def inbox() -> None:
    """List failed events, and try them again.

    The database is PLANGATE_DATABASE_URL, or else the file that `plangate doctor` shows.
    """


@inbox.command("list", short_help="List the failed events.")
@click.option("--waiting", is_flag=True, help="List the events that wait, not those that failed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def list_(waiting: bool, as_json: bool) -> None:
    """List the events that failed, oldest first, each with its cause and how to fix it.

    An event fails after several tries. Tries while GitHub cannot be reached do not count.
    """
    opened = _opened()
    jobs = opened.jobs(dead=not waiting)
    opened.close()
    if as_json:
        for job in jobs:
            click.echo(json.dumps(_row(job)))
    else:
        none = "The queue is empty." if waiting else "Nothing has failed."
        click.echo("\n".join(_lines(jobs)) or none)


@inbox.command()
@click.argument("job_id", metavar="(ID | --all)", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="Retry every failed event.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def retry(job_id: str, everything: bool, as_json: bool) -> None:
    """Try the failed event with this ID again."""
    if bool(job_id) == everything:
        raise UsageError(
            "PLANGATE-INBOX-010",
            "both an ID and --all are given" if everything else "neither an ID nor --all is given",
            "Give one of them; `plangate inbox list` shows the IDs",
        )
    opened = _opened()
    wanted = [one.id for one in opened.jobs()] if everything else [job_id]
    retried = sum(opened.retry(one) for one in wanted)
    opened.close()
    if not retried and not everything:
        what = f"there is no failed event with the id {job_id!r}"
        raise UsageError("PLANGATE-INBOX-006", what, "See `plangate inbox list`")
    told = f"{count(retried, 'event')} will be tried again"
    click.echo(json.dumps({"retried": retried}) if as_json else told)


def _opened() -> Inbox:
    configured = settings.from_environ(environ)
    if missing := inboxes.missing(configured):
        what = f"there is no inbox at {missing}"
        remedy = "Check PLANGATE_DATABASE_URL; `plangate serve` creates a new inbox"
        raise UsageError("PLANGATE-INBOX-011", what, remedy)
    return inboxes.opened(configured)


def _row(job: Job) -> dict[str, object]:
    seen, trouble = job.wake.witness, job.trouble
    return {
        "id": job.id,
        "subject": job.wake.subject,
        "event": f"{seen.event}/{seen.action}" if seen else "sweep",
        "delivery": seen.delivery if seen else "",
        "tries": job.tries,
        "code": trouble.code if trouble else "",
        "what": trouble.what if trouble else "",
        "remedy": trouble.remedy if trouble else "",
    }


def _lines(jobs: Iterable[Job]) -> Iterable[str]:
    for job in jobs:
        row = _row(job)
        yield f"{row['id']}  {row['subject']}  {row['event']}  {row['tries']} tries counted"
        if job.trouble:
            yield f"    {row['code']}: {row['what']}. {row['remedy']}."
