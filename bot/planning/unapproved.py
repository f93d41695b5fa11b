"""Unapproved: signs that a change goes against a promise, rule or budget, and nobody has allowed it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gloss import gloss, tongue_of
from bot.planning.hazards import decided
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import because, kind, seen, total, weightiest
from bot.planning.words import shortened

ENOUGH = 3.0
_AUTHORITY = (
    r"(?:legal|lawyers?|(?:the |our )?(?:owners?|board|dpo|data protection(?: officer)?"
    r"|security(?: team)?|finance"
    r"|management|maintainers?|works council|compliance|ethics|auditors?|regulator|boss|cto|ceo"
    r"|privacy (?:officer"
    r"|team))|somebody|someone|anyone|anybody)"
)
KINDS = (
    kind(
        "nobody has allowed it",
        2,
        r"\b(?:i|we)(?: really| honestly)?(?:'ve| have| had| did|'d)?(?:n't| not| never)(?: yet"
        r"| really| actually"
        r"| even| so far| been able to)* (?:talk(?:ed)?|sp(?:oken|eak|oke)|ask(?:ed)?"
        r"|check(?:ed)?|clear(?:ed)?"
        r"|rais(?:e|ed)|discuss(?:ed)?|consult(?:ed)?|told|tell|inform(?:ed)?|hear(?:d)?(?: back"
        r"| anything)?"
        r"|seen (?:anyone|anybody|any)|got(?:ten)? (?:an? |any |the )?(?:approval|permission|go"
        r"|ok|answer|reply)"
        r"|have (?:an? |any |the )?(?:approval|permission|authority|right|ok)|run (?:it|this"
        r"|that) (?:by|past))"
        r"|\b(?:nobody|no one|none of (?:the|us|them))\b[^.;]{0,60}\b(?:agreed|approved|accepted"
        r"|signed|said|confirmed"
        r"|decided|allowed|asked|been asked|checked|cleared|ok'?d|told|knows|consented|voted"
        r"|responsible)"
        r"|\b(?:without|no|lacks?|missing)(?: an?| the| any)? (?:written |formal |explicit "
        r"|official )?(?:approval|permission"
        r"|decision|go-?ahead|sign-?off|green light|mandate|blessing|consent)\b"
        rf"|\b{_AUTHORITY}(?: from [a-z]+)? (?:ought to|should|must|ha(?:s|ve) to|needs? to"
        rf"|would have to|will have to"
        r"|still has to|still needs to|may want to|might (?:not like|object|mind"
        r"|complain))(?: probably| first| really)*"
        r"(?: say| approve| agree| sign| decide| confirm| look| check| ok| weigh|\b)"
        rf"|\b(?:{_AUTHORITY}) (?:has|have)(?:n't| not)(?: yet)? (?:approved|agreed|signed"
        rf"|answered|replied|confirmed|decided)"
        r"|\b(?:am|are|is) (?:i|we|it|this|that) (?:even )?(?:allowed|legal|ok|okay|permitted"
        r"|lawful)\b"
        r"|\b(?:not sure|don't know|no idea|unsure|unclear|wonder)\b[^.;]{0,30}\b(?:allowed"
        r"|legal|lawful|permitted|ok with"
        r"|okay with|may (?:we|they)|compliant|in line with)\b"
        r"|\b(?:approval|decision|sign-?off|consent) (?:is |still )*(?:pending|outstanding"
        r"|missing|open)\b"
        r"|\bhope (?:nobody|no one) (?:minds|notices|complains)|\bbetter to ask forgiveness"
        r"|\bdon't tell\b",
        r"\b(?:users?|visitors?|guests?|customers?|callers?) (?:without|with no)"
        r"|\bwithout (?:consent|permission)"
        r" (?:must|should|are|is|get)|\b40[13]\b",
    ),
    kind(
        "a promise or rule stands against it",
        1.5,
        r"\b(?:promis\w+|guarantee[sd]?|pledg\w+|assur\w+|stability (?:policy|promise)|semver"
        r"|tells? (?:people|users"
        r"|everyone|customers|our users)|(?:privacy|security|retention|terms|upgrading"
        r"|licen[cs]e|policy|governance"
        r"|compliance|contract|sla)\w*\.(?:md|rego|txt|toml|yml|yaml)|policies/|policy"
        r"|contracts?|sla|by law|tax law"
        r"|laws?|legal(?:ly)?|regulat\w+|gdpr|hipaa|ceiling|budget|spending|cost (?:limit|cap"
        r"|guard)|allow-?list"
        r"|deny\.toml|bylaws|statutes|charter|code of conduct|embargo|nda|data protection"
        r"|privacy)\b",
        r"\bpolicy (?:page|link|class|object)|\blegally required to show",
    ),
    kind(
        "harm",
        1.5,
        r"\b(?:break\w*|breakage|blows? (?:through|past)|exceed\w*|over (?:the )?(?:budget|limit"
        r"|ceiling)|expos\w+|leak\w*"
        r"|irrevers\w+|can(?:no|')t be undone|no way back|loses?|lost for good|thousands of"
        r"|everybody'?s|per month|a month"
        r"|a year in (?:fees|costs)|usd|eur|fine(?:s|d)|lawsuit|complain\w*|endanger\w*|unsafe"
        r"|dangerous|hurt|harm"
        r"|protected (?:species|nests|data|birds|sites)|conflicts? with|contradict\w*"
        r"|against (?:the|our|their)|violat\w+"
        r"|no longer (?:true|holds?|hold true|valid))\b",
    ),
    kind(
        "the act",
        1,
        r"\b(?:publish|upload|expose|rename|remove|delete|erase|drop|raise|lift|override"
        r"|exception|send|share|disable"
        r"|rewrite|relicense|switch|charge|bill|collect|track|record|in full|unrounded|replace"
        r"|break|overwrite|keep for ?ever"
        r"|give access|grant|open up|deploy|triple|double|replicas?|scale up|upgrade|ship|bundle"
        r"|force)\w*\b",
    ),
)


def unapproved(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find a change that needs somebody's decision, where the signs of a whole text add up.

    Takes the issue and its intent. Without a word on who has allowed it, or on the rule it goes
    against, nothing is asked; a decision told in the text ends it.
    """
    among = tongue_of(reading.text[:2000])
    told = [(at, s, gloss(s[:600], among)) for at, _, s in placed(reading)]
    if any(decided(text) for _, _, text in told):
        return
    found = seen(KINDS, told)
    names = {s.name for s in found}
    if (
        "nobody has allowed it" not in names
        or len(names) < 2
        or total(found) < ENOUGH + (intent is Intent.BUG)
    ):
        return
    telling = [s for s in found if s.weight >= 1.5]
    top = weightiest(telling)
    said = shortened(top.sentence.rstrip("."), 160)
    ways = (
        Way(
            "Keep what was promised until somebody in charge decides",
            "The part that goes against no rule is done; the rest waits.",
            f"Nothing is done against: {said}",
        ),
        Way("Do it as the text says", "Somebody must answer for it.", f"Decided: {said}"),
    )
    question = f"Who decides this (owner, legal, security, finance), and is it allowed: “{said}”?"
    yield Doubt(ReasonCode.POLICY_RISK, question, ways, because(telling), top.at, Group.SCOPE, True)
