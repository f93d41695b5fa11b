"""Structure: requests for another structure or other types under the same behaviour."""

from __future__ import annotations

from bot.planning.faults import states_fault
from bot.planning.gloss import gloss
from bot.planning.kinds import goal_of
from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.sections import Part

# Another structure, the same behaviour.
_SAME = Lazy(
    r"(?i)\b(?:no (?:functional|behaviou?ral|visible) changes?|no change (?:of|in) behaviou?r"
    r"|pure(?:ly)? (?:a )?"
    r"(?:move|refactoring|restructuring)|same (?:results?|behaviou?r|outputs?) as (?:before|now"
    r"|today)"
    r"|behaviou?r (?:stays|remains|must (?:not change|stay)|does not change|is unchanged)"
    r"|nothing (?:else )?changes for (?:callers|users|anyone)|(?:signatures"
    r"|public (?:functions?|api|interface"
    r"|names?))\b.{0,40}\b(?:stays?|remains?|unchanged|as (?:it is|they are)|have to stay))\b"
    r"|^same (?:results?|behaviou?r|outputs?)\.?$"
)
_STORES = Lazy(r"(?i)^(?:store|keep|hold|put|save|model) .{3,60}\b(?:per|in one|in separate|by)\b")
_TABLES = Lazy(
    r"(?i)\b(?:new table|one (?:huge |big )?table|partition\w*|(?:de)?normali[sz]e\w*|copy over"
    r"|backfill\w*)\b"
)
_TYPE = (
    r"(?:var)?char|text|integer|int|float|numeric|decimal|pickle|json|string|uuid|timestamp|enum"
)
# Other types for what is stored: `weight: varchar -> numeric`, `payload from pickle to JSON`.
_RETYPED = Lazy(rf"(?i)\b(?:{_TYPE}) ?(?:->|\u2192|=>|to|instead of) ?(?:{_TYPE})\b")


def is_retyped(title: str) -> bool:
    """Say whether a title gives what is stored another type."""
    return bool(_RETYPED.search(title))


def keeps_behaviour(reading: Reading) -> bool:
    """Say whether a text wants another structure and the same behaviour."""
    if reading.of(Part.REPRODUCE, Part.ACTUAL) or states_fault(reading.title, reading.title):
        return False
    return any(_SAME.search(gloss(p.text)) for p in reading.passages) or (
        bool(_STORES.search(goal_of(reading.title)))
        and any(_TABLES.search(p.text) for p in reading.passages)
    )
