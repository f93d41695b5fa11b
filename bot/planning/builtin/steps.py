"""Steps: where a piece of work is done, and what is done there, in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice

from bot.domain.plan import ActionType
from bot.planning.builtin.criteria import test_file
from bot.planning.draft import DraftCriterion, DraftFile, DraftStep, Intent
from bot.planning.repository.commands import command_for
from bot.planning.repository.context import Tree
from bot.planning.repository.evidence import enclosing
from bot.planning.repository.places import Place, bare, folder, is_manifest, place, suffix

CODE = frozenset((Place.SOURCE, Place.INTERFACE))
_RED = "Tests of new behaviour fail without the change"


@dataclass(frozen=True, slots=True)
class Places:
    """Where a piece of work is done: files to change, to make, tests (existing or new), files to read.

    `guessed` are files that neither a trace nor the text tells, and tests that no source's name tells; each
    file to make comes with the sentence that names it.
    """

    change: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    new: Mapping[str, str] = field(default_factory=dict)
    tests: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def known(self) -> tuple[str, ...]:
        """The files to change that are not a guess."""
        return tuple(p for p in self.change if p not in self.guessed)

    @property
    def changed(self) -> tuple[str, ...]:
        """Every file that is changed or made."""
        return (*self.change, *self.new, *self.tests, *self.made)

    @property
    def files(self) -> tuple[DraftFile, ...]:
        """The files with what happens to each."""
        return (
            *(DraftFile(path=p, action="modify") for p in (*self.change, *self.tests)),
            *(DraftFile(path=p, action="create") for p in (*self.made, *self.new)),
            *(DraftFile(path=p, action="read") for p in self.read),
        )


def steps(
    criteria: tuple[DraftCriterion, ...], where: Places, tree: Tree, intent: Intent
) -> Iterator[DraftStep]:
    """First the test that fails, then the code, documents, the run; where no place is known, the search."""
    if not (where.change or where.new):
        yield DraftStep(
            action=ActionType.ANALYZE_CODE,
            instruction="Find the code to change",
            verify="The files to change are known",
        )
    elif intent is Intent.BUG and where.known and _is_unseen(where.known[0], tree):
        yield DraftStep(
            action=ActionType.READ_FILE,
            path=where.known[0],
            instruction=f"Read `{where.known[0]}` and find the cause",
            verify="You can name the line that causes it",
        )
    planned = [*_test_steps(criteria, where, tree)]
    yield from planned
    changes = [*_changes(criteria, where, tree, intent)]
    yield from changes[:-1]
    done = criteria[0].text if len(criteria) == 1 else "All criteria are met"
    yield from (step.model_copy(update={"verify": done}) for step in changes[-1:])
    tests = (*where.tests, *where.made)
    about = (p for p in (*where.change, *tests) if place(p) in {*CODE, Place.TEST})
    tried = chain(islice(about, 1), _usual(tree.paths) if planned else ())
    found = (command_for(one, tree.paths, tree.texts, tests) for one in tried)
    if run := next(filter(None, found), ""):
        yield DraftStep(
            action=ActionType.RUN_COMMAND,
            path=run,
            instruction=f"Run `{run}`",
            verify="All tests pass, including the new ones",
        )


@lru_cache(maxsize=4)
def _usual(paths: tuple[str, ...]) -> tuple[str, ...]:
    """A file of the language that most of the code is written in."""
    code = [p for p in paths if place(p) in CODE]
    usual = Counter(map(suffix, code)).most_common(1)
    return tuple(p for p in code if suffix(p) == usual[0][0])[:1]


def _is_unseen(path: str, tree: Tree) -> bool:
    """Say whether the cause may stand in a file, and no trace shows where."""
    return not tree.lines.get(path) and not is_manifest(path) and place(path) is not Place.DOC


def _test_steps(
    criteria: tuple[DraftCriterion, ...], where: Places, tree: Tree
) -> Iterator[DraftStep]:
    """The tests first, in one step: in their file, or a new one in a folder that is there."""
    tests, shown = (*where.tests, *where.made), [c.text for c in criteria if c.test]
    path, *others = dict.fromkeys(test_file(text, tests) for text in shown or ("",))
    many = "s" if len(shown) > 1 else ""
    above, new = folder(path), path in where.made
    if not path:
        changed = (*where.change, *where.new)
        if any(c.test for c in criteria) and (
            not changed or any(place(p) in CODE for p in changed)
        ):
            yield DraftStep(
                action=ActionType.GENERATE_CODE,
                instruction=f"No fitting test file was found: add the planned test{many} to a new one",
                verify=_RED,
            )
        return
    if new and above and not any(p.startswith(f"{above}/") for p in tree.paths):
        yield DraftStep(
            action=ActionType.CREATE_DIRECTORY,
            path=above,
            instruction=f"Create the folder `{above}`",
            verify="The folder is there",
        )
    told = f"Add the planned test{many} to {'the new file ' if new else ''}`{path}`"
    if path in where.guessed:
        told += " (this file is a guess), or to a new file"
    elif others:
        told += (
            f" and {', '.join(f'`{p}`' for p in others)}, each to the file that is named with it"
        )
    if any(path in c.text for c in criteria):
        told += f". If the issue wants `{path}` unchanged, add them to a new one"
    yield DraftStep(
        action=ActionType.WRITE_FILE if new else ActionType.MODIFY_FILE,
        path=path,
        instruction=told,
        verify=_RED,
    )


def _changes(
    criteria: tuple[DraftCriterion, ...], where: Places, tree: Tree, intent: Intent
) -> Iterator[DraftStep]:
    """The changes: files to make, known files, a guess or a search's find, and documents last."""
    new = ((path, f"Create `{path}`: “{told}”") for path, told in where.new.items())
    named = [DraftStep(action=ActionType.WRITE_FILE, path=p, instruction=told) for p, told in new]
    asked = frozenset(re.findall(r"\w+", " ".join(c.text for c in criteria).lower()))
    named += [_change(path, where, tree, intent, asked) for path in where.known]
    yield from (step for step in named if place(step.path) is not Place.DOC)
    guesses = [f"`{p}`" for p in where.change if p in where.guessed]
    if guesses or not named:
        told = "Find and fix the cause" if intent is Intent.BUG else "Make the change"
        told += f", perhaps in {', '.join(guesses)} (a guess)" if guesses else " in the code found"
        yield DraftStep(action=ActionType.GENERATE_CODE, instruction=told)
    yield from (step for step in named if place(step.path) is Place.DOC)


def _change(
    path: str, where: Places, tree: Tree, intent: Intent, asked: frozenset[str]
) -> DraftStep:
    """The change of one file, at the line and in the function that a trace names.

    `asked` are the words of the criteria, in small letters.
    """
    line = tree.lines.get(path, 0)
    text = tree.texts.get(path, "")
    symbol = enclosing(text, line) if line and line <= text.count("\n") + 1 else ""
    at = f", near line {line}" if line else ""
    inside = f" in `{symbol}`" if symbol else ""
    first, sure = path == where.known[0], len(where.known) == 1 or bare(path).lower() in asked
    doing = "Fix the cause in" if intent is Intent.BUG and first else "Change"
    doing = "Update" if place(path) is Place.DOC else doing
    return DraftStep(
        action=ActionType.MODIFY_FILE,
        path=path,
        symbol=symbol,
        instruction=f"{doing} `{path}`{inside}{at}{'' if at or sure else ', if the criteria need it'}",
    )
