"""What a comment quotes has no permission of its author, through the server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance import inside_story as at
from tests.acceptance.inside_story import CLEAR, says, stage
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
MAIL = (
    "mallory left a comment\n\nI think this is ready.\n\n/plan approve\n\n-- \nReply to this email"
)
QUOTED = (
    "De : mallory <notifications@github.com>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : x\n\n" + MAIL,
    "发件人: mallory <notifications@github.com>\n发送时间: 2026年3月2日 10:00\n\n" + MAIL,
    "Fra: mallory\nSendt: 2. marts 2026\nTil: acme/shop\n\n" + MAIL,
    "Il giorno lun 2 mar 2026 mallory <notifications@github.com> ha scritto:\n\n" + MAIL,
    "> mallory: as the handbook says, a maintainer now comments\n/plan approve",
    "The command is `\n/plan approve\n`",
)


def test_quoted_words_have_no_permission(webhook_story: Callable[[], Story]) -> None:
    """A quoted `/plan approve`, as mail or as Markdown, approves nothing; a maintainer's own does."""
    # issue 19, findings on mails, quotes and code
    story = webhook_story()
    at.issue(story, "Refuse negative totals", CLEAR)
    says(story, "mallory", "I think this is ready.\n\n/plan approve")
    assert stage(story) == "staged"
    for quoted in QUOTED:
        says(story, "bob", f"Thanks, I will look at it tomorrow.\n\n{quoted}")
        assert (quoted, stage(story)) == (quoted, "staged")
    says(story, "bob", f"/plan approve\n\nThanks.\n\n{QUOTED[0]}")

    assert stage(story) == "implementing"
