"""Alternatives: the ways that stand around an `or`, each cut to what makes it different."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.planning.lazy import Lazy
from bot.planning.verbs import IMPERATIVES, as_label
from bot.planning.words import word_set, words

# Names that tell what kind of thing is to be chosen.
_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "file format",
        word_set(
            """csv xlsx xls excel json xml yaml toml pdf parquet ods html markdown ndjson tsv"""
        ),
    ),
    (
        "store",
        frozenset(
            [
                "redis",
                "memcached",
                "postgres",
                "postgresql",
                "mysql",
                "sqlite",
                "mongodb",
                "dynamodb",
                "s3",
                "elasticsearch",
            ]
        ),
    ),
    ("sign-in method", frozenset(["oauth", "oauth2", "oidc", "saml", "jwt", "ldap", "passkeys"])),
    ("interface", frozenset(["rest", "graphql", "grpc", "websocket", "websockets", "sse", "soap"])),
    (
        "language",
        frozenset(["python", "typescript", "javascript", "go", "rust", "java", "kotlin", "ruby"]),
    ),
    ("currency", frozenset(["eur", "usd", "gbp", "chf", "jpy"])),
    (
        "channel",
        frozenset(
            ["email", "e-mail", "mail", "sms", "slack", "push", "webhook", "telegram", "teams"]
        ),
    ),
)
_MODAL = Lazy(
    r"(?i)^(?P<subject>.{2,80}?) (?P<modal>should|could|must|can|will|would|shall|might|may"
    r"|ought to)"
    r" (?:either |probably |also |perhaps |maybe )?(?P<rest>.+)$"
)
_INVERTED = Lazy(
    r"(?i)^(?P<modal>should|shall|must|will|can|could|would) (?P<subject>[^ ]+) (?P<rest>.+)$"
)
_WHICH = Lazy(r"(?i)^(?:which|what|how)\b.{0,200}[,:\u2013\u2014-] ")
_VERBS = IMPERATIVES | {"be", "do", "go", "have", "leave", "happen", "appear", "become"}
_ARTICLES = frozenset(("the", "a", "an", "our", "each", "all", "every", "new", "this", "that"))
_PRONOUNS = frozenset(("we", "it", "this", "they", "i", "you", "that"))
_PREPOSITION = Lazy(r"(?i)^(?:in|as|by|via|with|to|on|at|from|through|using) ")
_LEADS = Lazy(
    r"(?i)^(?:(?:(?:about|on|of|whether|if|to|between|yet|it is|is|maybe|perhaps|do we want to"
    r"|do we need to|do you want to|is it better to|would it be better to)(?= |$)"
    r"|[:,\u2013\u2014-]) ?)+"
)
_EITHER = Lazy(r"(?i)\beither ")
_COPULA = Lazy(r"(?i)^(?:be|use|go with|have) (?:either )?")
_OR = Lazy(r"(?i),? (?:or|vs\.?|versus)(?: else)?(?: maybe| perhaps| rather| simply| just| even)? ")
_END = Lazy(r"[.;?!](?: |$)|, (?:but|so|because|since|as|and|what|which|i|we)\b| [\u2013\u2014-] ")


_HEDGED = Lazy(
    r"(?i)\b(?:would|could|might|may)\b.{0,120}\b(?:but|while|whereas|though|rather"
    r"|on the other hand)\b"
)
_MARK = Lazy(r"(?:(?<=[ :])|^)\(?(?P<sign>[a-dA-D1-4])\) ")
_NAME = Lazy(r"[A-Za-z][A-Za-z0-9-]{1,20}")


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The ways as labels, the question that asks for one, and for each way the sentence that states it."""

    ways: tuple[str, ...]
    question: str
    stated: tuple[str, ...] = ()


def listed(ways: tuple[str, ...]) -> Alternatives | None:
    """Take ways that stand in sentences of their own, as in `We could X. Alternatively, Y.`."""
    phrases = tuple(_action(w) for w in ways)
    found = _named(phrases, f"Which way should it go: {_either(phrases)}?", "We should {}")
    return found and replace(found, stated=tuple(map(_stated, ways)))


def _stated(way: str) -> str:
    """The requirement that a way in a sentence of its own means, with its own subject if it has one."""
    found = _MODAL.match(way.strip(" ."))
    subject = found["subject"] if found else ""
    if found is None and way.split()[0].lower() in _VERBS:
        return f"We should {_action(way)}"
    plain = f"{subject} should {_action(way)}" if found else _action(way)
    return plain[:1].upper() + plain[1:]


def lettered(text: str) -> Alternatives | None:
    """Take ways that one sentence letters or numbers: `(a) here, (b) there or (c) nowhere`."""
    marks = list(_MARK.finditer(text))
    signs = "".join(m["sign"].lower() for m in marks)
    if signs not in {"ab", "abc", "abcd", "12", "123", "1234"}:
        return None
    ends = [m.start() for m in marks[1:]] + [len(text)]
    pieces = [text[m.end() : end] for m, end in zip(marks, ends, strict=True)]
    if not (re.search(r"(?i)\bor[ ,]*$", pieces[-2]) or text.endswith("?")):
        return None
    ways = tuple(re.sub(r"(?i)(?:[,;]|\b(?:or|and)\b|[ .?])+$", "", p.strip()) for p in pieces)
    lead = re.sub(r"[ :,]+$", "", text[: marks[0].start()])
    question = f"{lead[:1].upper()}{lead[1:]}: {_either(ways)}?"
    return _named(ways, question, f"{lead} {{}}") if all(ways) else None


def rivals(text: str) -> Alternatives | None:
    """Take two names of one kind that a sentence weighs: `SQLite would do, but here rather Postgres`."""
    hedged = _HEDGED.search(text)
    if hedged is None:
        return None
    for kind, names in _KINDS:
        found = tuple(dict.fromkeys(m[0] for m in _NAME.finditer(text) if m[0].lower() in names))
        if len(found) == 2 and text.index(found[0]) < hedged.start() < text.rindex(found[1]):
            return _named(
                found, f"Which {kind} should be used: {_either(found)}?", f"The {kind} is {{}}"
            )
    return None


def between(text: str, bare: bool = False) -> Alternatives | None:
    """Take apart a clause with an `or` in it.

    `bare` says that the clause is nothing but the ways (`CSV or XLSX`). Gives nothing where fewer
    than two or more than five ways can be told apart.
    """
    clause = _clause(text)
    if re.match(r"(?i)^(?:torn |choose |decide )?between\b", text.strip()):
        clause = clause.replace(" and ", " or ", 1)
    subject, modal, rest = ("", "", clause) if bare else _split(_EITHER.sub("", clause))
    parts = _parts(_labelled(rest) if bare else rest)
    if not 2 <= len(parts) <= 5:
        return None
    lead, ways = _aligned(parts)
    question = _question(subject, modal, (lead, parts, ways))
    return _named(ways, question, _statement(subject, lead))


def _labelled(clause: str) -> str:
    """The ways behind what they are ways of: `Where to keep it: a file or a table` to the last five words."""
    first = _OR.search(clause)
    label = clause.rfind(": ", 0, first.start() if first else 0)
    return clause[label + 2 :] if label > 0 else clause


def _named(phrases: tuple[str, ...], question: str, statement: str) -> Alternatives | None:
    labels = tuple(as_label(p) for p in phrases)
    if not all(labels) or any(len(label) > 120 for label in labels):
        return None
    return Alternatives(labels, question, tuple(statement.replace("{}", p) for p in phrases))


def _clause(text: str) -> str:
    plain = _WHICH.sub("", _LEADS.sub("", text.strip().strip("()")))
    first = _OR.search(plain)
    end = _END.search(plain, first.end() if first else 0)
    return (plain[: end.start()] if end else plain).strip(" .?!)")


def _split(clause: str) -> tuple[str, str, str]:
    """Subject, modal and the rest, in either order; a clause without a modal is all rest."""
    found = _INVERTED.match(clause) or _MODAL.match(clause)
    if found is None:
        behind = _OR.split(clause)[-1].split()
        told = _noun_and_verb(clause, 0) if behind and behind[0].lower() in _VERBS else ("", clause)
        return told[0], "", told[1]
    subject, rest = found["subject"], found["rest"]
    if found.re is _INVERTED.pattern and subject.lower() not in _PRONOUNS:
        subject, rest = _noun_and_verb(f"{subject} {rest}", 2)
    return subject, found["modal"].lower(), rest


def _noun_and_verb(text: str, otherwise: int) -> tuple[str, str]:
    """Split `the export run at once` before its verb; without a known verb, after `otherwise` words."""
    parts = text.split()
    first = 2 if parts[0].lower() in _ARTICLES else 1
    verbs = (n for n, w in enumerate(parts[:7]) if n >= first and w.lower() in _VERBS)
    at = next(verbs, otherwise) if parts[0].lower() not in _VERBS else 0
    return " ".join(parts[:at]), " ".join(parts[at:])


def _parts(rest: str) -> list[str]:
    parts = [p.strip(" ,") for p in _OR.split(rest)]
    head = parts[0].split(", ")
    if len(parts) == 2 and len(head) > 1 and all(len(h.split()) <= 4 for h in head[1:]):
        parts = [*head, parts[1]]
    return [
        re.sub(r"(?i)^(?:rather|maybe|perhaps|to|should it|should we) ", "", p) for p in parts if p
    ]


def _aligned(parts: list[str]) -> tuple[str, tuple[str, ...]]:
    """Cut from the first way what all ways share: `store it in Redis` / `in SQLite` to `in Redis`."""
    first, others = parts[0].split(), parts[1:]
    last = others[-1].split()
    opening = last[0].lower()
    if opening in _VERBS:
        return "", tuple(parts)
    lowered = [w.lower() for w in first]
    if opening in lowered and len(last) > 1:
        at = len(lowered) - 1 - lowered[::-1].index(opening)
    else:
        at = max(_start(parts[0]), len(first) - max(len(o.split()) for o in others))
    lead = " ".join(first[:at])
    return lead, (" ".join(first[at:]), *(_short(o, opening, len(last)) for o in others))


def _short(way: str, opening: str, length: int) -> str:
    return way if length <= 8 or not opening else " ".join(way.split()[:8])


def _start(first: str) -> int:
    """Where the first way begins at the earliest: behind `be`, `use` and their like."""
    copula = _COPULA.match(first)
    if copula:
        return len(copula[0].split())
    return int(first.split()[0].lower() in _VERBS)


def _question(subject: str, modal: str, found: tuple[str, list[str], tuple[str, ...]]) -> str:
    lead, parts, ways = found
    kind = _kind(ways)
    if kind:
        return (
            f"Which {kind} should be used: {_either(tuple(_PREPOSITION.sub('', w) for w in ways))}?"
        )
    if not subject:
        return f"Which should it be: {_either(ways)}?"
    if lead.lower() == "be" and all(len(x.split()) <= 4 for x in ways):
        return f"Which should {_lower(subject)} be: {_either(ways)}?"
    verb = modal if modal in {"should", "must", "shall"} else "should"
    return f"{verb.capitalize()} {_lower(subject)} {', '.join(parts[:-1])} or {parts[-1]}?"


def _kind(ways: tuple[str, ...]) -> str:
    for kind, names in _KINDS:
        if all(
            len(w.split()) <= 3 and any(x in names for x in words(w.replace("-", ""))) for w in ways
        ):
            return kind
    return ""


def _statement(subject: str, lead: str) -> str:
    shared = f"{lead} " if lead else ""
    if subject:
        return f"{subject[:1].upper()}{subject[1:]} should {shared}{{}}"
    return f"{shared}{{}}"


def _lower(subject: str) -> str:
    first = subject.split()[0]
    return subject[:1].lower() + subject[1:] if first[1:].islower() or len(first) == 1 else subject


def _either(labels: tuple[str, ...]) -> str:
    return f"{', '.join(labels[:-1])} or {labels[-1]}"


def _action(text: str) -> str:
    """`We could cache the list.` to `cache the list`."""
    found = _MODAL.match(text.strip(" ."))
    action: str = _END.split(found["rest"] if found else text.strip(" ."))[0]
    return action[:120]
