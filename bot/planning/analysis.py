"""Analysis: what kind of work a request asks for, its goals, and what it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.asides import is_aside
from bot.planning.faults import (
    has_subject,
    is_on_builds,
    is_on_data,
    is_upkeep,
    settles_ways,
    states_fault,
    tells_harm,
    tells_scenarios,
)
from bot.planning.gloss import gloss
from bot.planning.kinds import ADDS, LABELS, PREFIX, PREFIXES, TITLES, goal_of
from bot.planning.lazy import Lazy
from bot.planning.mentions import linked, linked_together, mentioned, stated, unknown
from bot.planning.names import Name
from bot.planning.names import names as names_of
from bot.planning.packages import titled_package
from bot.planning.proposal import Intent, Request
from bot.planning.purpose import likelier
from bot.planning.reading import Form, Reading
from bot.planning.reversal import turned
from bot.planning.sections import Part
from bot.planning.structure import is_retyped, keeps_behaviour
from bot.planning.symptoms import EXPECTED, THROWN, TRACE
from bot.planning.verbs import is_imperative
from bot.planning.words import words

_BY_TITLE = "the title's"
_IDENTIFIER = Lazy(r"^[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::|#)[A-Za-z_][A-Za-z0-9_]*)*(?:\(\))?$")
_OF_SPEED = frozenset(("performance", "perf", "speed", "optimization", "optimisation"))
_OWN_KINDS = frozenset((Intent.DOCS, Intent.TEST))
_QUOTED = Lazy(r"[\"“„]([^\"“”„\n]{2,60})[\"”“]")
_BUNDLES = frozenset(("roadmap", "meta", "epic", "umbrella"))
# What keeps a project going is a chore, even under the label that every wish gets.
_UPKEEP = Lazy(
    r"(?i)\b(?:deploys?|deployments?|ci|pipelines?|terraform|dependenc(?:y|ies)"
    r"|dockerfile|linter)\b"
)
_OF_TESTS = Lazy(r"(?i)(?:\w+ )?(?:tests|specs): ")
_WISHED = Lazy(
    r"(?i)^(?:.{3,60}, )?(?:could|can|would|should|might) (?!i\b|some|any|you (?:help|tell"
    r"|explain)"
    r"|this be (?:a|my)).{3,200}\?$"
)
_FAULTY = Lazy(
    r"(?i)\b(?:error(?! (?:table|codes?|handling|pages?|classes|types?|responses?|format)\b)"
    r"|exception|seg(?:mentation )?fault|crash\w*|wrong(?:ly)?"
    r"|incorrect(?:ly)?|broken|fails?|does ?n[o']t work|not working|stopped working"
    r"|white page|regression|(?:shows?|gets?|prints?|says?|is|are|returns?"
    r"|gives?) .{1,40} instead of|should not be|should(?:n't)? not|please fix|fix (?:this|it"
    r"|that)|although|even though|should be fixed|keeps? showing|still (?:shown|counted"
    r"|listed|sent|there|visible)|disappears?|is (?:lost|gone)"
    r"|(?:is|are|gets?) killed|out of memory|takes? .{1,30} down|[45][0-9]{2} (?:error|page)"
    r"|error [45][0-9]{2})\b"
)
_ASKS_HOW = Lazy(
    r"(?i)^(?:how|why|where|who|can|could|do|does|did|is|are|am|has|have|any|anyone|should)\b"
    r"|\bwhich\b"
)
_BY_FORM = "the form is one for faults"
# Below `Do you want to request a feature or report a bug?`: `A bug.`
_ANSWERED = Lazy(
    r"(?is)(?=[^\n]*\bfeature\b)(?=[^\n]*\bbug\b)[^\n]*\?\n(?:an? |report a |request a )?"
    r"(?:(?P<bug>bug)|feature)(?: report| request)?\W*$"
)
_OF_BUGS = Lazy(r"(?i)\b(?:(?:describe|description of) (?:the|your) bug|bug description)\b")
_PROPOSES = Lazy(
    r"(?i)\b(?:i(?:'d| would)? (?:propose|suggest) (?:to|that|we)\b"
    r"|i think (?:we |it |this )?should (?:add|be|use))"
)
_REQUIRES = Lazy(
    r"(?i)\b(?:should|must|shall|has to|have to|needs? to|want(?:s)? to|would like|be able to"
    r"|expect(?:ed)?)\b"
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a request is: its intent and the reason for it, its goal, and what it names.

    `paths` are files of the repository, `strangers` look like paths but are not there; `names` are what
    to look for in files, `linked` are the files that its links show, `stated` those whose whole path it
    writes or whose lines it links side by side, `package` is the folder of the package that the title names.
    """

    intent: Intent
    why: str
    goal: str
    goals: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    linked: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    package: str = ""


def analyse(request: Request, reading: Reading, paths: Iterable[str]) -> Analysis:
    """Find out what a request asks for. Takes the request, the issue as read, and the repository's paths."""
    intent, why = _intent(request, reading)
    tree = tuple(paths)
    whole = "\n".join([reading.text, *(f.text for f in reading.fences), *request.feedback])
    plain = "\n".join([reading.text, *request.feedback])
    limits = [p.text for p in reading.of(Part.LIMITS)]
    limits += [f"Out of scope: {p.text}" for p in reading.of(Part.OUTSIDE)]
    return Analysis(
        intent=intent,
        why=why,
        goal=goal_of(reading.title) or _first(reading),
        goals=_goals(reading),
        paths=mentioned(whole, tree),
        strangers=unknown(plain, tree)[:8],
        identifiers=tuple(s for s in reading.spans if _IDENTIFIER.match(s))[:20],
        quoted=tuple(dict.fromkeys(_QUOTED.findall(reading.text[:20_000])))[:10],
        limits=tuple(limits),
        names=names_of(reading),
        linked=linked((*reading.links, reading.text), tree),
        stated=tuple(dict.fromkeys((*stated(plain, tree), *linked_together(request.body, tree)))),
        package=titled_package(reading.title, tree),
    )


def _first(reading: Reading) -> str:
    return next((p.text.rstrip(".") for p in reading.passages), "")[:200]


def _goals(reading: Reading) -> tuple[str, ...]:
    """The sentences of the description that say what is wanted."""
    told = (
        p.text
        for p in reading.of(Part.DESCRIPTION)
        if p.form is Form.PROSE
        and _REQUIRES.search(p.text)
        and not p.text.endswith(("?", ":"))
        and not is_aside(p.text)
    )
    return tuple(dict.fromkeys(told))[:4]


def _intent(request: Request, reading: Reading) -> tuple[Intent, str]:
    """The kind of work and why it is that; what a word of the title says stands."""
    read_as, why = by_rules(request, reading)
    other = (
        read_as if why.startswith((_BY_TITLE, _BY_FORM)) else likelier(request, reading, read_as)
    )
    return (read_as, why) if other is read_as else (other, "its words are those of such work")


def by_rules(request: Request, reading: Reading) -> tuple[Intent, str]:
    """The kind of work that prefix, labels, title and text tell by rules, and what told it."""
    found = PREFIX.match(reading.title)
    kind = PREFIXES.get(found["kind"].lower()) if found else None
    if kind:
        return kind, f"{_BY_TITLE} prefix “{found['kind'] if found else ''}”"
    if _OF_TESTS.match(reading.title):
        return Intent.TEST, "the title begins with the tests"
    labelled = _by_labels(request, reading)
    if labelled:
        return labelled
    answered = next(
        (m for p in reading.passages if (m := _ANSWERED.match(f"{p.section}\n{p.text}"))), None
    )
    if answered:
        return (Intent.BUG if answered["bug"] else Intent.FEATURE), _BY_FORM
    if any(_OF_BUGS.search(p.section) for p in reading.passages) and not _adds(reading.title):
        return Intent.BUG, _BY_FORM
    return _by_label_and_text(request, reading)


def _by_labels(request: Request, reading: Reading) -> tuple[Intent, str] | None:
    if _BUNDLES & {label.lower() for label in request.labels} and is_upkeep(reading.title):
        return Intent.FEATURE, "a version to come that a label calls a bundle of work"
    for intent, names in LABELS:
        for label in sorted(request.labels):
            leaks = states_fault(reading.title, goal_of(reading.title))
            if intent is Intent.FEATURE and _UPKEEP.search(reading.title) and not leaks:
                return Intent.CHORE, "the title is about upkeep"
            if intent is Intent.BUG and _adds(reading.title):
                continue
            if intent is Intent.REFACTOR and is_on_data(goal_of(reading.title)):
                return Intent.CHORE, "the title is about upkeep"
            if names & set(words(label)) and label.lower() != "help wanted":
                return intent, f"the label “{label}”"
    return None


def _by_label_and_text(request: Request, reading: Reading) -> tuple[Intent, str]:
    """What no prefix and no plain label tells; a label about speed says no more than that."""
    named = {word for label in request.labels for word in words(label)}
    if "breaking" in named:
        return Intent.FEATURE, "a label says that it breaks what was"
    if keeps_behaviour(reading):
        return Intent.REFACTOR, "the text says that behaviour stays"
    if added := _adds(reading.title):
        return Intent.FEATURE, f"the title's “{added}”"
    found_by_text = _by_text(reading)
    told = reading.of(Part.REPRODUCE, Part.ACTUAL, Part.EXPECTED)
    if is_on_builds(reading.text) and not told and found_by_text[0] not in _OWN_KINDS:
        return Intent.CHORE, "the text is about builds"
    if found_by_text[0] is Intent.FEATURE and named & _OF_SPEED:
        broken = any(_FAULTY.search(p.text) for p in reading.passages)
        return (Intent.BUG if broken else Intent.REFACTOR), "a label about speed"
    return found_by_text


def _lists(reading: Reading) -> bool:
    """Whoever lists what there will be, or writes scenarios, wishes for something."""
    listed = [p for p in reading.passages if p.form is Form.BOX or p.part is Part.CRITERIA]
    return len(listed) >= 3 or len(reading.rows) >= 4 or tells_scenarios(reading)


def _adds(title: str) -> str:
    """The words of a title that asks for something new in the program; empty where it does not."""
    goal = gloss(goal_of(title))
    found = ADDS.search(goal)
    others = (Intent.TEST, Intent.DOCS, Intent.CHORE)
    if found is None or any(p.search(goal) for intent, p in TITLES if intent in others):
        return ""
    return found[0].strip()


def _by_title(goal: str, title: str) -> tuple[Intent, str] | None:
    if is_upkeep(goal):
        return Intent.CHORE, "the title is about upkeep"
    if is_retyped(goal):
        return Intent.REFACTOR, "the title's other type"
    if states_fault(title, goal) or (THROWN.search(title) and not is_imperative(goal)):
        return Intent.BUG, "the title states a fault"
    if has_subject(goal):
        return None
    lead, colon, rest = goal.partition(": ")
    told = is_imperative(rest if colon and len(lead) < 40 else goal)
    for intent, pattern in TITLES:
        hit = pattern.search(goal)
        # `Keep 30 days instead of 365` wishes; `shows 3 instead of 4` complains.
        # `Ignore the variable in list` wishes, too; `list ignores the variable` complains.
        wishes = (
            told and hit and (hit[0].lower().endswith("instead of") or hit[0].lower() == "ignore")
        )
        if hit and not wishes:
            return intent, f"the title's “{hit[0].strip()}”"
    return (Intent.BUG, "the title tells what goes wrong") if turned(title) else None


def _asked(goal: str, reading: Reading) -> tuple[Intent, str]:
    """A title that asks what should happen, above a text of what goes wrong, reports a fault."""
    if not _ASKS_HOW.search(goal) and any(tells_harm(p.text) for p in reading.passages):
        return Intent.BUG, "the text tells what goes wrong"
    if settles_ways(goal):
        return Intent.FEATURE, "the title asks between ways"
    return Intent.QUESTION, "the title asks"


def _by_text(reading: Reading) -> tuple[Intent, str]:
    traced = any(TRACE.search(f.text[:20_000]) for f in reading.fences)
    goal = gloss(goal_of(reading.title))
    if any(EXPECTED.match(p.text) for p in reading.passages) and not is_imperative(goal):
        return Intent.BUG, "the text says what was expected"
    compared = reading.of(Part.EXPECTED) and reading.of(Part.ACTUAL)
    shown = reading.of(Part.REPRODUCE) or any(f.part is Part.REPRODUCE for f in reading.fences)
    if shown or compared or (traced and not is_imperative(goal)):
        return Intent.BUG, "steps to reproduce it or a stack trace"
    titled = _by_title(goal, reading.title)
    if titled:
        return titled
    if _WISHED.match(goal):
        return Intent.FEATURE, "the title wishes for something"
    proposed = any(_PROPOSES.search(p.text) for p in reading.passages)
    if goal.endswith("?") and not reading.of(Part.CRITERIA) and not proposed:
        return _asked(goal, reading)
    if reading.of(Part.ACTUAL, Part.EXPECTED) or traced:
        return Intent.BUG, "expected and actual behaviour"
    lead, colon, rest = goal.partition(": ")
    told = is_imperative(rest if colon and len(lead) < 40 else goal)
    if not (told or _lists(reading)) and any(
        _FAULTY.search(gloss(p.text)) for p in reading.passages
    ):
        return Intent.BUG, "the text tells of a fault"
    return Intent.FEATURE, "nothing says otherwise"
