"""Pipelines: changes to continuous integration that hand rights or secrets to code nobody has reviewed.

What each sign opens is told in GitHub's "Secure use reference" for Actions; a snippet counts like a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gates import GATES
from bot.planning.gloss import gloss
from bot.planning.hazards import decided
from bot.planning.lazy import Lazy
from bot.planning.reading import Fence, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened


@dataclass(frozen=True, slots=True)
class _Door:
    """What is opened: the words that ask for it, what must stand anywhere beside it, what is asked.

    Where `calm` stands anywhere, nothing is.
    """

    asks: Lazy
    beside: Lazy | None
    question: str
    calm: Lazy | None = None


_FORKS = (
    r"\b(?:forks?|forked|outside (?:contributors?|collaborators?)|external (?:contributors?|prs?)"
    r"|strangers?|first[- ]time contributors?|(?:any|every)(?:one|body)|any (?:pr|pull request"
    r"|user)"
    r"|public repo\w*|repo(?:sitory)? is (?:public|open)|open[- ]source|community prs?|untrusted"
    r"|pull[_ ]requests?|prs?)\b"
)
_UNSEEN = (
    "This runs code that nobody has reviewed with a token that may write, or with secrets: is that "
    "decided, or should it be done without them (checks only, two workflows, an approval first)?"
)
_DOORS = (
    _Door(
        Lazy(r"(?i)\bpull_request_target\b|\bwrite-all\b|\bACTIONS_ALLOW_UNSECURE_COMMANDS\b"),
        None,
        _UNSEEN,
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:contents|packages|actions|id-token|pull-requests|deployments"
            r"|statuses): ?write\b"
            r"|\b(?:write|admin) (?:access|permissions?|rights|token"
            r"|scopes?)\b[^.;]{0,60}\b(?:workflows?"
            r"|jobs?|ci|actions?|runners?|bots?|pipelines?)\b|\b(?:workflows?|jobs?|ci"
            r"|actions?|pipelines?)"
            r"\b[^.;]{0,60}\b(?:write|admin) (?:access|permissions?|rights|token|scopes?)\b"
            r"|\bsecrets: ?inherit\b|\bworkflow_run\b|\bGITHUB_TOKEN\b[^.;]{0,40}\bwrite"
        ),
        Lazy(
            r"(?i)\b(?:forks?|forked|outside (?:contributors?|collaborators?)"
            r"|external (?:contributors?"
            r"|prs?)|strangers?|untrusted|community prs?)\b"
        ),
        _UNSEEN,
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:pass|give|expose|hand|share|make|provide|inject|send|allow|let|need"
            r"|available|get"
            r"|have|see|read|use|access)\w*\b[^.;]{0,60}\b(?:secrets?|tokens?|credentials|(?:api"
            r"|deploy|signing) keys?)\b[^.;]{0,60}"
            r"\b(?:forks?|forked|outside (?:contributors?|collaborators?)"
            r"|external (?:contributors?|prs?)"
            r"|strangers|community prs?)\b|\b(?:secrets?|tokens?|credentials|(?:api|deploy"
            r"|signing) keys?)\b"
            r"[^.;]{0,40}\b(?:available|readable|visible|passed|given|exposed"
            r"|shared)\b[^.;]{0,40}\bforks?\b"
            r"|\b(?:forks?|forked (?:prs?|pull requests?)|external prs?)\b"
            r"[^.;]{0,60}\b(?:get|have|see|read|use|access|with)\w*\b[^.;]{0,30}\b(?:secrets?"
            r"|tokens?"
            r"|credentials|(?:api|deploy|signing) keys?)\b"
        ),
        None,
        "Secrets would be readable by whoever opens a pull request: which ones, is that decided, "
        "or is "
        "there a way without them?",
    ),
    _Door(
        Lazy(
            r"(?i)\bself-hosted runners?\b|\bruns-on:\s?\[?\s?['\"]?self-hosted|\b(?:register\w*"
            r"|set up|use|have|turn|make|run)\b"
            r"[^.;]{0,50}\b(?:as|into|on) (?:an? |my |our |the )?(?:[a-z]+ ){0,2}(?:runners?|box"
            r"|(?:mac )?mini|nuc|raspberry"
            r"|old laptop|workstation|(?:build|office|home) (?:server|machine|box|pc))\b|\b(?:our"
            r"|the|my) own (?:runner|build (?:box|machine"
            r"|server))s?\b|\bruns-on:"
            r" ?\[?self"
        ),
        Lazy(rf"(?i){_FORKS}"),
        "Code of pull requests would run on a machine of ours: whose requests, what can it reach "
        "from "
        "there, and who approves?",
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:any(?:one|body)|every(?:one|body)|all contributors|contributors"
            r"|any user|people|users"
            r"|commenters?)\b[^.;]{0,60}\b(?:comments?|commenting|types?|writes?|says?"
            r"|posts?)\b[^.;]{0,60}"
            r"\b(?:deploy\w*|releas\w*|publish\w*|re-?runs?|trigger\w*|runs?|starts?|merg\w*)\b"
            r"|(?<!\w)/(?:deploy|release|publish|ship|run|merge)\b[^.;]{0,60}\b(?:by|from"
            r"|for) (?:any(?:one"
            r"|body)|every(?:one|body)|all)\b"
        ),
        Lazy(r"(?i)\b(?:workflows?|ci|actions?|pipelines?|github|issue_comment|runner)\b"),
        "Whoever may comment could start it with our rights: who may, and who approves?",
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:use|reference|switch\w*|change|follow|track|move|point\w*|go"
            r"|replace)\b[^.;]{0,60}"
            r"(?:@(?:main|master|latest|v[0-9]+)\b|\bbranch names?\b|\bfloating tags?\b"
            r"|\bmoving tags?\b"
            r"|\b(?:unpinned|un-?pin)\b)(?=[^.;]{0,80}(?:\binstead of\b|\brather than\b"
            r"|\bso (?:that )?(?:we"
            r"|it)\b|[.;,]|$))|\b(?:un-?pin|stop pinning|no (?:more )?pinn(?:ed|ing)"
            r"|drop the (?:sha|pin\w*)"
            r"|remove the (?:sha|pin\w*))\b"
        ),
        Lazy(r"(?i)\b(?:actions?|uses:|workflows?|shas?|pinn\w+)\b"),
        "Whoever can move that branch or tag could run code in our pipeline: is that decided, or "
        "do "
        "actions stay pinned?",
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:personal access token|PAT|admin token|owner'?s? token|(?:deploy"
            r"|ssh) key with write)\b"
            r"|\btoken of (?:an? |the )?(?:admin|owner|maintainer|my account|mine)\b"
        ),
        Lazy(
            r"(?i)\b(?:bypass\w*|past|around|protected|branch protection|push\w*"
            r"|required (?:reviews?|checks?)"
            r"|without (?:a )?review)\b"
        ),
        "A person's token in the pipeline would do whatever that person may: is it decided, which "
        "rights "
        "does it get, and who rotates it?",
    ),
    _Door(
        Lazy(
            r"(?i)\b(?:remov|drop|skip|disabl|delet|ignor|bypass|turn\w* off|switch\w* off"
            r"|get rid of|continue"
            r"-on-error|\|\| true)\w*\b[^.;]{0,60}\b(?:code ?ql|(?:security|secret"
            r"|vulnerability|dependency"
            r"|licen[cs]e|container|image|sast|trivy|snyk) (?:scan\w*|checks?|audit|review)"
            r"|npm audit"
            r"|pip-audit|provenance|attestations?|sign(?:ing|ature) (?:step|check"
            r"|verification)|checksum"
            r"|required (?:status )?checks?|environment (?:approval|protection|reviewers?)"
            r"|manual (?:gate"
            r"|approval)|zizmor|scorecard)\b"
        ),
        Lazy(
            r"(?i)\b(?:ci|workflows?|pipelines?|jobs?|actions?|builds?|merg\w+|releases?"
            r"|pull requests?|prs?)\b"
        ),
        "This takes a check out of the pipeline: is that decided, and who approves?",
    ),
)
_GATES = tuple(_Door(asks, beside, asked, calm) for asks, beside, calm, asked in GATES)
_MENDED = Lazy(
    r"(?i)^[`'\")]*(?: ?[:;]| ?->| ?=>| ?\u2192| to\b| becomes\b| by\b"
    r"| with\b)[^;\n]{0,40}(?:\bread\b|read-all|\bnone\b|\{ ?\}"
    r"|@[0-9a-f]{7,40}|\bpull_request\b(?!_)|\bdelete\b|\bremove\b|\bsha\b|\bdigest\b"
    r"|\bcommit hash)"
)
_CALM = Lazy(
    r"(?i)\b(?:replac\w+|remov\w+|drop\w*|get rid of|stop using|mov\w+ away from|away from"
    r"|never|no longer"
    r"|instead of|without|not|don't|avoid\w*|forbid\w*|reject\w*|fail\w* (?:on|if|when)"
    r"|warn\w* (?:on|about"
    r"|if|when)|detect\w*|flag\w*|lint\w*|narrow\w*|tighten\w*|rules? (?:for|against|about)"
    r"|finding)\b"
    r"[^.;]{0,50}$"
)
_SAFE = Lazy(
    r"(?i)\b(?:with|has|have|needs?) required reviewers\b"
    r"|\bafter (?:an? )?(?:approval|review)\b|\b(?:approved"
    r"|reviewed) by\b"
    r"|\bleast privilege|\bread[- ]only\b(?! and (?:the|so))|\bephemeral runners?\b"
    r"|\bsafe[- ]to[- ]test\b"
    r"|\bno checkout of (?:the )?(?:pr|pull request|head)|\bnever checks? out\b"
)
_KEPT = (
    "Keep unreviewed code away from rights and secrets",
    "Checks only, or two workflows: nothing of theirs runs with our token.",
)
_GIVEN = ("As the text says", "Whoever opens a pull request can use what the pipeline may.")
_CLOSED = frozenset((Part.ACTUAL, Part.ENVIRONMENT, Part.REPRODUCE))


def opened_by(reading: Reading, remarks: Iterable[str]) -> Iterator[Doubt]:
    """The first change to a pipeline that opens a door, unless it is decided or the text closes it again.

    Takes the issue and what others said. What a fault printed, or how to see it, asks for nothing.
    """
    told = [*_sentences(reading), *_snippets(reading.fences, len(list(placed(reading))))]
    own = "\n".join(text for _, text in told)
    if decided(own) or any(decided(gloss(r)) for r in remarks) or _SAFE.search(own):
        return
    for door in (*_DOORS, *_GATES):
        for at, text in told:
            hit = door.asks.search(text)
            if hit is None or _CALM.search(text[: hit.start()]):
                continue
            if _MENDED.search(text[hit.end() :]):
                continue
            if door.calm is not None and door.calm.search(own):
                break
            if door.beside is None or door.beside.search(own):
                yield _doubt(door, text, at)
                return


def _sentences(reading: Reading) -> Iterator[tuple[int, str]]:
    return ((at, gloss(sentence[:600])) for at, _, sentence in placed(reading))


def _snippets(fences: Iterable[Fence], after: int) -> Iterator[tuple[int, str]]:
    """The lines of snippets; of a diff only what is added."""
    for fence in fences:
        lines = fence.text.split("\n")[:200]
        patch = any(line.startswith("+") for line in lines)
        if fence.part not in _CLOSED:
            yield from (
                (after, line.lstrip("+ ")) for line in lines if not patch or line.startswith("+")
            )


def _doubt(door: _Door, text: str, at: int) -> Doubt:
    told = shortened(text.strip().rstrip("."), 120)
    ways = (
        Way(*_KEPT, f"{_KEPT[0]}, rather than: {told}"),
        Way(*_GIVEN, f"Decided: {told}"),
    )
    question = f"“{told}”: {door.question}"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, text, at, Group.SCOPE, True)
