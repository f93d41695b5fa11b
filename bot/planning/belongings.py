"""Belongings: perils of what is not ours to give or to throw away: others' works, records, secrets."""

from __future__ import annotations

from bot.planning.dangers import GONE, KEEP, OUT
from bot.planning.families import LICENCE_KEPT, LICENCE_TAKEN, Peril

_PUTS = (
    r"\b(?:add|commit|embed|ship|bundle|put|include|import|use|take|copy|load|drop|check|seed"
    r"|offer|play|print|upload)"
    r"(?:s|ing|ted|ded)?\b"
)
_WORKS = (
    r"\b(?:fonts?|typefaces?|ttf|otf|icons?|sounds?|images?|pictures?|emojis?|dictionar(?:y|ies)"
    r"|word ?lists?|data ?sets?"
    r"|texts?|articles?|photos?|music|songs?|recordings?|maps?|map data|tiles|models?|voices?"
    r"|logos?|illustrations?"
    r"|entries|recipes?|questions|lyrics|sprites?|textures?|code|snippets?|parser|algorithm"
    r"|headers?|firmware|dll)\b"
)
_NOT_OURS = (
    r"\bc[oa]me with (?:the|my|our|an?) (?:system|mac|windows|office|phone|program|printer|game"
    r"|camera|adobe\w*)"
    r"|\bfrom my (?:mac|windows|pc|phone|adobe\w*|old (?:job|company|employer))|\b(?:old|former"
    r"|previous|last) (?:employer|job|company)\b"
    r"|\b(?:scrap|crawl|download|sav|pull|export|grabb|screenshot|copi|ripp|extract|record"
    r"|trac)(?:e|ed|ing|ted)?\b[^.;]{0,50}\b(?:from|off|out of|of)\b"
    r"[^.;]{0,40}\b(?:publisher'?s?|web ?site|online|shop|google|youtube|spotify|app store"
    r"|newspapers?|books?|magazines?|broadcasters?"
    r"|radio|tv|instagram|pinterest|competitor\w*|netflix|film|game|vendor'?s?|manufacturer'?s?"
    r"|museum'?s?|bank'?s?|federation'?s?)"
    r"|\b(?:bought|licensed) (?:it |them )?(?:once|for myself|privately|for one|for the print)"
    r"|\b(?:private|personal|office|student|single[- ]user|trial"
    r"|desktop) licen[cs]e|\b(?:don't|do not|no idea|nobody) (?:know\w* )?(?:who|where) (?:made"
    r"|owns|wrote|drew|it (?:comes|is) from)"
    r"|\bfound (?:it |them |this )?(?:on|in) (?:an? |the |some )?(?:forums?|gists?|blogs?|drive"
    r"|reddit|answer)\b|\bno licen[cs]e (?:file|text|that)\b"
    r"|\bonly for (?:private|personal|press|editorial)|\bstock photo preview|\bwatermark"
)
_OFTEN = (
    r"\b(?:every|each) (?:night|day|week|month|year|quarter|hour|sunday|monday|friday|saturday"
    r"|start|restart|deploy\w*|release)\b"
    r"|\bnightly\b|\bweekly\b|\bmonthly\b|\bcron\b|\bon (?:each|every) \w+\b"
)
_FILES_OF_SECRETS = (
    r"(?<![\w/])\.env\b(?!\.(?:example|sample|template))|\bservice[- ]account (?:json|key"
    r"|file)s?\b|\bkey ?store\b|\.(?:pem|p12|jks|pfx|key)\b"
    r"|\bid_(?:rsa|ed25519)\b|\bkube ?config\b|\bcredentials\.json\b|\b(?:private|signing|ssh"
    r"|deploy|gpg) keys?\b|\bclient_secret\w*|\.npmrc\b|\.pypirc\b"
    r"|\bprovisioning profile\b|\bcertificate with (?:its|the) key\b"
)

BELONGINGS = (
    Peril(
        (_PUTS, _WORKS),
        _NOT_OURS,
        r"\bcc0\b|public domain|\bpermission|\bour own (?:web ?site|shop|app|photos?|recordings?)"
        r"|\bofl\b|\bopen font|\bopen data|\bmit\b"
        r"|\bapache\b|\bwe (?:bought|have) (?:the|a) licen[cs]e|\blicen[cs]e allows",
        "Whose work is it, does its licence permit that we copy and redistribute it (permission, "
        "attribution), or is there "
        "a free alternative?",
        LICENCE_KEPT,
        LICENCE_TAKEN,
    ),
    Peril(
        (
            r"\b(?:remov|drop|strip|delet|cut|leav|hid)\w*\b[^.;]{0,40}\b(?:licen[cs]e|copyright"
            r"|attribution|authors?'?|credits?)\b"
            r"[^.;]{0,20}\b(?:headers?|notices?|lines?|comments?|texts?|blocks?|files?|links?"
            r"|footers?|names?|credits?)\b"
            r"|\b(?:remov|drop|strip|hid)\w*\b[^.;]{0,20}\b(?:the )?(?:attribution"
            r"|copyright notice|openstreetmap (?:credit|line|link))\b",
        ),
        r"\b(?:upstream|took over|taken over|third[- ]part\w*|vendor\w*|copied|others"
        r"|contributors?|noise|not ours|originally|maps?|osm"
        r"|openstreetmap|tiles?|gpl|mit|apache|bsd|cc[- ]by|foreign|fork\w*|ugly|clutter)\b",
        r"\bduplicate|\bspdx|\btwice\b|\bdouble[ds]?\b|\bour own files only|\bkeep(?:s"
        r"|ing)? (?:the |a )?(?:licen[cs]e|notice)",
        "Licences of others mostly demand that their notice stays (attribution, copyright): which "
        "files are ours, and who has "
        "checked the licence?",
        LICENCE_KEPT,
        (
            "Remove the notices",
            "Using the works of others without their notice breaks their licence.",
        ),
    ),
    Peril(
        (
            r"\b(?:truncat|empt|wip|clear|purg|delet|drop|flush|prun|remov)(?:e|es|ed|y|ies|s"
            r"|ing)?\b",
            _OFTEN,
        ),
        r"\baudit\w*|\bhistory\b|\barchive\b|\borders?\b|\bmessages?\b|\binvoices?\b|\bbookings?\b"
        r"|\breadings?\b|\bmeasurements?\b|\bphotos?\b|\buploads?\b"
        r"|\brecordings?\b|\baccounts?\b|\bbackups?\b|\bpositions?\b|\bevents? table\b"
        r"|\btable has\b|\blog table\b|\brecords?\b",
        r"\btmp\b|\btemp\w*|\bcache[ds]?\b|\btest\b|\bstaging\b|\bexpired (?:tokens|sessions|links"
        r"|codes)|\bdry[- ]run\b|\bundo\b|\bpolicy says"
        r"|\bretention\.md|\bas documented|\bdemo\b|\bdrafts?\b|\bpreviews?\b|\bthumbnails?\b"
        r"|\bdedup|\bnotifications?\b|\bqueue\b",
        "What is deleted by itself is gone before anybody notices. What may go after how long "
        "(retention, audit), is it archived "
        "or backed up, and who approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:hard|real|true|actual|(?:physical|permanent)(?:ly)?) (?:delet\w*|remov\w*)\b"
            r"|\bsoft[- ]?delet\w*\b[^.;]{0,40}\b(?:by|with|to|into|instead)\b"
            r"|\b(?:get rid of|remov\w*|drop\w*|replac\w*|skip\w*|turn off|switch off|disabl\w*"
            r"|no more)\b[^.;]{0,30}\b(?:soft[- ]?delet\w*|deleted_at"
            r"|is_deleted|(?:the )?(?:trash|recycle bin|undo|archive step|versioning|object lock"
            r"|point-in-time|backups?|snapshots?|grace period))\b",
        ),
        r"",
        r"\b(?:confirm\w*|dry[- ]run|test|restor\w+ (?:from|works|is tested)|tidy|icon|label|link"
        r"|menu|double|bug|wrongly|column is unused|never set|always null"
        r"|code path|dead code)\b",
        "Then nothing brings it back: no trash, no version, no backup. For which data, after how "
        "long, do retention duties or "
        "support need it, and who approves?",
        KEEP,
        GONE,
    ),
    Peril(
        (
            r"\b(?:add|commit|check(?: it| them)? in|put|push|include|share|upload|copy|ship|store"
            r"|keep|track)\w*\b",
            _FILES_OF_SECRETS,
        ),
        r"\b(?:repo(?:sitory)?|git|commit|under|into|image|wiki|drive|slack|colleagues|everybody"
        r"|everyone|bundle|apk|deploy/|config/)",
        r"\bgit-?ignore|\bencrypted|\bsops\b|\bgit-crypt|\bremov\w*|\bplaceholder|\btemplate\b"
        r"|\bsample\b|\bfake\b|\bdummy\b|\btest key|\bpublic key"
        r"|\bsecret (?:store|manager)|\bvault\b|\bfrom the environment|\bmount\w*|\bpath (?:to"
        r"|of)\b|\bmust not|\bnever\b|\bfails? if",
        "Whoever has a copy of the repository has the key then (credentials): does it go into a "
        "secret store instead, who may "
        "read it, and who rotates it?",
        OUT,
        ("Do as the text says", "Everybody who can read it can use it, for ever."),
    ),
    Peril(
        (
            r"\b(?:print|log(?! in\b)|dump|show|write|attach|send|include|output|record|mail"
            r"|store)(?:s|ing)?\b[^.;]{0,60}\b(?:incl\.?|including|plus|together with) "
            r"(?:the |its |all |their |every )?(?:[a-z]+ )?(?:tokens?|passwords?|secrets?"
            r"|(?:api )?keys?|cookies?|(?:auth\w* )?headers?|credentials|pins?)\b"
            r"|\b(?:print|log|dump|show|write)(?:s|ing)?\b[^.;]{0,40}\b(?:whole|full|complete"
            r"|entire|raw) (?:request|response|environment|config\w*|header)s?\b",
        ),
        r"\b(?:tokens?|passwords?|secrets?|api keys?|cookies?|credentials|authorization|pins?)\b",
        r"\bmask|\bredact|\bhide|\bhidden|\bwithout|\bexcept|\bnever|\bnot\b|\bhash|\bno longer"
        r"|\*\*\*|\bstrip|\bremov|\bleak|\bencrypt|\bsign",
        "Whoever reads that log or mail can use them: which parts are needed, may tokens be "
        "masked, who reads it and for how long?",
        OUT,
        ("Write all of it", "Everybody who can read it can use it, for ever."),
    ),
)
