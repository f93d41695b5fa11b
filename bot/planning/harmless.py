"""Harmless: statements of an issue that nothing is lost, shared or broken by what it asks for."""

from __future__ import annotations

from bot.planning.doubts import Doubt
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.vagueness import DOCUMENT

_REACH = 3
_CHECKED = Lazy(
    r"(?i)\b(?:nothing|no (?:data|information|content|work|history))(?: [a-z]+){0,3} (?:is|gets?"
    r"|can be|can get|will be|would be|will get) (?:lost|deleted that|gone)\b"
    r"|\bnothing (?:personal|private|secret|sensitive|confidential)\b|\b(?:holds?|contains?|has"
    r"|have|with) no (?:personal|private|sensitive|confidential|secret) (?:data|information)\b"
    r"|\b(?:read|written|called|imported|referenced|used) (?:by nobody|nowhere|by nothing)\b"
    r"|\b(?:zero|no) (?:hits|references|usages|matches|rows)\b"
    r"|\ball (?:[0-9][0-9 .,]* )?(?:rows|values|entries|records) are (?:null|empty|zero)\b"
    r"|\b(?:is|are) (?:only|just|merely) (?:leftovers|left-?overs|copies|caches?|derived"
    r"|temporary|throw-?away|duplicates)\b|\b(?:can|could) (?:always )?be (?:re-?built"
    r"|re-?generated|re-?created|re-?computed|re-?imported|fetched again|downloaded again)\b"
    r"|\b(?:is|are|was|were) (?:re-?built|re-?generated|re-?created|re-?computed)"
    r" (?:at|on|from|every|anyway|automatically)\b"
    r"|\b(?:is|are) (?:already public|public (?:anyway|already)|printed [a-z ]{2,30} anyway)\b"
    r"|\b(?:whose|(?:his|her|their|its|the)(?: own)?) (?:data|progress|history|work|results?"
    r"|entries|files|content"
    r"|points|records|bookings|orders) (?:stays?|remains?|(?:is|are) kept)\b"
    r"|\bnever (?:been )?(?:released|shipped|left the (?:branch|machine))\b"
    r"|\bnot (?:yet )?(?:been )?(?:released|shipped|part of any release)\b|\bunreleased\b"
    r"|\b(?:deletes?|removes?|changes?|breaks?|sends?|stores?|writes?|touches) (?:nothing"
    r"|nobody)\b|\bnothing (?:more |else |new )?is (?:deleted"
    r"|removed|changed|sent|stored|shared|exposed|opened)\b|\b(?:don't|do not|doesn't"
    r"|does not) (?:want to )?change (?:what|when|who|how) (?:it|they|we|is|may)\b"
    r"|\bkeeps? working (?:as|like|for)\b|\bonly (?:lists?|shows?|prints?|reports?|counts?"
    r"|marks?) (?:what|which|them|it)\b"
    r"|\bno (?:public|external|outside) (?:callers?|users?|consumers?|clients?)\b"
)
_GUESSED = Lazy(
    r"(?i)\b(?:i (?:think|guess|believe|hope|assume)|probably|presumably|hopefully|maybe|perhaps"
    r"|should be|might|as far as i|afaik|apparently|supposedly|not sure|if|unless)\b"
)


def declared_harmless(doubt: Doubt, told: list[tuple[int, str, str]]) -> bool:
    """Say whether the sentences of a risky wish, or the few after it, state why nothing is at stake.

    Takes the doubt and the sentences of the issue as place, words, words in English. A guess
    (`probably nobody uses it`) states nothing.
    """
    if doubt.at >= DOCUMENT:
        return False
    near = (text for at, _, text in told if doubt.at - 1 <= at <= doubt.at + _REACH)
    return any(_CHECKED.search(gloss(t)) and not _GUESSED.search(t) for t in near)
