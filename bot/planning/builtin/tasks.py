"""Tasks: where the work is likely to be done, in how few steps, in what order, and how big each is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.domain.plan import FIBONACCI
from bot.planning.builtin.criteria import goal_of
from bot.planning.builtin.questions import open_sentences
from bot.planning.builtin.steps import CODE, Places, steps
from bot.planning.builtin.stories import Story
from bot.planning.claims import Paths, unmade
from bot.planning.draft import Draft, DraftCriterion, DraftTask, Intent
from bot.planning.issue.markdown import IssueText, PassageKind
from bot.planning.issue.order import MOST_LINKS, Items, each
from bot.planning.issue.sections import Part
from bot.planning.proposal import Brief
from bot.planning.repository.context import Tree
from bot.planning.repository.mentions import Names, holders, mentioned
from bot.planning.repository.places import Place, folder, is_manifest, is_test, place, suffix
from bot.planning.repository.ranking import Ranking
from bot.planning.words import plain, shortened

_FILES, _CRITERIA = (1, 3, 6, 12, 24), (5, 12, 25)
_LIGHT = frozenset((Place.DOC, Place.SETUP, Place.SKIP))
_SOURCES, _READ, _MENTIONED, _RANKED = 3, 5, 6, 40
"""Files that a task changes, reads besides, changes where the text names them, and looks through."""
_QUOTED = 300
"""Characters of a sentence that the step of each new file in it repeats."""
_FEWEST_TASKS, _MOST_CRITERIA = 2, 150
MOST_PLACED = 50
"""Listed tasks for which files are looked for: each search looks at all files of the repository."""


def tasks_of(
    brief: Brief, issue: IssueText, criteria: tuple[DraftCriterion, ...], draft: Draft
) -> tuple[DraftTask, ...]:
    """The tasks of a request: those it lists itself, else one; one more for each document it names.

    A task whose estimate is over the policy's cap becomes phases, one after the other.
    """
    listed = _listed(issue)
    goal = goal_of(issue)
    fault = draft.intent is Intent.BUG
    several = len(listed) >= _FEWEST_TASKS and not fault
    groups = _grouped(listed, criteria) if several else [(goal, criteria)]
    kept = _kept(issue, brief.tree)
    tree = replace(brief.tree, ranked=tuple(p for p in brief.tree.ranked if p not in kept))
    ranking, found = Ranking([p for p in tree.paths if p not in kept]), list[DraftTask]()
    there = Paths(tree.paths)
    order, last = _order([title for title, _ in groups]), dict[int, str]()
    for at, (title, met) in enumerate(groups):
        told = f"{title}\n{goal}" if several else issue.text
        sought = len(found) < MOST_PLACED
        where = _places(told, tree, ranking, first=not several, fault=fault) if sought else Places()
        new = _new((title,) if several else open_sentences(issue), there)
        where = replace(where, new=new, read=(*kept[:_READ], *where.read))
        for name, part in _phases(title, met, where, brief.policy.planner.max_complexity):
            number = len(found) + 1
            before = (last[at],) if at in last else tuple(last[n] for n in order[at])
            last[at] = f"t{number}"
            found.append(_task(last[at], name, part, where, before, brief.tree, draft.intent))
            made = (*where.change, *where.new)[: max(len(where.change), _MENTIONED)]
            where = replace(where, change=made, new={})  # the first phase makes the files
    return tuple(found)


def _kept(issue: IssueText, tree: Tree) -> tuple[str, ...]:
    """The files that are named only by limits and by what is out of scope: they are read, not changed."""
    limits = (Part.LIMITS, Part.OUTSIDE)
    told = "\n".join(p.text for p in issue.of(*limits))
    if not told:
        return ()
    names = Names(tree.paths)
    rest = replace(issue, passages=tuple(p for p in issue.passages if p.part not in limits))
    changed = {*mentioned(rest.text, names), *tree.lines}
    return tuple(p for p in mentioned(told, names) if p not in changed)


def _new(sentences: Iterable[str], there: Paths) -> dict[str, str]:
    """The sources and documents that sentences name and that are still to be made, each with its sentence."""
    named = ((shortened(one, _QUOTED), unmade(one, there)) for one in sentences)
    return {p: told for told, paths in named for p in paths if not is_test(p)}


def _order(titles: list[str]) -> list[tuple[int, ...]]:
    """For each title the places of those that it waits for, where it says so."""
    if len(titles) < 2:
        return [()]
    items = Items(titles)
    said = (items.read(title, at).needs & (1 << at) - 1 for at, title in enumerate(titles))
    return [tuple(islice(each(needs), MOST_LINKS)) for needs in said]


def tasks_of_stories(
    brief: Brief, stories: tuple[Story, ...], stated: tuple[DraftCriterion, ...]
) -> tuple[DraftTask, ...]:
    """The stories of an epic, in their author's order, each with its criteria and what it waits for."""
    ranking, found, left = Ranking(brief.tree.paths), list[DraftTask](), iter(stated)
    for n, story in enumerate(stories, 1):
        where = _places(story.text, brief.tree, ranking) if n <= MOST_PLACED else Places()
        met = tuple(islice(left, len(story.criteria) or 1))
        first = tuple(f"t{m}" for m in story.after) + tuple(f"#{i}" for i in story.blockers)
        found.append(_task(f"t{n}", story.title, met, where, first, brief.tree, Intent.FEATURE))
    return tuple(found)


def _listed(issue: IssueText) -> tuple[str, ...]:
    told = [p for p in issue.of(Part.TASKS) if p.form in {PassageKind.ITEM, PassageKind.BOX}]
    return tuple(dict.fromkeys(p.text.rstrip(" .;") for p in told))


def _grouped(
    listed: Sequence[str], criteria: tuple[DraftCriterion, ...]
) -> list[tuple[str, tuple[DraftCriterion, ...]]]:
    """Each listed task with its own criterion; what no task says itself goes to the last."""
    own = {plain(title): list[DraftCriterion]() for title in listed}
    for criterion in criteria:
        own.get(plain(criterion.text), own[plain(listed[-1])]).append(criterion)
    return [(shortened(title, 200), tuple(own[plain(title)])) for title in listed]


def _phases(
    title: str, criteria: tuple[DraftCriterion, ...], where: Places, cap: int
) -> Iterator[tuple[str, tuple[DraftCriterion, ...]]]:
    """The criteria of a task in parts that each stay below the cap; one part keeps the title."""
    size, changed = len(criteria), where.changed
    while size > _MOST_CRITERIA or (size > 1 and estimate(changed, size) > cap):
        size = -(-size // 2)
    if size == len(criteria):
        yield title, criteria
        return
    parts = [criteria[n : n + size] for n in range(0, len(criteria), size)]
    for number, part in enumerate(parts, 1):
        yield f"{title} (phase {number} of {len(parts)})", part


def _places(
    text: str, tree: Tree, ranking: Ranking, *, first: bool = False, fault: bool = False
) -> Places:
    """Where a text is likely to be done: in the trace, in what it names, then in what it is most about.

    Takes the text, and whether it is the whole request: then the trace and the ranking of the context
    count. A trace or a named source tells the place; without either the best ranked sources are taken.
    Where a source tells the place of a fault, a manifest is only read.
    """
    named = [p for p in mentioned(text, ranking.names) if place(p) is not Place.SKIP]
    traced = [p for p in tree.lines if place(p) in CODE][:1] if first else []
    if not any(place(p) in CODE for p in (*traced, *named)):
        named += [p for p in holders(text, ranking.names, tree.texts) if p not in named]
    ranked = (tree.ranked if first else ()) or ranking.of(text, _RANKED)
    sources = [p for p in (*named, *ranked) if place(p) in CODE]
    told = [p for p in dict.fromkeys((*traced, *named)) if not is_test(p)][:_MENTIONED]
    there = any(place(p) in CODE and not is_manifest(p) for p in told)
    declared = [p for p in told if is_manifest(p)] if fault and there else []
    told = [p for p in told if p not in declared]
    more = [] if there else [p for p in dict.fromkeys(sources) if p not in told][:_SOURCES]
    more.sort(key=lambda p: not ranking.tests.of(p))  # what has its own tests is likelier
    more = more if told or more else [p for p in ranked if not is_test(p)][:1]
    change = (*told, *more)
    tests, made = _tests(change, [p for p in (*named, *ranked) if is_test(p)], ranking)
    known = {*change, *tests}
    own = {t for p in change for t in ranking.tests.of(p)}
    guessed = (*more, *(t for t in tests if t not in own))
    beside = dict.fromkeys((*declared, *sources, *ranked))
    read = [p for p in beside if p not in known and not is_test(p)]
    return Places(change, guessed=guessed, tests=tests, made=made, read=tuple(read[:_READ]))


def _tests(
    change: Sequence[str], ranked: Sequence[str], ranking: Ranking
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The existing tests and the new test that show a change of these files.

    A test belongs to its source by name; where none does, the best ranked one of the same language, and
    else a new one.
    """
    sources = [p for p in change if place(p) in CODE]
    found = dict.fromkeys(t for p in sources for t in ranking.tests.of(p)[:1])
    if not found and sources:
        like = [t for t in ranked if suffix(t) == suffix(sources[0])]
        found |= dict.fromkeys(like[:1])
    fresh = "" if found or not sources else ranking.tests.new(sources[0])
    return tuple(found), (fresh,) if fresh and fresh not in ranking.names.all else ()


def _task(  # noqa: PLR0913 - a task's own fields
    id_: str,
    title: str,
    criteria: tuple[DraftCriterion, ...],
    where: Places,
    after: tuple[str, ...],
    tree: Tree,
    intent: Intent,
) -> DraftTask:
    return DraftTask(
        id=id_,
        title=title,
        criteria=tuple(c.id for c in criteria),
        depends_on=after,
        complexity=estimate(where.changed, len(criteria)),  # type: ignore[arg-type]
        files=where.files,
        steps=tuple(steps(criteria, where, tree, intent)),
    )


def estimate(changed: Collection[str], criteria: int) -> int:
    """Estimate one task by the paths it changes and the number of its criteria, as seed 5 asks.

    A task that changes no known file counts as one of two files: where it is done must be found first.
    """
    code = [p for p in changed if place(p) not in {*_LIGHT, Place.TEST}]
    light = bool(changed) and not code
    count = len(changed) if light else len(code) or 2  # a test goes with its source
    level = sum(count > limit for limit in _FILES)
    level += sum(criteria > limit for limit in _CRITERIA)
    level += not light and len({folder(p).split("/")[0] for p in code}) > 2
    level += not light
    return FIBONACCI[min(level, len(FIBONACCI) - 1)]
