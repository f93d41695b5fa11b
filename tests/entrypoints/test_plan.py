"""`plangate plan run` on Markdown files, as a process: the same bytes each time, honest exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from bot.__main__ import cli, main
from bot.entrypoints.plan.source import Source, request_of
from bot.entrypoints.terminal import count
from bot.errors import PlangateError, UsageError
from tests.acceptance import shop
from tests.entrypoints.cli import inside, plangate

CLEAR = """---
title: Refuse negative counts in the cart
labels: [bug]
author: carol
created_at: 2026-11-20T12:00:00Z
---
`Cart.add` in `shop/cart.py` takes negative counts.

## Acceptance criteria
- [ ] `Cart.add` raises ValueError for a count below 1
- [ ] The error message names the count
"""
KEYS = {
    "decision", "outcome", "intent", "reasonCodes", "questions", "duplicateOf", "plan",
    "testingArtifacts", "stories", "error", "telemetry",
}  # fmt: skip


@pytest.fixture
def run(tmp_path) -> Callable[..., tuple[int, str]]:
    """Run `plan run` on a text, in this process."""

    def run_(text: str | bytes, *options: str) -> tuple[int, str]:
        file = tmp_path / "request.md"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = CliRunner().invoke(cli, ["plan", "run", str(file), *options])
        if isinstance(done.exception, PlangateError):
            return done.exception.exit_code, str(done.exception)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.stdout

    return run_


def test_two_processes_print_the_same_bytes(tmp_path):
    """With the built-in engine the JSON is the same in every process, whatever its hash seed."""
    # CONTRACT: plan run --json is deterministic
    file = tmp_path / "request.md"
    file.write_text(CLEAR)

    first, second = plangate("plan", "run", file, "--json"), inside("plan", "run", file, "--json")

    assert (0, first.out) == (first.code, second.out)
    said = json.loads(first.out)
    assert set(said) >= KEYS
    assert (
        said["decision"], said["outcome"], said["intent"],
    ) == ("proceed", "STAGING_PAYLOAD", "bug")  # fmt: skip
    assert said["plan"]["tasks"] and said["testingArtifacts"]["planned"]


def test_asking_exits_with_three(tmp_path):
    """A request that leaves choices open asks, names reasons and options, and exits 3."""
    # S1.3, S1.4
    file = tmp_path / "request.md"
    file.write_text(f"# {shop.TITLE}\n\n{shop.BODY}")

    ran = plangate("plan", "run", file, "--json")

    said = json.loads(ran.out)
    assert (
        ran.code, said["decision"], said["outcome"], said["plan"],
    ) == (3, "ask", "NEEDS_PLANNING", None)  # fmt: skip
    for question in said["questions"]:
        labels = [option["label"] for option in question["options"]]
        assert question["recommendedOption"] in labels
        assert question["recommendedOption"].endswith(" (Recommended)")
        assert question["affectedSections"]
    assert set(said["reasonCodes"]) <= {"AC_AMBIGUOUS", "MISSING_INPUT", "POLICY_RISK"}


def test_answers_lead_to_a_plan(run):
    """With every question answered the same request is planned."""
    # S1.5
    text = f"# {shop.TITLE}\n\n{shop.BODY}"
    count = len(json.loads(run(text, "--json")[1])["questions"])

    code, out = run(text, "--json", "--answer", " ".join(f"{n}A" for n in range(1, count + 1)))

    assert (code, json.loads(out)["decision"]) == (0, "proceed")


@pytest.mark.parametrize("answer", ["all A", "all recommended"])
def test_one_answer_is_for_every_question(run, answer):
    """What is said of all questions answers each."""
    # S1.5
    text = f"# {shop.TITLE}\n\n{shop.BODY}"

    code, out = run(text, "--json", "--answer", answer)

    assert (code, json.loads(out)["decision"]) == (0, "proceed")


def test_each_story_has_its_own_staging_payload(run):
    """A story says by itself what it touches, and which agent and model tier it is for."""
    # S3.5, S3.12
    text = (
        "---\nlabels: [plan:epic]\n---\n# Exports\n\n## Tasks\n- [ ] Export orders in `shop/orders.py`\n"
        "- [ ] Mail the export in `shop/mail.py`\n"
        "- [ ] List exports in `shop/admin.py`\n\n## Acceptance criteria\n- [ ] It holds each order\n"
    )
    code, out = run(text, "--json")

    stories = json.loads(out)["stories"]
    assert (code, len(stories)) == (0, 3)
    payloads = [story["stagingPayload"] for story in stories]
    assert [p["slug"] for p in payloads] == [story["slug"] for story in stories]
    assert [p["model"] for p in payloads] == ["default"] * 3
    assert all({"touches", "writeFiles", "agent"} <= set(p) for p in payloads)
    assert [len(p["tasks"]) for p in payloads] == [1] * 3


ODD = {
    "empty": "",
    "blanks": "\n \n\t\n",
    "NUL": "# A\x00title\n\nbody\x00",
    "one huge line": "# " + "x" * 200_000,
    "huge": "# Export\n\n" + "The export is slow. " * 20_000,
    "many items": "# Export\n\n" + "- [ ] it exports\n" * 5_000,
    "only code": "```\nprint()\n```",
    "deep quotes": ">" * 5_000,
    "hostile": "# {{ 7*7 }} {% raw %} <script> --> ${{ github.token }}\n\n@alice ::set-output::",
    "front matter alone": "---\ntitle: x\n---\n",
    "front matter of a list": "---\n- a\n---\n# T\n\nbody",
    "front matter that never ends": "---\ntitle: x\n",
    "odd types": "---\ntitle: [1]\nlabels: x\ncreated_at: [2]\nnumber: x\n---\nbody",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.shows("NFR-007")
def test_odd_files_get_an_answer(run, text):
    """Any readable file ends in a plan, questions or a reasoned refusal."""
    # T20
    code, out = run(text, "--json")

    said = json.loads(out)
    assert code == (3 if said["decision"] == "ask" else 0)
    assert said["decision"] in {"proceed", "ask", "reject", "duplicate", "epic"}
    assert (said["decision"] == "reject") == (said["error"] is not None)


BAD = {
    "binary": (b"\xff\xfe\x00\x01", (), "PLANGATE-CLI-002"),
    "front matter that is no YAML": ("---\na: [\n---\n# T", (), "PLANGATE-CLI-007"),
    "an answer that is none": (
        f"# {shop.TITLE}\n\n{shop.BODY}",
        ("--answer", "what?"),
        "PLANGATE-CLI-006",
    ),
    "an answer to no question": (
        f"# {shop.TITLE}\n\n{shop.BODY}",
        ("--answer", "9A"),
        "PLANGATE-CLI-006",
    ),
    "an option that is none": (
        f"# {shop.TITLE}\n\n{shop.BODY}",
        ("--answer", "1E"),
        "PLANGATE-CLI-006",
    ),
    "an answer where nothing is asked": (CLEAR, ("--answer", "1A"), "PLANGATE-CLI-006"),
    "an anchor": ("---\ntitle: &a x\n---\nbody", (), "PLANGATE-CLI-007"),
    "an alias": ("---\ntitle: &a x\nauthor: *a\n---\nbody", (), "PLANGATE-CLI-007"),
    "more than a megabyte": ("# T\n" + "x" * 1_000_000, (), "PLANGATE-CLI-009"),
}


@pytest.mark.parametrize(("text", "options", "code"), BAD.values(), ids=BAD)
def test_unusable_input_has_its_code(run, text, options, code):
    """Input that cannot be used is a usage error with a code of its own."""
    # CONTRACT: errors
    exit_code, said = run(text, *options)

    assert (exit_code, said.startswith(f"{code}: ")) == (2, True)


@pytest.mark.parametrize(
    ("option", "text", "code"),
    [
        ("--issues", "{", "PLANGATE-CLI-003"),
        ("--issues", "[" * 100_000, "PLANGATE-CLI-003"),
        ("--comments", "{}", "PLANGATE-CLI-004"),
        ("--comments", "[1]", "PLANGATE-CLI-004"),
    ],
)
def test_lists_must_be_lists(run, tmp_path, option, text, code):
    """Files of issues and comments are JSON lists of objects."""
    rows = tmp_path / "rows.json"
    rows.write_text(text)

    assert (2, code) == (run(CLEAR, option, str(rows))[0], run(CLEAR, option, str(rows))[1][:16])


def test_a_missing_file_is_one_line_with_a_code():
    """An error is one line on standard error: code, what happened, how to mend it; no traceback."""
    # CONTRACT: errors
    ran = plangate("plan", "run", "no/such/file.md")

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("PLANGATE-CLI-002: ")
    assert ran.err.rstrip().endswith(".")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("plan", "show", "nonsense"), "PLANGATE-CLI-002"),
        (("gate", "explain", "acme/shop#0"), "PLANGATE-CLI-001"),
        (("gate", "explain", "acme/shop"), "PLANGATE-CLI-001"),
        (("record", "show", "acme/shop#1"), "PLANGATE-CONFIG-002"),
    ],
)
def test_a_target_is_named_in_full(arguments, code):
    """A target is owner/repo#12, and GitHub needs credentials; both are told with codes."""
    done = CliRunner(env={"GITHUB_TOKEN": "", "PLANGATE_APP_ID": ""}).invoke(cli, arguments)

    assert isinstance(done.exception, PlangateError)
    assert (2, code) == (done.exception.exit_code, done.exception.code)


def test_main_prints_one_line_and_exits(monkeypatch, capsys):
    """Whatever an error says stands in one line on standard error, and its exit code is the process's."""

    @click.command()
    def broken() -> None:
        raise UsageError("PLANGATE-CLI-001", "two\nlines", "mend it")

    monkeypatch.setattr("bot.__main__.cli", broken)
    monkeypatch.setattr("sys.argv", ["plangate"])

    with pytest.raises(SystemExit) as left:
        main()

    assert left.value.code == 2
    assert capsys.readouterr().err == "PLANGATE-CLI-001: two lines. mend it.\n"


def test_help_is_quick_to_load():
    """`--help` lists every command and loads neither GitHub's client nor the web server."""
    ran = plangate("--help", python=("-X", "importtime"))

    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ran.err.splitlines()}
    assert ran.code == 0
    assert set() == loaded & {"github", "starlette", "uvicorn", "pydantic", "jinja2", "requests"}
    for command in ("demo", "plan", "gate", "record", "action", "serve", "sweep", "replay", "init"):
        assert f"  {command} " in ran.out


def test_planning_a_file_loads_no_github(tmp_path):
    """Planning a file needs no GitHub client."""
    file = tmp_path / "request.md"
    file.write_text(CLEAR)

    ran = plangate("plan", "run", file, python=("-X", "importtime"))

    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ran.err.splitlines()}
    assert ran.code == 0
    assert set() == loaded & {"github", "starlette", "uvicorn"}


@pytest.mark.parametrize("text", ["", "automation: full\n"])
def test_a_config_is_validated(tmp_path, text):
    """A good policy file is fine."""
    # CONTRACT: config validate
    file = tmp_path / "plangate.yml"
    file.write_text(text)

    assert CliRunner().invoke(cli, ["config", "validate", str(file)]).exit_code == 0


def test_a_bad_config_names_file_and_line(tmp_path):
    """A bad policy file is refused with file, line and reason."""
    # CONTRACT: config validate
    file = tmp_path / "plangate.yml"
    file.write_text("automation: manual\ngates: x\n")

    done = CliRunner().invoke(cli, ["config", "validate", str(file)])

    assert isinstance(done.exception, PlangateError)
    assert (done.exception.exit_code, done.exception.code) == (2, "PLANGATE-CONFIG-001")
    assert f"{file}:2:1: gates: unknown setting (did you mean gate?)" == done.exception.what


def test_the_schema_is_json():
    """`config schema` prints the policy's JSON Schema."""
    schema = json.loads(CliRunner().invoke(cli, ["config", "schema"]).output)

    assert {"automation", "labels", "answers", "gate", "planner"} <= set(schema["properties"])


def test_a_byte_order_mark_is_dropped(run):
    """A file that an editor began with a BOM is the same request."""
    assert run(CLEAR, "--json") == run(CLEAR.encode("utf-8-sig"), "--json")


def test_rows_in_githubs_own_shape_are_read():
    """Comments and issues as GitHub's API prints them, or with numbers as text, are understood."""
    comments = (
        {"user": {"login": "bob", "type": "User"}, "author_association": "MEMBER", "body": "x"},
        {"author": {"login": "bob"}, "authorAssociation": "MEMBER", "body": "x"},
        {"author": "bob", "association": "MEMBER", "body": "x"},
    )
    issues = ({"number": "12", "title": "t"}, {"number": 12, "title": "t"}, {"number": True})

    request = request_of(Source("# T", issues, comments))

    assert {(c.author.login, c.association, c.body) for c in request.comments} == {
        ("bob", "MEMBER", "x")
    }
    assert [i.number for i in request.open_issues] == [12, 12, 0]


def test_one_question_is_singular():
    """Counts are told as people say them."""
    assert (count(1, "question"), count(2, "question")) == ("1 question", "2 questions")


@pytest.mark.parametrize("option", ["--answer", "--workspace", "--issues", "--comments"])
def test_what_is_only_for_a_file_is_refused_for_an_issue(option):
    """An option that would do nothing is an error that names it."""
    done = CliRunner().invoke(cli, ["plan", "run", "acme/shop#1", option, "1A"])

    assert isinstance(done.exception, UsageError)
    assert done.exception.code == "PLANGATE-CLI-010"
    assert option in str(done.exception)


def test_main_tells_a_bug_in_one_line_first(monkeypatch, capsys):
    """What nobody foresaw: one line with its code, then the traceback, exit 1."""
    # CONTRACT: errors

    @click.command()
    def broken() -> None:
        raise KeyError("x")

    monkeypatch.setattr("bot.__main__.cli", broken)
    monkeypatch.setattr("sys.argv", ["plangate"])

    with pytest.raises(SystemExit) as left:
        main()

    first, *rest = capsys.readouterr().err.splitlines()
    assert (left.value.code, first[:17]) == (1, "PLANGATE-BUG-001:")
    assert rest[0].startswith("Traceback") and rest[-1] == "KeyError: 'x'"
