"""What outsiders report of a decision, and what they merely tell."""

from __future__ import annotations

import pytest

from bot.planning.hearsay import hearsay
from tests.planning.requests import brief, comment

REPORTS = (
    "Ran into Piet at the harbour festival, he said they will take the second layout.",
    "My cousin knows the treasurer and heard it's going to be monthly.",
    "One of the maintainers told me at FOSDEM that JSON won, go ahead.",
    "Word is the board has picked blue.",
    "Somebody from the core team wrote on Mastodon that it will be dropped, so please start.",
    "I asked in the hallway and the boss doesn't mind.",
    "From what I hear the committee voted for a yearly fee.",
    "I spoke to your support on the phone, they said 30 days is fine.",
    "I overheard two of the developers, it's the long format.",
    "The people of the vendor assured us that it will be XML.",
    "Met your designer on the train. She said rounded corners. Go.",
    "Our agency's boss talked to one of the owners at lunch and that's settled now.",
    "A colleague of mine works there and he said they go with weekly.",
    "They announced it in the chat: weights will be in grams.",
    "I was told by someone of the team that guests are out. You can merge.",
    "Talked to a friend who sits in the council, the small version was agreed.",
    "Heard at the workshop that everything is going to be stored locally.",
    "I bumped into one of the authors, and he said it is fine to use the first list.",
    "Your chairman promised us at the fair that it will be free, so you can start.",
    "Rumour has it that the second variant was chosen.",
)
MERELY_TOLD = (
    "I met the same error on 2.3, it is the proxy.",
    "I asked for the log, it's attached.",
    "My colleague has it too, since Monday.",
    "They said the log is empty.",
    "Apparently it's the cache.",
    "Our team can review this, it's small.",
    "I'd prefer the second one.",
    "Any news?",
    "Would be great to have that in spring.",
    "Did somebody from the team say it will be weekly?",
)


def _heard(said):
    return brief(comments=(said,)).request


@pytest.mark.parametrize("said", REPORTS)
def test_report(said):
    """What an outsider reports of a decision is none, and is asked about."""  # S1.3
    assert len(list(hearsay(_heard(comment(said))))) == 1


@pytest.mark.parametrize("said", MERELY_TOLD)
def test_no_report(said):
    """Faults, opinions and questions of outsiders report no decision."""  # S1.3
    assert not list(hearsay(_heard(comment(said))))


def test_who_may_decide():
    """What a maintainer tells of a decision is that decision, no report of one."""  # S1.3
    said = comment("I talked to Ann on the phone, it will be weekly.", association="MEMBER")

    assert not list(hearsay(_heard(said)))
