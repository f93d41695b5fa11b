"""Feeds: data and deliveries from outside that a wish may need, besides the usual services."""

from __future__ import annotations

from bot.planning.services import Service, service

_LOOK = (
    r"(?:look(?:s|ed|ing)? up|fetch\w*|fill\w* in|get|load\w*|import\w*|pull\w*|show\w*|suggest\w*)"
)
FEEDS: tuple[Service, ...] = (
    service(
        "messenger",
        r"(?:send|message|reminders?|notif\w+|confirmation|alerts?) [^.?!]{0,60}\b(?:by|via"
        r"|over|through|on|in|as)"
        r" (?:an? |the |their )?(?:messenger|chat app|instant messag\w+)",
        r"whatsapp|telegram|signal|threema|slack|teams|matrix|discord|mattermost|rocket\.?chat"
        r"|viber|zulip",
        "whatsapp telegram signal slack matrix discord mattermost messenger",
    ),
    service(
        "source of book data",
        rf"{_LOOK} [^.?!]{{0,60}}\b(?:by|from|for|via|of) (?:the |its |an? )?isbn|scan(?:ning"
        rf"|s)? (?:the |an? )?isbn"
        r"|cover (?:images?|pictures?) (?:of|for) (?:the )?books",
        r"open ?library|google|isbndb|dnb|worldcat|loc|library of congress|amazon|bnf|z39\.50|sru",
        "isbn openlibrary isbndb catalog catalogue",
    ),
    service(
        "source of product data",
        r"(?:name|product|ingredients?|nutrition\w*|brand)s? [^.?!]{0,60}\b(?:by|from"
        r"|via) (?:the |its |scanning"
        r" (?:the |an? )?)?(?:barcode|ean|gtin)|scan(?:ning|s)? (?:the |an? )?(?:barcode"
        r"|ean) [^.?!]{0,60}\b(?:fill|find|look"
        r"|show)\w*",
        r"open ?food ?facts|gs1|edamam|usda|our (?:own )?(?:database|table|list|catalogue)"
        r"|articles? table|sku",
        "barcode barcodes ean gtin openfoodfacts products articles inventory",
    ),
    service(
        "timetable or departure feed",
        r"(?:live|real[- ]?time|actual|next) (?:departures?|arrivals?|delays?|trains?|buses|trams)"
        r"|(?:departures?|delays?) (?:of|from|at) (?:the )?(?:next |nearest )?(?:stops?"
        r"|station|buses|trains?)",
        r"gtfs|siri|vdv|hafas|netex|transitland|deutsche bahn|sbb|navitia|own (?:feed|data)"
        r"|mqtt|irail",
        "gtfs siri hafas departures timetable feed feeds stops realtime",
    ),
    service(
        "electricity or market price feed",
        r"(?:hourly|current|live|spot|day[- ]ahead|market|stock|share|today's) (?:electricity "
        r"|energy |power |share |stock |fuel )?"
        r"(?:prices?|quotes?|tariffs?) (?:from|of the|for the|are|should|in)|fuel prices",
        r"entso-?e|awattar|tibber|nord ?pool|epex|yahoo|alpha ?vantage|tankerk\w+|bloomberg"
        r"|finnhub|octopus",
        "prices price tariff tariffs market quotes",
    ),
    service(
        "telephone service",
        r"(?:automatic|voice|robo|phone|telephone) calls? (?:to|when|if|that|reads?)|call(?:s"
        r"|ed|ing)? (?:the |them |him |her )?"
        r"[a-z ]{0,20}by (?:phone|telephone) automatically|read (?:it|the message"
        r"|the text) (?:out|aloud) over the phone",
        r"twilio|sipgate|asterisk|vonage|plivo|sinch|freeswitch|sip trunk|fritz\w*",
        "sip asterisk telephony voice calls pbx",
    ),
    service(
        "virus scanner",
        r"scan(?:ned|s|ning)? [^.?!]{0,40}\b(?:for|against) (?:viruses|malware)"
        r"|virus (?:scan\w*|check)|malware scan\w*",
        r"clam\w*|virus ?total|defender|sophos|icap|metadefender",
        "clamav virus antivirus scanner",
    ),
    service(
        "captcha",
        r"(?:add|put|us|show|introduc|enabl|want|need|solv)(?:e|es|ing|s)? (?:in )?(?:an?"
        r"|some) captchas?",
        r"recaptcha|hcaptcha|turnstile|friendly ?captcha|altcha|honey ?pot|mcaptcha|google"
        r"|cloudflare|arithmetic|sum",
        "captcha recaptcha hcaptcha turnstile",
    ),
    service(
        "calendar service",
        r"(?:sync\w*|put|push|write|enter|show|land|appear)\w* [^.?!]{0,60}\b(?:in|into|to"
        r"|with|on) (?:their|my|everybody's|people's|(?:the|our)(?= (?:team|shared|company"
        r"|office|group|staff)))"
        r" (?:team |shared |company |office |group |staff |own |private )*calendars?",
        r"google|caldav|ical\w*|\.?ics|outlook|exchange|nextcloud|office ?365|graph|apple"
        r"|webcal|our calendar page|thunderbird",
        "calendar calendars caldav ical ics gcal",
    ),
    service(
        "plate or image recognition service",
        r"(?:recogni[sz]\w+|identif\w+|detect\w*|read|classif\w+|tag)\w* (?:the |which "
        r"|what )?(?:number |licen[cs]e )?(?:plates?|faces?"
        r"|species|plants?|birds?|animals?|objects?|logos?) (?:in|on|from|by) (?:an? |the "
        r"|each |every |their )?(?:photos?|pictures?|images?"
        r"|camera)",
        r"openalpr|plate ?recognizer|rekognition|vision|onnx|tensorflow|tflite|yolo\w*"
        r"|plantnet|inaturalist|opencv|merlin|birdnet|pytorch",
        "recognition onnx vision model models classifier",
    ),
)
