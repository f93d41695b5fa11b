"""Strangers: letters to an office, a shop or a maker that ended in a project's list of issues."""

from __future__ import annotations

from bot.planning.gloss import gloss
from bot.planning.homework import is_homework
from bot.planning.lazy import Lazy
from bot.planning.proposal import Request
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.verbs import is_imperative
from bot.planning.words import words

_PEOPLE = (
    r"(?:mother|father|mum|dad|mom|wife|husband|son|daughter|child|children|kids?|baby|grand\w+|parents?"
    r"|family|friend|boss|teacher|professor|prof|doctor|dentist|landlord|neighbou?rs?|caretaker)"
)
_BELONGING = (
    r"(?:flat|house|home|street|road|garden|bins?|dog|cat|pets?|car|bike|bicycle|van|phone|laptop|tv|tablet"
    r"|computer|pc|watch|fridge|washing machine|boiler|heating|meter|grades?|marks?|exams?|diplomas?|letters?"
    r"|permits?|passports?|licen[cs]e|id card|cards?|tickets?|seats?|luggage|suitcase|bag"
    r"|parcels?|orders?|deliver(?:y|ies)"
    r"|bills?|contract|subscription|membership|premium|insurance|claims?|pension|salary|wages"
    r"|tax(?:es)?|fines?|fees?"
    r"|deposit|rent|money|refund|appointments?|prescriptions?|results|stickers|(?:instagram"
    r"|facebook|gmail|whatsapp|apple"
    r"|google|bank|steam|paypal) (?:account|login|mail|id)?|instagram|facebook|whatsapp|gmail"
    r"|luggage|umbrella|coat"
    r"|wallet|keys|application|booking|reservation|voucher|points|cv|resume)"
)
_CRAFT = (
    r"(?:plumber|electrician|technician|mechanic|driver|courier|postman|lorry|truck|van|crew"
    r"|engineer|locksmith"
    r"|caretaker|janitor|inspector|ambulance|police|taxi|nurse|craftsman)"
)
# Kinds of signs, each with its weight: what such a letter tells and an issue about a program does not.
_SIGNS = tuple(
    (weight, Lazy(rf"(?i)(?:{source})"))
    for weight, source in (
        # What is wanted of people.
        (
            2,
            r"\b(?:send|get|bring|dispatch|find) (?:me |us )?(?:over |round )?(?:somebody|someone|anybody"
            rf"|(?:an? |the )(?:[a-z]+ )?{_CRAFT}|a new one|a credit note|a replacement"
            rf"|new ones|another one)\b"
            r"|\b(?:somebody|someone|anybody|anyone) (?:(?:has|have|needs?) to|must|should"
            r"|please|can|could|may)"
            r" (?:please )?(?:come|look at (?:it|this|my|the)|call|fix (?:it|this|my)|change"
            r"|repair|empty|collect|pick|help)\b"
            r"|\b(?:ring|call|phone|text) (?:me|us)(?: back)?\b"
            r"|(?:^|[.!?,] |\bplease |\bkindly |\b(?:can|could"
            r"|would) you (?:please )?)(?:reset|unlock|unblock|cancel|correct"
            r"|send|extend|refund|activate|reactivate|restore|recover|repair|delete|remove"
            r"|return|post|mail|finish"
            r"|bring|give|get|release|write|solve|do) (?:it|that|this|them|me|us"
            r"|my [a-z]+)\b(?! in (?:the|a)\b)"
            r"|\btake (?:me|us) off\b|\bsign me (?:up|out|off)\b|\bunlock me\b"
            r"|\bdo something (?:about|against|now)"
            r"|\bi(?:'d| would)? (?:just |only )?(?:want|expect|demand|like"
            r"|ask for) (?:to have |to get )?(?:an apology|my"
            r"|one (?:fare|fee|night|ticket)|a new (?:one|[a-z]+)|new ones|compensation"
            r"|an answer|an explanation|a refund"
            r"|[0-9€$£]+|the (?:money|fee|fare|difference))"
            r"|\bwhat (?:can|shall|should) i do\b|\bwhere (?:do|can|must|should) i (?:send|go"
            r"|get|call|turn|complain|bring"
            r"|return|hand)\b|\b(?:has|have) (?:anybody|anyone|somebody) (?:handed|seen"
            r"|found)\b|\bwho has seen\b"
            r"|\b(?:work|job|internship) (?:for|with|at) you(?:r company)?\b"
            r"|\bbefore (?:winter|somebody gets hurt|i call)\b"
            r"|\bplease (?:come|repair|empty|collect|hurry|bring|help)\b(?! (?:the )?(?:docs|tests))"
            r"|\b(?:can|could|would|will) (?:somebody|someone|anybody"
            r"|anyone) (?:please )?(?:look|come|help|call|fix|check|tell|correct|send|ring)\b"
            r"|\b(?:cancel|waive|drop|refund|return) the (?:fine|fee|[0-9]+|money|order|ticket"
            r"|contract)|\bi (?:don't|do not) want your\b|\bhow (?:do|can) i\b"
            r"|\b(?:bringen|schicken|senden|rufen|holen|k\u00fcmmern|erstatten|k\u00f6nnen"
            r"|kommen) sie (?!(?:im|in der) )|\bbitte melden\b|\bwer hat\b.{0,20}\bgesehen\b"
            r"|\bich (?:will|m\u00f6chte|verlange) (?:mein|eine?n? (?:neue|entsch\u00e4digung"
            r"|antwort|termin))"
            r"|\b(?:manden|env\u00eden|ll\u00e1men|devu\u00e9lvan|arreglen)(?:me|nos)?\b"
            r"|\bpueden (?:mandar|enviar|arreglar|devolver|llamar)(?:me|la|lo|nos)*\b"
            r"|\b(?:mand\u00e1r|env\u00eda)(?:me|mela|melo)+\b"
            r"|\benvoyez(?:[- ](?:moi|nous|quelqu'un))|\b(?:rappelez|remboursez|appelez)[- ](?:moi|nous)\b"
            r"|\bshould i pull\b|\bcan i come\b|\bsend it (?:or|to me)\b",
        ),
        # What is one's own and no program's.
        (
            1,
            r"\b(?:unser|mein)e?[rnms]? (?:hund|dackel|katze|tonne|m\u00fclltonne|wohnung"
            r"|mutter|vater|sohn|tochter|auto|rechnung|bescheid|antrag|ausweis|konto)\b"
            r"|\bbei uns in der\b|\bvivo en\b|\bmi (?:casa|piso|calle|factura|hijo|hija|coche|perro|pedido)\b"
            r"|\bplus d'eau\b|\bmon (?:appartement|chien|fils|colis|dossier|voisin)\b"
            r"|\bma (?:rue|fille|facture|carte|voiture|m\u00e8re)\b|\bfrom a friend\b|\bnewsletter any\w*\b",
        ),
        (1, rf"\b(?:my|our) (?:own |old |new |poor )?{_PEOPLE}\b|\bmy (?:[a-z]+ )?{_BELONGING}\b"),
        (
            1,
            rf"\bour (?:[a-z]+ )?{_BELONGING}\b|\b(?:i|we) live (?:in|at|on)\b|\bi (?:am"
            rf"|'m) (?:a )?(?:tenant|customer|patient|resident|pensioner)",
        ),
        (
            1,
            r"\bmy (?!(?:app|code|test|project|repo\w*|branch|config\w*|fork|opinion|guess"
            r"|view|suggestion|patch|pr|setup|local|own|script|server|list|screen|page)\b)[a-z]+"
            r"|\bour (?:kids|wedding|village|house|building|street|room|son|daughter|mother"
            r"|trip|holiday|boat|dog|cat|hall)\b|\b(?:they|somebody|someone) (?:cut|took|broke"
            r"|hit|lost|shouted|ignored|closed|parked)\b",
        ),
        # A question that people answer.
        (
            1,
            r"\b(?:who|where|when|what|why|how much|how long|do|does|can|could|may|will|is"
            r"|are)\b[^.?!\n]{0,60}\b(?:i|we|my|you|your|me|now|pays?|open|opens|closed?"
            r"|costs?)\b[^.?!\n]{0,60}\?|\bwhat now\b",
        ),
        # People spoken to, by what is theirs or what they did.
        (
            1,
            r"\byour (?:gardeners|shop|store|drivers?|staff|people|colleagues?|office|branch"
            r"|company|machine|workers|teachers?|doctors?|hotel|restaurant|centre|center"
            r"|clinic|counter|service|support|team|technicians?|hotline|invoice|letter|bill"
            r"|bus(?:es)?|trains?)\b"
            r"|\byou (?:treated|charged|billed|sent|cut|took|promised|delivered|closed|towed"
            r"|told|forgot|gave|sold|booked|cancelled|refused)\b|\b(?:i was|we were) (?:billed"
            r"|charged|fined|told|promised|refused|sent away)\b"
            r"|\b(?:i|we) won't pay\b|\btake no more money\b|\bfrom my (?:card|account)\b"
            r"|\bblock (?:it|my card)\b|\bsupport (?:only )?(?:sends?|says?|tells?|does not"
            r"|doesn't)\b|\bkeiner kommt\b|\b(?:customer|member|client|order"
            r"|contract) (?:number )?[0-9]{3,}\b"
            r"|(?:^|[.!] )(?:bye|best|yours|regards),? (?-i:(?:Mrs?|Ms)\.? )?(?-i:[A-Z])"
            r"|\bname is\b|\bfor my (?:tax|insurance|landlord|doctor|office|employer|school)\b"
            r"|\bfor an? (?:office|authority|visa)\b",
        ),
        # Where: an address, a line, a seat.
        (
            2,
            r"\b[a-zäöüß]+(?:straße|strasse|weg|gasse|allee|platz) [0-9]+|\b(?:rue|calle"
            r"|avenida|via|plaza) (?:d[eu]s? |del? |la )?(?-i:[A-ZÀ-Ý])\w+"
            r"|(?-i:\b[A-Z][a-z]+ (?:Street|Road|Lane|Avenue|Square|Alley|Hill|Close)\b)"
            r"|\bflat [0-9]+\w?\b|\bhouse (?:number )?[0-9]+\b"
            r"|\b(?:bus|tram|train|platform|gate|seat|row) (?-i:[A-Z]?[0-9]+)\b"
            r"|\bon line [0-9]+\b|\b(?:in front of|at|opposite) (?:number|no\.) [0-9]+"
            r"|\bin the (?:rain|heat|cold|dark|street|stairwell)\b",
        ),
        # How long and how often one has borne it.
        (
            1,
            r"\bsince (?:[a-z]+ )?(?:yesterday|today|sunday|monday|tuesday|wednesday|thursday"
            r"|friday|saturday|this morning|last|days|weeks"
            r"|january|february|march|april|may|june|july|august|september|october|november"
            r"|december|(?:two|three|four|five|six|[0-9]+) )"
            r"|\bfor (?:days|weeks|months|(?:two|three|four|five|six|[0-9]+) (?:days|weeks"
            r"|months|hours))\b|\b(?:again today|today again|yet again|once more)\b"
            r"|\b(?:hours|days|weeks) (?:now|already)\b|\bevery (?:single )?(?:day|night"
            r"|morning)\b|\bnot the first time\b|\bdid not come\b|\bstill (?:have )?(?:nothing|no)\b"
            r"|\bwaited\b|\b(?:yesterday|on saturday|on tuesday|on sunday) (?:evening|morning|night)?",
        ),
        # Hardship and temper.
        (
            1,
            r"!!|\b(?:stinks?|smells?|sour|mouldy|rotten|freezing|soaked|unfair|apologi\w+"
            r"|outrageous|scandal\w*|disgusting|laughed at|ignores? (?:us|me)"
            r"|newborn|got hurt|gets hurt|fell|unbearable|rude|shame|fed up|worst|never again"
            r"|hacked|stolen|swerve|bankrupt|no (?:warm |hot )?(?:water|heating|power|electricity)"
            r"|(?:is|it's) (?:freezing|cold|dark)|been dark|not allowed before|hammering"
            r"|one star|pull the plug)\b",
        ),
        # Whom one met.
        (
            1,
            rf"\b(?:the|your|a|an) (?:[a-z]+ )?(?:{_CRAFT}|hotline|desk|counter|cashier|dealer"
            rf"|conductor|teacher|landlord|doctor|surgeon|waiter|receptionist|shop assistant"
            rf"|service cent(?:re|er))\b"
            r"|\b(?-i:Dr|Prof|Mrs?|Ms)\.? (?-i:[A-Z])\w+|\blady at\b|\bneighbou?rs?\b"
            r"|\bthe dealer\b|\bnobody (?:answers|picks up|came|comes)\b|\bphone is always busy\b",
        ),
        # Paid, bought, owed.
        (
            1,
            r"\bi (?:have |already )*(?:pay|paid|bought|ordered|booked|applied|subscribed"
            r"|rented|signed up for)\b|\b(?:bought|paid|ordered) (?:it|two|one|three|last|in|on|from)\b"
            r"|\b[0-9]+(?:[.,][0-9]{2})? ?(?:€|euros?|pounds|dollars)\b|[€$£] ?[0-9]+\b"
            r"|\breceipt\b|\bcredit note\b|\b(?:my|the) (?:slip|invoice) says\b|\bonly have it since\b",
        ),
        # How the writer is reached, and who he is there.
        (
            1,
            r"\bmy (?:phone|mobile|telephone|e-?mail|mail|login|user ?name|account|number"
            r"|customer number)(?: (?:number|name|address))? (?:is|:)\b|\buser name is\b"
            r"|\b0[0-9]{2,4}[ /-][0-9]{4,}\b"
            r"|\bphone number is\b|\bregards\b|\bthank(?:s| you) in advance\b|\b(?:good day"
            r"|dear (?:sir|madam|team)|to whom it may)\b|\bthanks guys\b",
        ),
        # A thing bought in a shop, and other people's programs.
        (
            2,
            r"\bmodel [A-Z0-9]|\bfirmware [0-9v]|\bapp (?:version )?v?[0-9]+\.[0-9.]+\b"
            r"|\b(?:pixel|iphone|galaxy|ipad|alexa|playstation|xbox|nintendo|fire tv|chromecast)\b"
            r"|\bfrom the (?:app |play )?store\b|\breinstalled\b|\bblinks?\b"
            r"|\bremote control\b|\b(?:thermostat|vacuum|car radio|toothbrush|dishwasher"
            r"|router|tv set|smart ?watch|bird feeder|doorbell|washing machine|fitbit|garmin"
            r"|coffee machine|e-?bike|scooter|printer ink|fridge|oven)\b"
            r"|\b(?:minecraft|whatsapp|instagram|tiktok|facebook|snapchat|photoshop|excel"
            r"|fortnite|roblox|netflix|spotify|windows update|outlook)\b|\bold firmware\b"
            r"|\bthe (?:phone|tv) update\b",
        ),
    )
)
_SELF = Lazy(
    r"(?i)\b(?:i|i'm|i'd|i've|my|me|we|us|our|here)\b|\b(?:please|kindly|can you|could you|need)\b"
)
# Somebody speaks of what a program shows, does, or should do.
_PROGRAM = Lazy(
    r"(?i)\b(?:buttons?|click\w*|exceptions?|exports?|imports?|csv|api|endpoints?|pages?"
    r"|lists?|columns?|fields?|forms?|tables?|settings|menus?|logs?|config\w*|reload|browser"
    r"|widgets?|dashboards?"
    r"|databases?|tests?|modules?|functions?|class(?:es)?|repo\w*|commits?|versions?"
    r"|parameters?|users? (?:can|should|get|see)|filters?|mails? should|servers?|scripts?"
    r"|librar(?:y|ies)|cli|docker|urls?"
    r"|json|sql|stack ?trace|the app|this app|programmes?|program|commands?|files?|undo|mouse"
    r"|previews?|dialogs?|viewer|calendars?|scroll|boards?|wizard|password (?:field|rules)"
    r"|pull requests?|components?|screens?|notifications?|admin|charts?|pdf|plugins?|docs"
    r"|documentation|code(?:base)?)\b"
)
_WISHED = Lazy(
    r"(?i)\b(?:it|they|that|this|which|who|there|[a-z]{3,}s?) (?:should|must|shall|needs? to"
    r"|has to|have to)(?: not| also| only| always)? (?!(?:somebody|you|come|fix"
    r"|help)\b)[a-z]+\b|\bas an? [a-z]+[, ]+i\b"
    r"|\bit would be (?:nice|great|good)\b|\binstead of\b|\bshow\b"
)
# What a project decided, or calls a part of its program.
_SETTLED = Lazy(r"(?i)\b(?:decided|agreed|approved|self-service|signed off)\b")
_TOLD = frozenset(
    ("bug", "feature", "enhancement", "accepted", "confirmed", "docs", "chore", "refactor")
)
_ENOUGH, _PROGRAMS, _ORDERED = 3, 2, 1
_LONGEST = 160


def is_stranger(request: Request, reading: Reading) -> bool:
    """Say whether somebody wants something of people, for himself, that no change of a program gives.

    Signs of several kinds must come together; words of programs, wishes for what one should do, and a title
    that orders work ask for more of them, code and criteria rule it out.
    """
    if reading.fences or reading.spans or _TOLD & {label.lower() for label in request.labels}:
        return False
    if reading.of(Part.CRITERIA, Part.EXPECTED, Part.TASKS, Part.REPRODUCE, Part.ACTUAL):
        return False
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    text = "\n".join([reading.title, *told])[:4_000]
    if len(list(words(text))) > _LONGEST or _SETTLED.search(text):
        return False
    return weight(text) >= _needed(reading.title, text) or is_homework(text)


def weight(text: str) -> int:
    """How much in a text speaks for such a letter, in any language that is glossed."""
    plain = gloss(text)
    return sum(w for w, sign in _SIGNS if sign.search(text) or sign.search(plain))


def _needed(title: str, text: str) -> int:
    plain = gloss(text)
    programs = len({h[0].lower() for h in _PROGRAM.finditer(plain)})
    ordered = is_imperative(title) and not _SELF.search(title)
    wished = bool(_WISHED.search(plain))
    alone = not _SELF.search(plain)
    asked = any(_SIGNS[0][1].search(t) for t in (text, plain))
    idle = not (programs or wished or alone or ordered)
    return (
        _ENOUGH
        + (not asked)
        - idle
        + min(max(2 * programs - 1, 0), 6)
        + _PROGRAMS * wished
        + _ORDERED * ordered
        + alone
    )
