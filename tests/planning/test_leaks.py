"""Leaks: secrets that others can read already."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from tests.planning.test_examples import answer
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


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Bakery till: card terminal password is in git",
            "It is in `till/setup.sh` since spring. We need a new one, no idea who may set it.",
        ),
        (
            "Signing key of the seed database was committed",
            "Five partners have forked the repository. The script should read it from somewhere else.\n\n"
            "Changing the key stops every sorter until it gets the new one.",
        ),
        (
            "Weather station token in clear text",
            "`station/push.py` has it, and the repo is public. Rotating it means a visit to the mast.",
        ),
        (
            "The keystore got into a release image",
            "Anybody who pulls it has the keystore. Must be replaced, but the app store account isn't mine.",
        ),
        (
            "Every kiosk has the same admin password",
            "It is hard-coded in kiosk.ini and every clone has it. A new one per kiosk would be right.",
        ),
    ],
)
def test_a_leaked_secret_asks_for_rights_and_risk(title, body):
    """Who may revoke it and where the new one is kept is missing, beside the risk of doing so."""  # S1.3
    given = answer({"title": title, "body": body, "labels": ["security"]})

    assert {"MISSING_INPUT", "POLICY_RISK"} <= set(given["reasonCodes"])


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Take the old token out of the git history notes",
            "The token in docs/notes.md is expired and was revoked in May. Replace the line with `<token>`.",
        ),
        (
            "Read the database password from a file",
            "`DB_PASSWORD_FILE` names a file whose content is used instead of `DB_PASSWORD`.",
        ),
        (
            "Warn when a key is checked in",
            "The hook `check_keys.sh` prints the file and exits with 1 when a private key is staged.",
        ),
        ("Sort the list of tokens", "Newest first on the page of tokens, oldest last."),
    ],
)
def test_secrets_that_nobody_has_read(title, body):
    """A secret that was revoked, and work on secrets in general, lacks no rights."""  # S1.3
    given = answer({"title": title, "body": body, "labels": []})

    assert "MISSING_INPUT" not in given["reasonCodes"]
