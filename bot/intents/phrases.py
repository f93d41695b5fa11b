"""Words that stand for picks, and words that stand beside them without changing them."""

from __future__ import annotations

import re

import re2

_EVERY = r"both(?: of them)?|all(?: of them)?|everything|each|the rest|rest|the others?"
_FOR = rf"(?: ?(?:for|on|in|of|with|to)? ?(?P<every>{_EVERY}))?"
_TAKE = r"(?:(?:go with|take|use|pick|choose) )?"
_NAMED = r"(?:recommended(?: (?:one|option|answer))?|recommendation|default)"
_NAMES = r"(?:recommended (?:ones|options|answers)|recommendations|defaults)"
_ELSEWHERE = r"empfohlen|recommandée?|recomendad[ao]|推奨|推荐"
RECOMMENDED = re.compile(
    rf"(?:yes|ok recommended|{_TAKE}(?:the |your )?{_NAMED}|{_ELSEWHERE}){_FOR}"
)
ALL_RECOMMENDED = re.compile(
    rf"{_TAKE}(?:all |both |the |your )*{_NAMES}(?: (?:for|on|in) (?:{_EVERY}))?"
    r"|(?:all|both|everything) recommended"
)
_LEFT = (
    r"(?:please )?you (?:decide|choose|pick)",
    r"(?:it'?s |that'?s )?(?:up to you|your (?:call|choice|decision))",
    r"(?:go with |do |take )?what(?:ever)? you (?:think|like|prefer|want|recommend|suggest)"
    r"(?: is)?(?: best| right)?",
    r"(?:i have )?no preference|i (?:don'?t|do not) (?:mind|care)|dealer'?s choice",
    r"(?:i )?leave (?:it|this|that)(?: up)? to you|either (?:one )?(?:is fine|works)",
    r"du entscheidest|entscheide du|entscheiden sie|wie du (?:meinst|willst)|(?:mir )?egal",
    r"tu décides|vous décidez|à (?:vous|toi) de (?:choisir|décider|voir)",
    r"comme (?:vous voulez|tu veux)|tú decides|decide tú|usted decide|como quieras",
    r"decidi tu|você decide|おまかせします|お任せします|任せます|どちらでもいい",
    r"你决定|由你决定|на ваше усмотрение|решайте сами",
)
DECIDE = re.compile(rf"(?:(?P<first>{_EVERY})(?::| is| are)? )?(?:{'|'.join(_LEFT)}){_FOR}")
EVERY_LETTER = re.compile(r"(?:both|all)(?: are| is|:)? ([a-e])|([a-e]) (?:for|in|on) (?:both|all)")
"""Such as `A for both`."""

_POLITE = (
    r"thank(?:s| you)(?: (?:very|so) much| a lot)?(?: for (?:asking|the questions?))?|thx|ty|cheers",
    r"please|pls|plz|sorry|then|(?:hi|hello|hey|dear)(?: (?:there|all|plangate))?",
    r"@plangate(?:\[bot\])?|bitte|danke(?: schön)?|hallo|merci|bonjour|s'il (?:vous|te) plaît|svp",
    r"por favor|gracias|hola|пожалуйста|спасибо|(?:best |kind |warm )?regards|best wishes",
    r"(?:viele |beste |liebe )?grüße|cordialement|saludos",
)
_CHEERS = "👍🙏🎉✅☑✔❤🙂👌🚀😀😁😃😄😅😊"
COURTESY = re.compile(
    rf"(?<![\w@/])(?:{'|'.join(_POLITE)})(?!\w)|(?:で)?お願いします|ください|谢谢|请"
    rf"|[{_CHEERS}][\ufe0f\U0001f3fb-\U0001f3ff]?",
    re.IGNORECASE,
)
"""Politeness beside picks: without it the reply says the same."""

BY_MAIL = re2.compile(  # a mail's own line may be as long as its sender likes
    r"(?i)sent from my .+|get outlook for .+|von meinem .+ gesendet|envoyé de mon .+|enviado desde mi .+"
    r"|(?:on|am|le|el) .*(?:wrote|schrieb.*|a écrit|escribió) ?:|on .+<[^<> ]+@[^<> ]+>(?: wrote:)?|wrote:"
)
"""Lines that mail programs add to a reply; what they quote is a quote anyway."""

_AND = r"(?<=[a-e])[と和](?=[0-9])|(?<= )(?:and|und|et|y|и)(?= )"
AND = re.compile(rf"[,;/+&|]|{_AND}", re.IGNORECASE)
"""What stands between two picks; blanks around it are no part of it."""

_YES_OR_NO = (
    "yes yep yeah yup sure ok okay agreed approve approved no nope ja nein oui non si sì sí sim não"
    " да нет はい いいえ 是 好 对 不 네 아니요 evet tak nie ano ne igen nem"
)
_NO_OPTION = (
    "recommended, sounds good, sounds good to me, looks good, looks good to me, fine by me,"
    " fine with me, fine for me, that's fine, that is fine, works for me, go ahead, do it, both,"
    " neither, neither of them, none, none of them, none of these, either, whatever, not sure,"
    " no idea, i don't know, dunno, this, this one, that, that one, the first, the first one,"
    " first one, the first option, the second, the second one, second one, the second option,"
    " the former, the latter, beides, keins, keine, les deux, aucun, ninguno, los dos"
)
SEEMS = frozenset(_YES_OR_NO.split()) | frozenset(_NO_OPTION.split(", "))
"""Words that answer something, but name no option."""
