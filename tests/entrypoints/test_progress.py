"""Progress is shown to people only, on standard error, and only once planning has taken a second."""

from __future__ import annotations

import io
import json
import threading

import pytest

from bot.entrypoints.plan import progress as module
from bot.entrypoints.plan.progress import ProgressLine, progress
from tests.entrypoints.cli import inside, plangate
from tests.entrypoints.test_plan import CLEAR


class Clock:
    """A clock that somebody sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    """A clock at zero."""
    return Clock()


def test_quick_work_shows_nothing(clock):
    """Under a second nothing is drawn."""
    # seed 5: progress indicators
    out = io.StringIO()
    with ProgressLine(out, shown=True, clock=clock) as watch:
        watch.tell("stage_entered")
        watch.tell("progress", doing="reading")

    assert out.getvalue() == ""


def test_slow_work_shows_what_is_done(clock):
    """After a second one line tells the phase; it is overwritten, and gone at the end."""
    out = io.StringIO()
    with ProgressLine(out, shown=True, clock=clock) as watch:
        watch.tell("stage_entered")
        clock.now = 1.2
        watch.tell("progress", doing="context")
        clock.now = 3.0
        watch.tell("progress", doing="analysis")
        drawn = out.getvalue()

    assert "Planning (1 s): reading the request…" in drawn
    assert "Planning (3 s): breaking the work down…" in drawn
    assert "\n" not in drawn
    assert out.getvalue().endswith("\r\x1b[K")


def test_one_long_phase_is_shown_too(clock, monkeypatch):
    """A phase in which nothing is told is drawn by the timer."""
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    out, drawn = io.StringIO(), threading.Event()

    class Seen(ProgressLine):
        def draw(self) -> None:
            super().draw()
            drawn.set()

    with Seen(out, shown=True, clock=clock):
        assert drawn.wait(10)

    assert "starting…" in out.getvalue()


def test_programs_are_told_nothing(clock, capsys):
    """With --json, and where standard error is no terminal, it stays quiet."""
    out = io.StringIO()
    with ProgressLine(out, shown=False, clock=clock) as watch:
        clock.now = 9.0
        watch.tell("progress", doing="context")

    assert out.getvalue() == ""
    assert not progress(as_json=True)._shown and not progress(as_json=False)._shown


@pytest.mark.shows("FR-005", "FR-012", "FR-024", "NFR-014")
def test_events_are_logged_where_asked(tmp_path):
    """With PLANGATE_LOG_LEVEL every event is a JSON line on standard error; without, nothing is."""
    file = tmp_path / "request.md"
    file.write_text(CLEAR)
    planning = ("plan", "run", file, "--workspace", tmp_path, "--json")
    quiet, told = inside(*planning), plangate(*planning, PLANGATE_LOG_LEVEL="INFO")
    lines = [json.loads(line) for line in told.err.splitlines()]

    assert (quiet.err, quiet.out) == ("", told.out)
    assert [line["event"] for line in lines][:2] == ["stage_entered", "context_prepared"]
    created = next(line for line in lines if line["event"] == "plan_created")
    assert created["task_count"] == len(json.loads(told.out)["plan"]["tasks"])
