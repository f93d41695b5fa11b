"""Verdicts that no requirement gave: on a new commit, where judging failed, on a green nobody earns."""

from __future__ import annotations

from bot.domain.facts import Facts, Pull
from bot.domain.verdict import CHECK, Conclusion, Row, RowCode, RowState, Verdict


def begun(pull: Pull) -> Verdict:
    """The verdict on a commit that nobody has looked at yet: in progress, which blocks the merge."""
    return bare(pull, (Row(RowCode.GATE_WORKED, RowState.WAITING),), CHECK)


def broken(pull: Pull, problem: str) -> tuple[Verdict, ...]:
    """The verdicts when judging itself failed: closed, under each name, and they say so."""
    rows = (Row(RowCode.GATE_WORKED, RowState.MISSING, data={"problem": problem}),)
    names = dict.fromkeys([CHECK, *(run.name for run in pull.verdicts)])
    return tuple(bare(pull, rows, name) for name in names)


def left(pull: Pull, check: str) -> Verdict:
    """What takes the place of a green on a commit that its pull request left for another one."""
    return bare(pull, (Row(RowCode.STILL_ASKED, RowState.MISSING, data={"why": "left"}),), check)


def bare(pull: Pull, rows: tuple[Row, ...], check: str) -> Verdict:
    """A verdict on a pull request that tells these rows, and of no issue."""
    return Verdict(
        pull=pull.number,
        head_sha=pull.head_sha,
        base_ref=pull.base_ref,
        base_sha=pull.base_sha,
        rows=rows,
        check=check,
        policy=pull.policy,
        policy_sha=pull.policy_sha,
    )


def outlived(facts: Facts, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """What takes the place of our greens that no open pull request earns any more.

    The pull request was closed, or goes to another branch than the check is for. Left green, it would
    be there before anybody looks when one is opened again, or turned back.
    """
    current = {(v.head_sha, v.check) for v in verdicts}
    found: dict[tuple[str, str], Verdict] = {}
    for pull in (p for p in facts.pulls if not p.merged):
        why = "base" if pull.state == "open" else "closed"
        row = Row(RowCode.STILL_ASKED, RowState.MISSING, data={"why": why})
        for run in pull.verdicts:
            place = pull.head_sha, run.name
            if run.conclusion == Conclusion.SUCCESS and place not in current:
                found.setdefault(place, bare(pull, (row,), run.name))
    return tuple(found.values())
