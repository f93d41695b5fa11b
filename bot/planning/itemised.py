"""Itemised: tasks for the pieces of work that people have listed themselves."""

from __future__ import annotations

import re

from bot.domain.plan import ActionType
from bot.planning import stepwise
from bot.planning.companions import by_habit, upkeep
from bot.planning.criteria import Need
from bot.planning.drafts import DraftStep, DraftTask
from bot.planning.grounds import CHANGEABLE, Ground, ground
from bot.planning.mentions import mentioned
from bot.planning.names import names
from bot.planning.places import Place, bare, place
from bot.planning.proposal import Intent
from bot.planning.ranking import scored
from bot.planning.reading import read
from bot.planning.sharing import core, order
from bot.planning.sites import sites
from bot.planning.words import shortened, stem, stems
from bot.planning.work import Work, description, what

MOST_ITEMS = 12
_SPEAKS = 2.5
_WRITTEN = re.compile(r"(?i)\b(?:chapter|spec|manual|guide|runbooks?|tutorial|handbook|docs?)\b")
CHANGING = (ActionType.MODIFY_FILE,)


def by_items(work: Work) -> tuple[DraftTask, ...]:
    """The author's own list: one task an item, in the order that their files ask for."""
    listed = [
        (n, item, _ground_of(item, work)) for n, item in enumerate(work.items[:MOST_ITEMS], 1)
    ]
    listed.sort(
        key=lambda one: (order(one[2]) if one[2] else list(Place).index(Place.SOURCE), one[0])
    )
    shares = _among_items(work.needs, [item for _, item, _ in listed])
    tasks: list[DraftTask] = []
    for (n, item, one), share in zip(listed, shares, strict=True):
        before = tuple(
            t.key for t, (_, _, other) in zip(tasks, listed, strict=False) if _waits(one, other)
        )
        tasks.append(_item(work, (f"item{n}", item, one), share, before))
    return tuple(tasks)


def _item(
    work: Work,
    listed: tuple[str, str, Ground | None],
    share: tuple[Need, ...],
    after: tuple[str, ...],
) -> DraftTask:
    key, text, one = listed
    plain = shortened(text, 100).rstrip(".")
    needs = share or (
        Need(
            _done(plain, one),
            one is None or one.place is not Place.DOC,
            shortened(text, 400),
        ),
    )
    title = plain[:1].upper() + plain[1:]
    if one is None:
        known = [g.path for g in work.grounds.change if not work.epic][:3]
        steps: tuple[DraftStep, ...] = (
            *(
                stepwise.read(p, f"The issue names it: see whether “{plain}” goes there.")
                for p in known
            ),
            *stepwise.find_place(plain),
            *stepwise.run(work.grounds.command),
        )
    else:
        proof = stepwise.prove(one, needs, work.tree.paths) if one.place in CHANGEABLE else ()
        edit = stepwise.change(
            one.path,
            f"{title}. {what(work, needs)}",
            "The criteria of this task hold",
        )
        ran = stepwise.run(one.command) if one.place is not Place.DOC else ()
        near = (stepwise.read(p, "It is near the change.") for p in _beside(text, one, work))
        looked = (stepwise.read(one.path, f"See what “{plain}” starts from."), *near)
        steps = (*looked, *proof, edit, *ran)
    return DraftTask(
        key,
        title,
        description(work, needs),
        steps,
        needs,
        after,
    )


def added(work: Work, made: tuple[DraftTask, ...]) -> tuple[DraftTask, ...]:
    """Tasks for what rejections have asked for, after the tasks that change the same file."""
    tasks = []
    for n, text in enumerate(work.extra[:MOST_ITEMS], 1):
        one = _ground_of(text, work) or (
            work.grounds.change[core(work.grounds.change)] if work.grounds.change else None
        )
        before = tuple(t.key for t in made if one is None or one.path in t.targets(*CHANGING))
        tasks.append(_item(work, (f"extra{n}", text, one), (), before))
    return tuple(tasks)


def _done(plain: str, one: Ground | None) -> str:
    shown = "" if one and one.place in {Place.DOC, Place.SETUP} else ", and a test shows it"
    return f"“{plain}” is done{shown}"


def _waits(one: Ground | None, other: Ground | None) -> bool:
    """Documents and tests wait for all code; code waits for what lies a layer below."""
    mine = order(one) if one else list(Place).index(Place.SOURCE)
    theirs = order(other) if other else list(Place).index(Place.SOURCE)
    return theirs < mine


def _ground_of(item: str, work: Work) -> Ground | None:
    named = mentioned(item, work.tree.paths)
    if named:
        return ground(named[0], work.tree)
    about = {stem(w) for w in ("docs", "documentation", "document", "readme")}
    code = (*CHANGEABLE, Place.SETUP) if work.analysis.intent is Intent.CHORE else CHANGEABLE
    wanted: tuple[Place, ...] = (Place.DOC,) if about & set(stems(item)) else code
    kept_up = upkeep(item, work.tree.paths) if code is not CHANGEABLE else []
    if kept_up:
        return ground(kept_up[0], work.tree)
    habit = by_habit(item, work.tree.paths) if wanted is code else []
    if habit:
        ranked = scored(f"{item}\n{work.goal}", habit, work.tree.texts)
        return ground(ranked[0].path if ranked else habit[0], work.tree)
    if work.tree.ranked and Place.DOC not in wanted:
        return _read_ground(item, work)
    ranked = scored(item, work.tree.paths, work.tree.texts)
    asked = set(stems(item))
    near = [
        r
        for r in ranked
        if place(r.path) in wanted
        or (place(r.path) is Place.SETUP and set(stems(bare(r.path))) & asked)
        or (place(r.path) is Place.DOC and _WRITTEN.search(item))
    ]
    if near and near[0].score >= _SPEAKS:
        return ground(near[0].path, work.tree)
    return work.grounds.change[0] if len(work.grounds.change) == 1 and wanted is code else None


def _read_ground(item: str, work: Work) -> Ground | None:
    """Where an item belongs in a tree whose files were read: a sure place, or that of the whole request."""
    found = sites(names(read(item, "")), work.tree)
    if found.sure and found.found[0].told:
        return ground(found.found[0].path, work.tree)
    return work.grounds.change[0] if len(work.grounds.change) == 1 else None


def _beside(item: str, one: Ground, work: Work) -> list[str]:
    """Up to two other files that the item speaks of nearly as much."""
    ranked = [
        r
        for r in scored(item, work.tree.paths, work.tree.texts)
        if r.score >= _SPEAKS and place(r.path) not in {Place.TEST, Place.DOC}
    ]
    taken = {one.path, *one.tests}
    return [r.path for r in ranked[:3] if r.path not in taken and 2 * r.score >= ranked[0].score][
        :2
    ]


def _among_items(needs: tuple[Need, ...], items: list[str]) -> list[tuple[Need, ...]]:
    shares: list[list[Need]] = [[] for _ in items]
    bags = [set(stems(item)) for item in items]
    for need in needs:
        scores = [len(set(stems(need.text)) & bag) for bag in bags]
        shares[scores.index(max(scores))].append(need)
    return [tuple(s) for s in shares]
