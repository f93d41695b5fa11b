"""An agent at work: an SDK client lists, begins and finishes a task, and meets the gate like anybody."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.acceptance.doors import ROOT, environment
from tests.acceptance.state import record
from tests.acceptance.story import (
    Story,
    add_tests,
    approve,
    label,
    open_pull,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
)

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]


@asynccontextmanager
async def agent_of(story: Story, login: str) -> AsyncIterator[Client]:
    """An agent's client with somebody's token, and the tools as a process of its own."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "bot", "mcp", "--wait", "30"], cwd=ROOT,
        env=environment(story.hub, GITHUB_TOKEN=story.hub.tokens[login]),
    )  # fmt: skip
    async with Client(stdio_client(server)) as agent:
        yield agent


async def ask(agent: Client, name: str, target: str, **given: Any) -> Any:
    """What a tool answers: its data, or the text of its error."""
    told = await agent.call_tool(name, {"target": target, **given})
    if told.is_error:
        return told.content[0].text  # type: ignore[union-attr]
    assert told.structured_content is not None
    return told.structured_content["data"]


async def works(story: Story) -> None:
    """What bob's agent does; people do the rest meanwhile."""
    issue = f"{story.hub.repo}#{story.issue}"
    async with agent_of(story, "bob") as bob:
        asked = await ask(bob, "questions", issue)
        answered = await ask(bob, "answer", issue, question=1, choice="A")
        assert [q["number"] for q in asked["questions"]] == [1, 2]
        assert answered["outcome"] == "done"
        for step in (reply_answer, approve):
            await asyncio.to_thread(story.play, step)

        first = await ask(bob, "plan_next", issue)
        begun = await ask(bob, "task_start", issue, task=1)
        assert (first["task"]["number"], first["ready"]) == (1, True)
        assert (begun["outcome"], begun["prompt"]) == ("done", first["prompt"])
        assert f'description has the line "Closes #{story.issue}"' in begun["prompt"]
        await asyncio.to_thread(story.door.settle)  # the record is written before the comments
        assert "started by `bob`" in story.bot_comment("plan")["body"]

        await asyncio.to_thread(story.play, open_pull)
        pull = f"{story.hub.repo}#{story.pull}"
        assert (await ask(bob, "task_done", issue, task=1))["outcome"] == "done"
        assert (await ask(bob, "gate_explain", pull))["passes"] is False
        for step in (add_tests, pass_checks, review):
            await asyncio.to_thread(story.play, step)
        assert (await ask(bob, "gate_explain", pull))["passes"] is True


async def reads(story: Story) -> None:
    """What an agent of carol, who may not write here, is told."""
    issue = f"{story.hub.repo}#{story.issue}"
    async with agent_of(story, "carol") as carol:
        assert (await ask(carol, "plan_show", issue))["approved"] is True
        assert "needs write permission" in await ask(carol, "task_done", issue, task=1)


def test_an_agent_takes_a_task_from_the_plan_to_the_gate(webhook_story: Begin) -> None:
    """It answers, lists, begins and finishes; only evidence turns its check green; a reader is refused."""
    # B14
    story = webhook_story()
    story.played(protect, report, label)
    asyncio.run(works(story))
    asyncio.run(reads(story))

    kept = record(story)["planner"]
    [said] = kept["progress"]
    given = [(a["by"], a["choice"], a["how"]) for a in kept["answers"]]
    assert given[0] == ("bob", "A", "command")
    assert (said["by"], said["how"], said["done"]) == ("bob", "command", True)
    assert story.check()["conclusion"] == "success"
