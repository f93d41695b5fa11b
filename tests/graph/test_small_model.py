"""Seed 4: what a real small model answers is read or refused by name, whatever it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bot.errors import PlanError
from bot.graph.task_graph import TaskGraph
from tests.entrypoints.cli import inside
from tests.graph.small_model import NAMED, recorded

ANSWERS = [row["text"] for row in recorded()]


def fault(text: str) -> str:
    """What is wrong with an answer; nothing where it is a graph."""
    try:
        graph = TaskGraph.from_planner_output(text)
    except PlanError as problem:
        return problem.what
    assert graph.tasks and graph.order()
    return ""


def test_each_answer_is_a_graph_or_its_fault_is_named():
    """No answer crashes; what is refused names the task and the field, or the line that is no JSON."""
    # S4.1
    faults = [fault(text) for text in ANSWERS]

    assert [what for what in faults if what and not NAMED.match(what)] == []


def test_the_answers_have_faults_of_many_kinds():
    """Among them are graphs, texts that are no JSON, and at least four fields or rules that are broken."""
    # S4.1
    faults = [fault(text) for text in ANSWERS]
    kinds = {m[2] or re.sub(r"\d+", "n", m[0])[:24] for what in faults if (m := NAMED.match(what))}

    assert "" in faults and len(kinds) >= 5, kinds


def test_a_truncated_answer_is_no_plan():
    """The first half of an answer that was a plan names the line where it ends."""
    # S4.1
    whole = next(text for text in ANSWERS if not fault(text))

    assert "the plan is not JSON (line" in fault(whole[: len(whole) // 2])


def test_the_command_line_says_the_same(tmp_path: Path):
    """`plan import` ends with 0 and a plan, or with 2, the code, and the same fault."""
    # S4.1
    request, file = tmp_path / "request.md", tmp_path / "answer.json"
    request.write_text("# Refuse negative counts\nThe cart takes them.\n", encoding="utf-8")
    for text in ANSWERS:
        file.write_text(text, encoding="utf-8")
        ran, what = inside("plan", "import", request, file, "--json"), fault(text)
        if what:
            assert ran.code == 2 and what in json.loads(ran.out)["error"]["message"], ran
        else:
            assert ran.code == 0 and json.loads(ran.out)["taskGraph"]["tasks"], ran
