"""Lapses: lines of code and settings, given as what should be, that let in or lose what was kept safe.

The settings are those that the documents of their makers warn about: origins and cookies (CORS, MDN),
certificates (curl, requests, Node, Go), rights (Docker, sudo, IAM, Firestore), deletion (SQL, git, find).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.dangers import GONE, GUARDED, KEEP, OPEN
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gloss import gloss
from bot.planning.hazards import decided
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Fence, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened


@dataclass(frozen=True, slots=True)
class _Lapse:
    """What a line does: its signs, what calms them anywhere, what is asked, the two ways."""

    line: Lazy
    calm: Lazy
    question: str
    safer: tuple[str, str]
    risky: tuple[str, str]


_LAPSES = (
    _Lapse(
        Lazy(
            r"(?i)allowed_?origin(?:_?pattern)?s?\w*\W{1,6}(?:\[|list\.of\(|arrays\.aslist\("
            r"|\{)?['\"]\*"
            r"|allow_?all_?origins?\b|allow_?any_?origin\b"
            r"|\bcors_?(?:origin_)?allow_all\w*\W{1,4}true"
            r"|\borigins?['\"]?\s?[:=]\s?(?:\[\s?)?(?:true\b|['\"]\*['\"])"
            r"|\ballow_origins\W{1,4}['\"]\*"
            r"|access-control-allow-origin['\"]?\W{1,5}\*|\borigin:\s?\(?(?:req|request"
            r"|_)\b[^\n]{0,40}callback\(null, ?true"
            r"|same_?site\W{1,5}none\b|allow_?credentials\W{1,5}true\b"
        ),
        Lazy(
            r"(?i)\b(?:public (?:data|assets|fonts)|without (?:cookies|credentials)|no cookies"
            r"|fonts are public"
            r"|(?:only|just) in (?:dev\w*|the emulator)|localhost only)\b"
        ),
        "Any page on the web could then ask with a visitor's login (cookies, account data). Which "
        "origins need it (a "
        "configurable allow list), with or without credentials, and who approves?",
        GUARDED,
        OPEN,
    ),
    _Lapse(
        Lazy(
            r"(?i)\bverify\s?=\s?false\b|\brejectunauthorized\W{1,4}false"
            r"|\bnode_tls_reject_unauthorized\b|\binsecureskipverify\W{1,4}true"
            r"|\bcurl (?:-\w+ )*(?:-\w*k\b|--insecure)|\bssl_?verify\w*\W{1,4}(?:off|false|0"
            r"|none)\b|\bsslmode\W{1,3}disable\b"
            r"|\bcsrf\(?\)?\W{1,3}(?:\w+ ?-> ?\w+\.)?disable\b|@csrf_exempt\b"
            r"|\bskip_before_action\W{1,3}(?:verify_authenticity_token|authenticate\w*)"
            r"|\bpermitall\b|\ballowany\b|\ballowanonymous\b|@public\(\)"
            r"|\bauth(?:entication)?_?(?:required|enabled)?['\"]?\s?[:=]\s?(?:false|none|off)\b"
            r"|\busing ?\(true\)|\bdisable row level security\b"
            r"|\ballow read(?:, ?write)?: ?if true|\bacl\W{1,4}public-read(?:-write)?\b"
            r"|\bprincipal['\"]?\W{1,4}\*|\baction['\"]?\W{1,6}(?:\w+:)?\*['\"]|\b0\.0\.0\.0/0\b"
            r"|\bprivileged:\s?true\b"
            r"|\bchmod (?:-R )?0?777\b|\bnopasswd\b|\bpermitrootlogin yes\b"
            r"|\bpasswordauthentication yes\b|\bhost\s+all\s+all\s+\S+\s+trust\b"
            r"|\balgorithms?['\"]?\W{1,5}none\b|\bverify_signature['\"]?\W{1,4}false"
            r"|\bignore_?expiration\W{1,4}true|\bhttp_?only\W{1,4}false"
            r"|\bstricthostkeychecking[ =]no\b|\bautomountserviceaccounttoken: true"
            r"|\bhostnetwork: true|\bcluster-admin\b"
        ),
        Lazy(
            r"(?i)\b(?:in (?:the )?(?:unit |e2e )?tests?\b|test server|localhost|local development"
            r"|self-signed|reports? (?:a )?findings?|lint|rule"
            r"|health ?check|/health\w*|read-only public|finds?|detects?|warns?|scanner)\b"
        ),
        "This line takes a protection away (authentication, access, certificates): is it decided, "
        "can it be narrowed to one "
        "case, and who approves?",
        GUARDED,
        OPEN,
    ),
    _Lapse(
        Lazy(
            r"(?i)\btruncate table\b|\bdelete from [a-z_.`\"]+(?:;|$| where [^;]{0,60}(?:<|older"
            r"|interval|null|not in|is false))|\bdrop (?:table|database|schema|column)\b"
            r"|\brm -rf? [^\n]{0,60}(?:/var|/data|/srv|/mnt|/home|/backup|uploads|storage|\$)"
            r"|(?<!\w)-mtime \+[0-9]+ [^\n]{0,40}(?:-delete|rm)\b"
            r"|\bgit push (?:[\w-]+ ){0,3}(?:-f\b|--force\b)|\bgit filter-(?:repo|branch)\b"
            r"|\baws s3 rm [^\n]{0,60}--recursive|\bkubectl delete (?:pvc|ns|namespace)\b"
            r"|\bdelete_all\b|\bdestroy_all\b|\bdelete_?many\(|\bflushall\b"
            r"|\bsystem prune -a\w*[^\n]{0,20}--volumes|--full-refresh\b"
        ),
        Lazy(
            r"(?i)\b(?:dry[- ]run|in (?:the )?tests?\b|fixtures?|test (?:data|database)"
            r"|backup (?:is|was|first|exists)|restor\w+|undo|unused since|is empty"
            r"|no rows|temp(?:orary)? tables?|staging table|cache|teardown|set-?up)\b"
        ),
        "This line loses data for good. What exactly may go, is there a backup or a way back "
        "(rename, archive), do retention "
        "rules stand against it, and who approves?",
        KEEP,
        GONE,
    ),
)
_PROPOSED = Lazy(
    r"(?i)\b(?:replac\w+|add|adding|set|put|use|using|change|should|shall|would|want|proposal"
    r"|propose|suggest\w*|plan|instead|fix|like this"
    r"|by|with|so|simply|just|solution|patch|new|then|run|want|wish|idea|cron|after|becomes?"
    r"|make)\b"
)
_TODAY = Lazy(
    r"(?i)\b(?:now|currently|today|at the moment|today's|we have|there is|there's|says?|prints?"
    r"|shows?|error|fails?|failed|log|output|got|get|gets"
    r"|response|found|finds|existing|as it is|looks like|contains?|was|were)\b"
)
_NOT = Lazy(
    r"(?i)\b(?:not|never|don't|must not|mustn't|cannot|can't|avoid\w*|instead of|without|no longer"
    r"|remov\w+|replac\w+|drop\w*|get rid of|stop\w*|reject\w*"
    r"|refus\w+|warn\w*|forbid\w*|detect\w*|find\w*|flag\w*|lint\w*|away from|has|have|had|is|are"
    r"|was|were|uses|sets|currently|today|still|there's|because"
    r"|after|when|if|since|why|while)\b[^.;]{0,60}$"
)
_CLOSED = frozenset((Part.ACTUAL, Part.ENVIRONMENT, Part.REPRODUCE))


def lapsed(reading: Reading, intent: Intent, remarks: Iterable[str]) -> Iterator[Doubt]:
    """The first line, given as what should be, that takes a protection away, unless it is decided.

    Takes the issue, its intent, and what others said. Code that shows how things are asks for nothing.
    """
    if intent in {Intent.DOCS, Intent.TEST, Intent.QUESTION}:
        return
    spoken = [(at, gloss(sentence[:600])) for at, _, sentence in placed(reading)]
    lines = [
        (len(spoken), line)
        for fence in reading.fences
        if _is_wanted(fence, intent)
        for line in _new_lines(fence)
    ]
    if not lines and intent is Intent.BUG:
        return
    heard = [gloss(r) for r in remarks]
    own = "\n".join((*(text for _, text in spoken), *heard))
    if any(decided(text) for _, text in spoken) or any(map(decided, heard)):
        return
    inline = [] if intent is Intent.BUG else [(at, text) for at, text in spoken if "`" in text]
    for lapse in _LAPSES:
        for at, text in (*lines, *inline):
            hit = lapse.line.search(text)
            if hit is None or (at < len(spoken) and _NOT.search(text[: hit.start()])):
                continue
            if not lapse.calm.search(own):
                yield _doubt(lapse, text, at)
                return


def _is_wanted(fence: Fence, intent: Intent) -> bool:
    """Whether code is what should be: of a fault only what a sentence before it proposes."""
    if fence.part in _CLOSED or _TODAY.search(gloss(fence.lead)):
        return False
    return intent is not Intent.BUG or bool(_PROPOSED.search(gloss(fence.lead)))


def _new_lines(fence: Fence) -> list[str]:
    lines = [line[:300] for line in fence.text.split("\n")[:150]]
    patch = any(line.startswith("+") for line in lines)
    return [line for line in lines if not patch or line.startswith("+")]


def _doubt(lapse: _Lapse, text: str, at: int) -> Doubt:
    told = shortened(text.strip().rstrip("."), 120)
    ways = (
        Way(*lapse.safer, f"{lapse.safer[0]}, rather than: {told}"),
        Way(*lapse.risky, f"Decided: {told}"),
    )
    question = f"“{told}”: {lapse.question}"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, text, at, Group.SCOPE, True)
