"""Walks: which files of the program somebody meets who follows one event from its wake to its writes.

A file counts when code in it runs: functions, methods and comprehensions, not what an import runs. The
outside world is the fakes of `tests/flow`, so adapters do not count but the record's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import bot
from bot.planning.engine import Engine
from tests.flow.given import Shop

BOT = Path(bot.__file__).parent


def files(do: Callable[[], object]) -> frozenset[str]:
    """The files of the program in which code runs meanwhile, as paths below `bot/`."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return frozenset(
        str(Path(name).relative_to(BOT)) for name in seen if name.startswith(f"{BOT}/")
    )


def walks(engine: Engine) -> dict[str, frozenset[str]]:
    """Label → questions and reply → plan, with this engine.

    They are walked twice, and the second time counts: what is imported on the way counts no more.
    """
    _walked(engine)
    return _walked(engine)


def _walked(engine: Engine) -> dict[str, frozenset[str]]:
    story = Shop()
    story.world = replace(story.world, engine=engine)
    story.open_issue()
    asked = files(story.look)
    assert story.stage == "awaiting_human"
    story.answer()
    planned = files(story.look)
    assert story.stage == "staged"
    return {"label → questions": asked, "reply → plan": planned}
