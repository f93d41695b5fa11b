"""Oversights: perils that come with everyday wishes for speed, comfort or less work."""

from __future__ import annotations

from bot.planning.dangers import GONE, GUARDED, KEEP, OPEN, OUT, PRIVATE, SHARED
from bot.planning.families import Peril

_THIRD = (
    r"\b(?:open ?ai|chat ?gpt|gpt-?[0-9]\w*|gemini|anthropic|claude|mistral|copilot|deepl"
    r"|google (?:translate|analytics|sheets?|drive|fonts)|hugging ?face|meta pixel|facebook"
    r"|mixpanel|hotjar|full ?story|mailchimp|hub ?spot|pastebin|an? (?:hosted )?(?:llm|ai)\b)"
)
_WORDS_OF_PEOPLE = (
    r"\b(?:conversations?|chats?(?: histor(?:y|ies))?|messages|tickets?|mails|e-?mails|comments"
    r"|notes|names|customers?|patients?|members?|clients?|pupils?|students?|applicants?|cvs?"
    r"|contracts?|invoices|documents|recordings?|transcripts?|addresses|health|files of"
    r"|form (?:data|entries)|request bod(?:y|ies))\b"
)
_NO_NAMES = (
    r"anonymi[sz]|pseudonym|with (?:their )?consent|consent (?:is )?given|opt-?in\b|self-hosted"
    r"|on our own (?:server|machine|hardware)|processing agreement|no personal|synthetic"
    r"|\bdpa\b|\bavv\b|cleared (?:by|with)|approved by|names? (?:are|is) (?:removed|replaced"
    r"|stripped)"
)

OVERSIGHTS = (
    Peril(
        (
            r"\b(?:send|post|upload|pass|feed|forward|submit|copy|paste|push|give|let|pipe|stream"
            r"|have|use|using|through|via)\w*\b",
            _THIRD,
        ),
        "",
        _NO_NAMES,
        "What people wrote would reach a third party: which data, with whose consent, and under "
        "which agreement (data protection)?",
        PRIVATE,
        SHARED,
        near=(_WORDS_OF_PEOPLE,),
    ),
    Peril(
        (
            r"\b(?:log|dump|record|trace|print|capture|store|be (?:logged|recorded"
            r"|dumped))\b(?! (?:level|rotation|file names?))",
            r"\b(?:full|whole|complete|entire|all|raw|every|each)\b[^.;]{0,40}\b(?:request|response"
            r"|http|form|post)\b|\b(?:request|response|post) (?:and response )?(?:bod(?:y|ies)"
            r"|payloads?|data|contents?)\b|\b(?:all|full|complete) (?:the )?headers\b",
        ),
        r"\b(?:payments?|log-?ins?|auth\w*|passwords?|cards?|tokens?|patients?|health|customers?"
        r"|users?|members?|checkout|cookies?|production|accounts?)\b",
        r"\bmask|\bredact|\bscrub|\bstrip|\bfilter(?:ed|s)? out|\bwithout (?:the )?(?:bod|auth|card"
        r"|token|password|header)|\bexcept\b|\bnever log|\bonly (?:the )?(?:status|method|path"
        r"|url|size|duration)|\btest (?:system|environment|mode)",
        "Passwords, tokens or card and personal data would stand in the log: which fields may, who "
        "reads it, and who approves?",
        OUT,
        ("Log everything", "Everybody who reads the log sees what people typed."),
    ),
    Peril(
        (
            r"\b(?:auto-?(?:merge|approve|deploy|publish)\w*|(?:is|are|be|gets?) (?:approved and )?"
            r"(?:auto-?)?merged|merg\w+ (?:it |them )?(?:automatically|on (?:its|their) own|unseen"
            r"|blindly))\b",
        ),
        r"\bbranch protection|\bmajors?\b|\bwithout (?:a |any )?review|\bexception|\beverything\b"
        r"|\ball\b|\bwhen opened|\bmain\b",
        r"\bpatch(?:es)? (?:and minor|only|level)|\bonly (?:for )?(?:patch|minor|dev)"
        r"|\bnever majors?"
        r"|\bafter (?:a |the )?(?:review|approval)|\breview(?:ed)? by|\bhow auto-?merge",
        "Should it go in without a person, or does somebody review and approve it?",
        GUARDED,
        OPEN,
    ),
    Peril(
        (
            r"\b(?:unsubscribe|opt-?out|cancel(?:lation)?|decline|reject|refuse|consent|cookie"
            r"|withdraw\w*|delete my account|close (?:my |the )?account|necessary only|refund)\b",
            r"\b(?:hid(?:e|es|den|ing)|light gr[ea]y|tiny|hard(?:er)? to find|less (?:visible"
            r"|prominent)|bury|buried|[1-7] ?px|pre-?(?:ticked|checked|selected)|scroll down"
            r"|confusing|two more (?:clicks|pages)|smaller|only by (?:phone|letter|fax))\b",
        ),
        "",
        r"\bhidden (?:field|input)|\bmust not be hidden|\bno longer hidden|\bnot hide\b|\bbug\b"
        r"|\boverlap|\bcut off\b",
        "This keeps people from a right they have by law: who (legal, owner) approves it?",
        ("Keep it easy to find", "People can refuse; the law is kept."),
        ("As the text says", "Complaints and fines follow; somebody must answer for it."),
    ),
    Peril(
        (
            r"\b(?:delet|remov|squash|collaps|merg|rewrit|renumber|replac|edit|chang)\w*\b"
            r"[^.;]{0,60}\bmigrations?\b|\bmigrations?\b[^.;]{0,60}\b(?:delet|squash|collaps"
            r"|rewrit|renumber)\w*",
        ),
        r"\b(?:empty|fresh|new|clean) (?:database|db|schema|install\w*)|\bstart (?:over|from"
        r" (?:zero|scratch|an? (?:empty|fresh)))|\bre-?(?:install|create the database)|\bby hand\b"
        r"|\bexisting (?:installations?|databases?|instances?)\b",
        r"\bexisting (?:installations?|databases?|instances?) (?:[a-z]+ ){0,3}(?:keep|stay|work"
        r"|are (?:detected|marked|not touched|unaffected))|\breplaces ?=|\bfake(?:d|s)?\b"
        r"|\bunreleased|\bnever released",
        "Installations that exist cannot follow this: what happens to their data, is there a backup "
        "and an upgrade path, and who approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:remov|skip|drop|disabl|get rid of|no more|without)\w* (?:the |any |that |this "
            r"|an? )?"
            r"(?:confirmation|safety question|are you sure|prompt|second click)\b",
        ),
        r"\bdelet\w+|\bgone\b|\bfor good\b|\bwip\w+|\beras\w+|\bpurg\w+",
        r"\bundo\b|\btrash\b|\brestor|\brecycle|\bdrafts?\b|\bkept for\b",
        "One slip would lose it for good: is there a way back (undo, grace period), and who approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:renam|remov|drop|chang|replac|restructur|flatten|shorten|mov)\w*\b",
            r"\b(?:api|responses?|endpoints?|json|payloads?|webhooks?|feeds?|routes?|urls?"
            r"|protocol|cli|command-?line|exports?)\b",
        ),
        r"\b(?:apps?|clients?|integrations?|scripts?|partners?|customers|consumers?|others|plugins?"
        r"|people|they|installations?|devices?|callers?|shops)\b[^.;]{0,40}\b(?:(?:'d|would|will"
        r"|must"
        r"|should|do|does) have to (?:follow|adapt|change|update|adjust|upgrade|switch)"
        r"|(?:must|need to|will need to|should|can|has to|have to) (?:just |simply )?(?:follow"
        r"|adapt"
        r"|update|adjust|upgrade|migrate|switch|change)|(?:still )?(?:reads?|parses?|expects?"
        r"|relies on|rely on|depends? on)|will (?:break|stop|fail|notice))\b",
        r"\bdeprecat|\bboth (?:names|keys|old|fields)|\b(?:old|former|previous) (?:one|name|key"
        r"|field"
        r"|names|url)s? (?:[a-z]+ ){0,2}(?:stays?|keeps?|works?|remains?|redirects?)|\bkeep(?:s"
        r"|ing)?"
        r" (?:the )?old|\balias\b|\bredirect|\bopt-?in\b|\bmajor (?:release|version)|\bannounced"
        r"|\bnew (?:parameter|endpoint|version)\b|\bnext to\b|\bno longer (?:reads?|used)"
        r"|\bnothing (?:else )?(?:changes|breaks)|\bnobody|\binternal\b",
        "This breaks callers (compatibility): keep the old way with a warning, or in a major version?",
        ("Deprecate first", "Old and new work side by side for a release."),
        ("Break it now", "Callers must change with the next release."),
    ),
)
