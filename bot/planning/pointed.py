"""Pointed: tasks for a tree whose files were read: one place told by line, or the few to look at first."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.plan import ActionType
from bot.planning import stepwise
from bot.planning.commands import before
from bot.planning.deciding import checked, elsewhere, start
from bot.planning.drafts import DraftStep, DraftTask
from bot.planning.estimation import TRIVIAL
from bot.planning.grounds import Ground
from bot.planning.proposal import Intent
from bot.planning.proving import hinted, noted, outcome, proved
from bot.planning.sites import Site
from bot.planning.spots import Kind
from bot.planning.words import shortened
from bot.planning.work import Work, description, what

_SEEN = {
    Intent.BUG: "the code that brings about what the issue describes",
    Intent.TEST: "the code that the tests are to cover",
}


def by_place(work: Work) -> tuple[DraftTask, ...]:
    """One task for what belongs together: look, decide, prove, change, note it down, run.

    Takes work whose places come from files that were read. Where it is not sure which place it is, the
    first steps look at the few likely ones and decide.
    """
    places = work.grounds.change
    first = places[0]
    likely = work.grounds.likely
    looked = _looking(work, likely) if likely else _reading(work, places, first)
    decided = (_decided(work, likely),) if likely else ()
    proof = () if TRIVIAL.search(work.goal) else proved(work, first)
    steps = (
        *looked,
        *decided,
        *_work(work, places, first, (*_with_each(work, proof), *_alike(work, places[1:], proof))),
        *_noted(work),
        *stepwise.run(work.tree.habits.after(first.path), "The copies of the file are made anew"),
        *(s for c in before(first.command) for s in stepwise.run(c, "The tests are built")),
        *stepwise.run(first.command),
    )
    title = outcome(work, first, sure=not likely)
    return (DraftTask(first.path, title, description(work, work.needs), steps, work.needs),)


def _work(
    work: Work, places: tuple[Ground, ...], first: Ground, proof: tuple[DraftStep, ...]
) -> tuple[DraftStep, ...]:
    if work.analysis.intent is Intent.TEST and proof:
        return proof
    others = [p for p in places if p.path != first.path]
    edits = [_edit(work, first)]
    edits += [
        stepwise.change(
            p.path,
            _beside(work, p, first),
            "Both files say the same",
        )
        for p in others
    ]
    if work.analysis.intent is Intent.REFACTOR:
        pinned = stepwise.run(first.command, "The tests pass before anything is changed")
        return (*pinned, *(() if first.tests else proof), *edits)
    return (*proof, *edits)


def _beside(work: Work, other: Ground, first: Ground) -> str:
    """What to do in another file that is changed: the same, where the issue links lines of both."""
    if work.grounds.twins:
        return f"It has the same{_at(other.where)}: change it in the same way."
    if {other.path, first.path} <= set(work.analysis.linked):
        return f"The issue shows this place, too{_at(other.where)}: change it in the same way."
    return f"Do here what the change in `{first.path}` needs of it{_at(other.where)}."


def _alike(
    work: Work, others: tuple[Ground, ...], proof: tuple[DraftStep, ...]
) -> tuple[DraftStep, ...]:
    """Of twins, each has the tests of the first, in its own file of tests."""
    shown = {s.target for s in proof}
    return tuple(
        step
        for other in others
        if work.grounds.twins and proof and other.proof and other.proof not in shown
        for step in stepwise.tests(
            other.proof,
            f"The tests of the step before, for `{other.path}`.",
            work.tree.paths,
            failing=proof[-1].expected,
        )
    )


def _with_each(work: Work, proof: tuple[DraftStep, ...]) -> tuple[DraftStep, ...]:
    """Where the place was not sure, the tests go where those of the file that was decided for are."""
    tested = "; ".join(f"of `{p}` in `{t}`" for p, t in work.grounds.tested if t)
    if not proof or not tested:
        return proof
    told = f"{proof[-1].description} If it was decided for another file, its tests are elsewhere: {tested}."
    return (*proof[:-1], replace(proof[-1], description=told))


def _edit(work: Work, first: Ground) -> DraftStep:
    """The change itself: what happens, what should, who suggests what, and where to begin."""
    likely = work.grounds.likely
    told = [f"Begin at {first.where}."] if first.where else []
    if likely:
        told = [
            elsewhere(work),
            *told,
        ]
    told.append(what(work, work.needs))
    told += hinted(work)
    shown = "The new tests pass" if first.proof else "The criteria hold when tried by hand"
    return stepwise.change(first.path, " ".join(told), shown)


def _reading(work: Work, places: tuple[Ground, ...], first: Ground) -> tuple[DraftStep, ...]:
    steps = [
        stepwise.read(p.path, f"See how it works today{_at(p.where)}." if p.where else _why(work))
        for p in sorted(places, key=lambda p: p.path != first.path)
    ]
    steps += [
        stepwise.read(p, "It speaks of the same: see what depends on the change.")
        for p in work.grounds.beside
    ]
    if first.tests and first.tests[0] != first.path:
        steps.append(stepwise.read(first.tests[0], "See how such behaviour is tested here."))
    elif first.like:
        steps.append(stepwise.read(first.like, "See the form of such a case."))
    return tuple(steps)


def _looking(work: Work, likely: tuple[Site, ...]) -> tuple[DraftStep, ...]:
    """The text does not say which file it is: read the likely ones."""
    seen = _SEEN.get(work.analysis.intent, "the code that does what is to be different")
    steps = [
        stepwise.read(
            site.path,
            f"It {_reason(site)}. Look for {seen}.",
        )
        for site in likely
    ]
    return tuple(steps)


def _decided(work: Work, likely: tuple[Site, ...]) -> DraftStep:
    """Which of the likely files it is: of a fault, where the test that shows it leads to."""
    seen = _SEEN.get(work.analysis.intent, "the code that does what is to be different")
    named = ", ".join(f"`{s.path}`" for s in likely)
    return DraftStep(
        ActionType.ANALYZE_CODE,
        "Decide where the change belongs",
        f"Several files fit, the likeliest first: {named}. Start from "
        f"{start(work)} and follow it to {seen}. {_told(work)}".strip(),
        likely[0].path,
        "The function to change, and in one sentence why it is that one",
        checked(work),
    )


def _told(work: Work) -> str:
    bug = work.analysis.intent is Intent.BUG
    return work.behaviour.contrast if bug else work.behaviour.lack


def _reason(site: Site) -> str:
    where, used = site.where(), site.used()
    if where:
        return f"{_does(site)} {where}"
    if site.near():
        rare = f", and {site.rare()}" if site.rare() else ""
        return f"has {site.near()}, named with words of the title{rare}"
    return f"uses {used}" if used else "shares the words of the issue"


def _does(site: Site) -> str:
    only = {s.kind for s in site.spots} & {Kind.DEFINES, Kind.HOLDS, Kind.READS}
    return "reads" if only == {Kind.READS} else "defines or holds"


def _why(work: Work) -> str:
    return f"See how it works today: “{shortened(work.goal, 100)}”."


def _noted(work: Work) -> tuple[DraftStep, ...]:
    """The list of changes gets its line with the change itself."""
    log = work.grounds.changelog
    if not log or work.analysis.intent not in {Intent.BUG, Intent.FEATURE}:
        return ()
    return (
        stepwise.change(
            log,
            f"One line in the form of those above it: {noted(work)}.",
            "The line stands under the next release, if there is such a heading",
        ),
    )


def _at(where: str) -> str:
    return f", above all {where}" if where else ""
