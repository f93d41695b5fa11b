"""Secrets that others could read already."""

from __future__ import annotations

import pytest

from tests.planning.test_examples import answer


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
