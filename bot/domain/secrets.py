"""Secrets: what looks like a token, a key or a password is taken out wherever a text leaves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

REMOVED = "[removed: looks like a secret]"

# Shapes that issuers document: https://docs.github.com/en/code-security/secret-scanning
_TOKENS = re.compile(
    r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|A[KS]IA[0-9A-Z]{16}"
    r"|xox[abeposr]-[A-Za-z0-9-]{10,200}|xapp-[A-Za-z0-9-]{20,200}|sk-[A-Za-z0-9_-]{20,200}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9+/=]{20,100}"
    r"|gl(?:pat|rt|dt|ptt|soat)-[A-Za-z0-9_.-]{20,300}|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,400}"
    r"|GOCSPX-[A-Za-z0-9_-]{20,60}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,250}|hf_[A-Za-z0-9]{30,60}"
    r"|SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}|do[opr]_v1_[a-f0-9]{64}|shp(?:at|ca|pa|ss)_[a-f0-9]{32}"
    r"|hvs\.[A-Za-z0-9_-]{24,200}|lin_api_[A-Za-z0-9]{30,60}|AGE-SECRET-KEY-1[0-9A-Z]{50,60}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}|eyJ[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,2000}"
    r"\.[A-Za-z0-9_-]{10,1000})"
    r"|(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,100}"
    r"|(?<=[?&]sig=)[A-Za-z0-9%+/=_-]{20,200}"
)
_KEY_BEGINS = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_ENDS = re.compile(r"-----END [A-Z0-9 ]{0,60}-----")
_LONGEST_KEY = 20_000
_IN_ADDRESS = re.compile(r"(?<=://)[^\s/@:]{1,100}:[^\s/@]{1,200}(?=@)")
_HEADER = re.compile(
    r"(?i)(?:authorization[\"'\\]{0,3}[ \t]{0,3}[:=][ \t]{0,3}[\"'\\]{0,3}(?:bearer|basic|token|digest)"
    r"|\bbearer(?=[ \t]{1,3}[A-Za-z._~+/=-]{0,80}[0-9]))[ \t]{1,3}(?P<value>[A-Za-z0-9._~+/=-]{8,2000})"
)
# A name that says that a secret follows, and the mark before its value. The first group are keys of programs.
_NAMED = re.compile(
    r"(?i)(?:(?P<key>(?:api|access|auth|private|signing|encryption|account|client|secret|session|refresh"
    r"|webhook|bearer|deploy|master|service)[_-]?(?:access[_-]?)?(?:key|token|secret|password))"
    r"|passwor[dt]|passwd|passphrase|pwd|secret|token|credentials?|kennwort|mot[ _-]de[ _-]passe"
    r"|contrase[ñn]a|senha|wachtwoord|пароль|パスワード|密码)"
    r"(?:\\{0,3}[\"'`*_]){0,3}[ \t]{0,3}(?P<mark>:=|=>|[:=|>\uff1a](?![=>])|(?=[ \t]))(?:\*\*|__)?"
    r"[ \t]{0,8}(?:\n[ \t]{1,40})?"
)
_BARE = re.compile(r"[^\s\"'`,;)\]}|<]+")
_BLOCK = re.compile(
    r"[|>][-+0-9]{0,2}[ \t]*\n(?:[ \t]*\n){0,3}(?P<lines>(?:[ \t]+[^\n]*(?:\n|$))+)"
)
_LONG, _LONGEST_VALUE = 20, 2_000
_FEWEST, _NEAR = 3, 40
"""Characters that a value behind a colon has at least, and that may stand before its name."""
_OPENS_LINE = re.compile(r"[-*+>#\s\"'`|]*+(?:export |set |env )?[\"'`*_]*")
# What stands for a value: `<password>`, `${TOKEN}`, `$TOKEN`, `***`, `…`, `os.environ[…]`, `get_token()`.
_STANDS_FOR = re.compile(
    r"<[^>]*>?|\{.*|\*+|…+|\.{2,}|%\(?[A-Za-z]\w*\)?[s%]?|%s|\$[A-Z_][A-Z0-9_]*|\$[({].*|\[removed.*"
    r"|[A-Za-z_][\w.]*[(\[].*|[xX•]{3,}"
)
_NO_VALUE = re.compile(
    r"none|null|nil|undefined|true|false|yes|no|on|off|str|string|text|bool|boolean|int|integer|number"
    r"|object|any|bytes|required|optional|empty|missing|invalid|unknown|hidden|masked|redacted"
)


@lru_cache(maxsize=64)  # a comment is rendered several times until it fits
def without_secrets(text: str) -> str:
    """Replace private keys, tokens of known shapes, passwords in addresses, and values of named secrets.

    Takes any text (prose, code, JSON, YAML, settings) and gives it back with `REMOVED` in their place;
    running it twice changes nothing more. Behind `=` every value counts; behind `:` one that is quoted,
    long, has a digit, or stands alone: prose such as `password: required` stays. Time is linear in the
    length of the text.
    """
    if not text:
        return text
    plain = _IN_ADDRESS.sub(REMOVED, _TOKENS.sub(REMOVED, _without_keys(text)))
    plain = _HEADER.sub(lambda m: m[0].removesuffix(m["value"]) + REMOVED, plain)
    parts: list[str] = []
    end = 0
    for name in _NAMED.finditer(plain):
        if name.start() < end:
            continue
        start, stop = _value(plain, name)
        if start < stop:
            parts += [plain[end:start], REMOVED]
            end = stop
    return "".join([*parts, plain[end:]]) if parts else plain


def cleaned(value: Any, clean: Callable[[str], str] = without_secrets) -> Any:
    """The same for a JSON value: every text in it is cleaned, names of fields stay as they are."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {name: cleaned(one, clean) for name, one in value.items()}
    return [cleaned(one, clean) for one in value] if isinstance(value, list | tuple) else value


def _without_keys(text: str) -> str:
    """Text without private keys: each from its first line to its last, or as far as a key can go."""
    parts: list[str] = []
    end = 0
    for begin in _KEY_BEGINS.finditer(text):
        if begin.start() < end:
            continue
        closing = _KEY_ENDS.search(text, begin.end(), begin.end() + _LONGEST_KEY)
        parts += [text[end : begin.start()], REMOVED]
        end = closing.end() if closing else min(len(text), begin.end() + _LONGEST_KEY)
    return "".join([*parts, text[end:]]) if parts else text


def _value(text: str, name: re.Match[str]) -> tuple[int, int]:
    """Where the secret behind a name begins and ends; an empty range where there is none."""
    at = name.end()
    block = _BLOCK.match(text, at) if name["mark"] == ":" else None
    if block:
        return block.span("lines")
    begin, stop = _quoted(text, at)
    if begin < stop:
        nothing = _stands_for(text[begin:stop], name) or not name["mark"]
        return (begin, begin) if nothing else (begin, stop)
    bare = _BARE.match(text, at, at + _LONGEST_VALUE)
    return bare.span() if bare and _is_secret(text, name, bare) else (at, at)


def _quoted(text: str, at: int) -> tuple[int, int]:
    """The inside of a quotation that begins here, with the same marks at its end on the same line."""
    begin = at
    while text[begin : begin + 1] == "\\" and begin < at + 3:
        begin += 1
    if text[begin : begin + 1] not in {'"', "'", "`"}:
        return at, at
    closing = text[at : begin + 1]
    stop = text.find(closing, begin + 1, begin + _LONGEST_VALUE)
    while stop > 0 and begin == at and text[stop - 1] == "\\":
        stop = text.find(closing, stop + 1, begin + _LONGEST_VALUE)
    inside = begin + 1
    return (inside, stop) if stop > 0 and "\n" not in text[inside:stop] else (at, at)


def _stands_for(value: str, name: re.Match[str]) -> bool:
    """Say whether a value only says what belongs there, or where it comes from."""
    told = value.strip().rstrip(".").lower()
    named = (re.match(r"\w+", name[0].lower()) or name)[0].rstrip("_")
    same = told == named or told.endswith((f".{named}", f"_{named}"))
    return (
        not told
        or bool(_NO_VALUE.fullmatch(told))
        or same
        or bool(_STANDS_FOR.fullmatch(value.strip()))
    )


def _is_secret(text: str, name: re.Match[str], bare: re.Match[str]) -> bool:
    value, mark = bare[0], name["mark"]
    if _stands_for(value, name):
        return False
    if mark in {"=", ":="}:
        return True
    if not mark and text[max(0, name.start() - 2) : name.start()] != "--":
        return False  # a blank is a mark behind `--password` only
    if len(value) < _FEWEST:
        return False
    strong = len(value) >= _LONG or any(c.isdigit() for c in value)
    return strong or (mark in {":", "\uff1a"} and _alone(text, name, bare))


def _alone(text: str, name: re.Match[str], bare: re.Match[str]) -> bool:
    """Say whether a value stands like one of a setting: the only thing behind its key."""
    near = max(0, name.start() - _NEAR)
    line = text.rfind("\n", near, name.start()) + 1 or near
    behind = text[bare.end() : bare.end() + 80].partition("\n")[0].strip(" \t\"'`*")
    before = text[line : name.start()]
    joined = before[-1:] in {"_", "-", "."} or before[-1:].isalnum()
    if name["key"] or joined:
        return not behind or behind[0] in ",;)]}|" or bool(re.match(r"[\w.-]{1,40}[:=]", behind))
    return not behind and bool(_OPENS_LINE.fullmatch(before))
