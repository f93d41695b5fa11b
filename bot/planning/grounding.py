"""Grounding: judges every draft by what is really there, no matter which engine wrote it.

Each quote stands in the request, each path in the tree (or an earlier step makes it), each symbol in
its file, each command in the repository. Nothing here knows an engine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.plan import ActionType
from bot.planning.checks import MOST_TASKS
from bot.planning.claims import Paths, doubtful, stands_in
from bot.planning.draft import QUOTED_APART, Draft, DraftFile, DraftQuestion, DraftStep, DraftTask
from bot.planning.repository.places import is_safe

_MARKS = str.maketrans("", "", "*_`>#[]\\\"“”„«»'\u2019")
_MOST_OPTIONS, _TELLING = 5, 140
"""Options of a question, and characters by which they differ."""
_NUMBER = re.compile(r"(?<![\w/])#\d+(?!\w)")
MOST_QUOTES, _REQUEST = 200, 70_000
"""Quotes that are looked for in the conversation, too, and the characters before it: title and body."""
_MAKES = frozenset((ActionType.WRITE_FILE, ActionType.CREATE_DIRECTORY))
_Makes = tuple[Paths, tuple[str, ...]]
"""What a task makes, and the tasks it waits for."""


class FaultCode(StrEnum):
    """What may be wrong with one claim of a draft."""

    QUOTE = "QUOTE_NOT_FOUND"
    PATH = "PATH_NOT_FOUND"
    UNSAFE = "PATH_NOT_ALLOWED"
    SYMBOL = "SYMBOL_NOT_FOUND"
    COMMAND = "COMMAND_UNKNOWN"
    REFERENCE = "ID_UNKNOWN"
    OPTION = "OPTIONS_UNUSABLE"
    DUPLICATE = "ISSUE_UNKNOWN"
    UNREAD = "FILE_NOT_READ"
    CLAIM = "CLAIM_NOT_FOUND"
    WORK = "NO_TASKS"
    PLAN = "PLAN_INVALID"


_LEFT_OUT = "`{}` was named but is not in the repository: it was left out."
_TOLD = {
    **dict.fromkeys((FaultCode.PATH, FaultCode.SYMBOL, FaultCode.COMMAND), _LEFT_OUT),
    FaultCode.CLAIM: "`{}` was not found in the repository: check it before relying on it.",
}
"""What a plan says of a claim that does not hold."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One claim that does not hold: its code, where it stands (`c2`, `t1`), and what was claimed."""

    code: FaultCode
    where: str
    claim: str

    @property
    def text(self) -> str:
        """The fault in one line, as an engine or a person reads it."""
        return f"{self.code.value} ({self.where}): {self.claim}"


@dataclass(frozen=True, slots=True)
class Ground:
    """What is really there: the words of the request, the tree's paths, the texts of files that were read.

    `runs` says whether the repository has a command, `issues` are the numbers of open issues, `shown` the
    files that the engine was shown; None where that is not known.
    """

    said: str
    paths: frozenset[str] = frozenset()
    files: Mapping[str, str] = field(default_factory=dict)
    runs: Callable[[str], bool] = lambda _: True
    issues: frozenset[int] = frozenset()
    shown: frozenset[str] | None = None


def judge(draft: Draft, ground: Ground) -> tuple[Fault, ...]:
    """Everything a draft claims that is not there; one with too many tasks is not read."""
    if len(draft.work) > MOST_TASKS:
        return (Fault(FaultCode.PLAN, "plan", f"more than {MOST_TASKS} tasks: do it in phases"),)
    claims = (_words, _questions, _ids, _places)
    found = (fault for kind in claims for fault in kind(draft, ground))
    made = frozenset(path for t in draft.work for path in makes(t))
    told = doubtful(draft, ground.said, ground.paths | made, ground.files)
    return tuple(dict.fromkeys((*found, *(Fault(FaultCode.CLAIM, *one) for one in told))))


def named_paths(draft: Draft) -> tuple[str, ...]:
    """Every file a draft names, each once: what must be read before it can be judged."""
    files = (f.path for t in draft.work for f in t.files)
    steps = (s.path for t in draft.work for s in t.steps if s.action is not ActionType.RUN_COMMAND)
    return tuple(dict.fromkeys(p for p in (*files, *steps) if p))


def placed(draft: Draft, paths: Collection[str]) -> Draft:
    """The draft in which a file of these paths is changed where the draft would create it: it is there."""

    def step(told: DraftStep) -> DraftStep:
        there = told.action is ActionType.WRITE_FILE and told.path in paths
        return told.having(action=ActionType.MODIFY_FILE) if there else told

    def file(told: DraftFile) -> DraftFile:
        there = told.action == "create" and told.path in paths
        return told.having(action="modify") if there else told

    def task(told: DraftTask) -> DraftTask:
        files, steps = tuple(map(file, told.files)), tuple(map(step, told.steps))
        return told.having(files=files, steps=steps)

    return draft.with_work(tuple(map(task, draft.work)))


def without(draft: Draft, faults: tuple[Fault, ...]) -> Draft:
    """The draft without the claims that do not hold; each one is named among its assumptions."""
    bad = defaultdict[FaultCode, set[str]](set)
    for fault in faults:
        bad[fault.code].add(fault.claim)
    quotes, unseen = bad[FaultCode.QUOTE], bad[FaultCode.PATH] | bad[FaultCode.UNREAD]
    gone = bad[FaultCode.PATH] | bad[FaultCode.UNSAFE]
    lost = {(f.where, f.claim) for f in faults if f.code is FaultCode.REFERENCE}

    def task(told: DraftTask) -> DraftTask:
        left = {True: bad[FaultCode.COMMAND], False: gone}
        runs = ActionType.RUN_COMMAND
        return told.having(
            files=tuple(f for f in told.files if f.path not in gone),
            steps=tuple(
                s.having(symbol="") if s.symbol in bad[FaultCode.SYMBOL] else s
                for s in told.steps
                if s.path not in left[s.action is runs]
            ),
            criteria=tuple(c for c in told.criteria if (told.id, c) not in lost),
            depends_on=tuple(d for d in told.depends_on if (told.id, d) not in lost),
        )

    criteria = tuple(
        c.having(quote="", kind="derived") if c.quote in quotes else c for c in draft.criteria
    )
    questions = tuple(
        q.having(
            quote="" if q.quote in quotes else q.quote,
            looked_at=tuple(p for p in q.looked_at if p not in unseen),
        )
        for q in draft.questions
        if q.question not in bad[FaultCode.OPTION]
    )
    tests = tuple(t for t in draft.tests if ("test", t.criterion) not in lost)
    told = dict.fromkeys(_TOLD[f.code].format(f.claim) for f in faults if f.code in _TOLD)
    changed = draft.having(
        criteria=criteria, questions=questions, tests=tests, assumptions=(*draft.assumptions, *told)
    )
    return changed.with_work(tuple(map(task, draft.work)))


def _words(draft: Draft, ground: Ground) -> Iterator[Fault]:
    said, rest = _flat(ground.said), MOST_QUOTES
    request = said[:_REQUEST]
    quotes = [(c.id, c.quote) for c in draft.criteria]
    quotes += [(f"question {n}", q.quote) for n, q in enumerate(draft.questions, 1)]
    for where, quote in quotes:
        apart = [_flat(one) for one in quote.split(QUOTED_APART, 1)]
        if all(words in request for words in apart):
            continue
        rest -= 1
        if rest < 0 or any(words not in said for words in apart):
            yield Fault(FaultCode.QUOTE, where, quote)
    if draft.duplicate_of is not None and draft.duplicate_of not in ground.issues:
        yield Fault(FaultCode.DUPLICATE, "duplicateOf", str(draft.duplicate_of))


def _questions(draft: Draft, ground: Ground) -> Iterator[Fault]:
    """Options that cannot be chosen; files that are said to be read, and are not there or were not shown."""
    for number, question in enumerate(draft.questions, 1):
        where = f"question {number}"
        if not _can_be_chosen(question):
            yield Fault(FaultCode.OPTION, where, question.question)
        for path in dict.fromkeys(question.looked_at):
            if path not in ground.paths:
                yield Fault(FaultCode.PATH, where, path)
            elif ground.shown is not None and path not in ground.shown:
                yield Fault(FaultCode.UNREAD, where, path)


def _can_be_chosen(question: DraftQuestion) -> bool:
    """Say whether two to five options differ, also where they are cut, and one of them is recommended."""
    labels = [o.label for o in question.options]
    apart = {_flat(label)[:_TELLING] for label in labels} - {""}
    fits = len(apart) == len(labels) and 2 <= len(labels) <= _MOST_OPTIONS
    return fits and question.recommended in labels


def _flat(text: str) -> str:
    """Text without Markdown's marks and white space, in one case: what a quote is compared by."""
    return " ".join(text.translate(_MARKS).casefold().split())


def _ids(draft: Draft, ground: Ground) -> Iterator[Fault]:
    criteria, tasks = {c.id for c in draft.criteria}, {t.id for t in draft.work}
    tasks |= set(_NUMBER.findall(ground.said))  # issues that the request names
    for task in draft.work:
        unmet = [d for d in task.depends_on if d not in tasks or d == task.id]
        for claim in (*(c for c in task.criteria if c not in criteria), *unmet):
            yield Fault(FaultCode.REFERENCE, task.id, claim)
    for test in draft.tests:
        if test.criterion not in criteria:
            yield Fault(FaultCode.REFERENCE, "test", test.criterion)


def _places(draft: Draft, ground: Ground) -> Iterator[Fault]:
    tree = Paths(ground.paths)
    tasks = {t.id: (Paths(makes(t)), t.depends_on) for t in draft.work}
    for task in draft.work:
        for file in task.files:
            yield from _path(task, file.path, tree, tasks)
        for step in task.steps:
            if step.action is ActionType.RUN_COMMAND:
                if not ground.runs(step.path):
                    yield Fault(FaultCode.COMMAND, task.id, step.path)
            else:
                yield from _path(task, step.path, tree, tasks)
                text = ground.files.get(step.path)
                if step.symbol and text is not None and not stands_in(step.symbol, text):
                    yield Fault(FaultCode.SYMBOL, task.id, step.symbol)


def _is_made(path: str, task: DraftTask, tasks: Mapping[str, _Makes]) -> bool:
    """Say whether a path, or something below it, is created by this task or one that it waits for."""
    seen: set[str] = set()
    queue = [task.id]
    for id_ in queue:
        if id_ in tasks and id_ not in seen:
            seen.add(id_)
            if tasks[id_][0].has(path):
                return True
            queue += tasks[id_][1]
    return False


def makes(task: DraftTask) -> Iterator[str]:
    """The paths that a task creates, by its files and its steps."""
    yield from (f.path.rstrip("/") for f in task.files if f.action == "create")
    yield from (s.path.rstrip("/") for s in task.steps if s.action in _MAKES)


def _path(task: DraftTask, path: str, tree: Paths, tasks: Mapping[str, _Makes]) -> Iterator[Fault]:
    bare = path.rstrip("/")
    if not bare:
        return
    if not is_safe(path):
        yield Fault(FaultCode.UNSAFE, task.id, path)
    elif not (tree.has(bare) or _is_made(bare, task, tasks)):
        yield Fault(FaultCode.PATH, task.id, path)
