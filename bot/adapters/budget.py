"""How long a text may be, and how much detail is shown at each size."""

from __future__ import annotations

from dataclasses import dataclass

from bot.adapters.templating import SizeLimits
from bot.effects import CardMessage, GateMessage, Message


@dataclass(frozen=True, slots=True)
class Limit:
    """What GitHub takes. What it counts as a character is not documented: so all three are kept."""

    characters: int
    octets: int
    units: int = 65_000

    def allows(self, text: str) -> bool:
        """Say whether a text is short enough."""
        return (
            len(text) <= self.characters
            and len(text.encode()) <= self.octets
            and len(text.encode("utf-16-le")) // 2 <= self.units
        )


# A comment holds 65,536 characters, a check run's summary 65,535 bytes; the card leaves room for the
# hidden record behind it.
COMMENT = Limit(60_000, 260_000)
CARD = Limit(20_000, 80_000)
PROMPTS = 16_000
"""So many characters of prompts stand under a plan at most, and in a comment of their own."""
WITH_PROMPTS = Limit(32_000, 130_000)
"""A plan with prompts: the sealed copy of its record needs room, too."""
CHECK = Limit(60_000, 65_000)
DOCUMENT = Limit(10_000_000, 40_000_000, 20_000_000)
"""A file of the user's own: no limit of GitHub, but an end."""

FEW = 12
_ROWS = (1000, 800, 640, 500, 400, 320, 250, 200, 160, 125, 100, 80, 64, 50, 40, 32, 25, 20, 16, 12)
_CLIPS = (1400, 1000, 700, 500, 350, 250, 180, 120, 80, 60, 40)

# First whole rows go; only when a dozen are left, long texts are cut shorter.
LEVELS = (
    *(SizeLimits(rows, 2000) for rows in _ROWS),
    *(SizeLimits(FEW, clip) for clip in _CLIPS),
    *(SizeLimits(rows, 40) for rows in (8, 4, 2, 1, 0)),
)


def limit_of(message: Message) -> Limit:
    """The limit of what a message becomes."""
    if isinstance(message, CardMessage):
        return CARD
    return CHECK if isinstance(message, GateMessage) else COMMENT
