"""The command line as people type it: targets, tokens, questions, errors, colour."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click
import pytest

from bot.__main__ import cli
from tests.acceptance import shop
from tests.acceptance.story import (
    Story,
    approve,
    label,
    open_pull,
    protect,
    reply_answer,
    report,
    tick_answer,
)
from tests.entrypoints.cli import NOWHERE, ROOT, Ran, inside, plangate

pytestmark = pytest.mark.acceptance
ASKED = (protect, report, label)
OPENED = (*ASKED, tick_answer, reply_answer, approve, open_pull)
NOTHING: Mapping[str, str] = {}
Begin = Callable[[], Story]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of the shop, and a request in a folder below its root."""
    for path, text in {
        **shop.FILES,
        "notes/request.md": "# Refuse a negative `Order.total`\n",
    }.items():
        file = tmp_path / "tree" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    root = tmp_path / "tree"
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    subprocess.run(["git", "add", "."], cwd=root, check=True)
    return root


def cloned(root: Path, story: Story) -> dict[str, str]:
    """The checkout's remote is the story's repository; what a person's environment then holds."""
    url = f"{story.hub.url}/{story.hub.repo}.git"
    subprocess.run(["git", "remote", "add", "origin", url], cwd=root, check=True)
    return {"PLANGATE_GITHUB_URL": story.hub.url, "GH_TOKEN": story.hub.tokens["bob"]}


def typed(*arguments: str | Path, cwd: Path = NOWHERE, env: Mapping[str, str] = NOTHING) -> Ran:
    """What people type, in a folder."""
    return inside(*arguments, cwd=cwd, **env)


def signed_in(folder: Path, token: str) -> dict[str, str]:
    """An environment whose `gh auth token` prints this token."""
    gh = folder / "gh"
    gh.write_text(f'#!/bin/sh\n[ "$1 $2" = "auth token" ] && echo {token}\n')
    gh.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_a_file_is_planned_for_the_checkout_one_is_in(checkout: Path) -> None:
    """Without --workspace the checkout's root is read; where no file could be read, that is said."""
    # CONTRACT: plan run --workspace
    asked = checkout / "notes" / "request.md"
    below = typed("plan", "run", "request.md", "--json", cwd=checkout / "notes")
    nowhere = typed("plan", "run", asked, "--json")

    assert (below.code, below.err) == (0, "")
    assert json.loads(below.out)["telemetry"]["filesScanned"] > 0
    assert (nowhere.code, nowhere.err.startswith("No repository files were read: ")) == (0, True)
    assert json.loads(nowhere.out)["decision"] == "proceed"


def test_questions_that_wait_are_shown(checkout: Path, tmp_path: Path, inside_story: Begin) -> None:
    """`plan show 1` in a checkout, with gh's token, shows what is asked and how to answer; exit 3."""
    # CONTRACT: exit codes
    story = inside_story().played(*ASKED)
    env = cloned(checkout, story)
    env |= {"GH_TOKEN": "", **signed_in(tmp_path, env["GH_TOKEN"])}

    shown = typed("plan", "show", "1", cwd=checkout, env=env)
    address = f"{story.hub.url}/{story.hub.repo}/issues/1"
    data = typed("plan", "show", address, "--json", env=env)

    assert (shown.code, shown.err) == (3, "")
    assert shown.out.startswith("2 questions before a plan can be made:\n\n1. ")
    assert "reply 1" in shown.out.splitlines()[-1]
    assert (data.code, data.err) == (3, "")
    assert [q["id"] for q in json.loads(data.out)["questions"]] == ["q1", "q2"]


def test_the_gate_of_an_issue_is_that_of_its_pull_request(
    checkout: Path, inside_story: Begin
) -> None:
    """`gate explain '#1'` finds the pull request, in words without markup, and as JSON with remedies."""
    story = inside_story().played(*OPENED)
    env = cloned(checkout, story)

    shown = typed("gate", "explain", "#1", cwd=checkout, env=env)
    data = typed("gate", "explain", str(story.pull), "--json", cwd=checkout, env=env)

    assert (shown.code, shown.err) == (4, "")
    assert f"Pull request {story.pull}" in shown.out
    assert not any(mark in shown.out for mark in ("**", "<sub>", "<details>", "](", "|---|"))
    assert (data.code, data.err) == (4, "")
    rows = json.loads(data.out)["rows"]
    assert all(row["remedy"] for row in rows if row["state"] == "missing")
    assert json.loads(data.out)["pull"] == story.pull

    asked = inside("gate", "explain", str(story.pull), "--prompt", cwd=checkout, **env)
    assert (asked.code, asked.out) == (4, json.loads(data.out)["prompt"] + "\n")
    assert f"judged pull request #{story.pull} of" in asked.out


def test_errors_are_one_line_with_a_remedy(tmp_path: Path) -> None:
    """An unknown word, a wrong file, no token, no such server, an unknown event, a bad variable."""
    # CONTRACT: errors
    payload = tmp_path / "push.json"
    payload.write_text("{}")
    away = {"PLANGATE_GITHUB_URL": "http://127.0.0.1:9", "GITHUB_TOKEN": "t"}
    cases: list[tuple[str, int, tuple[str | Path, ...], dict[str, str]]] = [
        ("PLANGATE-CLI-020: No such command 'plam'. Did you mean 'plan'?", 2, ("plam",), {}),
        ("PLANGATE-CLI-002: no.md is neither an issue nor an existing ", 2, ("plan", "run", "no.md"), {}),
        ("PLANGATE-CONFIG-002: GitHub credentials are missing", 2, ("gate", "explain", "a/b#1"), {}),
        ("PLANGATE-CLI-021: 12 works only in a checkout", 2, ("plan", "show", "12"), {}),
        ("PLANGATE-GITHUB-008: GitHub at 127.0.0.1:9 could not be", 5, ("record", "show", "a/b#1"), away),
        ("PLANGATE-CLI-023: 'push' cannot be replayed", 2, ("replay", "push", payload), {}),
        ("PLANGATE-CONFIG-004: PLANGATE_PORT is not a whole number from 1 to 65535. Correct PLANGATE_PORT",
         2, ("doctor",), {"PLANGATE_PORT": "x"}),
        ("PLANGATE-CONFIG-004: GITHUB_API_URL is not a valid URL", 2, ("plan", "show", "12"),
         {"GITHUB_API_URL": "nonsense"}),
    ]  # fmt: skip
    for words, code, arguments, env in cases:
        ran = typed(*arguments, env=env)

        assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1), ran
        assert ran.err.startswith(words)


def test_errors_are_data_for_programs(tmp_path: Path) -> None:
    """With --json an error is an object, too; all faults of a policy are named at once."""
    # CONTRACT: config validate
    policy = tmp_path / "plangate.yml"
    policy.write_text("automation: some\ngate:\n  aprovals: 2\n  require: none\n")

    ran = typed("config", "validate", policy, "--json")

    error = json.loads(ran.out)["error"]
    assert (ran.code, error["code"], error["remedy"]) == (
        2, "PLANGATE-CONFIG-001", "Correct these lines",
    )  # fmt: skip
    assert [line.split(":")[1] for line in error["message"].split("; ")] == ["1", "3", "4"]
    assert "did you mean approvals?" in error["message"]
    head, *lines = ran.err.splitlines()
    assert head == "PLANGATE-CONFIG-001: 3 errors. Correct these lines:"
    assert [line.split(":")[1] for line in lines] == ["1", "3", "4"]


@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_has_colour(checkout: Path, more: dict[str, str], coloured: bool) -> None:
    """A plan has colour on a terminal, and none where NO_COLOR asks for none."""
    env = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "TERM"}}
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "wb") as terminal, os.fdopen(ours, "rb", buffering=0) as screen:
        command = [sys.executable, "-m", "bot", "plan", "run", "request.md"]
        subprocess.run(
            command, cwd=checkout / "notes", stdout=terminal, stderr=subprocess.DEVNULL,
            env={**env, "TERM": "xterm-256color", **more}, check=True, timeout=60,
        )  # fmt: skip
        shown = screen.read(65_536).decode()

    assert "Task Plan (v1)" in shown.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert ("\x1b[33m" in shown) is coloured


def test_starter_files_are_data_for_programs(tmp_path: Path) -> None:
    """`init --json` names each file, how to have one that was kept overwritten, and what to do next."""
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "plangate.yml").write_text("automation: full\n")

    ran = typed("init", tmp_path, "--json")

    told = json.loads(ran.out)
    assert (ran.code, ran.err, told["workflows"]) == (0, "", [])
    assert [(Path(row["path"]).name, row["written"], row["remedy"]) for row in told["files"]] == [
        ("plangate.yml", True, ""), ("plangate-heard.yml", True, ""),
        ("plangate.yml", False, "--force overwrites it"),
    ]  # fmt: skip
    assert [step.split()[0] for step in told["next"]] == ["Replace", "Commit"]


def test_every_command_that_shows_something_prints_json() -> None:
    """All but what runs until it is stopped, and what prints a document of its own, take --json."""
    lines = dict(_commands(cli, ()))
    without = {name for name, options in lines.items() if "--json" not in options}

    assert without == {
        "demo", "mcp", "action", "serve", "worker", "plan export", "config schema",
    }  # fmt: skip


def _commands(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[str, set[str]]]:
    """Every command below this one, with its options."""
    if not isinstance(command, click.Group):
        yield " ".join(words), {option for one in command.params for option in one.opts}
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below
        yield from _commands(below, (*words, name))


def test_a_shell_completes_commands() -> None:
    """Completion, switched on as docs/command-line.md says, names what begins as typed."""
    told = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert all(f"_PLANGATE_COMPLETE={shell}_source plangate" in told for shell in ("bash", "fish"))

    line = {"COMP_WORDS": "plangate plan re", "COMP_CWORD": "2"}
    ran = plangate(python=(), cwd=NOWHERE, _PLANGATE_COMPLETE="bash_complete", **line)

    assert (ran.code, ran.out.split()) == (0, ["plain,replay"])
