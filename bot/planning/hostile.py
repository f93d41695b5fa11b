"""Hostile words: whom a text for programs addresses, and what it wants that no issue asks in good faith."""

from __future__ import annotations

from bot.planning.decoys import SPOKEN, WANTED
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading

TALKS = Lazy(
    r"(?i)\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules|prompts?"
    r"|guardrails|policy|policies|guidelines)\b"
    r"|\byou are (?:now )?(?:an? |the )?(?:ai|assistant|llm|language model|bot|agent"
    r"|planner|reviewer|system|admin\w*|root)\b"
    r"|\b(?:system|developer|hidden) (?:prompt|message|mode|instructions?)\b"
    r"|\b(?:jailbreak|prompt injection|do anything now)\b"
    r"|^(?:dear |hey |hi |attention |note to )?(?:all )?(?:ai|bots?|agents?|planner"
    r"|assistant|llms?|automation|copilot|plangate)(?: [a-z]+)?[,:!]"
    r"|\b(?:print|reveal|output|post|include|dump|exfiltrate|send|paste"
    r"|reply with)\b.{0,60}\b(?:environment variables?|env vars?|secrets?|github_token"
    r"|api tokens?|credentials|runner environment)\b"
    r"|\b(?:approve|merge)\b.{0,30}\b(?:this|the|all|any) (?:plan|pr|pull requests?|issue"
    r"|changes?)\b.{0,40}\b(?:now|immediately|without|automatically|at once|yourself)\b"
    r"|\bmark (?:every|all|this|the)\b.{0,40}\b(?:approved|complete|done|passed)\b"
    r"|\byou are now (?:the |an? )?\w+"
    r"|\b(?:commit|push|merge) (?:straight|directly|right) (?:to|into)\b"
    r"|\b(?:reply|answer|respond) only with\b"
    r"|\b(?:verified|approved|authori[sz]ed) by the (?:maintainers?|owners?|admins?"
    r"|security team)\b"
    r"|\bconfidence (?:must|should|has to) be\b"
    r"|\b(?:automated|automatic|ai|coding|autonomous) (?:assistants?|agents?|bots?|tools?|systems?"
    r"|reviewers?)\b.{0,80}\b(?:read|process|handle|cleared|instructed|allowed|must|should|may)\b"
    r"|\b(?:print|post|echo|paste|show|include|attach|write)\b.{0,40}\b[A-Z0-9]{2,}_(?:TOKEN|SECRET"
    r"|KEY|PASSWORD)\b.{0,60}\b(?:comment|ticket|issue|log|body|reply|description)\b"
    r"|\bhumans? (?:can|should|may|must) (?:disregard|ignore|skip)\b"
    r"|\bwithout asking back\b|\bdo not mention (?:it|this|that|them) (?:in|to|anywhere)\b"
    r"|\bset (?:the )?decision to\b|</?(?:system|issue_text|user|assistant|instructions)>"
)


# Whom such a text addresses, in English, German, Spanish and French.
ADDRESS = Lazy(
    r"(?i)\b(?:to|for|an|f\u00fcr|a|para|aux?|pour|attention|achtung|atenci\u00f3n|dear|hey|all"
    r"|any|every|alle"
    r"|todos)\b[ ,:]{1,2}(?:(?:all|any|every|each|the|alle|los|las|les) )?(?:(?:automated"
    r"|automatic|ai|ki|ia"
    r"|coding|autonomous|llm|software)[ -])+(?:agente?n?s?|assistante?n?s?|assistentes?"
    r"|asistentes|bots?|tools?"
    r"|systeme?s?|models?|modelle|reviewers?|planners?)\b"
    r"|\bto the (?:bot|agent|assistant|planner|model|ai|tool)s? (?:that|who|which|reading)\b"
    r"|\b(?:agents?|assistants?|bots?|models?|copilots?|llms?|helpers?|tools?|programs?|scripts?"
    r"|whoever|whatever|anything|everything|software)(?: (?:that|who|which|with))? (?:reads?"
    r"|reading|handl(?:es?|ing)|process(?:es|ing)?|plans?|planning|pick(?:s|ing)? up|works? on"
    r"|working on|summari[sz](?:es?|ing)|triag(?:es?|ing)|implement(?:s|ing)?) (?:this|the)"
    r" (?:ticket|issue|text|thread|request|page)\b"
    r"|\b(?:assistants?|agents?|bots?|helpers?|models?) with (?:write|commit|push|repository|repo)"
    r" (?:access|rights|permissions?)\b"
    r"|^(?:dear|hello|hi|hey|attention|ok(?:ay)?|listen|psst)?,? ?(?:dear |my |you )?(?:ai"
    r"|coding|planning|code|digital|friendly)? ?(?:assistants?|agents?|bots?|copilots?|planners?"
    r"|language models?|llms?|chatbots?|claude|chatgpt|gpt)(?: friends?)?(?:[,:!]| please\b)"
    r"|\b(?:to|for) (?:the|our|your|any|all|every) (?:coding|planning|automated|review|reviewing"
    r"|triage) (?:assistants?|agents?|bots?|models?|helpers?|tools?)\b"
    r"|\bevery automated helper\b|\bif you(?:'re| are) an? (?:\w+ )?(?:ai|llm|agent|bot"
    r"|assistant|model|program|machine|automat\w+)\b"
    r"|\byour (?:new )?role (?:is|will be|changes)\b|\byour operators?\b"
    r"|\b(?:from (?:here|now) on|for this (?:ticket|issue|thread)),? you (?:are|act|work|answer"
    r"|have|will|must)\b"
    r"|\byou are the (?:planner|reviewer|agent|assistant|maintainer|owner|administrator)\b"
    r"|\byou(?:'re| are) (?:a helpful|an? (?:ai|unrestricted|unlimited)|now (?:in|the|an?)\b)\b"
    # Whoever takes back what somebody else was told speaks to a program.
    r"|\b(?:ignore|disregard|forget|override|drop)\b.{0,20}\b(?:previous|earlier|prior|above"
    r"|former|existing"
    r"|other|your)\b.{0,20}\b(?:instructions?|rules|prompts?|guardrails|guidelines|context"
    r"|orders)\b" + SPOKEN
)
# Those whom no issue of a project is written to: `note for AI maintainers`.
PROGRAMS = (
    r"(?:(?:automated|automatic|autonomous|ai|ki|ia|llm|coding|planning|reviewing"
    r"|software) (?:[a-z]+ ){0,2}?(?:agents?"
    r"|assistants?|contributors?|maintainers?|reviewers?|planners?|triage\w*|bots?|tools?"
    r"|systems?|readers?|helpers?|collaborators?|workers?|developers?|engineers?|programs?"
    r"|committers?)"
    r"|(?:all |the )?(?:[a-z]+ )?(?:planners?|agents?|bots?|robots?|automation))"
)
_SPOKEN_TO = Lazy(
    rf"(?i)\b(?:notice|note|message|instructions?|information|attention|maintenance|memo|hint"
    rf"|reminder|word|p\.? ?s\.?|update|briefing|addendum|advice)s? (?:for|to)"
    rf" (?:all |any |every |each |our |your )?(?:the )?{PROGRAMS}\b"
    r"|^(?:system(?: (?:notice|note|message))?|attention)\b[:,! ]"
    rf"|^{PROGRAMS}(?: (?:and|or) [a-z ]{{3,30}})?:|\b(?:reader|agent|program|tool|bot) (?:of"
    rf"|that reads"
    r"|reading) this (?:ticket|issue|text|message)\b"
)
# What it wants of them, which nobody asks for in an issue in good faith.
HOSTILE = Lazy(
    r"(?i)\b(?:curl|wget|iwr)\b.{0,120}(?:\| ?(?:sudo )?(?:ba|z)?sh\b|\$[A-Z_]{4,}|@?\.env"
    r"|https?://)"
    r"|\$\{?\{?[A-Z_. ]*(?:TOKEN|SECRET|KEY|PASSWORD)|\b[A-Z]{2,}_(?:TOKEN|SECRET|KEY|PASSWORD)\b"
    r"|\b(?:read|print|send|upload|post|paste|put|copy|reveal|write|include|schreib\w*"
    r"|env[i\u00ed]\w+"
    r"|envoy\w+)\b.{0,60}(?:\.env\b|\bsecrets?\b|\bcredentials\b|\btokens?\b|\bprivate keys?\b)"
    r"|\b(?:push|force-push|commit|merge)\b.{0,40}\b(?:to|into|on) (?:the )?(?:main|master"
    r"|default|protected)\b"
    r"|\bforce[- ]push\b|\b(?:remove|disable|lift|drop) (?:the )?branch protection\b"
    r"|\b(?:add|make|invite|grant)\b.{0,40}\b(?:as an? |an? )?(?:admin|owner|maintainer"
    r"|collaborator)\b"
    r"|\b(?:do not|don't|never) (?:mention|tell|inform|show|reveal|report)\b.{0,40}\b(?:humans?"
    r"|maintainers?"
    r"|anyone|anybody|owners?|users?|this)\b"
    r"|\b(?:previous|earlier|former|all) (?:rules|instructions|guidelines)\b.{0,40}\b(?:void"
    r"|obsolete|revised"
    r"|no longer|replaced|ignored?)\b|\bignor\w+.{0,40}\b(?:instructions|anweisungen|instrucciones"
    r"|consignes|rules|regeln)\b"
    r"|\bgiven (?:you )?(?:new |full |all )?(?:permissions?|rights|maintainer rights|access)\b"
    r"|\bskip (?:all|every|the) (?:checks?|reviews?|tests?)\b"
    r"|\b(?:close|answer|label|approve) (?:this|the) (?:ticket|issue"
    r"|pull request)\b.{0,30}\b(?:with|as)\b"
    r"|\b(?:print|write|post|paste|put|copy|dump|show)\b.{0,120}\b(?:environment|env"
    r"|contents? of)\b"
    r".{0,120}\b(?:into|in|as|to) (?:an? |the |this )?(?:comment|reply|ticket|issue|answer)\b"
    r"|\b(?:rules|instructions|guidelines|limits|safeguards|checks)\b.{0,30}\b(?:are|is|were)"
    r" (?:now |hereby |all )*(?:suspended|lifted|cancell?ed|overridden|superseded|paused"
    r"|disabled)\b"
    r"|\b(?:rules|instructions|guidelines|limits|safeguards|checks)\b.{0,80}\b(?:are|is|were)"
    r" (?:now |hereby )?(?:suspended|lifted|overridden|superseded|void)\b"
    # What the program that works here holds: its surroundings, its token, its rights.
    r"|\b(?:prints?|dumps?|base64|encodes?|commits?|echo(?:es)?|uploads?|sends?|posts?|pastes?|puts?"
    r"|adds?|leaks?|exports?|includes?|attach(?:es)?|writes?)\b.{0,60}(?:\b(?:environment"
    r"|env(?:ironment)? vars?|runner'?s? env\w*|printenv|process\.env"
    r"|(?:all|the|your|every) (?:[a-z]+ )?(?:secrets?|tokens?|credentials?"
    r"|api keys?|passwords?)|token (?:that )?you|my (?:ssh|public|deploy|gpg) key)\b)"
    r"|\b(?:skip|disable|bypass|ignore|switch off|turn off|omit) (?:all |every |the |any |your "
    r"|human |code )*(?:planning|plan|reviews?|checks?|approvals?|confirmation"
    r"|safeguards?|tests?(?! (?:that|which|for|in)\b)|ci)\b"
    r"|\b(?:approve|merge|accept)\b.{0,60}\bwithout (?:reading|looking|reviews?|asking"
    r"|waiting|a look|checks?|comment)\b|\bmerge (?:it|this|that) (?:yourself|at once|right away)\b"
    r"|\b(?:tests?|checks?|reviews?|approvals?|planning) (?:should|must|can|may|are to|is to) (?:just )?be"
    r" (?:skipped|ignored|disabled|left out)\b"
    r"|\bclose (?:all|every|each) other (?:tickets?|issues?)\b"
    r"|\b(?:pre-?approved|cleared|approved|authori[sz]ed) (?:already )?by (?:the |all )?(?:[a-z]+ )?"
    r"(?:maintainers?|owners?|board|committee|council|admins?|operators?|security|team)\b"
    r"|\b(?:as if (?:it|they) (?:was|were) (?:written|said|given) by|same weight as) (?:an? |the )?"
    r"(?:owner|maintainer|admin)\w*\b"
    r"|\bset\b.{0,30}\b(?:pin|password|passwords|role)s?\b.{0,30}\b(?:of|for) (?:every|all|each|any)\b"
    r"|\bdisregard (?:what|the|all|every|your)\b|\bwrite-all\b"
    r"|\b(?:set|put|keep|rate|report|label)\b.{0,30}\bcomplexity\b.{0,10}[0-9]"
    r"|\b(?:set|answer|reply|respond|return)\b.{0,30}\b(?:decision|verdict|confidence)\b"
    r"|\brelease mode\b|\b(?:delete|remove) this (?:line|comment|issue|text)\b" + WANTED
)


# What such a text says of the plan, the ticket and itself is part of it.
OF_ITSELF = Lazy(
    r"(?i)\b(?:(?:a|the|your|this|any) plan|exactly [a-z0-9]+ tasks?|complexity|confidence"
    r"|(?:this|the) (?:ticket|issue|notice|message|text|instruction)|questions? back)\b"
)


def is_foul(text: str) -> bool:
    """Say whether a sentence wants of programs what no issue asks for in good faith."""
    return bool(HOSTILE.search(text[:600]) or TALKS.search(text[:600]))


def addresses(text: str) -> bool:
    """Say whether a sentence speaks to the programs that read it."""
    return bool(_SPOKEN_TO.search(text[:600]) or ADDRESS.search(text[:600]))


def is_hostile(reading: Reading) -> bool:
    """Say whether a text addresses programs and wants of them what no issue asks for in good faith."""
    told = [reading.title, *(p.text for p in reading.passages if p.form is not Form.QUOTE)]
    text = "\n".join(told)[:8_000]
    spoken_to = ADDRESS.search(text) or any(addresses(t) for t in told)
    return bool(spoken_to) and any(HOSTILE.search(t[:600]) for t in told)
