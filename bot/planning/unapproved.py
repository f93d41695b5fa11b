"""Unapproved: signs that a change goes against a promise, rule or budget, and nobody has allowed it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.hazards import approved, decided
from bot.planning.hunches import ALONE, hunches
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import because, kind, seen, told_in, total, weightiest
from bot.planning.words import shortened

ENOUGH = 3.0
_AUTHORITY = (
    r"(?:(?:somebody|someone|anyone) (?:from|in) [a-z]+|legal|lawyers?|(?:the |our )?(?:owners?"
    r"|board|dpo|data protection(?: officer)?|security(?: team)?|finance|management|maintainers?"
    r"|works council|compliance|ethics|auditors?|regulator|boss|cto|ceo|privacy (?:officer|team)"
    r"|treasurer|customers?))"
)
KINDS = (
    kind(
        "nobody has allowed it",
        2,
        r"\b(?:i|we)(?: really| honestly)?(?:'ve| have| had| did|'d)?(?:n't| not| never)(?: yet"
        r"| really| actually| even| so far| been able to)* (?:talk(?:ed)?|sp(?:oken|eak|oke)"
        r"|ask(?:ed)?|check(?:ed)?|clear(?:ed)?|rais(?:e|ed)|discuss(?:ed)?|consult(?:ed)?|told"
        r"|tell|inform(?:ed)?|hear(?:d)?(?: back| anything)?|seen (?:anyone|anybody|any)"
        r"|got(?:ten)? (?:an? |any |the )?(?:approval|permission|go|ok|answer|reply)"
        r"|have (?:an? |any |the )?(?:approval|permission|authority|right|ok)|run (?:it|this"
        r"|that) (?:by|past))|\b(?:couldn't|could not|can't|cannot|haven't"
        r"|have not) (?:yet )?(?:reach(?:ed)?|get hold of|ask) (?:him|her|them|anyone|anybody"
        r"|the [a-z]+)\b|\b(?:nobody|no one|none of (?:the|us|them))\b[^.;]{0,60}\b(?:agreed"
        r"|approved|accepted|signed|said|confirmed|decided|allowed|notices?|will (?:notice|know"
        r"|care|mind)|asked|been asked|checked"
        r"|cleared|ok'?d|told|knows|consented|voted|responsible)|\b(?:without|no|lacks?"
        r"|missing)(?: an?| the| any)? (?:written |formal |explicit |official )?(?:approval"
        r"|permission"
        r"|decision|go-?ahead|sign-?off|green light|mandate|blessing|consent)\b",
        r"\b(?:users?|visitors?|guests?|customers?|callers?) (?:without|with no)|\b40[13]\b"
        # what somebody has not looked at is no leave that is missing
        r"|\b(?:check|see|look|test|try|measure)(?:ed|n)?(?: (?:on|in|at|against|under))?"
        r" (?:(?:the|any|all|other|my|its|older|newer|main|every|whether|if|how|what|with) )+"
        r"(?!(?:owner|board|team|legal|author|maintainer|boss|customer|lawyer|financ|manage|secur)\w*)[a-z`]",
    ),
    kind(
        "an authority has not",
        2,
        rf"\b{_AUTHORITY}(?: from [a-z]+)? (?:ought to|should|must|ha(?:s|ve) to|needs? to"
        rf"|would have to|will have to"
        r"|still has to|still needs to|may want to|might (?:not like|object|mind"
        r"|complain))(?: probably| first| really)*(?: say| approve| agree| sign| decide| confirm"
        r"| look| check| ok| weigh| object| see)\b"
        rf"|\b(?:{_AUTHORITY}) (?:has|have)(?:n't| not)(?: yet)? (?:approved|agreed|signed"
        rf"|answered|replied|confirmed|decided|looked|seen|heard|ok'?d|been (?:asked|told"
        rf"|consulted|involved))"
        r"|\bwhether [^.;]{2,60}\b(?:agree[ds]?|consent\w*|approves?|minds?)\b|\b(?:am|are"
        r"|is) (?:i|we|it|this|that) (?:even )?(?:allowed|legal|ok|okay|permitted|lawful)\b"
        r"|\b(?:not sure|don't know|no idea|unsure|unclear|wonder)\b[^.;]{0,30}\b(?:allowed"
        r"|legal|lawful|permitted|ok with|okay with|may (?:we|they)|compliant|in line with)\b"
        r"|\b(?:approval|decision|sign-?off|consent) (?:is |still )*(?:pending|outstanding"
        r"|missing|open)\b|\bhope (?:nobody|no one) (?:minds|notices|complains)"
        r"|\bbetter to ask forgiveness"
        r"|\b(?:(?:its|their|any|each|every|such an?|a|the) changes?(?: to (?:it|this|that|them))?"
        r"|chang\w+ (?:it|this|that|them)|which|(?:do|touch)ing (?:so|it|this|that)) (?:needs?|requires?"
        r"|is subject to|takes)\b[^.;]{0,20}\b(?:approval|consent|sign-?off|permission|agreement|blessing)\b"
        rf"|\b(?:may|might|will|would|could) (?:probably |also )*(?:need|require|involve) {_AUTHORITY}\b"
        r"|\bdon't tell\b",
        r"\b(?:users?|visitors?|guests?|customers?|callers?) (?:without|with no)"
        r"|\bwithout (?:consent|permission)"
        r" (?:must|should|are|is|get)|\b40[13]\b",
    ),
    kind(
        "a document promises otherwise",
        2,
        r"\b(?:terms|privacy|security|datenschutz|retention|policy|policies|compliance"
        r"|governance|upgrading|stability|compat\w*|sla|consent|agb|imprint|licen[cs]e"
        r"|contributing|ethics|safety|charter)[\w-]*\.(?:md|txt|rst|adoc"
        r"|pdf)`? (?:[a-z]+ ){0,3}?(?:says?|mentions?|promis\w+|advertis\w+|tells?|states?"
        r"|guarantees?|forbids?|allows?|limits?|rules out|excludes?|assures?|speaks? of|claims?"
        r"|lists?|names?|counts?|requires?|demands?|commits?|sind|ist)\b"
        r"|\b(?:according to|laut|in) [\w/-]*(?:terms|privacy|security"
        r"|datenschutz|retention"
        r"|policy|safety)[\w-]*\.md (?:sind|ist|we|they|it|the|nobody|no)\b|\b(?:passed"
        r"|audit\w*) (?:their |the )?(?:audits?|on the strength)",
        r"\balready (?:says|promises|allows)|\b(?:says|promises|allows|states|guarantees)"
        r" (?:it |that |this )?(?:already|anyway)\b|\bas [\w/.-]+ (?:says|promises|tells)"
        r"|^(?:according to|as) |\bstill says\b.*\bupdate"
        r"|\bmust (?:say|mention|be updated)|\bgets? (?:a|an) ",
    ),
    kind(
        "a promise or rule stands against it",
        1.5,
        r"\b(?:promis\w+|guarantee[sd]?|pledg\w+|assur\w+|stability (?:policy|promise)|semver"
        r"|tells? (?:people|users|everyone|customers|our users)|(?:privacy|security|retention"
        r"|terms|upgrading|licen[cs]e|policy|governance|compliance|contract|sla)\w*\.(?:md|rego"
        r"|txt|toml|yml|yaml)|policies/|policy|contracts?|sla|by law|tax law|laws?|legal(?:ly)?"
        r"|regulat\w+|gdpr|hipaa|ceiling|budget|spending|cost (?:limit|cap|guard)|allow-?list"
        r"|deny\.toml|bylaws|statutes|charter|code of conduct|embargo|nda|data protection"
        r"|privacy)\b",
        r"\bpolicy (?:page|link|class|object)|\blegally required to show",
    ),
    kind(
        "harm",
        1.5,
        r"\b(?:forbid\w*|prohibit\w*|not allowed|break\w*|breakage|blows? (?:through|past)"
        r"|exceed\w*|over (?:the )?(?:budget|limit"
        r"|ceiling)|expos\w+|leak\w*|irrevers\w+|can(?:no|')t be undone|no way back|loses?"
        r"|lost for good|thousands of|everybody'?s|per month|a month|a year in (?:fees|costs)"
        r"|usd|eur|fine(?:s|d)|lawsuit|complain\w*|endanger\w*|unsafe|dangerous|hurt|harm"
        r"|protected (?:species|nests|data|birds|sites)|conflicts? with|contradict\w*"
        r"|against (?:the|our|their)|violat\w+"
        r"|no longer (?:true|holds?|hold true|valid))\b",
    ),
    kind(
        "the act",
        1,
        r"\b(?:publish|upload|expose|rename|remove|delete|erase|drop|raise|lift|override"
        r"|exception|send|share|disable|rewrite|relicense|switch|charge|bill|collect|track"
        r"|record|in full|unrounded|replace|break|overwrite|keep for ?ever|give access|grant"
        r"|open up|deploy|triple|double|replicas?|scale up|upgrade|ship|bundle"
        r"|force|take|extend|bind|public|cluster-admin|without log-?in)\w*\b",
    ),
)


_NOBODY = "nobody has allowed it"
_OPEN = frozenset((_NOBODY, "an authority has not", "a document promises otherwise"))


_ASKED = frozenset((_NOBODY, "an authority has not"))


def asks_permission(sentence: str) -> bool:
    """Say whether a sentence leaves open whether something is allowed, rather than what is wanted."""
    return any(k.name in _ASKED and k.stands_in(gloss(sentence[:600])) for k in KINDS)


def unapproved(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find a change that needs somebody's decision, where the signs of a whole text add up.

    Takes the issue and its intent. Without a word on who has allowed it, or on the rule it goes
    against, nothing is asked; a decision told in the text ends it.
    """
    told = told_in(reading)
    if any(decided(text) or approved(text) for _, _, text in told):
        return
    found = [s for s in seen(KINDS, told) if not (intent is Intent.DOCS and "document" in s.name)]
    felt = hunches(told, ReasonCode.POLICY_RISK)
    sure = any(s.weight >= ALONE for s in felt)
    found += felt
    names = {s.name for s in found}
    against = names & {"a promise or rule stands against it", "harm"}
    shown = _OPEN & names and (against or _OPEN & names != {_NOBODY})
    meant = sure or (shown and len(names) > 1)
    if not meant or total(found) < ENOUGH + (intent is Intent.BUG):
        return
    telling = [s for s in found if s.weight >= 1.5]
    top = weightiest(telling)
    yield who_decides(top.sentence, because(telling), top.at)


def who_decides(sentence: str, why: str, at: int) -> Doubt:
    """The doubt whether what a sentence wants is allowed."""
    said = shortened(sentence.rstrip("."), 160)
    ways = (
        Way(
            "Keep what was promised until somebody in charge decides",
            "The part that goes against no rule is done; the rest waits.",
            f"Nothing is done against: {said}",
        ),
        Way("Do it as the text says", "Somebody must answer for it.", f"Decided: {said}"),
    )
    question = f"Who decides this (owner, legal, security, finance), and is it allowed: “{said}”?"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, why, at, Group.SCOPE, True)
