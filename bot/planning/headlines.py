"""Headlines: headings that tell what stands below them only when they are no more than that."""

from __future__ import annotations

from bot.planning.lazy import Lazy

_STEPS = Lazy(
    r"steps(?: taken)?|what (?:i|we|you) (?:did|do)|what did you do|what were you doing"
    r"|how to (?:get|see) it|how to get there|how it happens|to see it|how to trigger(?: it)?"
    r"|step by step|how (?:i|we|you) get there|how to (?:provoke|reach|show) it|what did you type(?: in)?"
    r"|(?:wie|so lässt es sich|zum|schritte zum) nachstellen|so geht es|nachstellen"
    r"|das habe ich gemacht|pasos|étapes|手順"
)
_SEEN = Lazy(
    r"seen|what you saw|what (?:came|comes|came back|turned up)(?: out)?|what did (?:you|we|i) (?:get|see)"
    r"|what (?:i|we|you) (?:get|got)|what went wrong|was (?:ist )?passiert|ist zustand|tatsächlich"
    r"|実際の(?:結果|動作)"
)
_WANTED = Lazy(
    r"wanted|(?:what )?(?:it )?should (?:it )?be(?: there)?|soll zustand|was (?:ich|wir) erwarten?"
    r"|(?:what|which|that) (?:result |answer |value )?(?:would|should|ought to|must) (?:it |you |we |i )?"
    r"(?:have )?(?:be|been|come|see|get|say|said|read|show|show up|shown|appear|appeared|stand)(?: out"
    r"| there)?(?: correct| right| expected)?(?: instead)?|(?:would|should) be (?:correct|right)"
    r"|(?:the )?(?:right|correct|wanted|desired) (?:result|output|outcome|answer|value)s?"
    r"|how it should (?:be|go|look|work)|richtig wäre|was richtig wäre|so (?:wäre|ist) es richtig"
    r"|so sollte es sein|was herauskommen sollte|lo que (?:espero|esperamos|esperaba)"
    r"|ce que (?:j attends|nous attendons|j attendais)|期待する結果"
)
# What people give away about their machine.
_MACHINE = frozenset(
    (
        "information",
        "info",
        "desktop",
        "smartphone",
        "device",
        "devices",
        "os",
        "os s",
        "shell",
        "browser",
        "browsers",
        "codesandbox",
        "hosting type",
        "subscription type",
        "search terms",
        "playground link",
        "before submitting",
        "search before asking",
    )
)
_LONGEST = 80
# What is ranked by `must` and `won't`: the whole heading, for either word tells nothing in a longer one.
_LEFT_OUT = Lazy(
    r"(?:(?:we |it |this )?(?:won t|wont|will not)(?: (?:have|do|be|happen|change|come|get))?(?: now"
    r"| this time| in this (?:release|round|issue))?|not (?:this time|in this (?:release|round|issue)"
    r"|here|asked for|touched|affected|meant)|(?:explicitly|deliberately) not|leave alone|hands off)"
)
_NEEDED = Lazy(
    r"(?:must|musts|must haves?|has to|needed|what (?:must|has to) (?:hold|be true|work))"
)
# What forms ask of whoever fills them in, in bold and above the answer.
_PROMPT = Lazy(
    r"(?i)^(?:what(?! if\b)|how|do(?! you think)|did|are|have)\b.{0,200}\byou\b.{0,200}\?$"
    r"|^what (?:is|was) (?:the |your )?(?:current|actual|expected|desired|observed|intended)\b.{0,100}\?$"
    r"|^(?:if .{1,100}, )?please (?:provide|mention|describe|tell|list|include|share|specify|paste|attach|add"
    r"|fill|explain|give)\b(?=.*\b(?:your?|us|steps?|versions?|logs?|environment|details?|context|information"
    r"|config\w*|screenshots?|below|description|reproduc\w+|browser|system)\b).{0,250}$"
)
_LONGEST_PROMPT = 300
# `What steps will reproduce the bug?`, `What happens?`
_ASKED = Lazy(r"(?i)^(?:what|which|how|where)\b.{2,200}\?$")
_ASKS_MACHINE = Lazy(r"(?:desktop|smartphone|device|environment|system|info\w*) please .*")
# `Actual vs expected behavior` announces both: only a label tells which sentence is which.
_BOTH = Lazy(
    r".*\b(?:actual|current|observed)\b.*\b(?:expected|desired)\b.*"
    r"|.*\b(?:expected|desired)\b.*\b(?:actual|current|observed)\b.*"
    r"|.*\b(?:see|saw|get|got|happen\w*|different)\b.*\bexpect\w*.*"
    r"|.*\bexpect\w*.*\b(?:and|but|vs|versus)\b.*\b(?:happen\w*|get|got|see|saw)\b.*"
)


def told_by(heading: str) -> str:
    """The part that a heading opens, by its name in `sections.Part`; empty where it is not known.

    Takes the words of the heading in small letters, one blank between them.
    """
    named = {
        "outside": _LEFT_OUT,
        "criteria": _NEEDED,
        "reproduce": _STEPS,
        "actual": _SEEN,
        "expected": _WANTED,
        "environment": _ASKS_MACHINE,
    }
    if len(heading) <= _LONGEST and _BOTH.fullmatch(heading):
        return "description"
    if heading in _MACHINE:
        return "environment"
    return next((part for part, whole in named.items() if whole.fullmatch(heading)), "")


def is_prompt(line: str, known: bool) -> bool:
    """Say whether a bold line is what a form asks of the writer: `What is the expected behavior?`.

    Takes also whether its words announce what stands below, as in `What steps will reproduce the bug?`.
    """
    if len(line) > _LONGEST_PROMPT:
        return False
    return bool(_PROMPT.search(line)) or (bool(_ASKED.match(line)) and known)
