"""Secrets: what looks like a token, a key or a password is taken out wherever a text leaves."""

from __future__ import annotations

import re

REMOVED = "[removed: looks like a secret]"

# Shapes that issuers document: https://docs.github.com/en/code-security/secret-scanning
_TOKENS = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}(?:-----END [A-Z ]{0,30}-----)?"
    r"|\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}"
    r"|AKIA[0-9A-Z]{16}|xox[abposr]-[A-Za-z0-9-]{10,200}|sk-[A-Za-z0-9_-]{20,200}"
    r"|glpat-[A-Za-z0-9_-]{20,100}|AIza[A-Za-z0-9_-]{35}|npm_[A-Za-z0-9]{36}"
    r"|eyJ[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000})"
)
_IN_ADDRESS = re.compile(r"(?<=://)[^\s/@:]{1,100}:[^\s/@]{1,200}(?=@)")
# A name that says that a secret follows, and the mark before its value.
_NAMED = re.compile(
    r"(?i)(?:passwor[dt]|passwd|passphrase|pwd|secret(?:[_-]?(?:access[_-]?)?key)?"
    r"|(?:api|access|auth|private|signing|encryption|account|client)[_-]?(?:key|token|secret)"
    r"|token|credentials?)[\"'`]{0,2}[ \t]{0,3}(?P<mark>[:=])[ \t]{0,3}"
)
_VALUE = re.compile(r"(?P<quote>[\"'`])?(?P<bare>(?(quote)[^\"'`\n]+|[^\s\"'`,;)\]}]{3,}))")
_LONG = 20
# What stands for a value: `<password>`, `${TOKEN}`, `$TOKEN`, `***`, `…`, `os.environ[…]`, `get_token()`.
_STANDS_FOR = re.compile(r"[<{*….%]|\$[A-Z_{(]|\[removed")
_NO_VALUE = frozenset(
    ("none", "null", "true", "false", "string", "str", "required", "optional", "undefined", "nil")
)


def without_secrets(text: str) -> str:
    """Replace tokens of known shapes, passwords in addresses, and values behind names of secrets.

    Takes any text and gives it back with `REMOVED` in their place; running it twice changes nothing
    more. Behind `=` every value counts, behind `:` one that is quoted, long or has a digit: prose such
    as `password: required` stays. Time is linear in the length of the text.
    """
    if not text:
        return text
    plain = _IN_ADDRESS.sub(REMOVED, _TOKENS.sub(REMOVED, text))
    parts: list[str] = []
    end = 0
    for name in _NAMED.finditer(plain):
        if name.start() < end:
            continue
        value = _VALUE.match(plain, name.end())
        if value and _is_secret(name, value):
            parts += [plain[end : value.start("bare")], REMOVED]
            end = value.end("bare")
    return "".join([*parts, plain[end:]]) if parts else plain


def _is_secret(name: re.Match[str], value: re.Match[str]) -> bool:
    bare = value["bare"]
    named = name[0].rstrip("\"'`:= \t").lower()
    if _STANDS_FOR.match(bare) or bare.lower().rstrip(".") in {*_NO_VALUE, named}:
        return False
    if "(" in bare or "[" in bare:  # an expression of a program, not a value
        return False
    told = name["mark"] == "=" or value["quote"] or len(bare) >= _LONG
    return bool(told) or any(c.isdigit() for c in bare)
