"""Verbs: those that begin an instruction, and the base forms of irregular participles."""

from __future__ import annotations

import re

from bot.planning.words import word_set

IMPERATIVES = word_set(
    """abort accept activate adapt add adjust admit adopt align allow annotate answer apply archive
    ask assert assign attach audit avoid batch block boot break bring build bump cache call
    cancel carry catch change check choose clean clear close collapse collect combine compare
    compress configure confirm connect convert copy correct count cover crawl create crop cut
    deactivate decline decouple default define delay delete deliver deploy deprecate derive
    describe detect differ disable disallow display distinguish do document download drop dump
    edit eliminate embed emit enable encode encrypt enforce ensure escape exclude expand expire
    explain export expose extend extract fail fall fetch fill filter finish fix flag flush
    follow force format forward gather generate group grow guard handle hash hide highlight hook
    identify ignore implement import improve include increase index inform inline insert inspect
    install integrate introduce invalidate investigate invite isolate join keep label launch
    leave let limit link lint list load localize lock log look lose lower make map mark measure
    mention merge migrate mock modernize modify monitor move mute name normalize notify offer
    omit open optimize order override own pack paginate parse pass patch pause pay permit
    persist pick pin play poll port prefer prefix prepare preserve prevent print process
    propagate protect prove provide publish pull push put queue quit quote raise rate read
    rebuild receive record redact redirect reduce refactor refresh refuse register reject
    release reload remember remove rename render reopen reorder reorganise reorganize repair
    replace reply report require reset resize resolve respect respond restart restore restrict
    restructure resume retry return reuse revert review revoke reword rewrite rotate round route
    run sanitize save scale scan schedule scroll search seed select send separate serialize
    serve set settle share ship shorten show shut sign silence simplify sit skip sort specify
    split squash standardize start stay stop store stream strip submit subscribe summarize
    support suppress swap switch sync tag take talk tell test throttle throw tidy tie toggle
    touch trace track translate treat trigger trim truncate turn type unify uninstall unlock
    update upgrade upload use validate vary verify visit vote wait wake warn watch wire wrap
    write"""
)
_BASE = {
    "built": "build",
    "cached": "cache",
    "created": "create",
    "deleted": "delete",
    "done": "do",
    "dropped": "drop",
    "generated": "generate",
    "hidden": "hide",
    "ignored": "ignore",
    "kept": "keep",
    "made": "make",
    "put": "put",
    "read": "read",
    "removed": "remove",
    "replaced": "replace",
    "run": "run",
    "saved": "save",
    "scheduled": "schedule",
    "sent": "send",
    "shown": "show",
    "skipped": "skip",
    "stored": "store",
    "streamed": "stream",
    "thrown": "throw",
    "validated": "validate",
    "written": "write",
}
_TAIL = re.compile(r"(?i)\b(when|once|if|as soon as) (?:it|they|this|that) (?:is|are|was|were) ")
_DONE = re.compile(r"(?i)^(?:be|is|are|get) ([a-z]+)\b")


# `Save drops the item`, `Export hangs`: what looks like an order is the name of something that acts.
_DOES = re.compile(
    r"(?i)^[a-z]+ (?:drops|loses|fails|skips|forgets|ignores|breaks|crashes|hangs|freezes|swallows"
    r"|corrupts|overwrites|truncates|deletes|removes|eats|leaves|returns|prints|writes|doesn't"
    r"|does not|isn't|hasn't|can't|cannot|never|stops|goes|throws|panics|rejects|misses|duplicates"
    r"|ends|starts|takes|gets|jumps|produces|yields|reports|says|is(?! (?:null|true|false|not)\b))\b"
    # `Swap requests contain names`: several of them act.
    r"|^(?!(?:let|make|have|help|ensure|check|tell|see|allow) )[a-z]+ [a-z]+s (?:contain|are|have|were|had"
    r"|can|cannot|will|do|did|may|must|should|come|remain|look|appear|need|cost|belong|depend|exist|last)\b"
)


# What begins like an instruction and names a thing that went wrong.
_NAMES = re.compile(
    r"(?i)(?:test|build|check|lint|compile|release|deploy) (?:suite )?(?:fail(?:s|ures?|ing)|errors?)\b"
)


def is_imperative(text: str) -> bool:
    """Say whether text begins with a verb in the form of an instruction: `Add a flag`."""
    first = re.match(r"[A-Za-z]+(?=[ :]|$)", text)
    if not first or first[0].lower() not in IMPERATIVES or _NAMES.match(text):
        return False
    return not _DOES.match(text)


def as_label(phrase: str) -> str:
    """Turn a phrase into what a person would tick: `be sent when it is ready` to `Send when ready`."""
    plain = _TAIL.sub(r"\1 ", " ".join(phrase.split())).strip(" ,;:.?!\"'()")
    participle = _DONE.match(plain)
    if participle:
        verb = participle[1].lower()
        plain = _base(verb) + plain[participle.end() :]
    return plain[:1].upper() + plain[1:] if plain[:1] != "`" else plain


def _base(participle: str) -> str:
    known = _BASE.get(participle)
    if known:
        return known
    cut = participle.removesuffix("ed")
    return next((v for v in (cut, cut + "e", cut[:-1]) if v in IMPERATIVES), participle)
