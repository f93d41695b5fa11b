"""What looks like a secret is taken out of every text, in whatever form it is written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.secrets import REMOVED, cleaned, without_secrets
from tests.growth import grows, repeated

SECRET = "hunter2horse"
LETTERS = "swordfishes"
FORMS = {
    "settings": f"password={SECRET}",
    "settings, letters only": f"DB_PASSWORD={LETTERS}",
    "shell": f"export API_TOKEN={LETTERS}",
    "properties": f"spring.datasource.password={LETTERS}",
    "YAML": f"database:\n  password: {SECRET}\n  port: 5432",
    "YAML, letters only": f"database:\n  password: {LETTERS}\n  port: 5432",
    "YAML, a list": f"- api_key: {LETTERS}",
    "YAML, a block": f"client_secret: |\n  {LETTERS}\nport: 5432",
    "YAML, folded": f"client_secret: >-\n\n    {LETTERS}",
    "YAML, quoted": f"api-key: '{LETTERS}'",
    "YAML, below its key": f"password:\n  {LETTERS}\n",
    "YAML in one line": f"with api_key: {LETTERS} timeout: 3",
    "JSON": json.dumps({"password": f"{LETTERS} horse"}),
    "JSON, an apostrophe": json.dumps({"apiKey": f"it's {LETTERS}"}),
    "JSON, an escaped quotation mark": json.dumps({"secret": f'a"{LETTERS}'}),
    "JSON in JSON": json.dumps({"text": json.dumps({"access_token": LETTERS})}),
    "JSON, unquoted": f"{{password: {SECRET}}}",
    "Markdown": f"**Password:** {SECRET}",
    "Markdown code": f"`password`: `{LETTERS}`",
    "a table": f"| password | {SECRET} |",
    "XML": f"<password>{SECRET}</password>",
    "Ruby": f"'password' => '{LETTERS}'",
    "Go": f"password := {LETTERS}",
    "an option": f"login --password {SECRET} --verbose",
    "an address": f"https://example.org/?access_token={LETTERS}&x=1",
    "an address with a password": f"postgres://user:{LETTERS}@db/shop",
    "a header": f"curl -H 'Authorization: Bearer {LETTERS}'",
    "German": f"Passwort: {SECRET}",
    "French": f"mot de passe : {SECRET}",
    "Japanese": f"パスワード\uff1a{SECRET}",
}
TOKENS = (
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2c3_" * 6,
    "AKIA" + "A1B2" * 4,
    "ASIA" + "A1B2" * 4,
    "xoxb-1234567890-abcdef",
    "sk-" + "a1B2" * 8,
    "sk_live_" + "a1B2" * 6,
    "glpat-" + "a1B2" * 6,
    "AIza" + "a" * 35,
    "npm_" + "a" * 36,
    "hf_" + "a1" * 17,
    "SG." + "a" * 22 + "." + "b" * 43,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9m",
    "hvs." + "a1B2" * 8,
)
KEY = (
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n"
    f"MIIE{LETTERS}\n-----END RSA PRIVATE KEY-----"
)
HARMLESS = (
    "password: required",
    "Password: the user must set one",
    "Use bearer authentication and a token: it expires",
    "token = next_token()",
    "password = settings.password",
    "password=${DB_PASSWORD} secret: <your secret> token=$TOKEN api_key=***",
    "max_context_tokens: 60000",
    '{"password": "string", "token": null, "apiKey": ""}',
    "if password == given:",
    "The secret of good plans (tokens) | a password manager",
    "`x-api-key`: the header that carries it",
)


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
@pytest.mark.shows("NFR-011")
def test_the_value_behind_the_name_of_a_secret_is_taken_out(text):
    """Settings, YAML, JSON, Markdown, code or an address: the name stays, the value goes."""  # T11
    found = without_secrets(text)

    assert REMOVED in found
    assert SECRET not in found and LETTERS not in found and "horse" not in found


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.shows("NFR-011")
def test_a_token_of_a_known_shape_is_taken_out_wherever_it_stands(token):
    """No name has to stand before it."""  # T11
    assert without_secrets(f"We saw {token}, and then it failed.") == (
        f"We saw {REMOVED}, and then it failed."
    )


def test_a_private_key_goes_as_a_whole():
    """Its headers and its end belong to it; a key whose end is missing goes as far as a key can."""
    assert without_secrets(f"before\n{KEY}\nafter") == f"before\n{REMOVED}\nafter"
    assert LETTERS not in without_secrets(KEY.partition("-----END")[0])


@pytest.mark.parametrize("text", HARMLESS)
def test_text_that_only_speaks_of_secrets_stays_as_it_is(text):
    """A requirement, a placeholder or an expression is no value."""
    assert without_secrets(text) == text


@pytest.mark.parametrize("text", [*FORMS.values(), *TOKENS, KEY])
def test_taking_out_twice_changes_nothing_more(text):
    """What was removed is no secret."""
    once = without_secrets(text)

    assert without_secrets(once) == once


@given(st.text(alphabet="token:= \"'\\\n-|>`*#a1{}[]", max_size=80))
def test_any_text_can_be_cleaned_twice(text):
    """The second time nothing is left to take out."""
    once = without_secrets(text)

    assert without_secrets(once) == once


def test_a_json_value_keeps_its_shape():
    """Every text in it is cleaned; names of fields, numbers and order stay."""
    value = {"a": [f"password={SECRET}", 3, None], "token": {"b": TOKENS[0]}}

    assert cleaned(value) == {"a": [f"password={REMOVED}", 3, None], "token": {"b": REMOVED}}


@pytest.mark.parametrize(
    "unit",
    ["token: ", '"token": "', "password: |\n ", "eyJa-", "- ", "secret_", "a.b:c@", "--token "],
)
def test_a_hostile_text_takes_no_longer_than_its_length_allows(unit):
    """Time grows with the length and no faster."""
    assert not grows(without_secrets, repeated(unit), 16_384)
