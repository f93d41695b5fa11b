"""Faults: titles that state what a program does wrongly, without any word of error in them."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.verbs import is_imperative

_STATES = Lazy(
    r"(?i)^(?!.*\b(?:should|could|would|must|can|please|want|need|per|at most|at least|support)\b)"
    r"(?:[\w`'./()-]+ ){1,5}?(?:[a-z]{2,}(?:s|es)|show|are|is|were"
    r"|was) (?:[\w`'./()%-]+ ){0,6}?(?:only"
    r"|still|no longer|too (?:many|few|long|short|late|early|often|big|small|large|much|little"
    r"|high|low|wide)|late|early|forever|for ever|again and again|even (?:when|if|though|after)"
    r"|over and over|at random|out of order|upside down|in the wrong|to the wrong|nothing)\b"
)
_CONTRAST = Lazy(
    r"(?i)\bshould\b.{3,100}(?:,| and| but) (?:not|instead of|rather than) (?:[a-z]+ ){1,8}"
)
_GERMAN = Lazy(
    r"(?i)^(?!.*\b(?:soll(?:te|ten|en)?|möchte|bitte|wünsche)\b).*\b(?:zeigt|bleibt|fehlt|steht"
    r"|kommt"
    r"|wird|werden|zeigen|rechnet|speichert|öffnet)\b.*\b(?:noch|nicht|falsch\w*|doppelt|leer|statt"
    r"|trotzdem|immer)\b"
)
# In the third person: the program does it, nobody asks for it.
_DOES = Lazy(
    r"(?i)^(?!.*\b(?:should|could|would|must|can|please|want|need|if|when it|let|make)\b)"
    r"(?:[\w`'./()\"-]+ ){1,6}(?:gains|loses|forgets|swallows|breaks|duplicates|doubles|misses|eats"
    r"|overwrites|truncates|jumps|vanishes|disappears|garbles|mangles|reverts|stays (?:empty"
    r"|blank|open"
    r"|grey|red)|misbehaves|lags|drifts|complains|refuses)\b"
)
_DENIED = Lazy(
    r"(?i)^(?!.*\b(?:poder|pouvoir|poter|possibil\w+|dovrebbe|deveria|soll\w*|möglich\w*)\b).*"
    r"\b(?:não|non|nicht|niet|nie|ne (?:se |s')?\w+ (?:pas|plus)|no (?:se )?(?:funciona|muestra"
    r"|aparece"
    r"|guarda|abre|carga|puede|llega|respeta))\b|(?:ない|ません|残る|落ちる|消える|止まる|おかしい|失敗)。?$"
)
_ENGLISH = Lazy(r"(?i)\b(?:the|is|are|of|when|with|for|should|not|and|to|does|on|from)\b")
_LOOP = Lazy(r"(?i)\b(?:(?:endless|infinite) loop|rebuild loop|burns|eats|drains|spams|floods)\b")
_BUMP = Lazy(
    r"^(?:[A-Z][\w.+#-]*|[a-z]+[A-Z]\w*)(?: [A-Z][\w.]*)? v?[0-9][0-9.]*(?: ?(?:->|→"
    r"|to) ?v?[0-9][0-9.]*)?"
    r"(?: (?:on|in|for|everywhere)\b.*)?$"
)
_DISMANTLED = Lazy(
    r"(?i)^(?:drop|remove|delete|decommission|retire|shut down|switch off|turn off"
    r"|tear down) (?:the "
    r"|our |old |all )*(?:[\w`.-]+ ){0,3}(?:databases?|servers?|hosts?|vms?|buckets?|clusters?"
    r"|queues?"
    r"|cron ?jobs?|instances?|repositor(?:y|ies)|runners?|mirrors?)$"
)
# What builds and releases the project is spoken of: three different signs of it.
_BUILDS = Lazy(
    r"(?i)\.github/workflows|\b(?:ci|build|release|deploy|tests?|publish)\.ya?ml\b|\bGITHUB_TOKEN\b"
    r"|\bpull_request(?:_target)?\b|\bself-hosted\b|\brunners?\b|\$\{\{|\bpermissions:|\bworkflow_run\b"
    r"|\bworkflows?\b|\bdependabot\b"
)
_SIGNS_OF_BUILDS = 3
_LEAKS = Lazy(
    r"(?i)^[\w`./-]+(?: [\w`./-]+){0,3} (?:prints|leaks|exposes|echoes|logs|shows) .{0,40}"
    r"\b(?:keys?|secrets?|tokens?|passwords?|credentials?)\b"
)
# Work on what is stored, a machine of its own, or the rules of the repository: nothing new for users.
_STORED = Lazy(
    r"(?i)^(?:drop|remove|delete) (?:the )?(?:column |table |field )?`?[a-z]\w+\.[a-z]\w+`?(?: \(.*\))?$"
    r"|^(?:drop|remove|delete) (?:the )?(?:column|table|index|database|schema)s?\b"
    r"|^(?:back-?fill|re-?index|re-?import|migrate|normali[sz]e|deduplicate|de-?dupe|purge|anonymi[sz]e"
    r"|re-?encode|convert) (?:.{0,40}\b)?(?:\w+\.\w+|(?:in|of) (?:the |our )?(?:\w+ )?(?:table|database"
    r"|db|records?|rows))\b"
    r"|^merge (?:the )?(?:double|duplicate|duplicated) (?!.*\b(?:button|command|page|dialog|on)\b)\w+$"
    r"|^clean ?up (?:the |all )?(?:old |double |stale |duplicate |expired |finished )?"
    r"(?:dumps|volumes|postings"
    r"|members|surveys|rows|records|accounts|data|backups|images|branches|buckets|logs)\b"
    r"|^(?:new |second |a |our )*(?:staging|demo|training|preview|acceptance|sandbox|pre-?production"
    r"|test) (?:instance|environment|copy|server|system|host|stage|machine)s?\b"
    r"|^(?:drop|remove|retire|switch off) (?:the )?`?/[\w/]+`?$"
    r"|\bcodeowners\b|\brenovate\b|^publish (?:our |the |an? )?(?:own )?(?:homebrew|docker|container|winget"
    r"|apt|deb|rpm|npm|pypi|helm|nuget)\b"
)
# Two ways in a title, or a thing to be settled: whoever asks so wants something built.
_SETTLES = Lazy(
    r"(?i)^(?!.*\b(?:i|me|my)\b)(?:.{3,60}: |(?:what|where|which) (?:do|should|shall|happens)\b)?"
    r".{0,100}\bor\b.{2,80}\?$|^(?:what|where) (?:do|should|shall) (?:we|the)\b"
)
# What goes wrong, told beside a question of what should happen instead.
_HARMS = Lazy(
    r"(?i)\b(?:please fix|(?:is|are|gets?|was|were) (?:killed|lost|overwritten|deleted"
    r"|sold twice)|breaks?"
    r"|crash\w*|into memory|out of memory|fails?|(?:today|now|at the moment"
    r"|currently)\b.{0,60}\b(?:just|simply"
    r"|silently|still|nothing|nobody|twice))\b"
)
_SUBJECT = Lazy(r"^[A-Z]\w+ (?:should|must|needs to|has to|could) (?:be able to |also )?[a-z]+")


def states_fault(title: str, plain: str) -> bool:
    """Say whether a title, and the same in English, tells what goes wrong."""
    if is_imperative(plain):
        return False
    return bool(
        _STATES.search(plain)
        or _CONTRAST.search(plain)
        or _GERMAN.search(title)
        or _LOOP.search(plain)
        or _LEAKS.search(plain)
        or _DOES.search(plain)
        or (_DENIED.search(title) and _is_foreign(title))
    )


def is_upkeep(title: str) -> bool:
    """Say whether a title is a version to move to, or a machine or store to take away."""
    return bool(_BUMP.search(title) or _DISMANTLED.search(title) or _STORED.search(title))


def is_on_data(title: str) -> bool:
    """Say whether a title is work on what is stored, on a machine, or on the rules of the repository."""
    return bool(_STORED.search(title))


def is_on_builds(text: str) -> bool:
    """Say whether a text is about what builds, checks and releases the project."""
    return len({m[0].lower() for m in _BUILDS.finditer(text[:8_000])}) >= _SIGNS_OF_BUILDS


def settles_ways(title: str) -> bool:
    """Say whether a title asks which of two ways the program should go."""
    return bool(_SETTLES.search(title))


def tells_harm(text: str) -> bool:
    """Say whether a sentence tells what goes wrong today."""
    return bool(_HARMS.search(text))


def has_subject(title: str) -> bool:
    """`Simplify should keep the border`: the first word is a thing of the program, no order."""
    return bool(_SUBJECT.search(title))


def tells_scenarios(reading: Reading) -> bool:
    """Say whether an issue describes its wish by given, when and then."""
    return any(p.text[:6].lower() in {"given ", "gegebe"} for p in reading.passages)


def _is_foreign(title: str) -> bool:
    """Say whether a title has hardly a word that English sentences are made of."""
    return not _ENGLISH.search(title)
