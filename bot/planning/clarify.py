"""Clarify: ask or go on. Only the three conditions of the specification allow a question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from bot.domain.questionnaire import RECOMMENDED, Option, Question, QuestionContext, ReasonCode
from bot.planning import answers, settled
from bot.planning.concerns import asked_back, concerns
from bot.planning.decisions import Decision
from bot.planning.doubts import Doubt, doubts
from bot.planning.harmless import declared_harmless
from bot.planning.lazy import Lazy
from bot.planning.leaks import is_of_leak
from bot.planning.leanings import leanings
from bot.planning.needless import is_needless
from bot.planning.proposal import Brief, Intent, Request, Tree
from bot.planning.reading import Reading
from bot.planning.scopes import is_of_scope, unscoped
from bot.planning.signs import told_in
from bot.planning.suspicion import suspected
from bot.planning.unapproved import asks_permission
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import same, shortened, stem, stems, words

MOST = 8
AFFECTED = ("planningArtifact.steps", "testingArtifacts.planned")
_ORDER = (ReasonCode.POLICY_RISK, ReasonCode.MISSING_INPUT, ReasonCode.AC_AMBIGUOUS)
_SMALL = Lazy(
    r"(?i)\b(?:at once|existing|keep|reuse|flag|setting|simple|soft|archive|anonymi[sz]ed?"
    r"|current|leave)\b"
)
_LARGE = Lazy(
    r"(?i)\b(?:drop|delete[ds]?|removed?|rewrite|hard|permanent(?:ly)?|new service|replace)\b"
)


@dataclass(frozen=True, slots=True)
class Clarified:
    """The questions still open, the decisions made so far, and what was taken for granted."""

    questions: tuple[Question, ...] = ()
    decisions: tuple[Decision, ...] = ()
    assumptions: tuple[str, ...] = ()


def clarify(brief: Brief, reading: Reading, intent: Intent = Intent.FEATURE) -> Clarified:
    """Decide what must be asked.

    Takes the brief, the issue as read, and what kind it is. A doubt that was answered, or that
    somebody who may decide has settled, becomes a decision; the eight weightiest others become
    questions; what is left beyond those is taken as recommended and said to be an assumption, and so is
    what is needless, without a choice.
    """
    request = brief.request
    told = doubts(reading, fault=intent is Intent.BUG)
    raised = (*concerns(brief, reading, intent), *told)
    raised += leanings(
        brief, reading, intent, frozenset(d.code for d in raised), asked_back(request)
    )
    raised += tuple(unscoped(reading, intent, raised))
    if intent is Intent.DOCS:
        raised = tuple(d for d in raised if not _of_documents(d))
    if any(d.code is ReasonCode.POLICY_RISK for d in raised):
        heard = told_in(reading)
        raised = tuple(
            d
            for d in raised
            if d.code is not ReasonCode.POLICY_RISK or not declared_harmless(d, heard)
        )
        raised = tuple(d for d in raised if not _of_permission(d))
    found = sorted(_distinct(raised), key=lambda d: (_ORDER.index(d.code), d.at))
    sorted_out = _sorted_out(found, brief, reading)
    if sorted_out.still and is_needless(
        request, reading, intent, [d for d, _, _ in sorted_out.still]
    ):
        sorted_out.leave_all()
    elif not sorted_out.still:
        over = frozenset(d.code for d in found)
        found = list(suspected(request, reading, intent, over))
        sorted_out = _sorted_out(found, brief, reading, sorted_out)
    still = sorted_out.still
    if not any(d.code is ReasonCode.POLICY_RISK for d, _, _ in still):
        still = [one for one in still if not is_of_scope(one[0])]
    if any(d.code is not ReasonCode.AC_AMBIGUOUS for d, _, _ in still):
        # What sounds open beside a missing thing or a risk is mostly that thing or risk itself.
        leak = any(is_of_leak(d) for d, _, _ in still)
        still = [one for one in still if not (one[0].faint or (leak and _is_open(one[0])))]
        at_risk = {d.about for d, _, _ in still if d.code is ReasonCode.POLICY_RISK}
        still = [one for one in still if not _lacks_of(one[0], at_risk)]
    known = [*raised, *found]
    decisions = (*sorted_out.decisions, *_elsewhere(request, known))
    return Clarified(_questions(still, request), decisions, tuple(sorted_out.assumptions))


def _lacks_of(doubt: Doubt, risky: Collection[str]) -> bool:
    """Whether a doubt asks what a sentence lacks that is asked about as a risk: one question is enough."""
    missing = doubt.code is ReasonCode.MISSING_INPUT
    return missing and doubt.about in risky and not is_of_leak(doubt)


def _is_open(doubt: Doubt) -> bool:
    return doubt.code is ReasonCode.AC_AMBIGUOUS


@dataclass(slots=True)
class _SortedOut:
    """Doubts that are still open, with the way that is recommended and why; decisions; assumptions."""

    still: list[tuple[Doubt, int, str]] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)

    def leave_all(self) -> None:
        """Leave what is still open to whoever does the work, and say so."""
        left = "Left to whoever does it, for the issue reads as if it were complete: "
        self.assumptions += [f"{left}{doubt.question}" for doubt, _, _ in self.still]
        self.still.clear()

    def decide(self, decision: Decision, doubt: Doubt) -> None:
        """A doubt is no more; where nobody decided it, that is an assumption."""
        self.decisions.append(decision)
        if not decision.by:
            self.assumptions.append(f"{doubt.question} Taken: {decision.chosen}.")


def _sorted_out(
    found: Iterable[Doubt], brief: Brief, reading: Reading, out: _SortedOut | None = None
) -> _SortedOut:
    """Sort doubts into those that are answered or settled, the weightiest that are open, and the rest."""
    out, request = out or _SortedOut(), brief.request
    for doubt in found:
        at, because = _recommended(doubt, brief.tree)
        decision = answers.answered(doubt, request)
        if decision is None and not _takes_an_answer(doubt, request):
            decision = settled.settled(doubt, at, request, reading)
        if decision is None and len(out.still) < MOST:
            out.still.append((doubt, at, because))
            continue
        out.decide(decision or answers.taken(doubt, at), doubt)
    return out


def _takes_an_answer(doubt: Doubt, request: Request) -> bool:
    """Once a question on policy was asked, only an answer by whoever may give it ends it: no later talk."""
    risky = doubt.code is ReasonCode.POLICY_RISK
    asked = any(same(q.question, doubt.question) for q in request.questions)
    return doubt.held or (risky and asked)


def _of_permission(doubt: Doubt) -> bool:
    """Beside a risk, a doubt whether it is allowed asks nothing more."""
    return doubt.code is ReasonCode.AC_AMBIGUOUS and asks_permission(doubt.about)


def _of_documents(doubt: Doubt) -> bool:
    """What nobody knows is what documents are to tell; only a question leaves something open."""
    open_ = doubt.code is ReasonCode.AC_AMBIGUOUS and doubt.prefer_first and doubt.at < DOCUMENT
    return open_ and not doubt.about.endswith("?")


def _distinct(raised: Iterable[Doubt]) -> list[Doubt]:
    """Leave out what another doubt asks already: the same risk, the same ways, the same missing thing."""
    kept: list[Doubt] = []
    for doubt in raised:
        if not any(_asks_same(doubt, other) for other in kept):
            kept.append(doubt)
    return kept


def _asks_same(one: Doubt, other: Doubt) -> bool:
    if one.code is not other.code:
        return False
    if one.code is ReasonCode.POLICY_RISK:
        return one.ways[0].label == other.ways[0].label
    if one.code is ReasonCode.AC_AMBIGUOUS:
        ways = [set(" ".join(w.label for w in d.ways).lower().split()) for d in (one, other)]
        return len(ways[0] & ways[1]) * 2 > min(map(len, ways)) and not one.prefer_first
    return _thing(one) == _thing(other) != ""


def _thing(doubt: Doubt) -> str:
    """What kind of thing is missing: `provider` of `the SMS provider`."""
    found = re.search(
        r"(?i)\b(?:provider|gateway|service|carrier|bank|vendor|storage)\b", doubt.question
    )
    return found[0].lower() if found else ""


def _elsewhere(request: Request, found: Iterable[Doubt]) -> list[Decision]:
    """Answers to questions that the text no longer raises still count."""
    known = [d.question for d in found]
    return [
        answers.of_own_accord(question, answer)
        for question, answer in answers.answers(request)
        if not any(same(question.question, k) for k in known)
    ]


def _questions(still: list[tuple[Doubt, int, str]], request: Request) -> tuple[Question, ...]:
    """Write the questions; one that was asked before keeps its id, a new one gets a free one."""
    used = {q.id for q in request.questions}
    free = (f"q{n}" for n in range(1, 100) if f"q{n}" not in used)
    out = []
    for doubt, at, because in still:
        before = next((q.id for q in request.questions if same(q.question, doubt.question)), "")
        out.append(_question(doubt, before or next(free), at, because))
    return tuple(out)


def _question(doubt: Doubt, id_: str, at: int, because: str) -> Question:
    options = tuple(
        Option(label=w.label + (RECOMMENDED if n == at else ""), description=w.impact)
        for n, w in enumerate(doubt.ways)
    )
    return Question(
        id=id_,
        question=shortened(doubt.question[:1].upper() + doubt.question[1:], 300),
        options=options,
        recommended_option=options[at].label,
        context=QuestionContext(reason_codes=(doubt.code,), affected_sections=AFFECTED),
        group=doubt.group,
        why=shortened(doubt.about, 400),
        recommended_because=because,
        free_text=doubt.free_text,
    )


def _recommended(doubt: Doubt, tree: Tree) -> tuple[int, str]:
    """Prefer what can be undone or is smaller, then what the repository already uses, then the first."""
    if doubt.prefer_first:
        return 0, "It is the smaller step and can be changed later."
    small = [bool(_SMALL.search(w.label)) - bool(_LARGE.search(w.label)) for w in doubt.ways]
    if max(small) > min(small):
        return small.index(max(small)), "It is the smaller step and can be changed later."
    seen = [_seen(way.label, doubt, tree) for way in doubt.ways]
    if sum(map(bool, seen)) == 1:
        at = next(n for n, place in enumerate(seen) if place)
        return at, f"The repository already has it: `{seen[at]}`."
    return 0, "It is named first."


def _seen(label: str, doubt: Doubt, tree: Tree) -> str:
    """The first file, by name and then by content, that speaks of what makes this way different."""
    others = {s for w in doubt.ways if w.label != label for s in stems(w.label)}
    own = set(stems(label)) - others
    if not own:
        return ""
    for path in tree.paths:
        if own & {stem(w) for w in words(path.rpartition(".")[0] or path)}:
            return path
    return next((p for p in sorted(tree.texts) if own & set(stems(tree.texts[p][:20_000]))), "")
