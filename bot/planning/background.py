"""Background: sentences about the writer, motives, history and other products; and ways not preferred."""

from __future__ import annotations

from collections.abc import Iterable

from bot.planning.lazy import Lazy
from bot.planning.reading import Passage, sentences
from bot.planning.statements import requires

_OURS = (
    r"(?:[\w-]+ )?(?:[\w-]+-)?(?:pipelines?|logs?|company|team|products?|apps?|applications?|code ?base"
    r"|deployments?|infra\w*|clusters?|projects?|customers?|production|organi[sz]ation|use[- ]?cases?"
    r"|work ?flows?|setup|cli|scripts?|colleagues)"
)
_BACKGROUND = Lazy(
    r"(?i)^(?:hi|hello|hey|dear)\b(?: (?:all|there|everyone|team|folks))?[,!]"
    r"|^i (?:see|saw|noticed|found|know|understand|read) (?:that |there|you |it )"
    rf"|\b(?:my|our) {_OURS}\b"
    r"|\b(?:we|i)(?:'ve| have) been\b"
    r"|\b(?:we|i) (?:\w+ly )?(?:use|used|are using|were using|am using|was using) "
    r"(?:this|it|that|these|them|[\w/.-]+)\b"
    r"|^(?:before|previously|formerly|in the past|back then|historically|until now),? (?:we|i|this|that)\b"
    r"|\b(?:allows?|lets?|does?|supports?|can do) (?:to do )?(?:this|it|that) "
    r"(?:out of the box|natively|by default|already)\b"
    r"|^(?:this|that|it|which) is (?:most(?:ly)?|mainly|especially|particularly|only|already|also) "
    r"(?:visible|noticeable|possible|useful|important|relevant|true|the case|an issue|a problem)\b"
    r"|^(?:this|that) is (?:already )?possible (?:for|in|with)\b"
    r"|\bmakes? sense,? for (?:example|instance)\b"
    r"|^(?:earlier|later|further (?:down|up)|above|below) in (?:the|this|that)\b"
    r"|^by (?:design|definition|convention)\b"
    r"|\b(?:default|behaviou?r|part) is fine\b|\bthe problem is\b"
    r"|^only (?:setting|using|running|passing|adding|removing|disabling|downgrading|reverting|restarting)\b"
    r".*\b(?:avoids|helps|works|fixes|solves)\b"
    r"|\b(?:is|as|was) (?:only |just |merely )?a (?:\w+ )?(?:workaround|work-around|stop ?gap)\b"
    r"|^(?:decided|agreed|settled|discussed) (?:in|on|at|during) (?:the|our|last|yesterday)\b[^:]{0,60}$"
    r"|^(?:i'?m |i am |we'?re |we are )?(?:assign|mov|put|add|schedul)ing (?:it|this) (?:to|on|in|for|into)"
    r" (?:the|our|my)\b|^on (?:the|a|my|our) [\w -]{3,30} (?:you|we|i) (?:can't|cannot|can not)\b"
    r"|^to my surprise\b|^inspired by\b"
    r"|\bcan (?:currently|already|today) be (?:done|achieved|solved|worked around)\b"
    r"|^(?:also,? )?(?:this|that|it|which) (?:means (?!.*\b(?:should|must|need)\b)"
    r"|would be (?:very |really )?(?:handy|useful|nice|helpful) (?:for|when|because|since|in)\b)"
    r"|^(?:this|these|such) (?:types?|kinds?|values?|classe?s?|fields?) (?:can|may|might) be\b"
)
# What an error says and what nobody minds demand nothing of the program.
_NO_DEMAND = Lazy(
    r"(?i)\b(?:raises?|throws?|terminate called|errors?|exceptions?|what\(\))\b[^.:]{0,80}: "
    r"[^.]{0,99}\b(?:must|should)\b"
    r"|\b(?:whether|if) [^,;]{1,80}\bshould or should ?n[o']t\b|\bno opinion\b"
    r"|\bmay not (?:occur|happen|work|appear|be (?:visible|shown|displayed|possible))\b"
    r"|^in fact,? depending\b"
)
# What goes wrong today, and what the writer did before it: neither is what is wanted.
_TODAY = Lazy(
    r"(?i)^(?!.*\b(?:should|must|shall|no longer|never|instead|expect\w*|not)\b).*\b(?:accidentally"
    r"|erroneously|wrongly|incorrectly|mistakenly|falsely|spuriously|unexpectedly)\b"
    r"|^(?:(?:before|after|while|next|now|first|finally)\b[^,;]{0,50},? )?(?:i|we) (?:then |now )?"
    r"(?:set|start|click|open|press|navigate|go to|create|define|install|run|call|wait|see|get|got)\b"
)
_OTHER_WAY = Lazy(
    r"(?i)^(?:(?:but|and|or),? )?(?:alternatively|as an alternative|or alternatively|another (?:option"
    r"|way|possibility|approach|alternative)|(?:we|you|it|one) could (?:also|instead|even|alternatively)"
    r"|or (?:we|you|it|one) could)\b"
)


def is_background(text: str) -> bool:
    """Say whether a clause greets, tells a motive, what was, is or was done, or what others do."""
    plain = text[:600]
    return bool(_BACKGROUND.search(plain) or _TODAY.search(plain) or _NO_DEMAND.search(plain))


def is_other_way(text: str) -> bool:
    """Say whether a sentence offers a way beside the one before: `But we could also keep it`."""
    return bool(_OTHER_WAY.match(text)) and not text.endswith("?")


def other_ways(passages: Iterable[Passage]) -> tuple[str, ...]:
    """What the author offers beside the first wish: `But we could also keep the key`; not both are done."""
    found: list[str] = []
    wished = False
    for text in (s for p in passages for s in sentences(p.text)):
        if wished and is_other_way(text):
            found.append(text)
        wished = wished or requires(text) or "deally" in text
    return tuple(dict.fromkeys(found))
