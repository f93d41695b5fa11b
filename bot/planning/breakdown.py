"""Breakdown: from goal to tasks; what must be there first comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.plan import ActionType
from bot.planning import stepwise
from bot.planning.analysis import Analysis
from bot.planning.criteria import Need
from bot.planning.drafts import DraftStep, DraftTask
from bot.planning.estimation import estimate
from bot.planning.grounds import CHANGEABLE, Ground, Grounds, ground
from bot.planning.mentions import mentioned
from bot.planning.places import Place, bare, place
from bot.planning.proposal import Intent, Tree
from bot.planning.ranking import scored
from bot.planning.settled import Decision
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, stem, stems, words

MOST_ITEMS = 12


@dataclass(frozen=True, slots=True)
class Work:
    """Everything the breakdown goes by."""

    analysis: Analysis
    needs: tuple[Need, ...]
    decisions: tuple[Decision, ...]
    items: tuple[str, ...]
    grounds: Grounds
    tree: Tree

    @property
    def goal(self) -> str:
        """The goal, short enough for a title."""
        return shortened(self.analysis.goal, 80)


def break_down(work: Work) -> tuple[DraftTask, ...]:
    """Break the goal into tasks.

    A list of work items by the author is followed as it stands; else there is a task for each file
    to change, ordered schema, source, interface, documents. Every criterion belongs to one task, every
    task has at least one.
    """
    made = _by_items(work) if len(work.items) >= 2 else _by_grounds(work)
    tasks = [*made, *_documents(work, made)]
    return tuple(_estimated(t, work) for t in tasks)


def _by_grounds(work: Work) -> tuple[DraftTask, ...]:
    places = work.grounds.change
    if not places:
        return (_unplaced(work),)
    if work.analysis.intent in {Intent.DOCS, Intent.CHORE}:
        return (_edits(work, places),)
    shared = _shared_out(work.needs, places)
    tasks = []
    for n, one in enumerate(places):
        title = _title(work, one, first=n == _core(places), alone=len(places) == 1)
        before = tuple(f.path for f in places[:n] if _order(f) < _order(one))
        tasks.append(_code(work, one, (title, shared[n]), before))
    return tuple(tasks)


def _code(
    work: Work, one: Ground, said: tuple[str, tuple[Need, ...]], after: tuple[str, ...]
) -> DraftTask:
    title, given = said
    needs = given or (_reached(work, one),)
    reads = [stepwise.read(one.path, _why(work, one))]
    if len(work.grounds.change) == 1:
        reads += [
            stepwise.read(p, "It is near the change; see what depends on it.")
            for p in work.grounds.read[:1]
        ]
    what = _what(work, needs, after)
    proof = stepwise.prove(one, needs, work.tree.paths)
    if work.analysis.intent is Intent.TEST:
        steps = (*reads, *proof, *stepwise.run(one.command))
    elif work.analysis.intent is Intent.REFACTOR:
        pinned = stepwise.run(one.command, "The tests pass before anything is changed")
        steps = (
            *reads,
            *pinned,
            *_where_untested(one, proof),
            stepwise.change(one.path, what, "Every test passes unchanged"),
            *stepwise.run(one.command),
        )
    else:
        steps = (
            *reads,
            *proof,
            stepwise.change(one.path, what, "The new tests pass"),
            *stepwise.run(one.command),
        )
    return DraftTask(one.path, title, _description(work, needs), steps, needs, after)


def _where_untested(one: Ground, proof: tuple[DraftStep, ...]) -> tuple[DraftStep, ...]:
    return () if one.tests else proof


def _core(places: tuple[Ground, ...]) -> int:
    """The file that carries the goal: the first source, else the first of all."""
    return next((n for n, p in enumerate(places) if p.place is Place.SOURCE), 0)


def _order(one: Ground) -> int:
    return list(Place).index(one.place)


def _title(work: Work, one: Ground, first: bool, alone: bool) -> str:
    goal = work.goal
    if alone and is_imperative(goal):
        return goal
    if work.analysis.intent is Intent.BUG:
        return (
            f"Fix “{goal}” in `{one.path}`"
            if not is_imperative(goal)
            else f"{goal} in `{one.path}`"
        )
    if one.place is Place.SCHEMA:
        return f"Prepare the data in `{one.path}`: {_lowered(goal)}"
    if work.analysis.intent in {Intent.REFACTOR, Intent.TEST} and is_imperative(goal):
        return f"{goal} (`{one.path}`)"
    if first:
        return f"Implement “{goal}” in `{one.path}`"
    if one.place is Place.INTERFACE:
        return f"Offer “{goal}” through `{one.path}`"
    return f"Adapt `{one.path}` to “{goal}”"


def _why(work: Work, one: Ground) -> str:
    names = [i for i in work.analysis.identifiers if "." not in i or "(" in i][:4]
    about = f", above all {', '.join(f'`{n}`' for n in names)}" if names else ""
    return f"See how it works today{about}."


def _what(work: Work, needs: tuple[Need, ...], after: tuple[str, ...] = ()) -> str:
    parts = [f"Make these hold: {shortened('; '.join(n.text for n in needs), 600)}."]
    if after:
        parts.append(f"Build on what the tasks before made in {', '.join(f'`{p}`' for p in after)}.")
    if work.analysis.limits:
        parts.append(f"Keep to: {shortened('; '.join(work.analysis.limits[:3]), 300)}.")
    return " ".join(parts)


def _chosen(decisions: Iterable[Decision]) -> str:
    told = [f"{d.stated[:1].upper()}{d.stated[1:]} ({d.because})" for d in decisions]
    return "; ".join(told)


def _told(work: Work) -> str:
    return " ".join(f"{d.stated[:1].upper()}{d.stated[1:]}." for d in work.decisions)


def _description(work: Work, needs: tuple[Need, ...]) -> str:
    """What the task serves, and the decisions that its criteria come from or that bind every task."""
    texts = {n.text.lower() for n in work.needs} - {n.text.lower() for n in needs}
    chosen = _chosen(d for d in work.decisions if d.stated.lower() not in texts)
    serves = work.analysis.goals[0] if work.analysis.goals else work.analysis.goal
    base = f"Serves: {shortened(serves, 300)}"
    base = base if base.endswith((".", "…", "!")) else f"{base}."
    return f"{base} Decided: {chosen}." if chosen else base


def _reached(work: Work, one: Ground) -> Need:
    if one.place is Place.SCHEMA:
        return Need(
            f"`{one.path}` holds what “{work.goal}” needs, and existing data stays valid",
            True,
            work.analysis.goal,
        )
    return Need(f"“{work.goal}” works through `{one.path}`", True, work.analysis.goal)


def _shared_out(needs: tuple[Need, ...], places: tuple[Ground, ...]) -> list[tuple[Need, ...]]:
    """Give each criterion to the file whose name speaks of it most; the others to the core."""
    shares: list[list[Need]] = [[] for _ in places]
    for need in needs:
        named = mentioned(need.text, [p.path for p in places])
        scores = [_affinity(need, p) for p in places]
        best = max(scores)
        at = scores.index(best) if best > 0 and scores.count(best) == 1 else _core(places)
        if named:
            at = [p.path for p in places].index(named[0])
        shares[at].append(need)
    return [tuple(s) for s in shares]


def _affinity(need: Need, one: Ground) -> float:
    asked = set(stems(need.text))
    own = {stem(w) for w in words(bare(one.path))}
    score = float(len(asked & own))
    score += sum(
        0.5 for o in sorted(own - asked) if len(o) > 3 and any(a.startswith(o) for a in asked)
    )
    looks = asked & {
        stem(w)
        for w in (
            "page",
            "button",
            "click",
            "screen",
            "form",
            "link",
            "menu",
            "endpoint",
            "api",
            "command",
        )
    }
    return score + (1.0 if looks and one.place is Place.INTERFACE else 0.0)


def _edits(work: Work, places: tuple[Ground, ...]) -> DraftTask:
    """Documents and set-up: one task, a read and a change for each file, one run at the end."""
    steps: list[DraftStep] = []
    for one in places:
        steps.append(stepwise.read(one.path, f"See what it says about “{work.goal}”."))
        steps.append(
            stepwise.change(
                one.path, _what(work, work.needs), "Read it through once as somebody who has never seen it"
            )
        )
    if work.analysis.intent is Intent.CHORE:
        steps += stepwise.run(work.grounds.command)
    title = (
        work.goal
        if is_imperative(work.goal)
        else f"Change {', '.join(f'`{p.path}`' for p in places[:2])}: {_lowered(work.goal)}"
    )
    return DraftTask("edits", title, _description(work, work.needs), tuple(steps), work.needs)


def _unplaced(work: Work) -> DraftTask:
    title = work.goal if is_imperative(work.goal) else f"Resolve “{work.goal}”"
    steps = (*stepwise.find_place(work.goal), *stepwise.run(work.grounds.command))
    return DraftTask("work", title, _description(work, work.needs), steps, work.needs)


def _by_items(work: Work) -> tuple[DraftTask, ...]:
    """The author's own list: one task an item, in the order that their files ask for."""
    listed = [
        (n, item, _ground_of(item, work)) for n, item in enumerate(work.items[:MOST_ITEMS], 1)
    ]
    listed.sort(
        key=lambda one: (_order(one[2]) if one[2] else list(Place).index(Place.SOURCE), one[0])
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
    item: tuple[str, str, Ground | None],
    share: tuple[Need, ...],
    after: tuple[str, ...],
) -> DraftTask:
    key, text, one = item
    plain = shortened(text, 100).rstrip(".")
    needs = share or (
        Need(
            f"Done and shown: {plain}",
            one is None or one.place is not Place.DOC,
            shortened(text, 400),
        ),
    )
    title = plain[:1].upper() + plain[1:]
    if one is None:
        steps: tuple[DraftStep, ...] = (
            *stepwise.find_place(plain),
            *stepwise.run(work.grounds.command),
        )
    else:
        proof = stepwise.prove(one, needs, work.tree.paths) if one.place in CHANGEABLE else ()
        edit = stepwise.change(
            one.path,
            f"{title}. {_what(work, needs)}",
            "The criteria of this task hold",
        )
        ran = stepwise.run(one.command) if one.place is not Place.DOC else ()
        steps = (stepwise.read(one.path, f"See what “{plain}” starts from."), *proof, edit, *ran)
    return DraftTask(
        key,
        title,
        f"{_description(work, needs)} The issue lists it: {shortened(text, 300)}",
        steps,
        needs,
        after,
    )


def _waits(one: Ground | None, other: Ground | None) -> bool:
    """Documents and tests wait for all code; code waits for what lies a layer below."""
    mine = _order(one) if one else list(Place).index(Place.SOURCE)
    theirs = _order(other) if other else list(Place).index(Place.SOURCE)
    return theirs < mine


def _ground_of(item: str, work: Work) -> Ground | None:
    named = mentioned(item, work.tree.paths)
    if named:
        return ground(named[0], work.tree)
    about = {stem(w) for w in ("docs", "documentation", "document", "readme")}
    wanted: tuple[Place, ...] = (Place.DOC,) if about & set(stems(item)) else CHANGEABLE
    near = [r for r in scored(item, work.tree.paths, work.tree.texts) if place(r.path) in wanted]
    if near and near[0].score >= 2.5:
        return ground(near[0].path, work.tree)
    return (
        work.grounds.change[0] if len(work.grounds.change) == 1 and wanted is CHANGEABLE else None
    )


def _among_items(needs: tuple[Need, ...], items: list[str]) -> list[tuple[Need, ...]]:
    shares: list[list[Need]] = [[] for _ in items]
    bags = [set(stems(item)) for item in items]
    for need in needs:
        scores = [len(set(stems(need.text)) & bag) for bag in bags]
        shares[scores.index(max(scores))].append(need)
    return [tuple(s) for s in shares]


def _documents(work: Work, made: tuple[DraftTask, ...]) -> tuple[DraftTask, ...]:
    """A change that users see is told to them, after it is made."""
    path = next(iter(work.grounds.documents), "")
    told = any(place(p) is Place.DOC for t in made for p in t.targets(ActionType.MODIFY_FILE))
    if not path or told or work.analysis.intent is not Intent.FEATURE:
        return ()
    notes = (
        [
            stepwise.change(
                work.grounds.changelog,
                f"One line: {work.goal}.",
                "The line stands under the next release",
            )
        ]
        if work.grounds.changelog
        else []
    )
    steps = (
        stepwise.read(path, "See what users are told today."),
        stepwise.change(
            path,
            f"Say what is new, for whom, and how to use it: {_lowered(work.goal)}. {_told(work)}".strip(),
            "Somebody who has not read the issue can follow it",
        ),
        *notes,
    )
    need = Need(f"`{path}` says how to use it: {_lowered(work.goal)}", False, work.analysis.goal)
    return (
        DraftTask(
            "documents",
            f"Describe “{work.goal}” in `{path}`",
            _description(work, (need,)),
            steps,
            (need,),
            tuple(t.key for t in made),
        ),
    )


def _estimated(task: DraftTask, work: Work) -> DraftTask:
    changed = task.targets(ActionType.MODIFY_FILE, ActionType.WRITE_FILE)
    text = " ".join([task.title, *(n.text for n in task.needs)])
    points = estimate(changed, len(task.needs), text, uncertain=not changed).points
    return replace(task, points=points)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
