"""Stepwise: the atomic steps of one task on one file: look, prove, change, run."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.domain.plan import ActionType
from bot.planning.criteria import Need
from bot.planning.drafts import DraftStep
from bot.planning.grounds import Ground
from bot.planning.places import folder
from bot.planning.words import each, shortened


def read(path: str, why: str) -> DraftStep:
    """Look at a file before changing anything."""
    return DraftStep(
        ActionType.READ_FILE,
        f"Read `{path}`",
        why,
        path,
        "What is there and what must stay is known",
        "The names the later steps use occur in the file",
    )


def prove(
    ground: Ground, needs: Iterable[Need], known: Collection[str], reproduce: Iterable[str] = ()
) -> tuple[DraftStep, ...]:
    """Write the tests first; a missing test file, and its folder, are made."""
    if not ground.proof:
        return ()
    wanted = each([n.text for n in needs if n.test])
    told = f"One test each: {wanted}." if wanted else "A test of the new behaviour."
    again = "; ".join(reproduce)
    told = f"{told} Reproduce it by: {shortened(again, 400)}." if again else told
    return tests(ground.proof, told, known)


def tests(
    path: str,
    told: str,
    known: Collection[str],
    title: str = "",
    failing: str = "Tests that fail for want of the change",
) -> tuple[DraftStep, ...]:
    """Write tests into a file; a missing one, and its folder, are made. `failing` is what they do first."""
    after = (failing, "The new tests run and fail; all others still pass")
    if path in known:
        name = title or f"Add tests to `{path}`"
        return (DraftStep(ActionType.MODIFY_FILE, name, told, path, *after),)
    steps = [DraftStep(ActionType.WRITE_FILE, f"Write `{path}`", told, path, *after)]
    if not has_folder(folder(path), known):
        steps.insert(0, make(folder(path)))
    return tuple(steps)


def unplaced(title: str, told: str, failing: str) -> DraftStep:
    """Write tests whose file cannot be told."""
    return DraftStep(
        ActionType.GENERATE_CODE,
        title,
        told,
        "",
        failing,
        "The new tests run and fail; all others still pass",
    )


def has_folder(path: str, known: Collection[str]) -> bool:
    """Say whether a folder is there already; the top always is."""
    return not path or any(p.startswith(f"{path}/") for p in known)


def make(path: str) -> DraftStep:
    """Make a folder."""
    return DraftStep(
        ActionType.CREATE_DIRECTORY,
        f"Create `{path}/`",
        "The folder for what follows.",
        path,
        "The folder exists",
        "The next step can write into it",
    )


def change(path: str, what: str, verification: str) -> DraftStep:
    """Change a file."""
    return DraftStep(
        ActionType.MODIFY_FILE,
        f"Change `{path}`",
        what,
        path,
        "The change, and nothing beyond it",
        verification,
    )


def write(path: str, held: str) -> DraftStep:
    """Write a new file."""
    what = f"It holds: {shortened(held, 200)}." if held else "What the request puts there."
    return DraftStep(
        ActionType.WRITE_FILE,
        f"Write `{path}`",
        what,
        path,
        "The new file, and nothing in it that stands elsewhere",
        "Every test passes",
    )


def run(command: str, expected: str = "Every test passes") -> tuple[DraftStep, ...]:
    """Run a command; nothing where none is known."""
    if not command:
        return ()
    return (
        DraftStep(
            ActionType.RUN_COMMAND,
            f"Run `{command}`",
            "Show that the change does what it should and breaks nothing.",
            command,
            expected,
            "The command ends with exit code 0",
        ),
    )


def find_place(goal: str) -> tuple[DraftStep, ...]:
    """Where no file could be told from the request: find the place, then write."""
    return (
        DraftStep(
            ActionType.ANALYZE_CODE,
            "Find the code this concerns",
            f"No file of the repository could be told from the request. Find where “{goal}” belongs.",
            "",
            "A list of the files to change, each with the reason",
            "Each listed file exists and has to do with the request",
        ),
        DraftStep(
            ActionType.GENERATE_CODE,
            "Write the change together with its tests",
            f"Make the smallest change that meets the criteria of “{goal}”, tests first.",
            "",
            "The change and its tests",
            "Every criterion of this task has a test that passes",
        ),
    )
