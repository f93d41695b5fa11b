"""Services: what a wish may need from outside, the words that ask for each, and the names that answer."""

from __future__ import annotations

from dataclasses import dataclass

from bot.planning.lazy import Lazy


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of service: its name in a question, what asks for it, what names one."""

    name: str
    asks: Lazy
    named: Lazy
    hints: frozenset[str]


def service(name: str, asks: str, named: str, hints: str) -> Service:
    """One kind from the sources of its patterns and the words of files about it; case does not matter."""
    return Service(
        name,
        Lazy(rf"(?i)\b(?:{asks})\b"),
        Lazy(rf"(?i)\b(?:{named})\b"),
        frozenset(hints.split()),
    )


_SET_UP = (
    r"(?:hook(?:ing)? up|set(?:ting)? up|add|adding|integrat\w+|introduc\w+|connect\w*|want"
    r"|need|have|get"
    r"|install\w*|enable|offer|provide|bring in|put in|wire up|use|using|start with)"
)
SERVICES = (
    service(
        "SMS provider",
        r"(?:send|get|receive|via|by|through|as|per|an?|with)(?: [a-z]+){0,3} (?:sms"
        r"|text messages?)|sms (?:notifications?"
        r"|reminders?|alerts?|codes?|messages?)|text (?:the|our|all) [a-z]+ when",
        r"twilio|vonage|nexmo|messagebird|bird|sns|plivo|sinch|clickatell|infobip|gammu"
        r"|seven\.io|smsapi|telnyx",
        "sms twilio vonage",
    ),
    service(
        "payment provider",
        r"pay(?:ing|ments?)? (?:[a-z ]{0,20})?(?:by|with|via) (?:credit |debit )?card"
        r"|card payments?|(?:pay|charge|accept|take|bill|checkout)\w*\b[^.]{0,40}\bcredit cards?"
        r"|online payments?|pay(?:ments?)? online|(?:take|accept|collect"
        r"|process) (?:[a-z]+ )?payments?|payment (?:provider"
        r"|gateway|processor)|pay (?:for )?[a-z ]{2,30} (?:online|on the site|in the app)"
        r"|checkout with",
        r"stripe|paypal|adyen|mollie|braintree|square|klarna|razorpay|worldpay|sumup"
        r"|gocardless|paddle|payone|redsys"
        r"|mercado ?pago|cash|invoice only",
        "stripe paypal adyen mollie payments payment checkout braintree",
    ),
    service(
        "translation service",
        r"machine[- ]translat\w+|automatic(?:ally)? translat\w+"
        r"|translat\w+ (?:[a-z ]{0,30})?automatically"
        r"|auto-?translat\w+|translation (?:service|api|provider)",
        r"deepl|google|libretranslate|azure|amazon|argos|openai|weblate",
        "translation deepl translate",
    ),
    service(
        "identity provider",
        r"single sign[- ]?on|sso|identity provider|idp|social login|log ?in with (?:their|the"
        r"|our|an?) (?:existing"
        r" |company |corporate |club |work |school |google )*(?:account|login)|corporate login",
        r"okta|auth0|keycloak|entra|azure ad|active directory|google|github|gitlab|microsoft"
        r"|saml|ldap|oidc"
        r"|openid|authentik|cognito|authelia|shibboleth|facebook|apple",
        "saml oidc ldap oauth sso keycloak",
    ),
    service(
        "source of exchange rates",
        r"exchange rates?|conver\w+ (?:[a-z ]{0,40})?(?:rate|currenc\w+)|(?:rate"
        r"|rates) of the [a-z]+ ?day|foreign currenc\w+"
        r"|convert\w* (?:[a-z ,]{0,30})?(?:to|into|needs) (?:eur|usd|gbp|chf|euros?|dollars?)"
        r"|current rates?",
        r"ecb|openexchangerates|fixer|xe|oanda|central bank|bundesbank|snb|frankfurter"
        r"|fixed rates?|rate is entered"
        r"|enter(?:s|ed)? the rate",
        "rates exchange ecb fx",
    ),
    service(
        "geocoding or map service",
        r"geocod\w+|address(?:es)? (?:in|to|into) coordinates|route planning|travel times?"
        r"|driving distances?"
        r"|address (?:autocomplete|completion|lookup|suggestions?)|map tiles?|street maps?"
        r"|(?:show|display|embed|draw|put|see|add|with|have|open)\w* (?:us |them |it "
        r"|everything )?(?:an? |the )?"
        r"(?:small |little |interactive |zoomable |clickable )*map (?:with (?:an? |the |all "
        r"|one |every )?"
        r"(?:pins?|markers?|dots?|route|location|position)|of (?:all|the) (?!(?:keys?|values?"
        r"|site|names?|types?)\b)"
        r"|on (?:the|each|every) [a-z ]{2,20}page|where)"
        r"|(?:pins?|markers?|dots?|locations?|stops|shops|stores|addresses|clubs"
        r"|places) (?:[a-z]+ )?on an? map",
        r"openstreetmap|osm|nominatim|google|mapbox|here maps|graphhopper|osrm|photon|pelias"
        r"|leaflet|maplibre|openlayers|own (?:picture|image|svg)|svg|floor ?plan",
        "geocoding geocoder nominatim osrm map maps leaflet tiles mapbox maplibre",
    ),
    service(
        "weather service",
        r"weather (?:forecasts?|data|api|service|warnings?)|forecast (?:for|from|on|of)"
        r"|(?:poll|fetch|query|ask|load|follow|with|know|watch|check)\w* (?:an? |the )(?:local "
        r"|storm |rain |wind "
        r"|frost )?forecasts?\b(?! of)[^?]{0,400}\b(?:hail|rain|storms?|gusts?|wind|frost|snow"
        r"|thunder\w*|sunny"
        r"|weather)",
        r"openweather(?:map)?|dwd|noaa|met(?:\.no| office| norway)|open-meteo|meteomatics"
        r"|weatherapi|yr",
        "weather forecast meteo",
    ),
    service(
        "push service",
        r"push notifications? (?:to|on) (?:[a-z]+ ){0,2}(?:phones?|devices?|mobiles?)"
        r"|mobile push",
        r"fcm|firebase|apns|onesignal|web ?push|vapid|ntfy|gotify|pushover|expo",
        "push fcm webpush",
    ),
    service(
        "model or AI service",
        r"(?:use|using|with|by|via|through) (?:an? |some )?(?:ai|llm|language model"
        r"|chatgpt-like)|ai[- ](?:generated|powered|based|summar\w+)"
        r"|summari[sz]e \w+ (?:with|using) ai",
        r"openai|ollama|anthropic|claude|gpt-?[0-9]\w*|mistral|llama|gemini|azure"
        r"|hugging ?face|bedrock|lm studio|ocr",
        "llm openai ollama",
    ),
    service(
        "speech or text recognition service",
        r"transcri(?:be|pt|ption)\w* (?:of (?!(?:the )?(?:chats?|conversations?|threads?"
        r"|messages?|grades?)\b)|the |audio|voice|calls?|recordings?)"
        r"|speech[- ]to[- ]text|ocr|scan(?:ned)? receipts",
        r"whisper|tesseract|google|azure|aws|textract|deepgram|vosk|rekognition",
        "whisper tesseract ocr",
    ),
    service(
        "remote storage",
        r"(?:remote|off[- ]?site|cloud|external) (?:storage|backups?|copy|place|bucket)"
        r"|(?:backups?|dumps?|copies|copy)"
        r" (?:[a-z ]{0,20})?(?:off[- ]?site|to the cloud|to a remote)|object stor(?:e|age)",
        r"s3|gcs|azure|backblaze|b2|minio|sftp|rsync|wasabi|hetzner|dropbox|nextcloud|webdav"
        r"|bucket|borg|restic"
        r"|ftp|scp|google drive|onedrive",
        "s3 bucket minio storage",
    ),
    service(
        "shipping carrier",
        r"shipping labels?|(?:parcel|shipment) tracking|track(?:ing)? (?:parcels?|shipments?)"
        r"|carrier rates",
        r"dhl|ups|fedex|dpd|gls|hermes|usps|royal mail|postnord|easypost|shippo|correos"
        r"|la poste|colissimo",
        "carrier carriers shipping dhl ups",
    ),
    service(
        "e-signature service",
        r"e-?sign(?:ature)?s?|electronic signatures?|sign (?:contracts?|documents?) (?:online"
        r"|electronically)",
        r"docusign|adobe sign|hellosign|signwell|skribble|eidas|yousign",
        "docusign signature",
    ),
    service(
        "analytics or monitoring service",
        r"(?:analytics|monitoring|error tracking|crash reporting|tracing) (?:service|tool"
        r"|provider|platform)"
        r"|external (?:monitoring|analytics|logging)|send (?:the |our |all )?(?:logs|errors"
        r"|metrics|traces) to (?:an?|the|some|our)"
        r" (?:external|central|new)"
        rf"|{_SET_UP} (?:[a-z]+ ){{0,3}}?(?:(?:error|exception|crash) (?:tracking|reporting"
        rf"|monitoring"
        r"|reports)|(?:usage|web|page|product|visitor) (?:analytics|statistics|tracking)|analytics"
        r"|uptime (?:monitoring|checks?)|status page|session replay|performance monitoring|apm)",
        r"sentry|datadog|plausible|matomo|google analytics|grafana|prometheus|elastic|loki"
        r"|new relic|rollbar|umami|goatcounter|piwik|fathom|bugsnag|appsignal|airbrake|crashlytics"
        r"|glitchtip|honeycomb|opentelemetry|splunk|graylog|posthog|uptime ?kuma|statuspage|acra",
        "sentry datadog prometheus otel monitoring analytics telemetry bugsnag plausible matomo",
    ),
    service(
        "mail service",
        rf"{_SET_UP} (?:[a-z]+ ){{0,3}}?(?:newsletters?|mailing list|transactional mails?"
        r"|(?:e-?)?mail (?:service|provider|delivery))|(?:newsletter|(?:e-?)?mail)"
        r" (?:service|provider|tool|platform)|send (?:our |the |a )?newsletters?",
        r"mailgun|sendgrid|postmark|ses|smtp|mailchimp|brevo|sendinblue|mailjet|listmonk"
        r"|mailtrap|resend"
        r"|sparkpost|mailman|buttondown|cleverreach|rapidmail|own mail server|imap",
        "smtp mailer mailgun sendgrid postmark newsletter mail",
    ),
    service(
        "search service",
        r"(?:hosted|external|real|proper|dedicated) (?:full[- ]text )?search(?: engine"
        r"| service| index)?"
        r"|(?<!in a )(?<!in the )(?<!by a )(?<!of a )(?<!from a )search (?:service|engine|provider)\b",
        # Engines that find the pages of others are no service of one's own.
        r"noindex|robots|crawl\w*|sitemaps?|googlebot"
        r"|algolia|elastic\w*|meili\w*|typesense|opensearch|solr|postgres\w*|sqlite|fts5?|lunr"
        r"|pagefind"
        r"|sphinx|tantivy|bleve|whoosh|mysql|fuse\.js|minisearch",
        "elasticsearch algolia meilisearch opensearch solr typesense",
    ),
    service(
        "chat or support service",
        rf"{_SET_UP} (?:[a-z]+ ){{0,3}}?(?:live chat|chat widget|support chat|help ?desk"
        rf"|chat ?bot)",
        r"intercom|crisp|zendesk|zammad|freshdesk|tawk|chatwoot|rocket\.?chat|olark|own"
        r"|self-written",
        "intercom zendesk chatwoot zammad crisp",
    ),
    service(
        "check of identities or addresses",
        r"(?:identity|age|id|address|vat(?: id)?|credit|iban|company|phone) (?:verification"
        r"|validation"
        r"|check(?:s|ing)?) (?:service|provider|api)|(?:kyc|credit checks?|age verification"
        r"|background checks?|address validation)|check (?:the |their )?(?:credit"
        r"|creditworthiness)",
        r"vies|schufa|creditreform|postident|idnow|onfido|veriff|persona|checksum|regex\w*"
        r"|format only"
        r"|luhn|google|here|loqate|smarty|usps|twilio",
        "vies kyc onfido schufa verification",
    ),
    service(
        "content delivery network",
        rf"{_SET_UP} (?:[a-z]+ ){{0,3}}?(?:cdn|content delivery network)|(?:behind|through|via"
        rf"|from)"
        r" (?:an?|the|some) (?:cdn|content delivery network)",
        r"cloudflare|fastly|akamai|cloudfront|bunny\w*|keycdn|jsdelivr|unpkg|netlify|vercel",
        "cloudflare cloudfront fastly cdn bunny",
    ),
    service(
        "video service",
        rf"{_SET_UP} (?:[a-z]+ ){{0,3}}?(?:video (?:calls?|hosting|conferenc\w+|streaming|meetings?"
        r"|consultations?)|live ?streams?)",
        r"jitsi|zoom|teams|bigbluebutton|youtube|vimeo|peertube|mux|livekit|twilio|webrtc"
        r"|daily|whereby",
        "jitsi zoom video livekit webrtc mux",
    ),
)
