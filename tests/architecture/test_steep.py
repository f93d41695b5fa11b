"""What outsiders found to be slow stays fast: each work on inputs of its own, four times as large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.adapters import oracle
from bot.domain import globs, links, trust
from bot.domain.added_tests import added_in
from bot.domain.codec import Seal
from bot.domain.contracts import Role
from bot.domain.evidence_ledger import EvidenceLedger
from bot.domain.facts import FileChange, LinkedIssue, RecordAbsent
from bot.domain.history import OURS, Action
from bot.domain.plan import Resources
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.domain.visible_text import visible_prose
from bot.planning import grounding
from bot.planning.builtin.stories import stories
from bot.planning.draft import Draft, DraftFile, DraftTask, Intent
from bot.planning.issue import markdown
from bot.planning.issue.markdown import IssueText
from bot.planning.model import tools
from bot.planning.repository import mentions, places
from bot.planning.words import sentences
from bot.roles.gatekeeper import proofs
from tests.factories import NOW, a_plan, a_pull, a_record, a_task
from tests.fakes.explorer import FakeExplorer
from tests.fakes.workspace import FakeWorkspace
from tests.growth import grows, repeated
from tests.planning.requests import BUILTIN, brief


def handled(size: int) -> None:
    """Ask a history that folded so many lines for the key of each."""
    keys = tuple(f"comment:{n}:0" for n in range(size // 8))
    folded = Action(
        key=keys[-1], at=NOW, actor=OURS, role=Role.ORCHESTRATOR, action="x", folded=keys
    )
    record = Record.new(1).logged(folded)
    assert all(record.handled(key) for key in keys)


def beside(line: str) -> Callable[[int], tuple[str, tuple[str, ...]]]:
    """A text of numbered lines and a repository; both grow, so looking through all for each shows."""

    def given(size: int) -> tuple[str, tuple[str, ...]]:
        text = "".join(line.format(n) for n in range(size // len(line)))
        return text, tuple(f"shop/part{n}/x.y{n % 3 or ''}" for n in range(size // 2))

    return given


def look_up(given: tuple[str, tuple[str, ...]]) -> None:
    """All that is looked up in a text."""
    text, names = given[0], mentions.Names(given[1])
    mentions.mentioned(text, names)
    mentions.frames(text, names)


def plan(given: tuple[str, tuple[str, ...]]) -> None:
    """A plan of the tasks that a text lists."""
    asked = brief("Export orders", f"## Tasks\n{given[0]}", given[1])
    BUILTIN.propose(asked, FakeWorkspace({}), lambda _: None)


def ordered(item: str, around: str = "") -> Callable[[int], IssueText]:
    """A list of items with so many sentences below it; fewer than the items whose order is looked at."""

    def given(size: int) -> IssueText:
        count = size // 160
        below = "".join(around.format(n) for n in range(count))
        return markdown.read("x", "".join(item.format(n) for n in range(count)) + f"\n\n{below}")

    return given


def chained(size: int, does: Any = "create") -> Draft:
    """A draft whose tasks, each after the one before, all make (or read) the same file."""
    made = (DraftFile(path="tests/test_a.py", action=does),)
    tasks = (
        DraftTask(id=f"t{n}", title="x", complexity=1, depends_on=(f"t{n - 1}",), files=made)
        for n in range(size // 16)
    )
    return Draft(decision="proceed", intent=Intent.FEATURE).with_work(tuple(tasks))


def in_folders(size: int) -> None:
    """Ground a draft that names as many folders as there are files."""
    paths = frozenset(f"src{n}/a.py" for n in range(size // 8))
    files = tuple(DraftFile(path=f"src{n}", action="read") for n in range(size // 8))
    draft = Draft(decision="proceed", intent=Intent.FEATURE)
    draft = draft.with_work((DraftTask(id="t1", title="x", complexity=1, files=files),))
    assert grounding.judge(draft, grounding.Ground("", paths)) == ()


def in_sentences(size: int) -> None:
    """Ground a draft whose risks name as many files, by the end of their path, as there are."""
    paths = frozenset(f"src/a/x{n}.py" for n in range(size // 8))
    risks = tuple(f"see `a/x{n}.py`" for n in range(size // 8))
    draft = Draft(decision="proceed", intent=Intent.FEATURE, risks=risks)
    assert grounding.judge(draft, grounding.Ground("", paths)) == ()


def in_spans(size: int) -> None:
    """Ground a draft whose risks hold as many spans of code as the conversation, and none of them there."""
    risks = tuple(f"see `a{n} b`" for n in range(size // 8))
    draft = Draft(decision="proceed", intent=Intent.FEATURE, risks=risks)
    said = "".join(f"see `c{n} d` " for n in range(size // 8))
    assert grounding.judge(draft, grounding.Ground(said)) == ()


def symbols(size: int) -> tuple[str, mentions.Names, dict[str, str]]:
    """A text of symbols, and as many files that are called like them; many are of one file."""
    count = size // 16
    text = "".join(f"`s{n}.b` `s0.b{n}` " for n in range(count))
    paths = [f"x/s{n}.py" for n in range(count)]
    return text, mentions.Names(paths), {paths[0]: "def b(): pass\n" * count}


def new_files(size: int) -> None:
    """A plan of one sentence that names many new documents: refused in the end, for it has too many steps."""
    body = "".join(f"`shop/n{n}.md` " for n in range(size // 16))
    BUILTIN.propose(brief("Export orders", body), FakeWorkspace({}), lambda _: None)


def judged_twice(size: int) -> None:
    """A pull request of many files, judged by a plan of many others, and again by an equal one."""
    paths = [f"src/f{n}.py" for n in range(size // 4)]
    pull = a_pull(files=tuple(FileChange(f"zz/{n}.txt") for n in range(size // 4)))
    for _ in range(2):
        write = tuple(path[:3] + path[3:] for path in paths)
        record = a_record(plan=a_plan(a_task(resources=Resources(write=write))))
        proofs.scope_of(pull, [(LinkedIssue(7, "keyword", RecordAbsent()), record)])


STEEP: dict[str, tuple[Callable[[Any], object], Callable[[int], Any]]] = {
    "sentences that go on": (sentences, repeated("a. ")),
    "blocks that a patch opens": (partial(added_in, "a.java"), repeated("+] a({\n")),
    "a glob with many folders": (partial(globs.matches, "**/a/**/b/**/c/**/d.py"), repeated("a/b/")),
    "a glob with many stars": (partial(globs.matches, "*a*a*a*b"), repeated("a")),
    "issues that a description is part of": (
        lambda text: links.named(text, "acme/shop"), repeated("part of #1 (tasks 1-999,1-999,1-999)\n")
    ),
    "keywords that something denies": (
        lambda text: links.closes(text, "a/b"), repeated("does not really close #1 ")
    ),
    "comments that are never closed": (visible_prose, repeated("<!-- a ")),
    "comments that are never closed, read back": (oracle.check, repeated("<!-- a ")),
    "instructions that are never closed": (oracle.check, repeated("<?a ")),
    "sections that are never closed": (oracle.check, repeated("<![CDATA[")),
    "records that are never closed": (
        lambda text: trust.section(text, Seal(1, 7, b"key")), repeated("<!-- plangate:data ")
    ),
    "keys of a history": (handled, int),
    "tasks one after the other": (lambda d: grounding.judge(d, grounding.Ground("")), chained),
    "tasks that wait for what nobody makes": (
        lambda d: grounding.judge(d, grounding.Ground("")), partial(chained, does="read")
    ),
    "folders that a draft names": (in_folders, int),
    "files that a draft's sentences name": (in_sentences, int),
    "spans that a draft's sentences hold": (in_spans, int),
    "new files in one sentence": (new_files, int),
    "changed files beside planned ones": (judged_twice, int),
    "symbols among all files": (lambda given: mentions.holders(*given), symbols),
    "sentences below that order stories": (
        stories, ordered("- x{0} y\n", "Story 9 depends on {0}, on story 7, z{0}. ")
    ),
    "sentences below that are unclear": (
        stories, ordered("- x{0} y\n", "The rest depends on the rest, z{0}. ")
    ),
    "stories each after the one before": (stories, ordered("- x{0} y, after the previous one\n")),
    "frames among all files": (look_up, beside("at x.y\n")),
    "frames of packages": (look_up, beside("at /node_modules/part{0}/x.y:3\n")),
    "frames of classes": (look_up, beside("at com.acme.part{0}.x(a:3)\n")),
    "paths without their ending": (look_up, beside("part{0}/x ")),
    "links among all files": (look_up, beside("https://h/a/b/blob/c/part{0}/x.y#L3\n")),
}  # fmt: skip
"""What only a piece of its own makes slow."""


@pytest.mark.parametrize("name", STEEP)
def test_what_was_once_quadratic_stays_linear(name):
    """Texts that outsiders found: four times as long takes about four times as long."""
    # issue 19
    work, given = STEEP[name]
    assert not grows(work, given, 16_000)


def test_what_many_criteria_name_is_made_in_one_phase_alone():
    """Only the first phase of a task makes its files; the next phases change a few of them."""
    # issue 19
    body = "".join(f"- `shop/n{n}.py` does x\n" for n in range(60))
    asked = brief("Export orders", f"## Acceptance criteria\n{body}")
    draft = BUILTIN.propose(asked, FakeWorkspace({}), lambda _: None)
    first, *rest = ([f for f in task.files if f.path.startswith("shop/n")] for task in draft.work)

    assert rest
    assert [f.action for f in first] == ["create"] * 60
    assert all(f.action == "modify" for files in rest for f in files)
    assert max(map(len, rest)) <= 6


@pytest.mark.parametrize(
    ("item", "size"), [("change part {0}", 2_000), ("add `shop/part0/n{0}.py`", 8_000)]
)
def test_a_long_list_of_tasks_is_planned_in_linear_time(item, size):
    """Twice the tasks in a repository of twice the files: no search for each of them."""
    # issue 19
    assert not grows(plan, beside(f"- {item}\n"), size)


@pytest.mark.parametrize("columns", [4, 40, 190])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_tables_have_no_more_cells_than_their_text_has_characters(columns, end):
    """A row that leaves out its cells is cheap to write: however many tables, cells do not multiply."""
    # issue 19
    one = f"{'a|' * columns}\n{'-|' * columns}\n" + "b\n" * 2 * columns
    body = ((one + "\n") * (4_000 // len(one) + 1)).replace("\n", end)

    found = markdown.read("t", body)

    assert len(markdown.parsed(body)) <= 3 * (len(body) + 1_000)
    assert "b" in found.text


@pytest.mark.parametrize("named", ["part{0}", "part{0}/x.y"])
def test_fifty_tasks_look_for_their_tests_among_all_files_once(monkeypatch, named):
    """However many tasks an issue lists, and files there are: what is a test is asked once of each file."""
    # issue 19
    asked, known = Counter[str](), places.is_test

    def is_test(path: str) -> bool:
        asked[path] += 1
        return known(path)

    monkeypatch.setattr(places, "is_test", is_test)

    text, names = beside(f"- change {named}\n")(2_000)
    plan((text, tuple(f"{name}.py" for name in names)))

    assert 0 < asked.total() <= 5 * len(names)


def test_a_missing_path_is_compared_with_few_names(monkeypatch):
    """However many files there are: a model may ask for a missing one again and again."""
    # issue 19
    compared: list[int] = []

    def close(_: str, names: list[str], *__: float) -> list[str]:
        compared.append(len(names))
        return []

    monkeypatch.setattr(tools, "get_close_matches", close)
    files = {f"src/a{n}.py": "" for n in range(1_500)} | {f"lib{n}/a.py": "" for n in range(1_500)}
    box = tools.Toolbox(FakeExplorer(files), Policy(), EvidenceLedger())

    for path in ("src/b.py", "b.py", "x/y/z/b.py", "a/" * 2_000):
        box.run("read", {"path": path})

    assert 0 < max(compared) <= 1_000
