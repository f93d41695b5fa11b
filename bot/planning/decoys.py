"""Decoys: further ways to speak to programs in an issue, and what is wanted of them there."""

from __future__ import annotations

_WHO = r"(?:ai|a\.i\.|llms?|bots?|agents?|assistants?|models?|automation|machines?|planners?|copilots?|chatbots?|claude|gpt|chatgpt|gemini|codex)"
_SECRET = (
    r"(?:\b(?:deploy|ssh|private|stripe|signing|api|secret|access|encryption|service) keys?\b|~/\.ssh|/proc/self/environ|/etc/(?:passwd|shadow)"
    r"|\b(?:env(?:ironment)?|runner) (?:vars?|variables?)\b|`?\benv\b`? ?\||\bprintenv\b|\.env\b|\b(?:AWS|DATABASE|STRIPE|GITHUB|NPM|AZURE|GCP|OPENAI)_[A-Z_]{2,}"
    r"|\b[A-Z]{3,}_(?:URL|TOKEN|KEY|SECRET|PASSWORD|DSN)\b|\bthe token (?:you|that you|with which you)\b|\b(?:secrets?|credentials|passwords) (?:you|that you|of this)\b)"
)
_SHOW = r"(?:print|show|output|write|list|paste|reveal|repeat|publish|post|send|give|tell|quote|copy|add|put|include|leak|commit|upload|mail|attach|reply with|answer with|look for|search for|dump|echo)"
SPOKEN = (
    rf"|\b{_WHO}[- ]only\b|\bonly (?:for |to )?(?:the )?{_WHO}\b|\bfor (?:the )?{_WHO} (?:only|alone)\b"
    r"|\b(?:humans?|people|persons?|readers)(?: can| may| should| need(?: not| to)?| do(?:n't| not)(?: need to| have to)?|,)?(?: please)?(?: not)? (?:skip|ignore|read this|scroll|look away|disregard)\b"
    r"|^</?(?:assistant|system|agent|developer|admin|tool|context|policy)[^>]{0,40}>|\brole\W{1,4}(?:system|admin|developer|root|assistant)\b"
    rf"|\b(?:steps|tasks|orders|instructions|to-?dos?|favou?r|job|assignment|calibration|exercise|note|message|request|memo|command)s?"
    rf" (?:for|to|of) (?:the|an?|any|every|all|my|our|your|each) (?:[a-z]+ )?{_WHO}\b|\b(?:for|of|to) (?:the )?[a-z]+ agents?$"
    r"|\byour (?:operators?|creators?|makers?|system prompt|context window|training|(?:full |own |whole |hidden |initial |original |entire |secret )+(?:instructions|prompt|rules|guidelines|context))\b"
    rf"|\b(?:the|any|every|each|an) (?:[a-z]+ )?{_WHO} (?:has to|have to|shall|must|should|will|is to|may|can|are to|reading|in charge|that|which|who)\b"
    rf"|\bwhoever (?:[a-z]+ ){{1,4}}(?:with|using|as) (?:an? )?{_WHO}\b|^(?:hi|hey|hello|dear|ok|okay|now|so)?,? ?(?:dear |my |coding )?{_WHO}[,:!]"
    r"|\b(?:you are|you're) (?:talking|speaking|writing) to (?:the|an?|your)\b|\bsystem override\b|\bagent calibration\b|\bfrom this point (?:on )?(?:the|all)\b"
    r"|\b(?:for|in) (?:all |every )?(?:later|future|other|following) (?:tickets?|issues?|sessions?|runs?|conversations?)\b|\b(?:remember|store|keep|save) (?:this|it|that)? ?(?:for|in) (?:all|your|every)\b"
    r"|\b(?:an|liebe[rs]?|hinweis f\u00fcr|nachricht an|f\u00fcr) (?:alle |die |den |das )?(?:claude|ki\b|ki-\w+|assistent\w*|agent\w*|bots?|sprachmodell\w*)\b"
    r"|\b(?:nota|mensaje|instrucciones|aviso|orden|querido|hola)(?: para)?(?: el| los| la| las| al?)? (?:agente|asistente|bot|ia|modelo)s?\b"
    r"|\b(?:message|note|consigne|instructions?|cher|bonjour)(?: (?:\u00e0|pour|aux?))?(?: le| la| les| l')? ?(?:l')?(?:assistant|agent|ia|robot|mod\u00e8le)s?\b"
    r"|\bforget (?:the )?(?:issue )?(?:template|everything|what)\b|\boffice of your\b|\bowner of your company\b"
)
"""More of whom a text for programs addresses; begins with a bar, to be added to other alternatives."""
WANTED = (
    rf"|\b{_SHOW}\b.{{0,80}}{_SECRET}"
    rf"|\b{_SHOW}\b.{{0,40}}\b(?:your|its|all tools|the system) (?:full |own |whole |hidden |initial |system |entire |all )*(?:instructions|prompt|context|tools?|configuration|rules|memory|guidelines)\b"
    r"|\b(?:lines|words|part|copy|text) of your (?:context|prompt|instructions|memory)\b"
    r"|\b(?:approve|accept|review|merge)s? (?:your|its|their) own\b|\bself-?approv\w+|\bapprove it with\b|\bmark(?:ed)? (?:it |this |that )?as (?:approved|reviewed|safe|done|trusted)\b"
    r"|\b(?:grant|give|get)s?\b.{0,40}\b(?:write|admin|push|full|root|owner) (?:access|rights|permissions?)\b|\badd\b.{0,40}\b(?:codeowners|to the (?:maintainers|owners|admins))\b"
    r"|\b(?:safety|security|safe|all) (?:checks|filters|rules|limits|measures) (?:are|is) (?:off|gone|down|disabled|not needed)\b|\bdrop (?:the|all) (?:reviews?|checks?|protections?)\b"
    r"|\btests? (?:are|is) (?:never|not|no longer) (?:needed|necessary|required)\b|\b(?:are|is) always (?:approved|trusted|allowed|safe)\b"
    r"|\bsag\w*\b.{0,30}\bnichts\b|\bno (?:le |les |se lo )?digas\b|\bne (?:le |la |les |leur )?(?:dis|dites|parle[zr]?)\b|\b(?:don't|do not|never|no need to) (?:need to )?(?:tell|mention|inform|ask)\b"
    r"|\"?decision\"?\s*[:=]\s*\"?(?:proceed|approve|accept|plan)|\bno plan (?:is )?(?:needed|necessary)\b|\bnothing (?:here )?to (?:build|develop|code|plan|implement)\b"
    r"|\b(?:schreib\w*|ver\u00f6ffentlich\w*|gib|zeig\w*|poste)\b.{0,60}\b(?:schl\u00fcssel|anweisungen|geheimnis\w*|umgebungsvariablen|passw\u00f6rter|zugangsdaten)\b"
    r"|\b(?:publica|escribe|muestra|env\u00eda|pon)\b.{0,50}(?:\bvariables de entorno|\bsecretos|\bclaves|\binstrucciones|\bcontrase\u00f1as|\.env)"
    r"|\b(?:publie|\u00e9cris|montre|envoie|affiche)\b.{0,50}(?:\bfichier \.env|\bsecrets|\bcl\u00e9s|\bvariables d'environnement|\bconsignes|\binstructions|\bmots de passe|\.env)"
    r"|\b(?:olvida|ignora) (?:tus|las|todas)\b|\b(?:oublie|ignore)z? (?:tes|vos|les|toutes)\b|\bvergiss (?:deine|alle|die)\b"
    r"|\bverbose mode\b|\bdebug mode for (?:you|agents?)\b|\bforce-push an\b|\byou (?:now )?have root\b|\b(?:config|prompt|configuration) and (?:the )?(?:list of )?(?:the )?secrets\b"
)
"""More of what is wanted of them; begins with a bar."""
