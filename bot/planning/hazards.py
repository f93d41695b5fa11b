"""Hazards: actions that cannot be taken back or weaken a protection, asked for without a decision."""

from __future__ import annotations

from dataclasses import dataclass

from bot.planning.dangers import RULES
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.verbs import IMPERATIVES


@dataclass(frozen=True, slots=True)
class Hazard:
    """A risky action: what kind, the words that ask for it, the sentence, and the safer way."""

    what: str
    why: str
    safer: str
    safer_impact: str
    risky: str
    risky_impact: str

    @property
    def question(self) -> str:
        """Ask for the decision in one sentence."""
        first = self.what.split(" ", 1)[0].strip("`").lower()
        if first in IMPERATIVES or first.rstrip("s") in IMPERATIVES:
            return f"The request asks to {self.what}: is that decided?"
        return f"“{self.what}”: who decides this, and is it {self.safer.lower()} or {self.risky.lower()}?"


_NEGATED = Lazy(
    r"(?i)\b(?:not|never|don't|do not|doesn't|isn't|must not|cannot|can't|without|avoid"
    r"|prevents?|protect|against"
    r"|instead of|no longer|refuse|stop|nobody|should fail|before we|warn(?:s|ing)?"
    r"|confirm(?:ation)?|fails? to|forgets? to"
    r"|when(?:ever)? (?:a|an|the|i|you|we|somebody|someone|users?)|if (?:a|an|the|i|you|we"
    r"|somebody|someone|users?)|after (?:a|an|the|i|you|we)"
    r"|un-?do|restore)\b[^.;]*$"
)
_HARMLESS = Lazy(
    r"(?i)\b(?:temp(?:orary)? (?:files?|director(?:y|ies)|folders?|data)|/tmp/|caches?"
    r"|cached|test (?:data|users?|accounts?|records?|database)"
    r"|seed data|mock|fixtures?|drop[- ]?down|drag|mask\w*|redact\w*|replace it with"
    r"|unused (?:imports?|variables?|code)|deprecation warning"
    r"|deprecated since|own (?:notes?|comments?|posts?|entries|drafts?|messages?|photos?"
    r"|reminders?|bookmarks?)|in (?:the )?(?:development|dev|test mode|local mode"
    r"|tests)\b(?! (?:and|or))"
    r"|only (?:if|in|when)"
    r"|undo|trash|recycle bin|soft[- ]delete|button|menu)\b"
)
_DECIDED = Lazy(
    r"(?i)\b(?:(?:we|i) (?:have |already )?(?:decided|agreed|approved?|accept|confirmed)"
    r"|approved(?: by)?(?! and (?:auto-?)?merged| automatically)|signed off|has been (?:approved"
    r"|agreed|decided|cleared)"
    r"|sign(?:ed)?[- ]off"
    r"|was (?:approved|agreed|decided|announced)|on purpose|intentional(?:ly)?"
    r"|backups? (?:exists?"
    r"|is there|are there|was made|has been)|after a backup|with a backup|final decision"
    r"|decision(?::| is| was| of)"
    r"|already deprecated|deprecated since|deprecated in|(?:deprecation|warning) since"
    r"|announced the removal|irreversible is (?:fine|ok)|we are aware"
    r"|explicit decision|go ahead|please (?:do\b(?! not|n)|proceed|go on)|(?:yes|ok|okay|fine"
    r"|sure),? (?:please )?(?:delete|remove|drop|do|purge|rewrite|rotate|switch|break"
    r"|disable)"
    r"|decided in|announced (?:a|in|last|since|for)|(?:please )?do it[.!]|out with (?:it|them)"
    r"|cleared with|legal (?:is|are|has|have) (?:ok|fine|agreed|approved|signed)|i(?:'m"
    r"| am) (?:ok|fine) with|that(?:'s| is) (?:ok|fine)|we accept)\b"
)
_HEARSAY = Lazy(
    r"(?i)\b(?:i(?:'ve)? heard|apparently|supposedly|allegedly|(?:some(?:body|one)"
    r"|a colleague|the boss|they|he|she|my manager) (?:told|said|says|mentioned|approved"
    r"|agreed|decided)"
    r"|as far as i know|i (?:think|guess|believe|assume)|i was told|rumou?rs?|presumably"
    r"|probably|reportedly|not (?:yet )?(?:been )?(?:approved|decided|agreed))\b"
)


def hazards_in(sentence: str) -> tuple[Hazard, ...]:
    """Find the risky actions a sentence asks for, unless it declares them decided or forbids them."""
    own = sentence[:600].strip()
    text = gloss(own)
    if decided(text):
        return ()
    found = []
    for pattern, name, safer, risky in RULES:
        hit = pattern.search(text)
        if hit and not _NEGATED.search(text[: hit.start()]) and not _HARMLESS.search(text):
            what = name or " ".join(hit[0].split())
            found.append(Hazard(what[:1].lower() + what[1:], own, *safer, *risky))
    return tuple(found)


_APPROVED = Lazy(
    r"(?i)\b(?:approved|signed[- ]off|agreed|cleared|confirmed|accepted|decided|reviewed|ok'?d"
    r"|green-?lit|sanctioned)"
    r"(?: in writing)? (?:by|with) (?!mistake|default|each|the (?:server|api|user))"
    r"|\bis (?:fine|ok(?:ay)?|allowed)[,;:]? (?:and )?(?:we |i )?(?:have )?(?:talked|spoke"
    r"|spoken|asked) (?:to|with)? ?(?:the |our )?(?:security|legal|finance|management|board"
    r"|owners?|dpo|data protection officer)\b"
    r"|\bchecked (?:it |this |that )?with (?:legal|finance|management|(?:the |our )(?:lawyers?"
    r"|board|owners?|dpo"
    r"|auditors?|accountants?|committee|council|data protection officer|insurer))\b"
    r"|\b(?:board|owner|legal|security(?: (?:team|group|officer))?|management|maintainers"
    r"|finance|dpo|data protection officer"
    r"|managing director|lawyer|works council|steering (?:group|committee)"
    r"|bookkeeper)(?: \([^)]{1,30}\))? (?:has |have |had )?(?:reviewed |checked |read "
    r"|seen )?(?:it |this |that )?(?:and )?"
    r"(?:already |explicitly |formally )?(?:approved|signed(?: it| this)? off|agreed|cleared"
    r"|confirmed|accepted|decided)\b"
    r"|\b(?:decision|approval|sign-?off) (?:of|by|from) (?:the |our )?[\w ]{2,30}(?:,|:|\(| on "
    r"| in )"
)


def approved(text: str) -> bool:
    """Say whether text names who has allowed what an issue asks for, by more than hearsay."""
    hit = _APPROVED.search(text)
    if hit is None or _HEARSAY.search(text):
        return False
    clause = max(text.rfind(mark, 0, hit.start()) for mark in ",;:(") + 1
    return not _UNDONE.search(text[clause : hit.end() + 20])


_UNDONE = Lazy(
    r"(?i)\b(?:not|n't|nobody|never|no|until|unless|has to be|have to be|to be|needs? to be"
    r"|must be|should be|once|before"
    r"|waiting|pending|whether|if)\b"
)


def decided(text: str) -> bool:
    """Say whether text declares a risky action as decided, by more than hearsay."""
    return (bool(_DECIDED.search(text)) and not _HEARSAY.search(text)) or approved(text)
