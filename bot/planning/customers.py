"""Customers: letters about a thing of the writer's own, which no change of a program answers."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.statements import requires

# Each line is one kind of sign, in English, German, Spanish and French.
_SIGNS = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        r"\bserial (?:number|no)\b|\bseriennummer|\bn\u00famero de serie"
        r"|\bnum\u00e9ro de s\u00e9rie|\u88fd\u9020\u756a\u53f7",
        r"\bwarrant(?:y|ies)\b|\bguarantee\b|\bgarantie|\bgarant\u00eda|\u4fdd\u8a3c",
        r"\b(?:i|we) (?:have )?(?:bought|purchased|ordered|rented|booked)\b|^(?:ordered|bought|booked"
        r"|rented|paid)\b|\bgekauft\b|\bcompr(?:\u00e9"
        r"|amos)\b|\bachet\u00e9e?\b"
        r"|\u8cfc\u5165",
        r"\b(?:your|the) (?:shop|store|branch|outlet|hotline|call cent(?:er|re)|service desk)\b"
        r"|\bihre[mnr]? (?:gesch\u00e4ft|laden|filiale|hotline)\b|\bsu (?:tienda|sucursal)\b"
        r"|\bvotre (?:magasin|boutique|service client)\b",
        # A house that the writer is a guest of, whatever the program of this project is for.
        r"\b(?:my|our) (?:gym|hotel|stay|crossing|flight|cruise|trip|ferry|pharmacy|doctor|bank|landlord"
        r"|host|insurer|insurance|dentist|school|library|town hall|[a-z]+ class|mother|father|grand\w+"
        r"|neighbou?rs?)\b|\bthe (?:host|landlord|pharmacy|wholesaler|ferry line|airline|caretaker)\b",
        r"\b(?:bad|one[- ]star|negative) reviews?\b|\bmy lawyer\b|\bconsumer (?:protection|advice)\b"
        r"|\botherwise (?:you|i)(?:'ll| will)\b|\bi (?:demand|insist)\b|\b(?:a|and) discount\b"
        r"|\bpictures on request\b",
        r"\btechnicians?\b|\btechniker|\bt\u00e9cnico\b|\btechnicien",
        r"\b(?:a|for a|get a) replacement\b|\brepair (?:it|my|the)\b|\bersatz(?:ger\u00e4t)?\b"
        r"|\breparatur"
        r"|\breemplazo\b|\bremplacement\b|\br\u00e9par(?:er|ation)\b|\breparaci\u00f3n\b"
        r"|\bexchange (?:it|my)\b",
        r"\bcall me\b|\brufen sie\b|\bll\u00e1menme\b|\brappelez\b|\bhangs? up on me\b",
        r"\b(?:my )?(?:order|customer|contract|tracking|invoice|account) (?:number|no\.?"
        r"|id)\b:? ?(?:is )?"
        r"[0-9#a-z-]*[0-9]|\b(?:kunden|bestell|auftrags)nummer|\bn\u00famero de (?:pedido|cliente)"
        r"|\bnum\u00e9ro de (?:commande|client)"
        r"|\b(?:my |our |your )?(?:booking|reservation|membership|invoice|order|contract|policy|ticket"
        r"|customer|case|parcel|card|receipt|voucher)(?: (?:number|no\.?|id|ref(?:erence)?))?:? ?"
        r"(?:is )?#?(?:[A-Z]{1,4}-?)?[0-9]{2,}(?:[-./ ][0-9A-Z]+)+\b",
        r"\bmy (?:parcel|package|order|delivery)\b|\bmein paket\b|\bmi (?:paquete|pedido)\b"
        r"|\bmon (?:colis|paquet)\b",
        r"\bmy money back\b|\brefund me\b|\b(?:want|need|demand) (?:a|my) refund\b"
        r"|\bgeld zur\u00fcck"
        r"|\bdevuelvan\b|\bremboursez\b"
        r"|\b(?:want|get|have|need) (?:my |the )?(?:[$\u20ac\u00a3] ?)?[0-9][0-9.,]* ?(?:euros?"
        r"|eur|dollars?|pounds?"
        r"|usd|gbp|[$\u20ac\u00a3])? back\b|\b(?:transfer|pay|send)\b.{0,40}\b(?:to"
        r"|into) my (?:bank )?account\b"
        r"|\b(?:card|account) was (?:charged|debited)\b"
        r"|\b(?:want|get|have|need|like)(?: to (?:have|get))?(?: back)?"
        r" (?:my |the |these )?(?:[$\u20ac\u00a3] ?)?"
        r"(?:money\b|[0-9][0-9.,]* ?(?:euros?|eur|dollars?|pounds?|usd|gbp|chf|[$\u20ac\u00a3]))"
        r".{0,40}\bback\b"
        r"|\bhave back (?:my |the )?.{0,12}(?:euros?|money|fee|[$\u20ac\u00a3])"
        r"|\b(?:my|our) (?:iban|account details|credit card)\b|\btransfer (?:me )?the money\b"
        r"|\bstop the (?:automatic )?(?:payments?|direct debit|charges?)\b"
        r"|\bi pay for (?:the )?(?:premium|pro|gold|full)\b",
        r"\b(?:cancel|stop|end|terminate|quit|leave"
        r"|extend)\w* (?:of )?my (?:[a-z]+ )?(?:membership|subscription"
        r"|contract|policy|lessons|course|booking|appointment)\b|\bcancell?ation of my\b"
        r"|\b(?:meine?n? (?:mitgliedschaft|abo\w*|vertrag))\b.{0,60}\bk\u00fcndigen\b"
        r"|\br\u00e9sili\w+ (?:de )?mon\b|\bdar(?:me)? de baja\b",
        r"\b(?:my|our) (?:member(?:ship)?|subscriber|personnel|employee|staff|insurance|policy"
        r"|client|patient"
        r"|student|library card|tax|tenant|meter) (?:number|no\.?|id)\b:? ?(?:is )?[0-9#a-z-]*[0-9]"
        r"|\b(?:mitglieds|personal|versicherungs|z\u00e4hler)nummer\b"
        r"|\b(?:mon|notre) num\u00e9ro d['e ][a-z\u00e9 ]{3,20}est\b",
    )
)
_ENOUGH = 2
# What a letter to strangers has that no issue needs: its form, how to reach the writer, that he may be wrong
# here, what others would buy or do. Each line is one kind.
_TRACES = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        r"\b(?:best|kind|warm|many) (?:regards|wishes)\b|\byours (?:faithfully|sincerely"
        r"|truly)\b|\bdear (?:sir|madam"
        r"|ladies)\b|\b(?:hello|hi|dear) (?:dear )?(?:fellow )?(?:[a-z]+ )?(?:experts?|friends"
        r"|neighbou?rs|ladies"
        r"|gardeners|growers|cooks|team|all|everybody|everyone|folks|community)\b"
        r"|\bgr\u00fc\u00dfen\b|\bsehr geehrte"
        r"|\bcordialement\b|\bsalutations\b|\bsaludos\b|\batentamente\b|\bhave a (?:nice|sunny"
        r"|lovely) \w+day\b",
        r"\bwhats ?app\b|\b(?:on|by) (?:the )?(?:phone|telephone)\b|\byour (?:phone|line|chat"
        r"|mail|office)\b"
        r"|\bi(?:'ve| have)? (?:already )?(?:phoned|called|rang|wrote to|written to) (?:you|them"
        r"|your|my)\b|\bby post\b"
        r"|\bin writing\b|\br\u00fcckruf\b|\bpar \u00e9crit\b|\bpor escrito\b|\bunder (?:the"
        r"|my) (?:known )?number\b"
        r"|\b(?:nobody|no one|no-one|never) (?:answers?|picks? up|replies|calls back|reacts)\b"
        r"|\b(?:does not|doesn't|do not|don't) (?:answer|pick up|reply)\b"
        r"|\b(?:gave|sent) me (?:this|the) (?:link|address)\b|\bon (?:all|every) portals?\b",
        r"\b(?:found|saw|came (?:across|upon)) (?:this|your) (?:page|site|website|repo|address"
        r"|project)\b"
        r"|\bthis (?:page|site) came up\b|\bthe only (?:page|place|address"
        r"|site) (?:that )?i (?:could )?f(?:ou|i)nd\b"
        r"|\bi (?:do not|don't|never) use (?:your|this) (?:library|program|tool|project|app|software)\b"
        r"|\bonly found this\b|\b(?:no(?:body| one)|don't know|do not know|not know|where"
        r"|who)m? (?:who |whom |where )?"
        r"else (?:to|i (?:can|could|should)) ask\b|\b(?:thought|said"
        r"|told me)\b[^.?!]{0,30}\bask(?:ing)? here\b"
        r"|\b(?:is not|isn't|not) about (?:the|your|this) (?:program|device|app|project|software"
        r"|library|tool|site)\b"
        r"|\bpowered by\b|\bfirst hit\b|\b(?:sorry if (?:this|it) is|is this) the wrong (?:place|address"
        r"|page)\b|\bwhere (?:i bought|we bought)\b|\bfrom the (?:play|app) store\b|\bi (?:do not|don't)"
        r" use \w+ (?:yet |myself )?but you\b|\bhand in (?:the |an? )?exercise\b|\bmy homework\b"
        r"|\b(?:was|were|when) (?:looking|searching) for\b|\bsaw this repo\b",
        r"\bwhich (?:[a-z]+ ){1,3}(?:would|do|did|should|can) (?:you|i|one)\b|\bis it (?:worth"
        r"|better to|too much|too late)\b"
        r"|\bis .{0,40} worth it\b|\b(?:grateful|thankful|happy|glad) (?:for|about) (?:any"
        r"|every) (?:hint|tip|advice|help)\b"
        r"|\bhow much (?:do|does|would|is|will) (?:you|it|that|this)\b|\bwhat does it cost\b"
        r"|\bshould i\b"
        r"|\bdo i have to\b|\bcan i (?:come|bring|still)\b|\bwhen (?:will|can) i (?:get|expect"
        r"|have)\b"
        r"|\bkommt (?:da |noch |heute )*jemand\b",
        r"\border (?:no\.? ?|#)?[a-z]{0,4}-?[0-9]{3,}\b|\bcharged (?:two times|twice)\b",
    )
)
_ADVICE = _TRACES[3]
_MANY = 3
# What the writer of such a letter wants of people, and no program can give.
_WANTED = Lazy(
    r"(?i)\b(?:i|we)(?:'d| would)? (?:really )?(?:need|want|like|have to|must|should|can|could"
    r"|wish)\b|\bshould i\b"
    r"|\bplease (?:repair|transfer|pay|confirm|call|help|refund|reply|answer|write|send|stop|let me"
    r"|tell me|advise|unlock)\b"
    r"|\b(?:could|can|would) you (?:please )?(?:pay|transfer|send|call|tell|confirm|recommend"
    r"|come)\b"
    r"|\bbitte (?:um|rufen)\b|\bmerci de\b|\bje (?:souhaite|veux)\b"
)
# Somebody speaks of what a program shows or does.
_PROGRAM = Lazy(
    r"(?i)\b(?:buttons?|screens?|click\w*|errors?|exceptions?|instead of|versions? v?[0-9]"
    r"|crash\w*|menu|export\w*"
    r"|import\w*|csv|api|reload|(?:page|app|mail|list|card|pdf"
    r"|report) (?:of [a-z ]{3,20} )?(?:shows?|says?|has|displays?"
    r"|does)|settings|field)\b"
)
_OWN = Lazy(
    r"(?i)\b(?:i|my|me|we|your|ich|mein\w*|wir|mi|mis|nuestr\w+|lo|su|je|j'ai|mon|ma|votre)\b"
)


def is_letter(reading: Reading) -> bool:
    """Say whether somebody writes about a thing of his own: bought, under warranty, a contract, his garden.

    What tells how a program should behave, names code or has criteria is no such letter.
    """
    if reading.fences or reading.spans or reading.of(Part.CRITERIA, Part.EXPECTED, Part.TASKS):
        return False
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    text = "\n".join([reading.title, *told])[:4_000]
    if not _OWN.search(text):
        return False
    owned = sum(bool(sign.search(text)) for sign in _SIGNS)
    wished = [t for t in told if requires(t) and not _is_of_letter(t)]
    wants = _WANTED.search(text) or any(trace.search(text) for trace in _TRACES)
    enough = _ENOUGH + bool(_PROGRAM.search(text)) + 2 * (not wants)
    return (owned >= enough or _is_stray(text)) and not wished


def strays(text: str) -> bool:
    """Say whether somebody tells that he is not sure to be right here, or was sent by a stranger."""
    return bool(_TRACES[2].search(text))


def _is_stray(text: str) -> bool:
    """Fewer signs of a thing of one's own, with traces of a letter and no word on what a program does."""
    traces = sum(bool(trace.search(text)) for trace in _TRACES)
    traces += len(list(_ADVICE.finditer(text))) > 1
    owned = any(sign.search(text) for sign in _SIGNS)
    if _PROGRAM.search(text):
        return traces >= _MANY
    return traces + owned >= _ENOUGH


def _is_of_letter(sentence: str) -> bool:
    return any(s.search(sentence) for s in (*_SIGNS, *_TRACES, _WANTED))
