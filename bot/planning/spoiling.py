"""Spoiling: stored data rewritten by a rule that guesses, cuts or throws away what does not fit it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.gloss import gloss
from bot.planning.hazards import decided
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.sections import Part
from bot.planning.words import shortened


@dataclass(frozen=True, slots=True)
class _Loss:
    """How data is lost: the words of it, what must stand anywhere beside it, what is asked."""

    told: Lazy
    beside: Lazy | None
    question: str


# What shows that stored data is rewritten, and not what comes in from now on.
_REWRITE = Lazy(
    r"(?i)\b(?:migrations?|migrates?|back-?fill\w*|flyway|liquibase|alembic|changesets?"
    r"|changelog-set"
    r"|alter table|alter column|update [a-z_.`\"]{2,40} set|schema (?:version )?[0-9]+|v[0-9]+__\w+"
    r"|data fix|one-?off (?:script|job|task)|rewrites?|re-?writ\w+|converts? (?:all|the existing"
    r"|existing|what)"
    r"|in place|in production|on prod\w*|on (?:all|every) (?:installations?|instances?|practices"
    r"|tenants|customers|servers)"
    r"|(?:existing|stored|old|historic\w*|queued) (?:[a-z_]+ )?(?:rows|records|values|entries|data"
    r"|accounts|orders"
    r"|jobs|files|positions|addresses|notes|documents|users|customers|members)"
    r"|(?:all|every) (?:the )?(?:stored|existing|saved)\b|at (?:worker |server |app "
    r"|program )?start(?:-?up)?\b"
    r"|on upgrade|at (?:the )?next start|when (?:the app|it) starts|since (?:19|20)[0-9]{2}"
    r"|all stored|the database|with the next (?:deploy\w*|release|update|image)|(?:rake|management"
    r"|artisan|mix) (?:task|command))\b"
)
_LOSSES = (
    _Loss(
        Lazy(
            r"(?i)\b(?:(?:(?:doesn|can|could|don|won|isn|aren|didn)['\u2019]?t|cannot|can not|not"
            r"|never|un)[ -]?"
            r"(?:be )?(?:pars\w+|match\w*|converts?|converted|convertible|fit|fits|map|mapped"
            r"|readable|read|understood"
            r"|resolv\w+|recogni[sz]\w+|valid|found|decoded?|a (?:plain |valid )?(?:number|date"
            r"|uuid|integer)|serialis?z?able"
            r"|hold)|invalid|unparse?able|garbage|nonsense|broken|odd|weird|orphan\w*"
            r"|left[- ]?overs?|the rest|remaining"
            r"|anything else|everything else|unknown)\b[^.;]{0,80}"
            r"(?:\b(?:null|none|nil|empty|blank|zero|0|unknown|`failed`|failed|default|dropped"
            r"|deleted|removed|discarded"
            r"|thrown away|skipped|lost|gone|ignored|left out|overwritten|cut|becomes? ['\"`]?\w+"
            r"|turn(?:s|ed)? into)(?!\w)(?! (?:list|result|array|page|string|answer|response|state"
            r"|body))|['\"`]{2})"
            r"|\b(?:set|sets|setting|turn|put|make|update)\b[^.;]{0,80}\b(?:to|=) ?(?:null|none"
            r"|nil|0|zero|'')(?!\w)"
            r"|\bnull(?:s|ed|ing|ify)?\b[^.;]{0,40}\b(?:the rest|all others|what|whatever|those"
            r"|anything|everything)\b"
        ),
        None,
        "Values that do not fit would be lost. What happens to them (kept in the old column, "
        "listed for a person), "
        "which backup and way back is there, and who approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\b(?:first (?:hit|match|one|row|found|result|entry) (?:wins|is taken|counts)"
            r"|(?:take|takes|taking|pick|picks|use|uses"
            r"|keep|keeps) (?:simply |just |always )?(?:the )?(?:first|newest|newer|latest|last"
            r"|oldest|older|longest|highest"
            r"|most recent|lowest)\b|(?:where|if|when) (?:[a-z' ]{1,40}) (?:take|assume|use|put"
            r"|set) \S+|assum(?:e|es|ing)\b"
            r"|best[- ]?(?:guess|match|effort)|closest match|most likely|guess(?:es|ed"
            r"|ing)?(?! what)"
            r"|heuristic\w*|(?:by|on) (?:last |first |full |family )?name match\w*"
            r"|(?:with the same|equal|same|identical) (?:[a-z]+ (?:and|\+|&) )?(?:last |first "
            r"|full |family )?"
            r"(?:names?|phone(?: numbers?)?|e-?mails?(?: address(?:es)?)?|address(?:es)?"
            r"|birth ?da(?:y|te)s?|title|surname)"
            r"(?: match(?:es|ing)?)?)\b"
        ),
        Lazy(
            r"(?i)\b(?:merge[sd]?|merging|de-?dup\w*|duplicates?|doubles?|double|twice|attribut\w+"
            r"|assign\w*|author\w*|owner\w*"
            r"|back-?fill\w*|time ?zones?|country|currenc\w+|units?|not null|link(?:s|ed)? (?:them"
            r"|the|each)|conflict\w*|collid\w*"
            r"|ambiguous|overwrit\w+|null)\b"
        ),
        "A rule that guesses writes wrong values for good. Which sign is certain (same name, "
        "shared number), what happens to "
        "unclear or conflicting ones, is there a dry run, a backup and a way back, and who "
        "approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\b(?:remov\w*|delet\w*|drop\w*|discard\w*|throw\w* away|get rid of"
            r"|merg\w*)\b[^.;]{0,30}\b(?:the|all|its|any) "
            r"(?:other|newer|older|second|younger|remaining|duplicate|extra|redundant|losing)s?\b"
            r"|\b(?:remov\w*|delet\w*|drop\w*|discard\w*) (?:the )?(?:others|rest|duplicates"
            r"|doubles|copies)\b"
        ),
        Lazy(
            r"(?i)\b(?:merge[sd]?|merging|de-?dup\w*|duplicates?|doubles?|twice"
            r"|two or (?:even )?three times|same)\b"
        ),
        "Two that look alike may be two (same name, shared number). Which sign makes them one, "
        "what happens to fields in "
        "conflict, is there a dry run, a backup and a way back, and who approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\bupdate [a-z_.`\"]{2,40} set\b[^;]{0,120}\b(?:round|floor|ceil|trunc|left"
            r"|substr\w*|lower|upper|replace|regexp_replace"
            r"|cast|concat|null)\b|\busing\b[^;]{0,120}(?:::|\bcast\b|\bregexp_replace\b"
            r"|\bto_(?:number|date|timestamp)\b)"
            r"|\b(?:round|truncat|shorten|coarsen|blur|strip|anonymi[sz]|pseudonymi[sz]|re-?encod"
            r"|down-?sampl|compress|re-?calculat|re-?comput|aggregat)\w*\b"
            r"[^.;]{0,40}\b(?:all|existing|stored|saved|old|historic\w*|closed"
            r"|every)\b[^.;]{0,30}\b[a-z]+s\b"
        ),
        None,
        "What is rounded, cut or computed anew in place is gone for good (precision, originals). "
        "Are the old values "
        "kept, is it enough where it is shown or exported, is there a backup, and who approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\b(?:old|older|running|previous|other|existing) (?:[a-z]+ )?(?:versions?"
            r"|workers?|clients?|nodes?|instances?|pods?|apps?|servers?"
            r"|readers?|services?)\b[^.;]{0,60}\b(?:crash\w*|fail\w*|can(?:no|')?t|cannot|won't"
            r"|break\w*|choke|stop|refuse|error|die)\b"
            r"|\b(?:hold|holds|keep|keeps|take|takes)\b[^.;]{0,20}\block\b[^.;]{0,60}\b(?:minutes?"
            r"|hours?|long|while)\b"
        ),
        Lazy(
            r"(?i)\b(?:columns?|tables?|rows?|payloads?|format|database|queue[ds]?|files|index"
            r"|schema)\b"
        ),
        "What runs beside it breaks while stored data is rewritten (rolling upgrade, lock, "
        "downtime). Both formats for a while, or "
        "a maintenance window; which backup and way back is there, and who approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\b(?:values?|entries|ones|codes?|rows|states|types)\b[^.;]{0,50}\b(?:don't know"
            r"|not known|unknown|don't exist|not in the list|strange|old)\b"
            r"[^.;]{0,30}\b(?:becomes?|turn(?:s|ed)? into|get|gets|are mapped to|map to"
            r"|are set to)\b"
            r"|\b(?:resiz|compress|re-?encod|crop|shrink|strip|scale|transcod"
            r"|convert)\w*\b[^.;]{0,80}\b(?:and|then) (?:overwrit|replac|delet|drop|throw)\w*"
            r"|\boverwrit\w*\b[^.;]{0,20}\b(?:originals?|them in place|stored|existing)\b"
            r"|\b(?:throw|delet|drop|destroy|remov|discard)\w*\b[^.;]{0,20}\b(?:old|former"
            r"|previous|original) (?:keys?|hash\w*|columns?|values?|blobs?|files?|copies|format)\b"
            r"|\b(?:re-?calculat|re-?comput|re-?rat|correct|adjust|re-?writ|chang"
            r"|fix)\w*\b[^.;]{0,30}\b(?:invoices?|bills?|statements?|payslips?|pay runs?|grades?"
            r"|marks|results?|scores?|balances?|standings|rankings?"
            r"|bookings)\b[^.;]{0,30}\b(?:since|from|before|of|back to|for) (?:\w+ )?(?:19"
            r"|20)[0-9]{2}\b"
        ),
        None,
        "What was stored is then gone or says something else (originals, keys, issued figures). "
        "Are the old values kept, which "
        "backup and way back is there, and who approves?",
    ),
    _Loss(
        Lazy(
            r"(?i)\b(?:minutes?|hours?|night|day)\b[^.;]{0,60}\b(?:not reachable|unreachable"
            r"|down(?:time)?|offline|unavailable|locked|blocked|closed|stands still)\b"
            r"|\b(?:not reachable|unreachable|down|offline|unavailable|locked"
            r"|blocked)\b[^.;]{0,30}\b(?:for|meanwhile|then|until|during)\b"
        ),
        Lazy(
            r"(?i)\b(?:migrat\w+|convert\w*|upgrade\w*|columns?|tables?|blobs?|rows|database"
            r"|schema)\b"
        ),
        "Nobody can work while it runs, and what if it stops half-way? Which window, can it go in "
        "steps (both forms for a while), "
        "which backup and way back is there, and who approves?",
    ),
)
_SAFE = Lazy(
    r"(?i)\bdry[- ]?run\b|\b(?:new|second|extra|additional|shadow) columns?\b|\b(?:old|original"
    r"|raw|former) (?:column|table|value"
    r"|values|text|string|file|files|field)s? (?:[a-z]+ )?(?:stays?|kept|remains?|untouched)"
    r"|\bkeeps? (?:the |their |a copy of the )?(?:old|originals?|raw)\b(?! (?:record|one|row"
    r"|entry))"
    r"|\bbackups? (?:(?:is|was|are|were|has been) (?:there|taken|made|done|in place)|exists?|first"
    r"|before|taken)\b|\b(?:take|make|with|after) a (?:fresh )?(?:backup|dump|snapshot|copy)\b"
    r"|\bdown(?:grade)? migration\b|\breversible\b|\bin a transaction and\b|\blist(?:s|ed)? (?:for"
    r"|in) (?:a |the )?(?:person|report|office|log)"
    r"|\breport(?:s|ed)? (?:them|those|only)|\breview(?:ed)? by\b|\bby hand\b|\bconfirm(?:s"
    r"|ed)? (?:each|every|it|them)|\bundo\b|\bonly new\b"
    r"|\bnew (?:entries|rows|records|orders) only\b|\b(?:existing|old|stored) (?:[a-z]+ )?(?:rows"
    r"|records|values|entries|data|ones|files)"
    r" (?:[a-z]+ )?(?:stay|are not|aren't|remain|keep|untouched|unchanged|are left)"
    r"|\bnot (?:yet )?released\b|\btest data\b|\bseed(?:s|ed|er)?\b"
    r"|\bno data (?:is|gets) lost\b|\bempty table\b|\btable is empty\b|\bno rows\b|\b(?:aborts?"
    r"|stops?|fails?|refuses?) (?:and lists|with a list|if (?:any|one|there))"
)
_CLOSED = frozenset((Part.ACTUAL, Part.ENVIRONMENT, Part.REPRODUCE))
_NOT = Lazy(
    r"(?i)\b(?:not|never|don't|must not|cannot|can't|avoid|instead of|without|no longer|currently"
    r"|today|at the moment)\b[^.;,]{0,40}$"
)
_WAYS = (
    (
        "Keep the originals",
        "Old values stay beside the new ones and unclear cases go to a person; slower, can be "
        "undone.",
    ),
    ("Rewrite in place, by that rule", "Quick; what the rule gets wrong stays wrong."),
)


def spoilt(reading: Reading, intent: Intent, remarks: Iterable[str]) -> Iterator[Doubt]:
    """The first rewriting of stored data that guesses or loses, unless a way back is told or it is decided.

    Takes the issue, its intent, and what others said. Snippets count like sentences.
    """
    if intent in {Intent.DOCS, Intent.TEST, Intent.QUESTION}:
        return
    told = [(at, gloss(sentence[:600])) for at, _, sentence in placed(reading)]
    told += [
        (len(told), line[:300])
        for fence in reading.fences
        if fence.part not in _CLOSED
        for line in fence.text.split("\n")[:100]
    ]
    own = "\n".join(text for _, text in told)
    if not _REWRITE.search(own) or _SAFE.search(own):
        return
    if decided(own) or any(decided(gloss(r)) for r in remarks):
        return
    for loss in _LOSSES:
        for at, text in told:
            hit = loss.told.search(text)
            if hit is None or _NOT.search(text[: hit.start()]):
                continue
            if loss.beside is None or loss.beside.search(own):
                yield _doubt(loss, text, at)
                return


def _doubt(loss: _Loss, text: str, at: int) -> Doubt:
    told = shortened(text.strip().rstrip("."), 120)
    ways = tuple(Way(label, impact, f"{label}: {told}") for label, impact in _WAYS)
    question = f"“{told}”: {loss.question}"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, text, at, Group.SCOPE, True)
