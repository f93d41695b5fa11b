"""The Action door: what it tells the runner, whatever the values hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.stages import Stage
from bot.domain.verdict import Conclusion, Row, RowCode, RowState, Verdict
from bot.effects import Decision
from bot.entrypoints import action, door
from bot.errors import Bug, ConfigError, PermissionMissing, UsageError
from bot.events.wake import IssueTarget, Wake
from bot.flow.gather import Subject
from bot.flow.handle import Outcome
from tests.factories import BASE_SHA, SHA, a_plan, a_record, facts

BLOCK = re.compile(r"([a-z-]+)<<(plangate_[0-9a-f]{32})\n(.*?)\n\2\n", re.DOTALL)
NAMES = ["stage", "decision", "gate", "plan-id", "plan-version", "issue", "summary"]


def read(text: str) -> dict[str, str]:
    """The outputs as the runner reads them; nothing stands between the blocks."""
    assert BLOCK.sub("", text) == ""
    return {name: value for name, _, value in BLOCK.findall(text)}


HOSTILE = ["x\nstage=done", "<<EOF", "plangate_\n", "a\n\nb", "::set-output name=x::y", "%0A", ""]


@pytest.mark.parametrize("value", HOSTILE, ids=repr)
def test_no_value_ends_its_own_block(value):
    """A value with newlines, delimiters or commands is one output and no other."""
    # T16: output injection
    assert {"stage": value, "gate": "x"} == read(
        "".join(action._pairs({"stage": value, "gate": "x"}))
    )


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=80))
def test_any_value_is_read_back(value):
    """Whatever text: the runner reads exactly it."""
    # T16
    assert value == read("".join(action._pairs({"summary": value})))["summary"]


def test_delimiters_are_fresh():
    """No two blocks share a delimiter: it cannot be guessed."""
    # T16
    text = "".join(action._pairs(dict.fromkeys(["a", "b", "c"], "x")))

    assert len({delimiter for _, delimiter, _ in BLOCK.findall(text)}) == 3


def a_verdict(state: RowState) -> Verdict:
    """A verdict with one row."""
    return Verdict(8, SHA, "main", BASE_SHA, (Row(RowCode.CHECKS_PASSED, state),))


def an_outcome(record=None, *verdicts: Verdict) -> Outcome:
    """What a round came to."""
    return Outcome(Subject(7), facts(), Decision(record, (), verdicts=verdicts), ())


def test_outputs_of_nothing():
    """All outputs are there, empty, when nothing was done."""
    assert dict.fromkeys(NAMES, "") == door.outputs([])


def test_outputs_of_an_issue():
    """Stage, plan and summary tell the last record; the gate is the worst of its verdicts."""
    # CONTRACT: outputs
    record = a_record(plan=a_plan(), stage=Stage.AWAITING_HUMAN)
    worst = [a_verdict(RowState.MET), a_verdict(RowState.MISSING), a_verdict(RowState.WAITING)]

    said = door.outputs([an_outcome(), an_outcome(record, *worst)])

    assert said == {
        "stage": "awaiting_human", "decision": "", "gate": "failure", "plan-id": "p-1",
        "plan-version": "1", "issue": "7", "summary": "T-00007 is awaiting human",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("states", "gate"),
    [
        ([RowState.MET], Conclusion.SUCCESS),
        ([RowState.MET, RowState.WAITING], Conclusion.IN_PROGRESS),
        ([RowState.WAITING, RowState.UNDECIDED], Conclusion.ACTION_REQUIRED),
        ([RowState.MISSING, RowState.UNDECIDED], Conclusion.FAILURE),
    ],
)
def test_the_gate_is_the_worst_verdict(states, gate):
    """Of several verdicts the one that blocks most is told."""
    # B2
    assert gate.value == door.outputs([an_outcome(None, *map(a_verdict, states))])["gate"]


def test_a_blocked_pull_request_is_an_annotation():
    """The run's page names each pull request that may not be merged, with what is to do next."""
    # issue 24
    verdicts = [a_verdict(RowState.MISSING), a_verdict(RowState.MET), a_verdict(RowState.WAITING)]

    told = action.blocked("acme/shop", [an_outcome(None, *verdicts)], "https://github.com")

    assert [line.split("::")[1] for line in told] == ["warning title=plangate%3A #8"] * 1
    assert "checks" in told[0].casefold()


def test_an_annotation_is_one_command_whatever_it_says():
    """Line ends, percent signs and separators of a text never begin a second command."""
    # T16
    told = action.annotation("error", "a: b, c", "x\n::set-output name=y::z\r100%0A")

    assert told == "::error title=a%3A b%2C c::x%0A::set-output name=y::z%0D100%250A"


@pytest.fixture
def runner(monkeypatch, tmp_path):
    """A runner's environment with an event that concerns nobody, and its files."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"zen": "x", "repository": {"full_name": "acme/shop"}}))
    environ = {
        "GITHUB_TOKEN": "t", "GITHUB_EVENT_NAME": "ping", "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_EVENT_PATH": str(event), "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }  # fmt: skip
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    for name in ("PLANGATE_APP_ID", "PLANGATE_WORKSPACE", "PLANGATE_DRY_RUN"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def invoke():
    """Run `plangate action`."""
    return CliRunner().invoke(action.action, [])


def test_an_event_for_nobody_is_a_green_job(runner):
    """An event that cannot concern us sets empty outputs and exits 0."""
    done = invoke()

    assert (0, dict.fromkeys(NAMES, "")) == (done.exit_code, read((runner / "output").read_text()))
    assert json.loads(done.output.splitlines()[1])["event"] == "ping"


def test_commands_are_stopped_while_we_print(runner):
    """What we print can give the runner no command: it listens again only after a secret token."""
    # T16
    first, *_, last = invoke().output.splitlines()

    token = first.removeprefix("::stop-commands::")
    assert (32, f"::{token}::") == (len(token), last)


@pytest.mark.parametrize("name", ["GITHUB_EVENT_NAME", "GITHUB_REPOSITORY", "GITHUB_EVENT_PATH"])
def test_outside_a_workflow_it_says_so(runner, monkeypatch, name):
    """Without the runner's variables it names the one that is missing."""
    # CONTRACT: errors
    monkeypatch.delenv(name)

    error = invoke().exception

    assert isinstance(error, UsageError)
    assert ("PLANGATE-ACTION-001", f"{name} is not set") == (error.code, error.what)


@pytest.mark.parametrize("text", ["", "{", "[1", "\xff"])
def test_an_unreadable_event_has_its_code(runner, text):
    """An event file that is no JSON is a usage error."""
    Path(runner / "event.json").write_bytes(text.encode("latin-1"))

    error = invoke().exception

    assert isinstance(error, UsageError)
    assert (error.code, "GITHUB_EVENT_PATH" in error.remedy) == ("PLANGATE-ACTION-002", True)


def test_without_a_token_it_says_so(runner, monkeypatch):
    """Without credentials nothing is tried."""
    monkeypatch.delenv("GITHUB_TOKEN")

    error = invoke().exception

    assert isinstance(error, ConfigError)
    assert error.code == "PLANGATE-CONFIG-002"


@pytest.mark.parametrize(
    "event",
    [
        "ping",
        "schedule",
        "workflow_dispatch",
    ],
)
def test_a_dry_run_writes_nothing_whatever_the_event(runner, monkeypatch, event):
    """The input `dry-run` reaches every round: those of an event, and those of a sweep."""
    # CONTRACT: dry-run
    dry: list[bool] = []

    def run(*_: object, dry_run: bool = False, **__: object) -> tuple[Outcome, ...]:
        dry.append(dry_run)
        return ()

    monkeypatch.setenv("PLANGATE_DRY_RUN", "true")
    monkeypatch.setenv("GITHUB_EVENT_NAME", event)
    monkeypatch.setattr(door, "run", run)
    monkeypatch.setattr(door, "sweep", lambda *_: iter(["a wake"]))
    monkeypatch.setattr("bot.events.github.wake", lambda *_: "a wake")

    done = invoke()

    assert (done.exception, dry) == (None, [True])


def test_a_sweep_goes_on_and_then_fails(runner, monkeypatch):
    """One subject without permission: the others are still handled, and the job is red with the error."""
    # CONTRACT: errors
    missing = PermissionMissing("PLANGATE-GITHUB-002", "may not write", "Give `issues: write`")
    handled: list[int] = []

    def run(_: object, wake: Wake, **__: object) -> tuple[Outcome, ...]:
        assert isinstance(wake.target, IssueTarget)
        handled.append(wake.target.number)
        if wake.target.number == 1:
            raise missing
        return ()

    monkeypatch.setenv("GITHUB_EVENT_NAME", "schedule")
    monkeypatch.setattr(door, "run", run)
    wakes = [Wake("acme/shop", IssueTarget(n)) for n in (1, 2)]
    monkeypatch.setattr(door, "sweep", lambda *_: iter(wakes))

    assert (invoke().exception, handled) == (missing, [1, 2])
    assert read((runner / "output").read_text()) == dict.fromkeys(NAMES, "")


def test_a_bug_is_one_line_and_its_traceback_gives_no_commands(runner, monkeypatch):
    """What nobody foresaw is told with its code, while the runner still obeys nothing."""

    # T16
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("x\n::set-output name=stage::done")

    monkeypatch.setenv("GITHUB_EVENT_NAME", "schedule")
    monkeypatch.setattr(door, "sweep_all", broken)

    done = invoke()

    lines = done.output.splitlines()
    assert (done.exit_code, lines[1]) == (1, str(Bug(RuntimeError())))
    assert lines.index("::set-output name=stage::done") < len(lines) - 1
    assert lines[-1].startswith("::")
