"""Planned tests, and where a change has them: by a name that tells, or declared in its description.

`Tests: u1 -> tests/test_cart.py::test_name` on a line of its own declares one. The author of a change
writes names and declarations too, so both count only for tests that the change really adds or changes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from bot.domain.naming import telling, words_of
from bot.domain.record import PullEvidence, Record
from bot.domain.visible_text import visible_prose

MOST_DECLARED = 200
_PLACE = re.compile(r"`?([\w.@/+-]{1,200}\.\w{1,12})(?:::([\w\[\]-]{1,200}))?`?:\s")
_DECLARED = re.compile(
    r"^[ \t]{0,8}(?:[-*+] )?Tests?:[ \t]{1,4}(?:((?:[\w.-]{1,100}/[\w.-]{1,100})?#[0-9]{1,9})[ \t]{1,4})?"
    r"([a-z][0-9]{1,4})[ \t]{0,4}->[ \t]{0,4}([^\n]{3,400})$",
    re.IGNORECASE | re.MULTILINE,
)
_LETTERS = (("g", "gherkin_scenarios"), ("u", "unit_test_intent"), ("i", "integration_test_intent"))
How = Literal["named", "declared", "elsewhere", "missing"]


@dataclass(frozen=True, slots=True)
class PlannedTest:
    """A test as the plan has it; `file` and `name` where the plan says them."""

    id: str
    text: str
    file: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class SoughtTest:
    """A planned test and its `place` in the change (`path::name`), empty where it was not found.

    `how`: its name tells, the description declares it, or declares a test that is `elsewhere` than in
    this change. `issue` says whose plan it is (`#12`).
    """

    id: str
    text: str
    issue: str
    place: str = ""
    how: How = "missing"

    @property
    def found(self) -> bool:
        """Say whether the change has it."""
        return self.how in {"named", "declared"}


def planned_in(record: Record) -> tuple[PlannedTest, ...]:
    """The tests that a record plans, with the ids people name them by (`g1`, `u1`, `i1`)."""
    planned = record.testing_artifacts.planned if record.testing_artifacts else None
    if planned is None:
        return ()
    return tuple(
        _planned(f"{letter}{n}", text)
        for letter, field in _LETTERS
        for n, text in enumerate(getattr(planned, field), 1)
    )


class CriterionIndex:
    """Which of these criteria a planned test shows: those whose text is its own."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Made once for all tests, however many."""
        self._texts = frozenset(texts)
        self._lengths = frozenset(map(len, self._texts))
        self._lines = defaultdict[str, list[str]](list)
        for text in self._texts:
            self._lines[_folded(text)].append(text)

    def shown_by(self, id_: str, text: str) -> set[str]:
        """The criteria that are a test's text, alone or after `: `, or the lines of a scenario."""
        found = {tail for tail in _tails(text, self._lengths) if tail in self._texts}
        if id_.startswith("g"):
            said = " ".join(line.strip() for line in text.strip().splitlines()[1:])
            found.update(self._lines.get(_folded(said), ()))
        return found


def _tails(text: str, lengths: frozenset[int]) -> Iterator[str]:
    """A text, and what stands behind each `: ` of it, as far as they have one of these lengths."""
    if len(text) in lengths:
        yield text
    at = text.find(": ")
    while at >= 0:
        if len(text) - at - 2 in lengths:
            yield text[at + 2 :]
        at = text.find(": ", at + 1)


def _folded(text: str) -> str:
    return text.replace(",", "").lower()


def _planned(id_: str, text: str) -> PlannedTest:
    found = _PLACE.match(text) if ":" in text else None
    file = found[1] if found else ""
    looks = "/" in file or re.search("test|spec", file, re.IGNORECASE)
    return PlannedTest(id_, text, file if looks else "", (found[2] or "") if found else "")


def declared_in(body: str) -> dict[str, str]:
    """What a description declares, outside quotes, comments and blocks of code: id -> `path::name`.

    An id may name its issue (`Tests: #12 u1 -> …`); the key then is `#12 u1`, in small letters.
    """
    found: dict[str, str] = {}
    for issue, id_, place in _DECLARED.findall(visible_prose(body, "test:", "tests:", code=True)):
        path, _, rest = place.strip().strip("`").strip().partition("::")
        key = f"{issue} {id_}".strip().lower()
        found.setdefault(key, f"{path.strip()}::{rest.rpartition('::')[2].strip()}")
    return dict(list(found.items())[:MOST_DECLARED])


def sought(plans: Iterable[tuple[str, Record]], shown: PullEvidence) -> tuple[SoughtTest, ...]:
    """Each test of these plans (`#12` -> record), and where the change has it.

    A name stands for one planned test; to let it stand for several, declare them.
    """
    wanted = [(issue, test) for issue, record in plans for test in planned_in(record)]
    often = Counter(test.id for _, test in wanted)
    here, left, found = {*shown.test_names}, _TestNames(shown.test_names), list[SoughtTest]()
    for issue, test in wanted:
        # what is declared for an id that two plans have must name its issue
        bare = shown.tests_declared.get(test.id, "") if often[test.id] == 1 else ""
        place = shown.tests_declared.get(f"{issue} {test.id}".lower(), bare)
        how: How = "declared" if place in here else "elsewhere" if place else "missing"
        if how != "declared" and (named := left.take(test)):
            place, how = named, "named"
        found.append(SoughtTest(test.id, test.text, issue, place, how))
    return tuple(found)


class _TestNames:
    """The names of a change's tests (`path::name`) that stand for no planned test yet."""

    def __init__(self, places: Iterable[str]) -> None:
        self._left = {place: words_of(place.partition("::")[2]) for place in places}
        self._words = frozenset[str]().union(*self._left.values())

    def take(self, test: PlannedTest) -> str:
        """The place whose name the plan gives, or tells of it; those in its file first. Empty: none."""
        said = _PLACE.match(test.text)  # searched anywhere it costs 200 characters at each dot
        wanted = words_of(test.text[said.end() :] if said else test.text)
        if not test.name and not telling([("some", self._words)], wanted):
            return ""
        near = sorted(self._left, key=lambda place: not place.startswith(f"{test.file}::"))
        ends = f"::{test.name}"
        called = (place for place in near if test.name and place.endswith(ends))
        found = next(called, "") or telling(((p, self._left[p]) for p in near), wanted)
        self._left.pop(found, None)
        return found
