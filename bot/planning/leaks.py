"""Leaks: a secret that others can read already, which somebody with the rights must replace."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.dangers import OUT
from bot.planning.doubts import Doubt, Way, absent
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import told_in
from bot.planning.words import shortened

_SECRET = Lazy(
    r"(?i)\b(?:passwords?|passwort|pass ?phrases?|tokens?|credentials?|secrets?|secret_\w+"
    r"|\w+_secret"
    r"|(?:signing|private|api|deploy|publish\w*|secret|access|encryption|master|ssh|service"
    r"|license|licence"
    r"|maps|payment|wi-?fi|root|admin) ?-?keys?|pins?|recovery codes?|certificate key|keystore)\b"
)
# Where others can read it: a file of the repository, its history, copies, what was published.
_LEAKED = Lazy(
    r"(?i)\bclones?\b|\bfork(?:s|ed)?\b|\b(?:git )?history\b|\bcommit(?:s|ted)?\b"
    r"|\bin (?:clear|plain)\b(?: ?text)?|\breadable\b|\bin git\b|\bpublic(?:ly|ed)?\b"
    r"|\bpublished\b|\bpushed\b"
    r"|\b(?:since|until) (?:the day|commit|version|v?[0-9])|\bon the registry\b|\btutorial\b"
    r"|\bleaked\b"
    r"|\bgot into\b|\bpulls? (?:it|the image)\b|\bexposed\b"
    r"|\bscreenshots?\b|\brecording\b|\bmirror\b|\bin every (?:image|copy|build|apk"
    r"|installer)\b"
    r"|\bin (?:the |an? |our |all )?(?:old )?`?[\w./-]+\.(?:sh|py|ya?ml|json|env|exs?|rb|ts|js"
    r"|ini|cfg|conf|toml"
    r"|snap|properties|xml|tf|ipynb|j2|php|go|rs|java|kt|cs|md)\b"
)
# What then has to happen: another one, and the old one to lose its power.
_REPLACED = Lazy(
    r"(?i)\b(?:rotat|revok|invalidat|unpublish|renew)\w*|\bmust be replaced\b|\b(?:new|other|fresh|second"
    r"|another) (?:[a-z]+ )?(?:pass\w+|key|token"
    r"|secret|value|credentials|one|pair)\b|\b(?:old|leaked|current) (?:one|key|password|token"
    r"|secret)\b"
    r"|\b(?:keys?|tokens?|passwords?) (?:changes?|has to change|must change)\b|\bswitched off\b"
    r"|\brewrit\w+|\bpurge\w*\b|\bforce[- ]push\w*|\bclone (?:anew|again)\b"
    r"|\bdelete (?:both|the|these|those|all)(?: \w+)? files?\b|\bclean (?:up )?(?:the "
    r"|our )?(?:old )?(?:commits|history)\b"
    r"|\btake\b.{0,40}\bout of (?:it|them|the)\b"
)
# No real one, or already worthless.
_WORTHLESS = Lazy(
    r"(?i)\b(?:already|has been|have been|was|were|is|i|we)(?: \w+)? (?:rotated|revoked|replaced"
    r"|invalidated|renewed)\b"
    r"|\bno longer valid\b|(?<!not an )(?<!not a )(?<!no )\b(?:fake|dummy|example|sample"
    r"|placeholder|made[- ]up"
    r"|test) (?:pass\w+|keys?|tokens?"
    r"|secrets?|credentials)\b|\b(?:long )?expired (?:key|token)"
)
_LACKED = "the rights to revoke it and the place of the new one"


def leaked(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find a secret that others can read already.

    Takes the issue and its intent. Yields the risk (it must lose its power, which may stop what runs)
    and what nobody in the text has: the rights to do that, and the place of the new one.
    """
    told = told_in(reading)
    text = "\n".join(t for _, _, t in told)
    if intent is Intent.DOCS or not _REPLACED.search(text) or _WORTHLESS.search(text):
        return
    titled = bool(_SECRET.search(reading.title)) and bool(_LEAKED.search(text))
    at, about = next(
        ((n, raw) for n, raw, t in told if _SECRET.search(t) and _LEAKED.search(t)),
        (0, reading.title if titled else ""),
    )
    if not about:
        return
    said = shortened(about.rstrip("."), 120)
    ways = (
        Way(*OUT, f"{OUT[0]}: {said}"),
        Way(
            "Only take it out of the files",
            "Whoever has read it can go on using it.",
            f"Decided: {said}",
        ),
    )
    question = (
        f"“{said}”: when is it revoked, what stops until all have the new one, and may the history "
        "be rewritten?"
    )
    yield Doubt(ReasonCode.POLICY_RISK, question, ways, about, at, Group.SCOPE, True)
    who = f"Who has the rights to revoke it (account, access), and where is the new one kept: “{said}”?"
    yield absent(_LACKED, who, about, at, secret=True)


def is_of_leak(doubt: Doubt) -> bool:
    """Say whether a doubt asks who may revoke a secret that others can read."""
    return doubt.code is ReasonCode.MISSING_INPUT and _LACKED in doubt.ways[1].stated
