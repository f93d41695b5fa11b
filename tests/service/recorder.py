"""A server or worker of the real service whose work leaves a line in a file: what the kill tests run.

Effects are found before they are written, as the product's own are: a line a delivery, in order. What was
taken in hand stands in a second file, as often as it was. What a third file names ends the process.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import time
from pathlib import Path

import click

from bot.entrypoints import door, webhook
from bot.events.wake import Wake
from bot.wiring.github import Wiring

EFFECTS = Path(os.environ["RECORDER_FILE"])
HANDLED = EFFECTS.with_name("handled")
DEADLY = EFFECTS.with_name("deadly")
WORK = float(os.environ.get("RECORDER_WORK", "0.005"))


def record(_: Wiring, wake: Wake) -> tuple[()]:
    """Write the delivery's line unless it stands there."""
    line = f"{wake.subject} {wake.witness.delivery if wake.witness else ''}\n"
    with HANDLED.open("a", encoding="utf-8") as file:  # one write, at the end of the file
        file.write(line)
    if DEADLY.exists() and line.split()[1:] == DEADLY.read_text(encoding="utf-8").split():
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(WORK)
    with EFFECTS.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if line not in file.readlines():
            file.write(line)
            file.flush()
    return ()


if __name__ == "__main__":
    door.run = record  # type: ignore[assignment]
    webhook.LAST_WORK = float(os.environ.get("RECORDER_LAST_WORK", "30"))
    command: click.Command = getattr(webhook, sys.argv.pop(1))
    command()
