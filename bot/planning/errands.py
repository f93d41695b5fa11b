"""Errands: what a wish has somebody outside do or know, told by the act and not by the service."""

from __future__ import annotations

from bot.planning.services import Service, service

_THING = r"(?:the |our |an? |each |every |their |its |all |some |new |finished |uploaded )*"
_AUTO = (
    r"(?:automatic(?:ally)?|by themselves|by itself|on its own|every (?:night|day|hour|morning))"
)
_MODEL = (
    r"(?:(?:large )?language models?|llms?|an? (?:ai|neural (?:net(?:work)?|model))"
    r"|machine learning"
    r"|artificial intelligence|ai)"
)
_BRAINY = (
    r"(?:summar\w+|classif\w+|categori[sz]\w+|describ\w+|description|rewrit\w+|suggest\w*"
    r"|tag(?:s|ged)?"
    r"|generat\w+|draft\w*|answer\w*|label(?:s|led)?|score[ds]?|rate[ds]?|alt texts?|captions?"
    r"|sentiment)"
)

ERRANDS: tuple[Service, ...] = (
    service(
        "SMS provider",
        r"(?:get|receive|send|sent|gets|sends) (?:the |an? |one |them |him |her |us |me )*(?:short )?text"
        r"(?: messages?)? (?:on|to) (?:my|their|the|his|her|your|our) (?:phone|mobile|cell)"
        r"|text messages? to (?:the |all "
        r"|our |each )?[a-z]+ (?:when|if|on|before|as soon)",
        r"twilio|vonage|nexmo|messagebird|bird|sns|plivo|sinch|clickatell|infobip|gammu"
        r"|seven\.io|smsapi|telnyx",
        "sms twilio vonage",
    ),
    service(
        "push service",
        r"(?:receive|get|send|sends|as|by|via|with|want|gets|be sent|sent) (?:an? |the |one "
        r"|some )?"
        r"(?:[a-z]+ )?push(?: messages?| notifications?| alerts?)?(?= (?:on|to|when|if|at|with"
        r"|as|before)\b"
        r"|[.,;:!]|$)|push (?:notifications?|messages?|alerts?) (?:when|if|for|before|as soon"
        r"|at|to|on)"
        r"|notif\w+ on (?:the|their|my|your) (?:phones?|lock ?screen|mobile)",
        r"fcm|firebase|apns|onesignal|web ?push|vapid|ntfy|gotify|pushover|expo|service worker"
        r"|unifiedpush",
        "push fcm webpush ntfy vapid firebase",
    ),
    service(
        "mailing or newsletter service",
        r"(?:our|the|an?) (?:mailing|newsletter|e-?mail marketing|campaign"
        r"|marketing automation) (?:tool"
        r"|software|list provider|platform|system|service)|newsletters? (?:sign[- ]?up"
        r"|subscription|opt-?in"
        r"|subscribers?)",
        r"mailchimp|brevo|sendinblue|mailjet|listmonk|mailman|buttondown|cleverreach|rapidmail"
        r"|sendgrid"
        r"|hubspot|klaviyo|mautic|smtp|csv|our own (?:table|list)",
        "newsletter listmonk mailchimp mailman subscribers mailing",
    ),
    service(
        "remote storage",
        r"(?:cop(?:y|ied)|leave|leaves|stored?|kept|keep|mirror(?:ed)?|upload(?:ed)?|replicat\w+)\b"
        r" ?[^.?!]{0,40}\b(?:(?:to|at|in|on) (?:another|a second|a different"
        r"|some other) (?:site|place"
        r"|location|data cent(?:er|re)|provider|country)|the building|the premises"
        r"|off[- ]?site|outside the"
        r" house)",
        r"s3|gcs|azure|backblaze|b2|minio|sftp|rsync|wasabi|hetzner|dropbox|nextcloud|webdav"
        r"|borg|restic"
        r"|ftp|scp|google drive|onedrive|tape",
        "s3 bucket minio storage rsync restic borg",
    ),
    service(
        "identity provider",
        r"(?:log|sign|authenticate)[- ]?(?:in|on|ins)? (?:[a-z]+ )?(?:with|using|via|through"
        r"|by) (?:(?:their|the"
        r"|our|an?|your|existing|personal|company|corporate"
        r"|same) )+(?:[a-z-]+ ){0,2}(?:accounts?|logins?"
        r"|credentials of|passport|e-?id|identity card)",
        r"okta|auth0|keycloak|entra|azure ad|active directory|google|github|gitlab|microsoft"
        r"|saml|ldap|oidc"
        r"|openid|authentik|cognito|authelia|shibboleth|facebook|apple|username and password"
        r"|usual accounts?",
        "saml oidc ldap oauth sso keycloak",
    ),
    service(
        "shipping carrier",
        r"(?:print|creat|order|buy|fetch|generat|get|mak)\w* (?:an? |the |all |their "
        r"|our )?(?:parcel |return "
        r"|postage |shipping |delivery )(?:labels?|stamps?)|(?:parcel|return|postage) labels?"
        r"|tracking (?:number"
        r"|code|id)s? (?:is|are|comes?|gets?|from|back)|book (?:an? |the )?(?:pick-?up|courier"
        r"|collection)",
        r"dhl|ups|fedex|dpd|gls|hermes|usps|royal mail|postnord|easypost|shippo|sendcloud"
        r"|correos|la poste"
        r"|colissimo|swiss post|deutsche post|typed in|entered by hand",
        "carrier carriers shipping dhl ups labels",
    ),
    service(
        "geocoding or map service",
        r"(?:draw|show|display|plot|put|mark|see|paint)\w* [^.?!]{0,50}\bon (?:an?"
        r"|one) (?:small |big "
        r"|live |interactive )?map\b|(?:address|street|place) (?:[a-z]+ ){0,3}(?:suggestions?"
        r"|autocomplete"
        r"|type-?ahead|completion|look-?up)|(?:distance|driving time|travel time"
        r"|route) (?:between|from|to) "
        r"(?:the |two |their |each )?(?:address|customer|home|site|stop|depot)",
        r"openstreetmap|osm|nominatim|google|mapbox|here maps|graphhopper|osrm|photon|pelias"
        r"|leaflet"
        r"|maplibre|openlayers|own (?:picture|image|svg)|svg|floor ?plan|tiled|sprites?"
        r"|as today|canvas|tiles|levels?|game",
        "geocoding geocoder nominatim osrm map maps leaflet tiles mapbox maplibre",
    ),
    service(
        "speech or text recognition service",
        r"transcripts? (?:should|must|shall|will) be (?:made|created|generated|written"
        r"|produced)|(?:audio|voice|speech|recordings?"
        r"|interviews?|calls?) (?:in)?to text|dictat(?:e|ion)|(?:read|extract"
        r"|recogni[sz])\w* (?:the )?(?:text|total"
        r"|amount|date|number)s? (?:from|off|out of|on) (?:an? |the )?(?:photo|scan|picture"
        r"|image|receipt)s?"
        r"|subtitles? (?:made|generated|created) (?:automatically|from)",
        r"whisper|tesseract|google|azure|aws|textract|deepgram|vosk|rekognition|kaldi|typed"
        r"|by hand",
        "whisper tesseract ocr vosk transcription",
    ),
    service(
        "check of identities or addresses",
        r"(?:vat|tax|iban|company|register|licen[cs]e|passport|id) (?:id |number "
        r"|card )*(?:numbers?|ids?|cards?)?"
        r" ?(?:is|are|gets?|be|must be|should be|needs? to be) (?:looked up|verified|checked"
        r"|confirmed"
        r"|validated) (?:online|against (?:the|an?) (?:official|public|government)"
        r"|with the authorit)"
        r"|(?:verif\w+|check\w*|look\w* up|confirm\w*) [^.?!]{0,50}\b(?:via|by|through|with"
        r"|over|using) (?:some|an?)"
        r" (?:online|external|official|public|third[- ]party)? ?(?:service|register|api"
        r"|provider|database)"
        r"|credit (?:rating|score|check)",
        r"vies|schufa|creditreform|postident|idnow|onfido|veriff|persona|checksum|regex\w*"
        r"|luhn|handelsregister"
        r"|companies house|crif",
        "vies kyc onfido schufa verification",
    ),
    service(
        "print and post service",
        r"letter(?:-| )?shop|letter[- ]service|(?:prints?|printed) and (?:posts?|posted"
        r"|mail(?:s|ed)|sen(?:ds|t)|franked)"
        r"|(?:send|sent|post|posted|go|goes|deliver\w*) (?:[a-z]+ ){0,3}(?:by|via"
        r"|as) (?:snail mail|(?:a )?(?:real "
        r"|paper |physical )?(?:letter|post)(?: automatically)?(?= (?:automatically|through|via)))",
        r"deutsche post|letterxpress|pingen|lob|docmail|e-?post|clicksend|la poste|post ?nl"
        r"|in the office"
        r"|by the office|by hand",
        "letterxpress pingen lob letters",
    ),
    service(
        "analytics or monitoring service",
        r"(?:some|put|add|want|have|with|get|using|include|web|usage|visitor"
        r"|site) analytics\b(?! (?:page|tab|view"
        r"|table|module|report|export|endpoint|query|db|database|dashboard|job))"
        r"|(?:crash(?:es)?|exceptions?"
        r"|errors?) [^.?!]{0,40}\b(?:reported|sent|shipped|forwarded|go|report) to (?:an?|some"
        r"|the) (?:hosted |central"
        r" |external )*(?:tracker|tool|place|collector|backend|server)|ship (?:the |our "
        r"|all )?(?:logs|crash reports"
        r"|errors|metrics|traces) (?:somewhere|to)",
        r"sentry|datadog|plausible|matomo|google analytics|grafana|prometheus|elastic\w*|loki"
        r"|new relic|rollbar"
        r"|umami|goatcounter|piwik|fathom|bugsnag|appsignal|airbrake|crashlytics|glitchtip"
        r"|honeycomb|splunk"
        r"|opentelemetry|graylog|posthog|statsd|syslog|server log|access log|own table",
        "sentry datadog prometheus otel monitoring analytics telemetry bugsnag plausible matomo stats",
    ),
    service(
        "source of weather or environment data",
        r"(?:current|today's|live|daily|latest|local|actual|hourly) (?:[a-z]+ ){0,2}(?:weather"
        r"|temperatures?|pollen|air"
        r" quality|water levels?|tides?|wind|rain(?:fall)?|snow|avalanche|uv|ozone|pm10"
        r"|river) ?(?:counts?|index"
        r"|levels?|data|values?|heights?|forecast|speed|report|radar)?(?= (?:from|for|on|at|is"
        r"|are|should|next|of)\b"
        r"|[.,;])|pollen (?:counts?|forecast)|(?:avalanche|storm|flood|tide|uv) (?:level|index"
        r"|table|forecast)s?"
        r" (?:rises?|of|for|from|is|should)",
        r"openweather(?:map)?|dwd|noaa|met(?:\.no| office| norway)|open-meteo|meteomatics"
        r"|weatherapi|yr|sensors?"
        r"|pegelonline|luftdaten|meteoswiss|slf|our (?:own )?(?:station|gauge)|mqtt"
        r"|weather station",
        "weather forecast meteo pollen tides sensor sensors station gauge",
    ),
    service(
        "payment provider",
        r"(?:pay(?:ing|ment)?|buy) (?:it |now,? )?(?:pay )?(?:in (?:[0-9]+ days|instal?ments)"
        r"|later)\b|(?:direct debits?"
        r"|instal?ments|subscriptions?|donations?|deposits?|tips?|top-?ups?|fees?) (?:can"
        r"|should|must|could) be (?:paid|charged"
        r"|collected|made|taken) (?:online|by card|in the app|on the (?:site|page|web))"
        r"|pay(?:s|ing)? (?:the |an? |their "
        r"|for )?(?:[a-z]+ ){0,3}(?:by phone|online|on (?:the|our) (?:site|website|page)"
        r"|by card|with (?:a |their )?"
        r"(?:phone|card|wallet))|\"?pay now\"? (?:button|link)|refund\w* (?:to|on) (?:the"
        r"|their) card",
        r"stripe|paypal|adyen|mollie|braintree|square|klarna|razorpay|worldpay|sumup"
        r"|gocardless|paddle|payone"
        r"|redsys|mercado ?pago|cash|at the (?:desk|counter)|afterpay|affirm|payrexx|datatrans"
        r"|twint|bank transfer",
        "stripe paypal adyen mollie payments payment checkout braintree klarna gocardless",
    ),
    service(
        "fax service",
        r"(?:as|by|via|per|send|sends|a) fax(?:es)?(?= |[.,;!?]|$)|faxed",
        r"hylafax|sipgate|interfax|twilio|asterisk|t\.?38|fritz\w*|printed|by hand|e-?fax"
        r"|fax ?modem",
        "fax hylafax sip asterisk",
    ),
    service(
        "bank access or account data service",
        r"(?:fetch|pull|import|load|read|download|get|sync"
        r"|retriev)\w* [^.?!]{0,40}\b(?:transactions?|statements?|balance"
        r"|bookings|account movements) (?:[a-z]+ ){0,2}from (?:our|the|their|my"
        r"|an?) (?:[a-z]+ )?(?:bank|accounts?)"
        rf"|bank (?:statements?|transactions?|feed) [^.?!]{{0,40}}\b(?:{_AUTO}|come in|directly)",
        r"fints|hbci|ebics|psd2|plaid|gocardless|nordigen|tink|camt|mt940|csv|ofx|uploaded"
        r"|finapi|salt edge",
        "fints hbci ebics plaid camt mt940 banking ofx",
    ),
    service(
        "feature flag or configuration service",
        r"(?:hosted|external|remote) (?:feature[- ](?:flags?|toggles?)|toggle"
        r"|remote config\w*|secrets?"
        r"(?: manager| store))(?: service| tool| provider| platform| store)?(?= (?:so|which"
        r"|that|instead|from|with"
        r"|to keep|where)|[.,;]| service)",
        r"launchdarkly|unleash|flagsmith|growthbook|configcat|split\.io|vault|doppler"
        r"|openfeature|env\w*"
        r"|environment variables?|flipt|own table|yaml|settings",
        "unleash flagsmith launchdarkly flags vault openfeature flag toggles",
    ),
    service(
        "model or AI service",
        rf"{_BRAINY}\b[^.?!]{{0,60}}\b(?:by|with|from|via|through|using) (?:an? |some "
        rf"|the help of )?{_MODEL}\b"
        rf"|\b(?:an? |some )?{_MODEL}[- ](?:generated|powered|based|written|made|driven|assisted)"
        rf"|{_MODEL} (?:should|could|shall|must|can|that|which|to) (?:[a-z]+ )?{_BRAINY}",
        r"openai|ollama|anthropic|claude|gpt-?[0-9]\w*|mistral\w*|llama\w*|gemini|azure"
        r"|hugging ?face|bedrock|lm studio"
        r"|bert|spacy|fasttext|scikit\w*|naive bayes|vllm|our (?:own )?(?:model|endpoint)",
        "llm openai ollama model models classifier inference",
    ),
    service(
        "rendering or conversion service",
        r"(?:rendering|screenshot|thumbnail|conversion|converter|pdf|barcode|captioning"
        r"|preview) (?:service|api|cloud)"
        r"(?= (?:makes?|that|which|should|converts?|renders?|creates?|to|for)\b|[.,;])",
        r"puppeteer|playwright|gotenberg|chrom\w+|wkhtml\w*|libreoffice|pandoc|imagemagick"
        r"|cloudconvert"
        r"|browserless|weasyprint|urlbox|selenium",
        "puppeteer playwright gotenberg renderer converter thumbnail",
    ),
    service(
        "positions or departures feed",
        r"(?:live|real[- ]?time|current) (?:positions?|locations?) of (?:the |our |all "
        r"|each )?(?:bus(?:es)?|trains?|trams?|ferr"
        r"(?:y|ies)|ships?|planes?|aircraft|vessels?|trucks?|fleet|vehicles?)",
        r"gtfs\w*|siri|vdv|hafas|netex|ais|ads-?b|opensky|mqtt|owntracks|traccar"
        r"|our (?:own )?(?:trackers?|feed|app)|driver app",
        "gtfs siri ais positions vehicles tracker feed feeds realtime gps",
    ),
)
