"""Openings: questions that an author leaves open without naming ways, and things promised for later."""

from __future__ import annotations

import re

from bot.planning.gloss import gloss
from bot.planning.immaterial import IMMATERIAL
from bot.planning.lazy import Lazy
from bot.planning.words import shortened

_QUESTION = Lazy(
    r"(?i)^(?:and |but |also |so |then |or )*(?:(?:what|how) about"
    r"(?! (?:(?:this|that|these|the following|something like)\b"
    r"|(?!existing|missing|pending|remaining|incoming|outgoing|running)[a-z]+ing [`\"a-z]))"
    r"|what (?:should|shall"
    r"|happens|would happen|will happen|do we do|to do|if|is the (?:rule|right))"
    r"|how (?:should|shall|do|would|can) (?:we|it|this|the|they|that)|who (?:should|may"
    r"|can|decides|is allowed|will)"
    r"|which [a-z ]{2,30} (?:should|shall|do we|would|is)|where (?:should|shall|do we"
    r"|would)|when (?:should|shall|do we)"
    r"|do we (?:need|want|keep|have to|even)|should (?:we|it|this|they|that)|is (?:that"
    r"|this|it) (?:allowed|ok|okay|legal|acceptable)"
    r"|are we (?:allowed|ok|fine))\b"
)
_HOW_CAN = Lazy(r"(?i)^how can (?:we|i)\b")
_UNSURE = Lazy(
    r"(?i)\b(?:not (?:yet )?(?:sure|clear|certain)|unsure|unclear|not (?:yet )?(?:decided"
    r"|agreed|settled)|no idea|undecided"
    r"|(?:don't|do not) (?:yet )?(?:know|agree)|nobody knows|open question|(?:needs?"
    r"|has) to be (?:decided|agreed|clarified)"
    r"|(?:still|yet) to be (?:decided|agreed|clarified|defined)|needs? a decision"
    r"|we (?:have|need) to (?:decide|agree|clarify)"
    r"|^(?:only|just|nur)(?: the question is)?,? (?:how|which way|wie|welche\w*)(?: exactly)?(?= ?[:\u2013-])"
    r"|\b(?:the )?(?:only )?question is (?:only |just )?(?:how|which|whether|when|who)\b"
    r"|up for discussion|to be discussed|needs? (?:a |some )?rules?|there (?:is"
    r"|are) no rules?|no rules? (?:yet|for)|not (?:yet )?specified|unspecified"
    r"|contradicts?|conflicts? with|opinions differ|still (?:debated|discussed"
    r"|undecided)|disagree|whatever that means|hard to say|(?:views|opinions|the team|we) (?:is"
    r"|are) (?:split|divided)|split (?:votes?"
    r"|opinions?)|(?:could not|couldn't|can't|cannot) agree|never came to an (?:end|agreement)"
    r"|(?:was|were|is) no (?:agreement|consensus)|no consensus)\b"
)
_PARTY = (
    r"(?:[A-Z]\w+|(?:[Tt]he|[Oo]ur|[Dd]ie|[Dd]er|[Dd]as) [A-Za-z]+(?: people| team| department"
    r"| folks)?|some|others?"
    r"|support|sales|marketing|management|finance|legal|i)"
)
_VIEW = (
    r"(?:says?|thinks?|wants?|prefers?|is for|are for|would (?:rather|prefer)|insists? on"
    r"|votes? for"
    r"|liked?|will|lieber|möchten?|finden?)"
)
_SPLIT = Lazy(
    rf"\b{_PARTY},? {_VIEW}\b[^.]{{2,120}}?(?:,|;|\bbut|\bwhile|\bwhereas|\band)(?: but| and)? ?"
    rf"{_PARTY},? {_VIEW}\b"
)
# `Should the code disagree, mark it`, `If unsure, skip it`: what is done then is told.
_CONDITION = Lazy(
    r"(?i)^(?:if|should|were|in case|wherever|whenever|when|where)\b[^,?]{2,100},"
    r"(?= (?:then |just |please )?(?!(?:we|i|it|that|this|who|what|which|how)\b)[a-z])"
)
_BOTH = Lazy(r"(?i)\b(?:both|each|respectively|so that)\b")
_CAUSE = Lazy(
    r"(?i)\b(?:sure|know|idea|clear|certain|unclear|unsure)\b(?: exactly)?,? (?:why"
    r"|what(?:'s| is)? (?:causes|caused|happened|went|i did|wrong|different|going on"
    r"|the (?:cause|reason|trigger|difference))"
    r"|if (?:it|this|that)(?:'s| is| was| has| matters| helps| worked| makes)"
    r"|(?:if|whether) [^,.;?]{2,60} (?:suffers?|(?:is|are) (?:also |equally )?(?:affected"
    r"|related|to blame)"
    r"|(?:has|have|does) the same|happens?|occurs?|(?:your|my|our) (?:bug|fault|problem|side))"
    r"|how (?:it|this"
    r"|that) (?:happened|came|got)|whether (?:it|this|that)"
    r"(?:'s| is| was| worked| happens)|since when|where (?:it|this) comes)\b|\bnever sure (?:if"
    r"|whether)\b|\bto make sure\b"
    r"|\bi (?:think|believe|guess), (?:but )?(?:i'm )?not sure\b|\b(?:know|idea|clue|remember"
    r"|sure|clear|unclear)\b,? (?:exactly )?(?:who (?:wrote|made|added|did|put|decided|owns"
    r"|else)|how many"
    r"|how much (?:data|it)|since when|what (?:it|this|that) (?:was|is|does|did)|when (?:it|this"
    r"|that) (?:started|was))\b"
    r"|\b(?:nobody|no one) knows (?:which|what|who|where|whose|why|how) (?!to\b)\w+"
    r"|\b(?:patch|pull request)\b[^.;]{0,60}\b(?:not sure|don't know|no idea)\b"
    r"|\b(?:know|idea|clue|clear|tell|sure),? (?:if|whether) (?:some|any)(?:body"
    r"|one)(?: else)? (?:tries|tried|is|was|has|had"
    r"|does|did|got|can|actually|really|already|ever|uses?|reads?|gets?|looks?|sees?|knows?"
    r"|tampers?|logs?)\b"
    r"|\bi suspect\b|\bseparate (?:issue|ticket|pr|pull request)\b|\b(?:another|own"
    r"|different) (?:issue|ticket)\b"
    r"|\bnot (?:part of|for) this (?:issue|ticket|one)\b|\bout of scope\b"
    r"|\bnot sure (?:if |whether |that )?[^,.;]{0,40}\bworks?\b|\b(?:was|were|wasn't"
    r"|weren't) (?:not )?(?:sure|clear|unsure)\b"
    r"|\b(?:docs?|documentation|readme|manual|message|text|wording|label|description)s? (?:is"
    r"|are|was|were) (?:[a-z]+ )?unclear"
    r"|\b(?:it|this|that) is (?:not clear|unclear) (?:from|in) the (?:docs|documentation|readme"
    r"|message)\b|\bno idea\b[.!]?$"
    # What others do not know, somebody whom one does not know, and all that one knows leave no choice.
    r"|\b(?:members|users?|customers?|people|visitors?|guests?|players?|readers|staff|colleagues|volunteers"
    r"|beginners|newcomers|clients|half|many|most|some|few|all|they|who|he|she)\b(?: of (?:our|the|them|us)"
    r" ?[a-z]*)?(?: who [^,;.]{2,30})? (?:(?:simply |just |often |still |really )?(?:ha(?:ve|s"
    r"|d) no (?:idea|clue)"
    r"|(?:do|does|did)(?: not|n't) (?:even |yet )?know|(?:are|is|were|was)(?: not|n't) (?:sure|aware)"
    r"|(?:are|is) unsure)) (?!how to (?:decide|choose))"
    r"|\b(?:whom?|that|somebody|someone|people|nobody|anybody) (?:i|we) (?:do not|don't) (?:even )?know\b"
    r"|\bmore than (?:that|this)\b[^.;]{0,30}\bknow\b|\bknow (?:more|anything (?:else|more)|nothing else)\b"
    r"|\bnobody knows\b[^.;?!]{0,60}\banyway\b"
    rf"|{IMMATERIAL}"
)
_LATER = Lazy(
    r"(?i)\b(?:i|we|he|she|they|somebody|someone|[a-z]+)(?:'ll| will| am going to"
    r"| are going to| would)"
    r" (?:then |also |still |probably )?(?:forward|send|share|add|attach|post|provide"
    r"|supply|upload|deliver|get(?! \w+(?:ed|en)\b)|find out|look up"
    r"|ask(?! (?:[a-z]+ )?[\"\u201c\u201e\u00ab]))\b.{0,80}"
    r"(?:\b(?:when|once|as soon as|later|soon|next week|tomorrow|after|by (?:monday|friday"
    r"|the)|you)\b|[.!]?$)"
    r"|\b(?:details|docs?|documentation|credentials|numbers?|values?|prices?|list|address"
    r"|spec\w*|schema|data|file|sample|logo|texts?|wording|key|minutes|protocol|notes|table"
    r"|mapping|ids|path|host)"
    r"(?: [a-z]+){0,3} (?:(?:will )?follows?|to follow|to come|will (?:be )?(?:provided"
    r"|come|arrive|sent|added|delivered)(?: [a-z]+){0,3}|later)\b"
    r"|\b(?:they|he|she|somebody|someone|[a-z]+ (?:people|team|guys|department|company)"
    r"|[a-z]+)(?:'ll| will) (?:then )?(?:tell (?:us|me)|let (?:us|me) know|get back)\b"
    r"|\b(?:hasn't|has not|haven't|have not) (?:yet )?(?:answered|replied|decided"
    r"|said[.]?$|named it|told us|confirmed|responded|sent)\b"
    r"|\bwill be (?:provided|supplied|sent|delivered|given|announced)(?: [a-z]+)? (?:by"
    r"|later|soon|when|once)\b"
    r"|\b(?:attachment|spreadsheet|screenshot) (?:is )?missing\b|\bwaiting (?:for"
    r"|on) (?:[a-z]+ )*(?:numbers?|values?|details|docs|data|answers?|feedback"
    r"|confirmation|credentials|access|legal|operations|approval|the [a-z]+)\b"
)
_PRODUCT = Lazy(
    r"(?i)\b(?:users?|customers?|members?|admins?|the (?:app|program|job|server|page|tool"
    r"|bot)|visitors?|clients?|it) will\b"
)
_UNKNOWN = Lazy(
    r"(?i)\b(?:is|are|has|have|was|were) (?:still |as yet "
    r"|currently )?(?:not (?:yet (?:been )?|been )(?:known|available|decided|defined"
    r"|chosen|picked|announced|published|there|here|fixed)"
    r"|not known|not available yet|to be (?:decided|defined|confirmed|announced)|(?:still"
    r"|yet) (?:unknown|pending|to come|to be))\b"
    r"|\bnot yet known\b|\bnot (?:available|here|there|known) yet\b"
    r"|\b(?:do not|don't) (?:yet )?know(?: yet)? (?:which|what (?!(?:is|was|went|causes|happen)))"
    r"|(?<!\bwho )(?<!\bthat )(?<!\bwhich )\b(?:have|has|there is|there's"
    r"|got) no [a-z][a-z -]{2,40}? (?:yet|so far)\b"
    r"|\bno [a-z -]{2,40} (?:has been|was) (?:chosen|picked|selected) yet\b"
    r"|\bwhere (?:the |that |those |these |it |they )[^.,;?]{0,40}\b(?:comes?|taken|got) from[^.;?]{0,20}"
    r"\b(?:don't|do not|nobody|unknown|unclear|open|no idea)\b"
    r"|\b(?:no idea|don't know|do not know|unclear|not clear|nobody knows"
    r"|open) where (?:to (?:get|take|find)|the |we "
    r"|that |those |these |it |they )[^.,;?]{0,40}\b(?:from|get|take|find)\b"
    r"|\bwoher\b[^.,;?]{2,40}\b(?:kommen|nehmen|bekommen|beziehen|stammen)\b[^.;?]{0,20}\bwei(?:\u00df|ss)\b"
    r"|\b(?:which|question|decision|choice|point|provider|details)\b.{0,60} (?:is"
    r"|are) still open\b"
)


# Where something will run, under which name and on whose account, as far as somebody says that it is open.
_PLACE = (
    r"(?:servers?|hosts?|hoster|machines?|urls?|(?:sub)?domains?|addresses|address|databases?"
    r"|db|accounts?|clusters?"
    r"|regions?|buckets?|ports?|networks?|subnets?|vlan|tenants?|printers?|queues?|hardware"
    r"|boxes|box|data cent(?:er|re)"
    r"|name|provider|vendor|licen[cs]e|subscription|budget|credentials)"
)
_ELLIPTIC = Lazy(
    rf"(?i)^(?:and |but )?(?:what (?:(?:i|we) (?:don't|do not|can't say|haven't got|lack|miss"
    rf"|still need)|(?:nobody|no one) knows)"
    rf"(?: yet)?(?: know| have| got)?(?: yet)?|(?:(?:still|yet|as yet) )?(?:unknown|missing"
    rf"|unclear|to find out|needed|not known"
    rf"|open|to (?:be )?clarif(?:y|ied))(?: (?:so far|yet|still|to me|points?|questions?"
    rf"|things?))?) ?[:\u2013-]+ ?"
    rf"(?=[^?]{{0,160}}\b{_PLACE}\b)"
    rf"|\b(?:don't know|do not know|no idea|unknown|unclear|not clear|not decided|undecided"
    rf"|nobody (?:knows|(?:has )?said)"
    rf"|not said|not been said|to be found out|up in the air)(?: yet| to me)?,? (?:on|under|to"
    rf"|from|in|at|for|with)?"
    rf" ?(?:which|what|whose) {_PLACE}\b"
    r"|\b(?:don't|do not|nobody|no idea|not|unclear|open)(?: yet| know| knows| sure"
    r"| clear)*(?: yet)?,? (?:on )?where (?:it|this"
    r"|that|they|the [a-z]+) (?:can|will|should|is to|may|could|shall|might) (?:run|live|go"
    r"|be (?:hosted|put|installed|run)|stand)\b"
    rf"|\b{_PLACE}s?(?: names?)? (?:(?:is|are) )?(?:also|still|as well) (?:open|unknown"
    rf"|missing|to be found)\b"
)


_PUT_ASIDE = Lazy(rf"(?i){IMMATERIAL}")
# Not knowing who somebody is, whose a thing is or which one is there leaves no choice: it is a fact.
FACT = Lazy(
    r"(?i)\b(?:no (?:idea|clue)|(?:do not|don't|not|nobody|no one|none of us) (?:yet |really "
    r"|even )*"
    r"(?:knows?|sure|clear|remembers?|seen?)|forg[eo]t(?:ten)?|can't (?:tell|say|remember)|cannot"
    r" (?:tell|say|remember)|unknown|unclear) (?:exactly |any ?more )?"
    r"(?:(?:who|what|where|which(?: \w+){0,2}) (?:they|it|he|she|that|those|these|we|i|you|the \w+)"
    r" (?:is|are|was|were|has|have|had|got|runs?|uses?|lives?|calls?|called|needs?)\b(?! to\b)"
    r"|whose\b|who (?:else )?(?:uses?|reads?|calls?|has|have|owns?|runs?|holds?|depends?|is"
    r" (?:using|behind))\b)"
)


def is_of_causes(text: str) -> bool:
    """Say whether a sentence only wonders about causes: `Not sure if v2 has it`."""
    return bool(_CAUSE.search(text))


def open_question(sentence: str) -> str:
    """The question that a sentence leaves to others, in one sentence; empty where it leaves none."""
    text = gloss(sentence[:600]).strip()
    if text.endswith(":"):  # announces what others say, or a block
        return ""
    if (
        text.endswith("?")
        and _QUESTION.search(text)
        and not _HOW_CAN.search(text)
        and not _CAUSE.search(text)
    ):
        return sentence.strip()
    stated = _CONDITION.sub("", text)
    unsure = _UNSURE.search(stated) or (not _BOTH.search(text) and _divided(text, sentence))
    if unsure and not _CAUSE.search(text) and not text.endswith("?"):
        return how_to_decide(sentence)
    return ""


# What a sentence says to be open: `not sure whether it lives in the menu`, `who signs it is undecided`.
_CLAUSE = r"(?:whether|if|which|what|how|when|where|who|whose|ob|welche\w*|wie|wann|wer)\b[^.;:?!()]{6,140}"
_OPEN_IS = Lazy(
    r"(?i)\b(?:not (?:yet )?(?:sure|clear|certain|decided|agreed|settled)|unsure|unclear"
    r"|undecided|no idea|open"
    r"|(?:don't|do not|didn't|can't|cannot|nobody|no one)(?: yet| really)? (?:know|knows|decide"
    r"|decided|agree|agreed|say"
    r"|tell)|(?:have|need|has|needs) to (?:decide|agree|clarify)|question is)(?: yet| on| about"
    r"| to me| for me| just"
    rf"| only)*,? (?P<what>{_CLAUSE})"
)
_IS_OPEN = Lazy(
    rf"(?i)^(?:but |and |so |also |only )?(?P<what>{_CLAUSE}?),? (?:is|are|remains?|has|i|we"
    rf"|nobody|no one)\b[^.;?!]{{0,20}}"
    r"(?:\b(?:un(?:clear|decided|known|settled)|open|not|no idea|nobody|no one)|n't)\b"
)
_BEYOND = Lazy(
    r"(?i),? (?:and|but|so|because|since|as) (?:the|i|we|it|they|that|this|nobody)\b|, (?:which|while)\b"
)
# Where two sides of a sentence want different things, the joint between them.
_JOINT = Lazy(
    r"(?:[,;]|\u2013| -)(?: (?:but|and|while|whereas|aber|und))? |\b(?:but|while|whereas) "
)


def how_to_decide(sentence: str) -> str:
    """The question for what a sentence leaves to be decided: its open clause, its two sides, or all of it."""
    told = " ".join(sentence.split()).rstrip(". ")
    found = _IS_OPEN.search(told) or _OPEN_IS.search(told)
    if found:
        clause = _BEYOND.split(found["what"])[0].strip(" ,")
        return f"How should this be decided: {clause[:1].lower()}{clause[1:]}?"
    sides = _SPLIT.search(told)
    joints = [j for j in _JOINT.finditer(told) if sides and sides.start() < j.start()]
    if sides and len(joints) == 1:
        one, other = told[sides.start() : joints[0].start()], told[joints[0].end() :]
        return f"Which of the two should hold: “{one}” or “{other}”?"
    return f"What should be decided here: “{shortened(told, 220)}”?"


def _divided(text: str, sentence: str) -> re.Match[str] | None:
    """Two parties of whom each wants something of its own."""
    return _SPLIT.search(text) or _SPLIT.search(sentence[:600])


def promised(sentence: str) -> str:
    """The words that promise something for later, or say that it is not known; empty where nothing is."""
    text = gloss(sentence[:600]).strip()
    if text.endswith("?"):
        return ""
    later = _LATER.search(text)
    if later and not _PRODUCT.search(text[: later.end()]):
        return later[0]
    unknown = _ELLIPTIC.search(text) or _UNKNOWN.search(text)
    aside = _PUT_ASIDE.search(text) or "まで分かりません" in sentence
    return unknown[0] if unknown and not aside else ""
