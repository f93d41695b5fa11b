"""Leaks: secrets that others can read already."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from tests.planning.test_leanings import codes

RISK, MISSING = ReasonCode.POLICY_RISK, ReasonCode.MISSING_INPUT


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Wi-Fi key of the clinic is in setup/router.yml",
            "Everybody who cloned it has it. Take it out, set another key, or wait for new hardware?",
        ),
        (
            "Signing key is part of every image",
            "It was published with 1.2. A new key means that all tills have to be paired again.",
        ),
        (
            "Maps key visible in an old screenshot",
            "docs/img/start.png shows the API key, and the page is public. It should be revoked, "
            "but the account belongs to somebody who left.",
        ),
        (
            "Backup passphrase got committed",
            "In clear text since version 0.3, the mirror has it too. Rewriting the history makes every "
            "clone useless. A fresh passphrase locks the old backups.",
        ),
        (
            "Test run prints the deploy token",
            "The token stands in ci/log.json since March and the runs are public. We need a new one.",
        ),
    ],
)
def test_a_secret_that_others_can_read(title, body):
    """Such a secret loses its power only by somebody with the rights: both are asked."""  # S1.3
    assert codes(title, body) == {RISK, MISSING}


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Show when a token expires",
            "The list of API tokens should have a column with the date. A new token lives 90 days.",
        ),
        (
            "Password field keeps the old value",
            "After a failed log-in the field should be empty.",
        ),
        (
            "Example config has a dummy password",
            "`config/example.yml` says `secret`. Use `change-me`, a placeholder password.",
        ),
        (
            "Remove the API key from tests/data.json",
            "The key was revoked in May and replaced by a new one. The line should go.",
        ),
    ],
)
def test_no_leak(title, body):
    """Work on tokens and passwords, and secrets that are worthless by now, leak nothing."""  # S1.3
    assert codes(title, body) == set()
