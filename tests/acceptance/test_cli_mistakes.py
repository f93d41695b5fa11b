"""What goes wrong at the command line: the error says what happened, why, how to fix it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.acceptance.story import report
from tests.acceptance.test_cli import Begin, checkout, cloned, typed
from tests.entrypoints.cli import inside

__all__ = ["checkout"]

pytestmark = pytest.mark.acceptance
OPEN = (
    "# Export the invoices\n\nUsers want to export the invoices. It is not clear whether as CSV or as "
    "PDF. I am not sure whether archived invoices should be included or left out.\n"
)


@pytest.fixture
def asking(tmp_path: Path) -> Path:
    """An issue in a file that leaves two things open."""
    file = tmp_path / "issue.md"
    file.write_text(OPEN)
    return file


@pytest.mark.parametrize("command", ["run", "show"])
def test_a_question_keeps_its_number(asking: Path, command: str) -> None:
    """Answered in part, the other question is still the second, and the advice leads to the plan."""
    # CONTRACT: plan run --answer
    part = typed("plan", command, asking, "--answer", "1B")
    advice = part.out.splitlines()[-1]
    whole = typed("plan", command, asking, *advice.partition(" with ")[2].split())

    assert (part.code, part.out.splitlines()[2][:3], "1A" in part.out) == (3, "2. ", False)
    assert advice == "To answer: run the command again with --answer 1B --answer 2A"
    assert (whole.code, "Decided: As PDF; Included" in whole.out) == (0, True)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("1Z 2A", "question 1 has no option Z. Choose A or B."),
        ("1A 1B", "question 1 has two answers. Give one of them."),
        ("3A", "question 3 does not exist. The last question is 2."),
        (
            "perhaps",
            "'perhaps' is not an answer. Write --answer 1A, or in your own words --answer '1: …'.",
        ),
    ],
)
def test_a_wrong_answer_is_told_by_its_question(asking: Path, answer: str, told: str) -> None:
    """No such option, two answers to one question, no such question, no answer at all."""
    ran = typed("plan", "run", asking, "--answer", answer)

    assert (ran.code, ran.out, ran.err) == (2, "", f"PLANGATE-CLI-006: {told}\n")


@pytest.mark.parametrize("answer", ["1A, 2: only with totals", "2: only with totals, 1: As PDF"])
def test_answers_are_read_as_on_github(asking: Path, answer: str) -> None:
    """Own words, a letter and the name of an option stand in one answer, each for its question."""
    ran = typed("plan", "run", asking, "--answer", answer)

    assert (ran.code, "only with totals" in ran.out, "1:" in ran.out) == (0, True, False)


def test_a_risk_is_decided_by_an_option(tmp_path: Path) -> None:
    """Own words decide no deletion, here as on GitHub."""
    file = tmp_path / "issue.md"
    file.write_text(
        "# Delete old accounts\n\nDelete all accounts of customers who left.\n\nThe order export is slow.\n"
    )
    ran = typed("plan", "run", file, "--answer", "1: sure")

    told = "PLANGATE-CLI-006: question 1 takes only its options. Choose A or B.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)


@pytest.mark.parametrize("name", ["acme/shop#12", "https://github.com/acme/shop/issues/12"])
def test_an_issue_where_a_repository_belongs_is_told_as_one(name: str) -> None:
    """Both forms say which repository it is in."""
    ran = typed("status", name, env={"GITHUB_TOKEN": "x"})

    told = "PLANGATE-CLI-032: acme/shop#12 is an issue, not a repository. Write acme/shop.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize("command", [("plan", "run"), ("plan", "show"), ("record", "show")])
def test_a_number_that_is_no_issue_is_an_error(
    checkout: Path, inside_story: Begin, command: tuple[str, str], more: tuple[str, ...]
) -> None:
    """An issue that does not exist, and a pull request: each with exit code 5, and nothing is written."""
    # CONTRACT: exit codes
    story = inside_story()
    env = cloned(checkout, story)
    pull = story.hub.open_pull("bob", {"a.py": ""}, branch="b", title="t", body="")

    for number, told in {
        99: f"{story.hub.repo} has no issue or pull request 99, or the token may not see it. Check ",
        pull: f"{story.hub.repo}#{pull} is a pull request. Name its issue.",
    }.items():
        ran = typed(*command, str(number), *more, cwd=checkout, env=env)

        assert (ran.code, ran.err.count("\n"), bool(ran.out)) == (5, 1, bool(more)), ran
        assert ran.err.startswith(f"PLANGATE-GITHUB-004: {told}")
    assert not [e for e in story.hub.exchanges() if e["method"] in {"PATCH", "PUT"}]


@pytest.mark.parametrize("name", ["foo", "https://github.com/acme", "acme/shop/x"])
@pytest.mark.parametrize("command", ["status", "sweep", "doctor"])
def test_what_is_no_repository_is_an_error(command: str, name: str) -> None:
    """A wrong name is a usage error that says how to write one, and GitHub is not asked."""
    ran = typed(command, name, env={"GITHUB_TOKEN": "x"})

    told = f"PLANGATE-CLI-032: {name!r} is not a repository. Write owner/name, or its URL.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)


@pytest.mark.parametrize(
    "address",
    ["https://example.com/x", "https://github.com/acme/shop/wiki", "HTTPS://github.com"],
)
def test_an_address_that_is_no_issue_is_told_as_such(address: str) -> None:
    """It is not looked for among the files."""
    ran = typed("plan", "run", address)

    told = f"PLANGATE-CLI-001: {address!r} is not an issue or pull request on GitHub. "
    assert (ran.code, ran.out, ran.err.startswith(told)) == (2, "", True)


def test_only_a_server_creates_an_inbox(tmp_path: Path) -> None:
    """`inbox` and `doctor` name the file that is missing, and leave no file behind."""
    # CONTRACT: inbox
    path = tmp_path / "new" / "inbox.db"
    env = {"PLANGATE_DATABASE_URL": f"sqlite://{path}"}

    listed, retried = typed("inbox", "list", env=env), typed("inbox", "retry", "--all", env=env)
    checked = typed("doctor", env=env)

    missing = f"PLANGATE-INBOX-011: there is no inbox at {path}. Check PLANGATE_DATABASE_URL; "
    assert (listed.code, listed.out, retried.err) == (2, "", listed.err)
    assert listed.err.startswith(missing)
    assert f"there is no database yet: `plangate serve` creates {path}" in checked.out
    assert not path.parent.exists()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "neither an ID nor --all is given"),
        (("3", "--all"), "both an ID and --all are given"),
    ],
)
def test_a_retry_names_one_event_or_all(arguments: tuple[str, ...], what: str) -> None:
    """Neither and both are errors."""
    ran = typed("inbox", "retry", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"PLANGATE-INBOX-010: {what}. ")


TITLE = "Refuse a negative `Order.total`"


@pytest.fixture
def shapes(tmp_path: Path) -> Path:
    """Files that are not what a command asks for."""
    (tmp_path / "date.yml").write_text("gate:\n  since: 2026-13-40\n")
    (tmp_path / "types.yml").write_text("answers: 3\ndashboard: maybe\n")
    (tmp_path / "issue.md").write_text(f"# {TITLE}\n")
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "cut.json").write_text('{"a": ')
    (tmp_path / "other.json").write_text('{"a": 1}')
    (tmp_path / "new.json").write_text('{"canonicalTaskId": "T-00007", "stage": "planning"}')
    (tmp_path / "latin.json").write_bytes(b"\xff")
    (tmp_path / "newer.json").write_text('{"schemaVersion": "9.0"}')
    return tmp_path


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "config validate date.yml",
            "date.yml:2:3: gate.since: must be a date, such as 2026-01-31",
        ),
        ("config validate types.yml", "types.yml:2:1: dashboard: must be true or false"),
        ("config validate types.yml", "answers: needs settings below it (timeout, who, bots)"),
        (
            "record",
            "PLANGATE-CLI-020: Missing command. Choose from: history, show, validate. See `pla",
        ),
        ("plan show --workspace", "requires an argument. See `plangate plan show --help`."),
        (
            "config check",
            "No such command 'check'. Choose from: schema, validate. See `plangate config -",
        ),
        ("gate explian 3", "'explian'. Did you mean `plangate gate explain`? See `plangate gate -"),
        (
            "plan export issue.md --format json --mason",
            "No such option '--mason'. See `plangate plan export --",
        ),
        ("plan show issue.md --workspce .", "Did you mean '--workspace'? See `plangate plan show"),
        ("plan show issue.md --task x", "'--task': 'x' is not a whole number. See"),
        ("config validate .", "Invalid value for FILE: '.' is a folder. See"),
        ("init issue.md", "Invalid value for DIRECTORY: 'issue.md' is not a folder. See"),
        (
            "init /proc",
            "cannot be written: its folder does not exist. Name a folder of a repository",
        ),
        (
            "plan show newer.json",
            "newer.json: schema '9.0' is newer than this version of plangate. Upd",
        ),
        (
            "record show newer.json",
            "newer.json: schema '9.0' is newer than this version of plangate. Up",
        ),
        ("gate acme/shop#4", "'acme/shop#4'. Did you mean `plangate gate explain`?"),
        (
            "plan run https://github.com/acme/shop/pull/3x",
            "/acme/shop/pull/3x' is not an issue or pull",
        ),
        ("plan import issue.md no.json", "PLANGATE-CLI-017: no.json cannot be read (no such file)"),
        ("plan import issue.md other.json", "other.json: the plan has no list `tasks`. "),
        ("plan show issue.md --workspace . --task 9", "has no task 9. It has only task 1."),
        (
            "plan replay cut.json",
            "cut.json is not JSON (line 1, column 7). Make it again with `plan",
        ),
        (
            "plan show cut.json",
            "cut.json is not JSON (line 1, column 7). Save it again with `plan",
        ),
        (
            "plan run issue.md --issues cut.json",
            "cut.json is not JSON (line 1, column 7). Save a JSON list, such",
        ),
        (
            "replay issue_comment cut.json",
            "cut.json is not JSON (line 1, column 7). Copy the payload again",
        ),
        (
            "replay issue_comment other.json",
            "other.json is not a payload of issue_comment: it lacks `repository` and `issue`. Copy",
        ),
        ("plan run acme/shop#x", "acme/shop#x is neither an issue nor an existing file. Write own"),
        ("config validate polcy.yml", "polcy.yml cannot be read (no such file). Correct the name."),
        (
            "plan run https://gitlab.com/a/b/issues/3",
            "/a/b/issues/3 is not on github.com. For GitHub",
        ),
        ("plan diff issue.md 1 2", "PLANGATE-CLI-034: issue.md does not hold several versions"),
        ("plan show new.json", "new.json has no plan yet. Comment `/plan` on the issue."),
        (
            "replay issues latin.json",
            "latin.json cannot be read (byte 1 is not UTF-8). Save it as UTF-8 text.",
        ),
        ("context issue.md --top x", "'x' is not a whole number. See `plangate context --help`."),
        ("plan replay no.json", "PLANGATE-CLI-017: no.json cannot be read (no such file). "),
        (
            "plan replay other.json",
            "PLANGATE-MODEL-033: the transcript cannot be replayed: it is not",
        ),
        (
            "plan run issue.md --engine model",
            "the engine is `model` (--engine or PLANGATE_ENGINE), but",
        ),
        (
            "context issue.md --workspace . --git-dir /tmp",
            "/tmp is not a git directory, or has no commit HEAD. ",
        ),
        (
            "context issue.md --workspace . --rev nope",
            "is not a git directory, or has no commit nope. ",
        ),
    ],
)
def test_an_error_says_what_to_change(shapes: Path, line: str, told: str) -> None:
    """In words of ours, with what was typed: one line, and one for each of several errors of a file."""
    ran = inside(*line.split(), cwd=shapes)

    lines = 3 if line == "config validate types.yml" else 1
    assert (ran.code == 0, ran.out, ran.err.count("\n")) == (False, "", lines), ran
    assert told in ran.err
    assert ran.err.startswith("PLANGATE-")


def test_an_address_on_github_com_is_told_how_to_reach_it() -> None:
    """Where the environment names another server."""
    env = {"PLANGATE_GITHUB_URL": "https://ghe.test/api/v3"}
    ran = typed("plan", "show", "https://github.com/a/b/issues/3", env=env)

    assert ran.err.endswith("ghe.test. Set PLANGATE_GITHUB_URL to https://api.github.com.\n")


def test_an_issue_without_a_record_may_wait_for_plangate(
    checkout: Path, inside_story: Begin
) -> None:
    """Its label may be there already."""
    ran = typed(
        "plan", "show", "1", cwd=checkout, env=cloned(checkout, inside_story().played(report))
    )

    told = "has no record. Label the issue `plan`, and wait for plangate's comment.\n"
    assert (ran.code, ran.err[-len(told) :]) == (2, told)


def test_an_empty_file_is_called_empty(shapes: Path) -> None:
    """Not a template that it does not have."""
    ran = inside("plan", "run", "empty.md", cwd=shapes)

    assert ran.out.startswith("Not planned: The issue is empty, ")


def test_a_file_that_is_not_planned_gets_advice_for_files(shapes: Path) -> None:
    """A comment with a command helps only on GitHub; a duplicate comes from the list of issues."""
    (shapes / "issues.json").write_text(json.dumps([{"number": 3, "title": TITLE, "body": ""}]))
    vague = inside("plan", "run", "empty.md", cwd=shapes)
    twice = inside("plan", "run", "issue.md", "--issues", "issues.json", cwd=shapes)

    assert vague.out.splitlines()[1].startswith("Edit the text: say what should change and how it")
    assert "Not planned: " in twice.out and "the list of --issues" in twice.out
    assert "/plan" not in f"{vague}{twice}"


def test_several_invalid_variables_stand_on_a_line_each() -> None:
    """Each variable is named once."""
    ran = typed("doctor", env={"PLANGATE_PORT": "x", "PLANGATE_LOG_LEVEL": "loud"})

    head, *lines = ran.err.splitlines()
    assert head == "PLANGATE-CONFIG-004: 2 errors. Correct these variables:"
    assert [line.split()[0] for line in lines] == ["PLANGATE_PORT", "PLANGATE_LOG_LEVEL"]


def test_without_a_word_there_is_help() -> None:
    """Every command, on standard error; it is wrong usage all the same."""
    ran = typed()

    assert (ran.code, ran.out, "  doctor " in ran.err) == (2, "", True)


@pytest.mark.parametrize("more", [{}, {"GITHUB_TOKEN": "t"}])
def test_an_app_without_its_key_is_told(more: dict[str, str]) -> None:
    """The key is what is missing, not every credential; a token does not replace it."""
    ran = typed("gate", "explain", "a/b#1", env={"PLANGATE_APP_ID": "3", **more})

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert (
        "PLANGATE-CONFIG-002: PLANGATE_APP_ID is set, but the App's private key is miss" in ran.err
    )


@pytest.mark.parametrize(
    ("url", "there"),
    [
        ("git@github.com:acme/shop.git", True),
        ("ssh://git@ssh.github.com:443/acme/shop.git", True),
        ("github-work:acme/shop", True),
        ("https://gitlab.com/group/acme/shop.git", False),
        ("git@gitlab.com:acme/shop.git", False),
    ],
)
def test_a_number_belongs_to_a_remote_on_github(checkout: Path, url: str, there: bool) -> None:
    """A remote elsewhere names no repository on GitHub, whatever it is called there."""
    config = checkout / ".git" / "config"
    config.write_text(f'{config.read_text()}[remote "origin"]\n\turl = {url}\n')
    ran = inside("plan", "show", "12", cwd=checkout)

    assert ran.err.startswith("PLANGATE-CONFIG-002" if there else "PLANGATE-CLI-021"), ran


def test_yes_answers_a_question_only_where_one_waits(asking: Path) -> None:
    """Of two questions `yes` does not say which it means; once the other is answered, it does."""
    # issue 21
    both = typed("plan", "run", asking, "--answer", "yes")
    one = typed("plan", "run", asking, "--answer", "2A", "--answer", "yes")

    assert (both.code, both.err.partition(".")[0]) == (
        2,
        "PLANGATE-CLI-006: there are 2 questions, but the answer has no number",
    )
    assert (one.code, "Decided: " in one.out) == (0, True)
