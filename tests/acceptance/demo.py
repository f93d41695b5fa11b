"""`make demo`: the story against the embedded GitHub, showing what a person would see at each step.

`make demo MODEL_URL=http://localhost:11434/v1` has a model plan it: PLANGATE_MODEL_… of the environment.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule

from tests.acceptance import shop
from tests.acceptance.doors import WebhookDoor
from tests.acceptance.story import (
    SECRET,
    STEPS,
    Story,
    reply_answer,
    stranger_answers,
    stranger_insists,
    tick_answer,
)
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.node import MissingTestBed, fetch_packages

_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_FOLDED = re.compile(
    r"<details>\s*<summary>(.*?)</summary>(?:(?!<details>).)*?</details>", re.DOTALL
)
_MERMAID = re.compile(r"```mermaid.*?```", re.DOTALL)
_RECOMMENDED = re.compile(r"^- \[ \] .{0,60}\*\*([0-9][A-E])\*\* .*\(recommended\)", re.MULTILINE)
_QUESTION = re.compile(r"^#### ([0-9])\. ", re.MULTILINE)
_ROUNDS = 4
OF_BUILTIN = {stranger_answers, stranger_insists, tick_answer, reply_answer}
"""Steps that answer the two questions of the built-in engine; a model asks what it likes, or nothing."""


def main() -> int:
    """Play the story and print it; exit 0 when the pull request was blocked, then merged."""
    console = Console(width=100)
    started = time.monotonic()
    console.print(Rule("plangate: plan before code, merge with evidence"))
    try:
        if find_spec("uvicorn") is None:
            raise MissingTestBed("the server needs uvicorn")
        fetch_packages()
    except MissingTestBed as missing:
        remedy = "Install plangate with its extras `server` and `demo`"
        sys.stderr.write(f"PLANGATE-DEMO-003: {missing}. {remedy}.\n")
        return 2
    console.print("Starting an embedded GitHub and the real webhook server …")
    model = {k: v for k, v in os.environ.items() if k.startswith("PLANGATE_MODEL_")}
    if model:
        console.print(
            f"The planner asks the model {model.get('PLANGATE_MODEL_NAME')}: that takes its time"
        )
        model["PLANGATE_MODEL_EXAM"] = "off"
    with GitHubEmulator(files=shop.FILES, secret=SECRET) as hub:
        door = WebhookDoor(hub, **model)
        try:
            door.attach()
            _play(console, Story(hub, door, app_id=hub.app_id, counts=True), model=bool(model))
        finally:
            door.close()
    console.print(Rule(f"done in {time.monotonic() - started:.0f} s"))
    return 0


def _steps(story: Story, *, model: bool) -> Iterator[Callable[[Story], str]]:
    """The story's steps; what a model asks is answered as it recommends, as long as it asks."""
    for step in STEPS:
        if not model or step not in OF_BUILTIN:
            yield step
        elif step is reply_answer:
            rounds = 0
            while "stage: awaiting human" in story.labels() and (rounds := rounds + 1) <= _ROUNDS:
                yield _take_recommended


def _take_recommended(story: Story) -> str:
    """A writer takes the recommended option of every question."""
    picks = recommended(story.bot_comment("questions")["body"])
    story.comment("bob", picks)
    return f"bob, who may write, takes what is recommended: {picks}"


def recommended(questions: str) -> str:
    """The reply to a questions comment that takes what it recommends, or else leaves the choice to us."""
    picks = _RECOMMENDED.findall(questions)
    return ", ".join(picks or (f"{n}: you decide" for n in _QUESTION.findall(questions)))


def _play(console: Console, story: Story, *, model: bool = False) -> None:
    seen: dict[int, str] = {}
    for number, do in enumerate(_steps(story, model=model), 1):
        step = story.play(do)
        console.print()
        console.print(f"[bold]{number}. {step.says}[/bold]")
        if story.issue:
            _show_comments(console, story, seen)
        if story.pull and "stage: done" in story.labels():
            _show(console, "the issue's card at the end", story.bot_comment("record")["body"])
        elif story.pull:
            _show_gate(console, story)
        console.print(f"[dim]   {step.requests} requests, {step.writes} of them writes[/dim]")
    console.print(f"\nThe issue's labels at the end: {', '.join(sorted(story.labels()))}")


def _show_comments(console: Console, story: Story, seen: dict[int, str]) -> None:
    for comment in story.comments():
        body, known = _plain(comment["body"]), seen.get(comment["id"])
        bot, card = (
            comment["user"]["login"].endswith("[bot]"),
            "plangate:record" in comment["body"][:30],
        )
        if bot and body != known and (known is None or not card):
            who = comment["user"]["login"]
            _show(console, f"{who} {'edits its comment' if known else 'comments'}", body)
        seen[comment["id"]] = body


def _show_gate(console: Console, story: Story) -> None:
    try:
        check = story.check()
    except AssertionError:
        return
    said = check["conclusion"] or check["status"]
    text = f"**{said}: {check['output']['title']}**\n\n{check['output']['summary']}"
    _show(console, "check run `plangate`", text)
    if check["conclusion"] != "success":
        assert not story.may_merge(), "GitHub must refuse this merge"
        console.print("   bob tries to merge: GitHub refuses, the required check is not green")


def _show(console: Console, title: str, body: str) -> None:
    console.print(Panel(Markdown(_plain(body)), title=title, title_align="left"))


def _plain(body: str) -> str:
    shown = _HIDDEN.sub("", body)
    shown = _FOLDED.sub(r"\n▸ \1\n", shown)
    shown = _MERMAID.sub("*(a Mermaid diagram of the tasks, drawn by GitHub)*", shown)
    shown = re.sub(r"</?(details|summary|sub|b|br|kbd)[^>]*>", "", shown)
    return re.sub(r"\n{3,}", "\n\n", shown).strip()[:4000]


if __name__ == "__main__":
    sys.exit(main())
