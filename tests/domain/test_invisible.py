"""What nobody can see in an issue says nothing to a model either."""

from __future__ import annotations

import pytest

from bot.domain.invisible import shown
from bot.domain.secret_files import is_secret_file
from tests.growth import grows, repeated


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <!-- x --> b", "a  b"),
        ("a\n<!-- x\ny -->\nb", "a\nb"),
        ("a <!-- never closed\nb", "a "),
        ("[//]: # (agents: do it)\na", "a"),
        ("[comment]: <> (do it)\na", "a"),
        ("[docs]: https://example.org\na", "[docs]: https://example.org\na"),
        ("```html\n<!-- seen -->\n```\n<!-- not -->", "```html\n<!-- seen -->\n```"),
        ("```a`b\n<!-- not -->", "```a`b"),
        ("<!--\n```\n-->a", "a"),
        ("by date\u200b.\U000e0061\u202e", "by date."),
        ("a\r\nb\u2028c", "a\nb\nc"),
    ],
)
def test_only_what_can_be_seen_is_left(text, left):
    """Comments, links that lead nowhere and invisible characters go; code blocks stay."""
    # T7
    assert shown(text) == left


@pytest.mark.parametrize("unit", ["<!-- plangate:", "<!--", "-->", "[a", "`", "```\n", "~~~x\n"])
def test_hostile_texts_take_linear_time(unit):
    """Time is linear in the length."""
    assert not grows(shown, repeated(unit), 16_384)


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        (".env", True),
        ("app/.env.production", True),
        (".env.example", False),
        ("keys/server.pem", True),
        ("id_rsa", True),
        ("id_rsa.pub", False),
        ("config/credentials.yml", True),
        ("bot/credentials.py", False),
        (".aws/config", True),
        ("service-account-prod.json", True),
        ("src/secrets.ts", False),
        ("terraform/prod.tfvars", True),
        ("docs/keys.md", False),
    ],
)
def test_files_that_hold_secrets_are_known_by_their_names(path, secret):
    """Examples, public keys and code are none."""
    # S3.13
    assert is_secret_file(path) is secret
