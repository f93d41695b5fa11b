"""`plangate record show|validate|history` on JSON files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.domain import codec
from bot.domain.history import MOST
from bot.domain.record import SCHEMA_VERSION, Record
from tests.domain.given import a_full_record, an_action
from tests.domain.test_migrations import SAVED
from tests.entrypoints.cli import ROOT, Ran, inside, plangate
from tests.factories import NOW

Write = Callable[[Any], Path]
Run = Callable[..., Ran]
GONE = "PLANGATE-CLI-002"


@pytest.fixture
def write(tmp_path) -> Write:
    """Write a record, JSON or text into a file."""

    def write_(content: Any) -> Path:
        file = tmp_path / "record.json"
        if isinstance(content, Record):
            content = codec.to_json(content)
        text = content if isinstance(content, str) else json.dumps(content)
        file.write_text(text, encoding="utf-8")
        return file

    return write_


def long() -> Record:
    """A record whose history was folded."""
    record = a_full_record().logged(an_action("comment:1:0"))
    for n in range(MOST):
        record = record.logged(an_action(f"pull:8:{n}", actor="plangate", action="evidence"))
    return record


def test_show_prints_the_whole_record(write):
    """What `show` prints is the record, defaults included, and can be read again."""
    # S2.7
    record = a_full_record()

    shown = plangate("record", "show", write(record))

    assert shown.code == 0
    assert record == codec.from_json(shown.out)
    assert "claims" in json.loads(shown.out)


def test_nothing_in_a_record_commands_the_terminal(write):
    """Escape sequences and invisible characters are written out, in JSON, table and errors alike."""
    # T20
    hostile = "\x1b[2J\x9b1m\u202eevil\x07"
    file = write(a_full_record().logged(an_action(actor=hostile, reason=hostile)))
    wrong = {"canonicalTaskId": "T-00007", "workflow": {"pullRequests": [{"checks": {hostile: 1}}]}}

    ran = [inside("record", "show", file), inside("record", "history", file)]
    assert codec.from_json(ran[0].out).history[-1].reason == hostile
    ran.append(inside("record", "validate", write(wrong)))

    for text in (part for one in ran for part in (one.out, one.err)):
        assert [c for c in text if not c.isprintable() and c != "\n"] == []


@pytest.mark.parametrize("name", [n for n in SAVED if n.startswith("1.")])
def test_a_good_file_is_fine(name):
    """A valid record is called so, with what it is, and what a file cannot promise."""
    # S2.7, S2.12
    done = inside("record", "validate", SAVED[name])

    assert done.code == 0
    assert all(line.startswith("PLANGATE-RECORD-025") for line in done.err.splitlines())
    assert f"is valid: T-00001, schema {SCHEMA_VERSION}, revision" in done.out
    assert "Not checked: digest and signature" in done.out


def test_an_unknown_field_is_named_and_no_error(write):
    """Wherever it stands: a misspelt field is seen, and one of a newer version is no reason to fail."""
    # S2.10, S2.12
    misspelt = {"canonicalTaskId": "T-00012", "stages": 1, "workflow": {"pullRequest": [{"x": 1}]}}
    file = write(misspelt | {"retrospectives": [{"at": "2026-01-01T00:00:00Z", "mood": "x"}]})

    done, data = inside("record", "validate", file), inside("record", "validate", file, "--json")

    assert (done.code, data.code, "is valid: T-00012" in done.out) == (0, 0, True)
    named = [line.split()[1] for line in done.err.splitlines()]
    assert named == ["stages", "workflow.pullRequest", "retrospectives.0.mood"]
    assert [problem["path"] for problem in json.loads(data.out)["problems"]] == named


def test_a_dash_is_the_standard_input():
    """As other programs have it."""
    command = [sys.executable, "-m", "bot", "record", "validate", "-"]
    given = b'{"canonicalTaskId": "T-00012"}'
    told = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, check=False)

    assert told.stdout.startswith(b"- is valid: T-00012, ")


WRONG: dict[str, tuple[Any, tuple[str, ...]]] = {
    "every field": (
        {"canonicalTaskId": "T-00007", "stage": "merged", "workflow": {"owner": 3}},
        (
            "PLANGATE-RECORD-002: stage must be ",
            "PLANGATE-RECORD-002: workflow.owner must be text. ",
        ),
    ),
    "deep inside": (
        {"canonicalTaskId": "T-00007", "workflow": {"pullRequests": [{"headSha": "a"}]}},
        ("PLANGATE-RECORD-002: workflow.pullRequests.0.number is missing.",),
    ),
    "a law of questions": (
        {
            "canonicalTaskId": "T-00007",
            "awaitingHumanArtifact": {
                "question": "?",
                "options": [{"label": "A"}, {"label": "B"}],
                "recommendedOption": "C",
                "requestedAt": "2026-01-01T00:00:00Z",
                "context": {"reasonCodes": ["MISSING_INPUT"], "affectedSections": ["x"]},
                "questions": [],
            },
        },
        ("PLANGATE-RECORD-002: awaitingHumanArtifact.questions: ",),
    ),
    "not JSON": ("{", ("PLANGATE-RECORD-001: ",)),
    "NaN": ('{"revision": NaN}', ("PLANGATE-RECORD-001: ",)),
    "a key twice": ('{"stage": "done", "stage": "staged"}', ("PLANGATE-RECORD-001: ",)),
    "an array": ("[]", ("PLANGATE-RECORD-002: the record must be an object. ",)),
    "newer": (
        {"canonicalTaskId": "T-00007", "schemaVersion": "2.0"},
        ("PLANGATE-RECORD-003: ", "Update plangate"),
    ),
    "of no issue": (
        {"canonicalTaskId": "TASK 7", "schemaVersion": "1.0"},
        ("PLANGATE-RECORD-021: canonicalTaskId does not name an issue. ",),
    ),
    "below its first revision": (
        {"canonicalTaskId": "T-00007", "schemaVersion": "1.0", "revision": -1},
        ("PLANGATE-RECORD-023: revision must be from 0 to 999999999999. ",),
    ),
    "at a stage it cannot be at": (
        {"canonicalTaskId": "T-00007", "schemaVersion": "1.0", "stage": "implementing"},
        (
            "PLANGATE-RECORD-022: stage: implementing needs planningArtifact: ",
            "needs testingArtifacts.planned: planned tests. ",
            "needs approval: an approval of this plan. Tick the approval box",
        ),
    ),
}


@pytest.mark.parametrize(("content", "lines"), WRONG.values(), ids=WRONG)
def test_validate_says_everything_that_is_wrong(write, content, lines):
    """Each problem is one line with code, field and remedy, and the exit code is 2."""
    # S2.10
    done = inside("record", "validate", write(content))

    assert (done.code, done.out) == (2, "")
    assert [line for line in lines if line not in done.err] == []
    assert all(line.startswith("PLANGATE-RECORD-0") for line in done.err.splitlines())


def test_a_plan_that_does_not_fit_its_digest_is_noticed(write):
    """The digest is what people approve: a plan that was changed under it is none of theirs."""
    # B6
    data = json.loads(codec.to_json(a_full_record()))
    data["planner"]["plan"]["body"]["tasks"][0]["title"] = "Something else"

    done = inside("record", "validate", write(data))

    assert done.code == 2
    assert done.err.startswith(
        "PLANGATE-RECORD-020: planner.plan.digest is not the digest of `planner.plan.body`. "
    )


def test_history_is_a_table(write):
    """A line for every attempt: when, who, in which role, from where to where, what came of it, why."""
    # S2.13
    done = inside("record", "history", SAVED["1.0-done"])

    head, *lines = done.out.splitlines()
    assert head.split() == ["at", "actor", "role", "action", "from", "→", "to", "outcome", "reason"]
    [approved] = [line for line in lines if " approve " in line]
    assert "alice" in approved
    assert "staged → implementing" in approved
    assert "11 lines." in lines


def test_history_says_what_was_folded(write):
    """Where older lines were folded, the table says so, and where they stand in full."""
    # S2.13
    done = inside("record", "history", write(long()))

    assert " compacted " in done.out
    assert f"{MOST + 1} actions in " in done.out and "older ones are summed up" in done.out
    assert "edit history" in done.out


def test_history_is_exported_with_every_key(write):
    """The export holds every line in full, and the keys of those that were folded."""
    # S2.13
    done = inside("record", "history", write(long()), "--json")

    lines = json.loads(done.out)
    keys = [key for line in lines for key in line["folded"] or [line["key"]]]
    assert ["comment:1:0", *(f"pull:8:{n}" for n in range(MOST))] == keys
    assert NOW.isoformat().replace("+00:00", "Z") == lines[0]["at"]


@pytest.mark.parametrize("command", ["show", "validate", "history"])
def test_what_cannot_be_read_has_a_code(tmp_path, command):
    """A file that is missing, a folder, or no text is refused in one line, with exit 2."""
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")

    for target in (tmp_path / "missing.json", tmp_path, binary):
        done = inside("record", command, target)

        assert done.code == 2
        assert done.err.startswith(f"{GONE}: ")
        assert len(done.err.splitlines()) == 1


def test_show_refuses_what_is_no_record(write):
    """A file with something wrong is not shown; the error leads to `validate`."""
    done = inside("record", "show", write({"canonicalTaskId": 7}))

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("PLANGATE-RECORD-002: ")
    assert "plangate record validate" in done.err


def test_what_is_not_json_is_saved_again(write):
    """Nothing more can be listed about a file that is not JSON: the error says how to get a good one."""
    done = inside("record", "show", write("{"))

    assert done.err.startswith("PLANGATE-RECORD-001: ")
    assert done.err.endswith(" Save it again with `plangate record show`.\n")
