"""Leaks: a secret that others could already read, which no change of files makes secret again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.dangers import OUT
from bot.planning.doubts import Doubt, Way
from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.signs import told_in

_CONFIDED = (
    r"\b(?:pass(?:words?|phrases?|wd)|secrets?|tokens?|keys?|credentials?|certificates?|vault\.ya?ml"
    r"|\.env|[a-z_]*(?:secret|password|token|key)[a-z_]*|wg[0-9]\.conf|id_rsa|keystore)\b"
)
_OPEN = (
    r"(?:\bin (?:the |our |every |each )?(?:public |open |git )?(?:git|history|repo(?:sitory)?"
    r"|commits?|clones?|clear(?: text)?|plain(?:[- ]?text)?|apk|image|bundle|logs?|snapshots?"
    r"|tarballs?|tree|jar|binary)\b|\b(?:committed|leaked|unencrypted|hard-?coded|published|pushed"
    r"|exposed|in clear|plain ?text|checked in)\b|\bnot encrypted\b"
    r"|\b(?:readable|visible|can be read|got into|ended up in|stood in|(?:is|are|lies?) in) (?:in |from"
    r" |for |by )?(?:an? |the |our )?[`\w./-]+)"
)
_LEAK = Lazy(rf"(?i){_CONFIDED}[^\n]{{0,120}}{_OPEN}|{_OPEN}[^\n]{{0,120}}{_CONFIDED}")
_READ_BY_OTHERS = Lazy(
    r"(?i)\b(?:git|history|commits?|committed|clones?|cloned?|forks?|forked|registry|tarballs?|apk"
    r"|mirror(?:ed)?|repo(?:sitory)?|public|contractors?|snapshot|image)\b"
)
_RENEWED = Lazy(
    r"(?i)\b(?:new|change[ds]?|changing|rotat\w+|revok\w+|withdraw\w*|replac\w+|switched off"
    r"|invalid\w*|encrypt|swap\w*|renew\w*|honou?rs|valid|still works)\b"
)
_OVER = Lazy(
    r"(?i)\b(?:already|has been|have been|was|were|i(?:'ve| have)?|we(?:'ve| have)?) (?:all )?(?:already"
    r" |been )?(?:rotated|revoked|invalidated|withdrawn|re-?issued)\b|\b(?:dummy|fake|expired|sample"
    r"|test) (?:key|token|secret|password|credential)s?\b|\b(?:key|token|secret|password)s? (?:is|are)"
    r" (?:an? )?(?:dummy|fake|expired|sample|invalid|worthless)"
)


def leaks(reading: Reading, said: Iterable[str]) -> Iterator[Doubt]:
    """Find a secret that lies where others read it, and has to be made anew.

    Takes the issue and what its author and people of the repository said, in English. It must be revoked by
    somebody with the rights to, and the new one must be kept somewhere: two things no plan can
    know, beside the risk of doing it.
    """
    told = told_in(reading)
    whole = "\n".join((*(text for _, _, text in told), *said))
    if not (_READ_BY_OTHERS.search(whole) and _RENEWED.search(whole)) or _OVER.search(whole):
        return
    pairs = zip(told, [*told[1:], (0, "", "")], strict=True)
    found = next((now for now, then in pairs if _shows(now[2], then[2])), None)
    if found is None:
        return
    at, sentence, _ = found
    yield _doubt(
        ReasonCode.MISSING_INPUT,
        _RIGHTS,
        (
            ("Whoever runs the service sets it, in the store that the deployment reads", _OUTSIDE),
            ("It is told in the answer", "Plan and tests follow the answer."),
        ),
        sentence,
        at,
    )
    yield _doubt(
        ReasonCode.POLICY_RISK,
        "Which secret must be revoked, when may that happen, and may the history be rewritten?",
        (OUT, ("Only take it out of the files", "Whoever has read it can go on using it.")),
        sentence,
        at,
    )


def is_leak(doubt: Doubt) -> bool:
    """Say whether a doubt is about a leaked secret."""
    return doubt.question == _RIGHTS


_RIGHTS = (
    "Who has the rights to revoke the secret and to set a new one, and where is the new one kept?"
)
_OUTSIDE = "Files only name it; the work can be merged before the new one is set."


def _shows(sentence: str, following: str) -> bool:
    """Whether a sentence shows it, or says `it`, of the one before, in the next."""
    if _LEAK.search(sentence):
        return True
    goes_on = following.lower().startswith(("it ", "they ", "the file ", "the key ", "line "))
    return goes_on and bool(_LEAK.search(f"{sentence} {following}"))


def _doubt(
    code: ReasonCode, question: str, ways: tuple[tuple[str, str], ...], sentence: str, at: int
) -> Doubt:
    taken = tuple(Way(label, impact, f"Decided: {label}") for label, impact in ways)
    return Doubt(code, question, taken, sentence, at, Group.SCOPE, True, True)
