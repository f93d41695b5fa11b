"""Breakdown: from goal to tasks; what must be there first comes first."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.plan import ActionType
from bot.planning import stepwise
from bot.planning.companions import is_old_migration
from bot.planning.criteria import Need
from bot.planning.drafts import DraftStep, DraftTask
from bot.planning.estimation import estimate
from bot.planning.grounds import Ground
from bot.planning.guides import listed_at
from bot.planning.itemised import added, by_items
from bot.planning.places import Place, paired_tests, place
from bot.planning.pointed import by_place
from bot.planning.proposal import Intent
from bot.planning.proving import hinted
from bot.planning.sharing import core, order, shared_out
from bot.planning.verbs import is_imperative
from bot.planning.vicinity import with_surroundings
from bot.planning.work import Work, description, lowered, told, what


def break_down(work: Work) -> tuple[DraftTask, ...]:
    """Break the goal into tasks.

    A list of work items by the author is followed as it stands; else there is a task for each file
    to change, ordered schema, source, interface, documents. Every criterion belongs to one task, every
    task has at least one.
    """
    made = by_items(work) if len(work.items) >= 2 else _by_grounds(work)
    made += added(work, made)
    tasks = with_surroundings([*made, *(() if work.epic else _documents(work, made))], work)
    return tuple(_estimated(t, work) for t in tasks)


def _by_grounds(work: Work) -> tuple[DraftTask, ...]:
    places = work.grounds.change
    if not places:
        return (_unplaced(work),)
    if work.analysis.intent in {Intent.DOCS, Intent.CHORE}:
        return (_edits(work, places),)
    one_layer = len({p.place for p in places}) == 1 or work.analysis.intent is Intent.BUG
    if work.grounds.read_through and one_layer:
        return by_place(work)
    shared = shared_out(work.needs, places)
    tasks = []
    for n, one in enumerate(places):
        title = _title(work, one, first=n == core(places), alone=len(places) == 1)
        before = tuple(f.path for f in places[:n] if order(f) < order(one))
        tasks.append(_code(work, one, (title, shared[n]), before))
    return tuple(tasks)


def _code(
    work: Work, one: Ground, said: tuple[str, tuple[Need, ...]], after: tuple[str, ...]
) -> DraftTask:
    title, given = said
    needs = given or (_reached(work, one),)
    near = _near(work, one)
    reads = [stepwise.read(one.path, _why(work, one))]
    reads += [stepwise.read(p, "It is near the change: see what depends on it.") for p in near]
    if work.analysis.intent is Intent.REFACTOR:
        reads += [stepwise.read(p, "It pins what must stay as it is.") for p in one.tests[:1]]
    steps = (*reads, *_between(work, one, needs, after), *stepwise.run(one.command))
    return DraftTask(one.path, title, description(work, needs), steps, needs, after)


def _near(work: Work, one: Ground) -> tuple[str, ...]:
    """What to read beside the file that carries the goal; for the others the tasks before tell."""
    places = work.grounds.change
    if one.path != places[core(places)].path:
        return ()
    if work.grounds.beside:
        return work.grounds.beside
    near = work.grounds.read[: 2 if len(places) == 1 else 1]
    tests = [t for p in near[:1] for t in paired_tests(p, work.tree.paths)[:1]]
    taken = {p for place in places for p in (place.path, *place.tests)}
    return tuple(p for p in dict.fromkeys((*near, *tests)) if p not in taken)


def _between(
    work: Work, one: Ground, needs: tuple[Need, ...], after: tuple[str, ...]
) -> tuple[DraftStep, ...]:
    """What is done between reading a file and the last run, by the kind of work."""
    proof = stepwise.prove(one, needs, work.tree.paths, work.reproduce)
    aim = what(work, needs, after)
    if work.analysis.intent is Intent.TEST and proof:
        return proof
    if work.analysis.intent is Intent.REFACTOR:
        pinned = stepwise.run(one.command, "The tests pass before anything is changed")
        edit = stepwise.change(one.path, aim, "Every test passes unchanged")
        return (*pinned, *_where_untested(one, proof), edit)
    shown = (
        "The new tests pass" if proof else "The tests pass, and fail where the fault is put back"
    )
    return (*proof, stepwise.change(one.path, aim, shown))


def _where_untested(one: Ground, proof: tuple[DraftStep, ...]) -> tuple[DraftStep, ...]:
    return () if one.tests else proof


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
        return f"Prepare the data in `{one.path}`: {lowered(goal)}"
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


def _reached(work: Work, one: Ground) -> Need:
    if one.place is Place.SCHEMA:
        return Need(
            f"`{one.path}` holds what “{work.goal}” needs, and existing data stays valid",
            True,
            work.analysis.goal,
        )
    return Need(f"“{work.goal}” works through `{one.path}`", True, work.analysis.goal)


def _edits(work: Work, places: tuple[Ground, ...]) -> DraftTask:
    """Documents and set-up: one task, a read and a change for each file, one run at the end."""
    steps: list[DraftStep] = []
    for one in places:
        steps.append(stepwise.read(one.path, f"See what it says about “{work.goal}”."))
        steps.append(
            stepwise.change(
                one.path,
                " ".join((what(work, work.needs), *hinted(work))),
                "Read it through once as somebody who has never seen it",
            )
        )
    if work.analysis.intent is Intent.CHORE:
        steps += stepwise.run(work.grounds.command)
    title = (
        work.goal
        if is_imperative(work.goal)
        else f"Change {', '.join(f'`{p.path}`' for p in places[:2])}: {lowered(work.goal)}"
    )
    return DraftTask("edits", title, description(work, work.needs), tuple(steps), work.needs)


def _unplaced(work: Work) -> DraftTask:
    title = (
        work.goal
        if is_imperative(work.goal)
        else f"{'Fix' if work.analysis.intent is Intent.BUG else 'Implement'} “{work.goal}”"
    )
    steps = (*stepwise.find_place(work.goal), *stepwise.run(work.grounds.command))
    return DraftTask("work", title, description(work, work.needs), steps, work.needs)


def _documents(work: Work, made: tuple[DraftTask, ...]) -> tuple[DraftTask, ...]:
    """A change that users see is told to them, after it is made."""
    log = work.grounds.changelog
    changed = {p for t in made for p in t.targets(ActionType.MODIFY_FILE)}
    wanted = tuple(p for p in work.grounds.documents if p not in changed)
    path = next((p for p in wanted if p != log), next(iter(wanted), ""))
    if not path or work.analysis.intent is Intent.DOCS:
        return ()
    others = [p for p in wanted if p not in {path, log}]
    noted = log and log != path and (log in wanted or work.analysis.intent is Intent.FEATURE)
    noted = noted and log not in changed
    line = f"One line: {work.goal}."
    steps = (
        stepwise.read(path, "See what users are told today."),
        *(
            stepwise.change(
                one,
                f"Say what is new, for whom, and how to use it: {lowered(work.goal)}. "
                f"{told(work)} {listed_at(one, work.tree)}".strip(),
                "Somebody who has not read the issue can follow it",
            )
            for one in (path, *others)
        ),
        *([stepwise.change(log, line, "The line stands under the next release")] if noted else []),
    )
    tells = (
        "says how to use it" if work.analysis.intent is Intent.FEATURE else "tells of the change"
    )
    need = Need(f"`{path}` {tells}: {lowered(work.goal)}", False, work.analysis.goal)
    return (
        DraftTask(
            "documents",
            f"Describe “{work.goal}” in `{path}`",
            description(work, (need,)),
            steps,
            (need,),
            tuple(t.key for t in made),
        ),
    )


def _estimated(task: DraftTask, work: Work) -> DraftTask:
    changed = task.targets(ActionType.MODIFY_FILE, ActionType.WRITE_FILE)
    if work.analysis.intent is Intent.REFACTOR:  # what is only moved is written once
        made = [p for p in task.targets(ActionType.WRITE_FILE) if place(p) is not Place.TEST]
        changed = tuple(p for p in changed if p not in made[1:])
    # A migration is a hard subject already and no second place.
    changed = tuple(p for p in changed if not is_old_migration(p)) or changed
    text = " ".join([task.title, *(n.text for n in task.needs)])
    points = estimate(changed, len(task.needs), text, uncertain=not changed).points
    return replace(task, points=points)
