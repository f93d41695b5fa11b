"""Contracts: perils of changing what others build on, where they get no time to follow."""

from __future__ import annotations

from bot.planning.families import Peril

_CHANGES = (
    r"\b(?:renam\w*|remov\w*|drop(?:s|ping|ped)?\b|delet\w*|chang\w*|replac\w*|retir\w*|kill\w*"
    r"|switch\w*|flip\w*"
    r"|restructur\w*|flatten\w*|unif\w*|harmoni[sz]\w*|clean\w* up|convert\w*|turn\w*|mov(?:e|es"
    r"|ing)"
    r"|shut\w* (?:down|off)|get rid of|split\w*|merg\w*|reorder\w*|swap\w*|make|makes|nest\w*"
    r"|shorten\w*)"
)
_SURFACE = (
    r"\b(?:web ?hooks?|events?(?: names?| types?)?|topics?|payloads?|responses?|(?:json )?(?:keys?"
    r"|fields?)"
    r"|return (?:types?|values?)|status codes?|exit codes?|error codes?|(?:csv |export )columns?"
    r"|(?:request |response |http )headers?|flags?|sub-?commands?|command names?"
    r"|config(?:uration)? keys?"
    r"|env(?:ironment)?(?: variables?| vars?)|query parameters?|routes?|end-?points?|urls?"
    r"|(?:/?api/?)?v[0-9]+\b"
    r"|public (?:functions?|methods?|class\w*|types?|names?|api)|functions?|methods?|signatures?"
    r"|parameters?"
    r"|arguments?|class(?:es)?|interfaces?|annotations?|enum members?|enums?|packages?|modules?"
    r"|imports?"
    r"|metrics?(?: names?)?|labels?|file format|output format|protocol|schema|default\w*"
    r"|exports?)\b"
)
_HURRY = (
    r"\b(?:patch(?: release| version)?|minor(?: release| version)?|next (?:release|version"
    r"|deploy\w*|patch|minor|image)"
    r"|right away|straight away|at once|squeeze\w*|sneak\w*|slip it|bug-?fix release|in one go"
    r"|same release"
    r"|(?:in|into|with|for) v?[0-9]+\.[0-9]*[1-9][0-9]*(?:\.[0-9]+)?|in v?[0-9]+\.[0-9]+\.[1-9])\b"
)
_FOLLOWERS = (
    r"\b(?:honestly,? who|who (?:does|uses|stores|needs|parses) (?:that|it|this)|nobody (?:will"
    r"|does|should|uses"
    r"|parses|reads|relies)|(?:won't|will not|not) (?:even )?notice|most (?:code|people|users"
    r"|callers|clients)"
    r"|[a-z]+ (?:authors|owners|users|consumers|people)? ?(?:i|we) (?:don't|do not) know"
    r"|user[- ]agents?"
    r"|unknown (?:clients|callers|consumers)|(?:calls|requests|hits|downloads|installs) (?:a|per"
    r"|each|every|in"
    r"|from|by|/) ?(?:day|week|month|hour|the last)?|still (?:call|use|see|get|send|read)\w*|semver"
    r"|semantic versioning|compatib\w+|stability|promis\w+|documented (?:as|in|api|contract)"
    r"|cron ?jobs|popular"
    r"|third[- ]part(?:y|ies)|other (?:people|projects|teams|clubs|companies|apps|sites|tools)"
    r"|people's (?:code"
    r"|scripts|dashboards)|dashboards|integrations?|subscribers?|receivers?|consumers?|partners?"
    r"|plug-?ins?"
    r"|callers?|customers?'? (?:systems?|scripts?|servers?|code|side|erp)|down-?stream|club sites"
    r"|score apps?"
    r"|authors)\b"
)
_KINDLY = (
    r"(?<!no )(?<!without )(?<!without a )(?<!without any )\bdeprecat|\balias\b|\b(?:old|former"
    r"|previous|both|existing)"
    r" (?:one|name|key|field|names|keys|fields|url|urls|path|form|way|spelling|format|flag|option"
    r"|endpoint|values?)s?"
    r" (?:[a-z]+ ){0,3}(?:stays?|keeps?|works?|remains?|redirects?|accepted|is kept|are kept|valid"
    r"|supported)"
    r"|\bkeep(?:s|ing)? (?:the |both |accepting )?(?:old|both|existing)|\bredirect|\bopt-?in\b"
    r"|\bmajor\b"
    r"|\bnext to (?:it|the old)|\bannounced|(?<![/`])\binternal(?:ly)?\b(?!/)"
    r"|\bprivate (?:function|method|api|package)"
    r"|\bnot (?:public|exported|released|documented)\b|\bunreleased\b"
    r"|\bnever (?:been )?(?:released|shipped)"
    r"|\bnobody outside|\bonly (?:we|our own|used by us|caller)|\bnew (?:parameter|option|flag"
    r"|header|endpoint|field)"
    r"|\badditional|\badditive|\b(?:callers|clients|users|consumers|integrations|scripts|it|that"
    r"|nothing|they) (?:don't|do not"
    r"|doesn't|does not|must not|mustn't|may not|should not|shouldn't) (?:notice|break|change"
    r"|have to)"
    r"|\bunchanged\b|\bstays? (?:as (?:it|they)|the same|stable)|\bnothing (?:else )?(?:changes"
    r"|breaks)"
    r"|\bno (?:behaviou?r|api|visible) change|\bv?[0-9]+\.0(?:\.0)?\b(?! ?%)|\btransition\b"
    r"|\bmigration guide\b"
    r"|\bbackwards?[- ]compatib|\bregression\b|\bused to\b|\bas documented\b"
)
_FIRST = ("Deprecate first", "Old and new work side by side for a release.")
_NOW = ("Break it now", "Callers must change with the next release.")

_OUTSIDE = (
    r"\b(?:web ?hooks?|events? (?:names?|types?)|event payloads?|public (?:api|functions?|methods?"
    r"|class\w*|types?"
    r"|interface|exports?)|exit codes?|sub-?commands?|(?:cli|command[- ]line) (?:flags?|options?)"
    r"|metrics? names?"
    r"|(?:csv|export) columns?|json (?:keys?|fields?|output)|status codes?|return types?"
    r"|config(?:uration)? keys?"
    r"|env(?:ironment)? variables?|api (?:responses?|fields?|keys?|routes?)|response fields?"
    r"|(?:keys|fields|names|columns|format|order) (?:of|in) (?:the |our "
    r"|all )?(?:[a-z]+ )?(?:apis?|web ?hooks?|exports?|responses?|payloads?|events?|cli))\b"
)
_SOON = (
    r"\b(?:goes|go|comes?|put|puts|ship\w*|land\w*|release[sd]?) (?:it |this |that )?(?:in|into"
    r"|with|as) v?[0-9]+\.[1-9][0-9]*\b|"
    r"\bpatch (?:release|version)|\bsqueez\w+|\bsneak\w*|\bslip (?:it|this|that) in|\bright away"
    r"|\bstraight away"
    r"|\b(?:in|into|with|for) v?[0-9]+\.[0-9]+\.[1-9]\b|\bminor release|\bnext (?:minor|patch"
    r"|release|version|deploy\w*)"
    r"|\bbug-?fix release|\bno (?:alias|deprecation|transition)|\bold (?:ones|names|keys"
    r"|fields) (?:go|are (?:gone|removed|dropped))"
)

_MUST_FOLLOW = (
    r"\b(?:partners?|clients?|scripts?|apps?|integrations?|tools?|customers|consumers?|others?"
    r"|dashboards?|teams?|plug-?ins?|they|people|users|callers?)['\u2019]?s?"
    r"(?: [a-z]+){0,3} (?:(?:then |will |just |simply )*(?:have|has|need|needs) to (?:be )?"
    r"|must (?:be )?|will (?:have to )?(?:be )?)(?:follow|adapt|updat|chang|adjust|migrat|switch"
    r"|learn|break|fail)\w*"
    r"|\b(?:exported|public) and used by\b|\bused by (?:the |other |some |all "
    r"|many )?(?:plug-?ins?|partners?|other teams|customers|apps)\b|\b(?:quick|easy|small"
    r"|simple) (?:fix|change) for (?:them|everybody|everyone|partners|users)\b"
)

CONTRACTS = (
    Peril(
        (rf"{_CHANGES}[^.;]{{0,40}}{_OUTSIDE}",),
        _SOON,
        _KINDLY,
        "Whoever receives or calls it breaks (consumers, compatibility): both names for a "
        "transition (alias, "
        "deprecated), or only in a major version, and who decides?",
        _FIRST,
        _NOW,
    ),
    Peril(
        (rf"{_CHANGES}[^.;]{{0,60}}{_SURFACE}",),
        _FOLLOWERS,
        _KINDLY,
        "Whoever builds on it breaks (consumers, compatibility, semver): keep both for a "
        "transition "
        "(deprecated, alias), or only in a major version, and who decides?",
        _FIRST,
        _NOW,
        near=(_HURRY,),
    ),
    Peril(
        (
            r"\b(?:should |to |would |must |could |will )?(?:now )?(?:return|raise|throw|yield"
            r"|emit|give back|resolve|exit|print|write)"
            r"(?:s|ed|ing)?\b[^.;]{0,60}\b(?:instead of|rather than|and not|no longer)\b",
        ),
        rf"{_HURRY}|\b(?:they'll|they will|people will) (?:notice|adapt|see)|\b(?:scripts?|jobs?"
        rf"|people|others?|clients?) (?:out there )?"
        r"(?:check|rely|depend|wait|test|look) (?:for|on)\b|\b(?:honestly,? who|most (?:code"
        r"|people|callers|users) won't|won't notice|(?:code|callers?|people"
        r"|users|scripts) that (?:stores?|compares?|parses?|checks?|catch(?:es)?|relies|rely"
        r"|expects?))\b",
        _KINDLY,
        "Code that relies on today's result breaks (compatibility, semver): a new method or option "
        "beside it "
        "(deprecation), or only in a major version, and who decides?",
        _FIRST,
        _NOW,
    ),
    Peril(
        (
            r"(?:^|[:,] |\b(?:should|could|can|must|to|let's|please|would|we|i|i'd|i'll"
            r"|and) )(?:now |just |simply )?"
            r"(?:delet|remov|drop|kill|retir|switch|shut|turn|sunset|get rid of)\w*\b[^.;]{0,40}"
            r"(?:\bv[0-9]+\b(?! (?:cache|director|folder|file|backup|migration|format|schema|ui"
            r"|design|workflow|action))|/v[0-9]+\b|\b(?:old|legacy|xml|soap|first|rss|ical) (?:api"
            r"|endpoints?|routes?|feeds?|urls?)\b)",
        ),
        r"\b(?:calls|requests|hits|clients?|apps?|user[- ]agents?|consumers?|partners?|sites"
        r"|subscribers?|downloads"
        r"|readers?|integrations?|customers|devices|terminals|scripts|people still|they still"
        r"|somebody still)\b",
        r"(?<!no )(?<!without )(?<!without a )\bdeprecat(?:ed|ion) (?:since|in|header|notice"
        r"|period)|\bno (?:calls|requests"
        r"|hits|clients|traffic|one|consumers)\b|\b(?:0|zero) (?:calls|requests|hits)\b"
        r"|\bannounced|\bsunset (?:date|header)"
        r"|\bnobody (?:calls|uses|has)|\ball (?:clients|apps|partners|consumers|customers"
        r"|users) (?:have|are|use|were)"
        r"|\bredirect|\b301\b|\b308\b|\bactions?/|\btracking\b|\buses:|@v[0-9]|\bour own (?:app"
        r"|client) (?:only|alone)|(?<![/`])\binternal\b(?!/)",
        "Others still call it (consumers, clients): who is told, until when does it stay "
        "(deprecation, sunset "
        "date, redirect), and who decides?",
        _FIRST,
        _NOW,
    ),
    Peril(
        (rf"{_CHANGES}[^.;]{{0,60}}{_SURFACE}",),
        _MUST_FOLLOW,
        _KINDLY,
        "Whoever builds on it must follow at once (consumers, compatibility): both for a "
        "transition (deprecated, alias), or only "
        "in a major version, and who tells them?",
        _FIRST,
        _NOW,
    ),
    Peril(
        (
            r"\b(?:return|send|list|deliver|answer|contain|include|use|have|write"
            r"|come)s?\b[^.;]{0,60}\b(?:by default|from (?:now|the next|monday|tomorrow|next"
            r"|v?[0-9])|no longer|instead)\b",
        ),
        rf"{_MUST_FOLLOW}|\bthat (?:the )?[a-z]+(?:s'|'s|s)? [a-z]{{0,15}} ?(?:import|read|pars"
        rf"|fetch|pick)\w*\b",
        _KINDLY,
        "Who reads it today gets something else (consumers, compatibility): an option or a second "
        "form first, or only in a major "
        "version, and who tells them?",
        _FIRST,
        _NOW,
    ),
    Peril(
        (
            r"\b(?:drop\w*|remov\w*|end\w*|stop\w*|rais\w*|bump\w*|requir\w*|minimum"
            r"|requires-python|engines|msrv)\b[^.;]{0,40}\b(?:python|node(?:\.?js)?|java|jdk|php"
            r"|ruby|go|rust"
            r"|android|ios|postgres\w*|mysql|django|rails|windows|macos|glibc|\.net|safari|chrome"
            r"|firefox|requires-python)\b",
        ),
        r"\bpatch (?:release|version)|\bnext patch|\b(?:a |one )?(?:third|quarter|half"
        r"|fifth)\b[^.;]{0,30}\b(?:users|downloads|installs|customers|devices)"
        r"|\b[0-9]{1,2} ?%[^.;]{0,40}\b(?:users|downloads|installs"
        r"|customers|devices|still|are on)|\b(?:users|customers|people|hospitals?|schools?"
        r"|clients?|devices) (?:are )?still (?:on|use|run|have)\b",
        r"\bend[- ]of[- ]life|\beol\b|\bmajor (?:version|release)|\bannounced|\bdeprecated since"
        r"|\b(?:0|zero|no) (?:users|downloads)|\bnobody (?:uses|is on)|\bpolicy says"
        r"|\b[0-9]+\.0(?:\.0)?\b",
        "Users on the old version are shut out by an update: is that decided, in which release "
        "(major, with notice), and who approves?",
        ("Announce it, with a major version", "Users have time; old versions are kept a while."),
        _NOW,
    ),
)
