"""Verdicts: how people of a project turn a request down in a comment, or take that back.

What is firm (`Works as designed`, `Wird nicht umgesetzt`) declines the request; what only leans that way
(`I think this is intended`, `Use X instead`) asks whether it should be done all the same. Neither is ever a
requirement. A stranger's word is none of both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.domain.questionnaire import ReasonCode
from bot.planning.doubts import Doubt, Way
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.proposal import Request
from bot.planning.rulings import lets_go
from bot.planning.settled import DECIDERS
from bot.planning.speech import said_in
from bot.planning.vagueness import DOCUMENT
from bot.planning.words import same, shortened

_MEANT = (
    r"(?:by design|as (?:designed|intended|expected)|on purpose|intended|intentional|deliberate"
    r"|the intended behaviou?r|(?:the )?expected behaviou?r|not a (?:bug|defect)|no bug"
    r"|a feature,? not a bug)"
)
_WONT = (
    r"(?:will not|won'?t|aren'?t going to|are not going to|isn'?t going to|is not going to"
    r"|not going to|don'?t (?:intend|plan) to|do not (?:intend|plan) to)"
)
_FIRM = Lazy(
    r"(?i)^(?:(?:sorry|no|thanks|hi|ok(?:ay)?|well)\b[^,.;:]{0,40}[,.;:\u2013-] ?)?(?:but )?(?:"
    rf"(?:(?:this|that|it|which|the behaviou?r|that'?s|this is|it'?s|it is|that is|this works"
    r"|it works|that works|works|working|behaves|all of this is)\b ?){0,2}(?:is |works |behaves )?"
    rf"(?:really |quite |entirely |actually |all |just |working |works )?{_MEANT}(?=[,.;:!)]|$)"
    rf"|(?:we|i|this|that|it)? ?{_WONT} (?:be )?(?:fix(?:ed|ing)?|do(?:ne|ing)?|happen(?:ing)?"
    r"|implement(?:ed)?|change[d]?|add(?:ed)?|support(?:ed)?|accept(?:ed)?|merge[d]?|take[n]?"
    r"|built|build|pursue[d]?)(?: (?:this|it|that|so|here|any more|now|for now))?(?=[,.;:!)]|$)"
    r"|(?:this is |it'?s |that'?s )?(?:not planned|out of scope|a non-?goal|declined|rejected"
    r"|turned down|wont-?fix|won'?t-?fix)(?: for (?:this|the) project)?(?=[,.;:!)]|$)"
    r"|(?:we|i) have no plans? (?:to|for)\b|there are no plans? (?:to|for)\b|no plans? (?:to|for)\b"
    r"|(?:we|i) (?:don'?t|do not) want (?:to (?:have |do |change |add )?)?(?:this|that"
    r"|it)(?=[,.;:!)]|$)"
    r"|this is not something (?:we|i)(?:'d| would)? (?:want|plan|intend|support)"
    r"|(?:i'?m |i am |i'?ll |we'?re )?clos(?:e|ing) (?:this )?(?:as|since|because)\b"
    r"(?!.*\bduplicate)|(?:i'?m |i am )?closing(?: this)?(?=[.!]|$)"
    r"|(?:this|that|it) (?:is|has been) already (?:possible|supported|there|available"
    r"|implemented)\b|this already (?:works|exists)\b|(?:you can|one can) already\b"
    r"|(?:the )?(?:best|right|better) place (?:for (?:help|this|that)|to ask)[a-z ,]{0,20} is\b"
    r"|(?:we|this (?:project|repo\w*)) (?:have|has) (?:no part in|nothing to do with) (?:it|this"
    r"|that)\b)"
)
# The writer took the project for somebody else: `We don't sell domains`, `You are looking for X`.
_PRODUCT = r"(?:package|library|program|project|app|game|tool|plugin|extension|product|device|module|theme)"
_STRAYED = Lazy(
    r"(?i)^(?:(?:sorry|hi|hello|dear|no|i'm afraid|i am afraid)\b[^.!?]{0,30}[,.!:] ?)?(?:"
    r"(?:i think |maybe |probably )?you(?:'re| are) (?:probably |maybe )?(?:looking for [A-Z]"
    r"|(?:in|at|on) the wrong (?:place|address|project|repo\w*|tracker))"
    r"|you (?:have|took|mistook|confuse)\b.{0,20}\b(?:the wrong (?:place|address|project|repo\w*"
    r"|tracker|people)"
    r"|us (?:for|with))\b"
    r"|(?:here )?(?:we|these) (?:are|'re) (?:only |just )?(?:the )?(?:programmers|developers|authors"
    r"|people who (?:write|make))\b"
    r"|we (?:only |just )?(?:make|write|build|develop|publish) [^.]{3,60}[,;] (?:we (?:know|have|do|can)"
    r"|and (?:know|have) (?:nothing|no)|not )"
    r"|this is (?:only |just )?(?:an?|the) (?:[\w-]+ )?(?:theme|library|program|software|package"
    r"|app|source|code|tool|framework|plugin|repo\w*)(?: (?:for|of|behind|that) [^.,;]{3,50})?[,;]"
    r" (?:and )?(?:we (?:don'?t|do not|know nothing|have no|can'?t|cannot|are no)|not (?:the|an?)) "
    r"|we (?:don'?t|do not|can'?t|cannot) (?:sell|ship|deliver|rent|refund) (?!(?:it|this|that)\b)"
    r"|(?:please )?(?:write to|call|contact|ask|turn to|ring) (?:the|your) (?:[a-z]+ ){0,2}?(?:service"
    r"|shop|store|support|seller|company|practice|pharmacy|operator|airline|line|bank|provider|vendor"
    r"|manufacturer|landlord|club|hotline|dealer|hospital|school|clinic|doctor|gym|hotel|insurer)\b"
    r"|this (?:is|place is|tracker is) (?:only |just )?(?:the |a )?(?:place |tracker |page "
    r"|list )?(?:only )?(?:for|of) (?:the )?"
    r"(?:people|program\w*|software|source|code|app|website|site|developers?|bugs?"
    r"|faults)\b[^.]{0,60}[;:,] (?:and )?(?:please "
    r"|you |we )?(?:call|write|ring|contact|turn|ask|go|cannot|can't|have|know|are not|aren't)\b"
    r"|(?:we|i) (?:only |just )?(?:make|write|build|develop|maintain"
    r"|look after) (?:only )?the (?:program\w*|software|code|website|app|source)\b"
    r"|(?:we|i) (?:have no|don't have any|cannot see|can't see"
    r"|have nothing to do with) (?:access to )?(?:your|the) (?:orders?"
    r"|contracts?|accounts?|bookings?|payments?|bins?|bus(?:es)?|deliver\w+|patients?|grades?"
    r"|tenants?|shop)\b"
    r"|(?:usage |support |help )?questions? (?:like this )?(?:go|goes|belongs?|are (?:for|welcome)) "
    r"(?:to|in|on|at)\b|[^.]{0,60}\bno relation (?:to|with) (?:us|this)\b"
    # Another thing of the same name: `That's the game by other people, we only share the name`.
    r"|[^.]{0,80}\b(?:only |just |merely |happens? to )+shares? (?:the|our|a) (?:same )?name\b"
    r"|[^.]{0,80}\bshares? (?:the|our|a) (?:same )?name(?=[,.;!]|$)"
    r"|(?:this|that|it|what you (?:use|have|mean)|you)(?:'s|'re| is| are| mean| use)?(?: using)?"
    rf" (?:about )?(?:an?|the|some) (?:[\w-]+ ){{0,3}}{_PRODUCT} (?:(?:by|of|from) (?:some(?:body|one) else"
    r"|other people|others|another (?:author|team|vendor|company|maker))\b|(?:with|of) the same name\b)"
    r"|there(?:'s| is) no [\w+#-]+ (?:code|version|port|package|client|app) in (?:here"
    r"|this (?:repo\w*|project))\b)"
)
_LOCAL = Lazy(
    r"(?i)\b(?:wird (?:so )?nicht (?:mehr )?(?:umgesetzt|gemacht|behoben|gefixt|geändert|repariert"
    r"|eingebaut|unterstützt)|(?:das|es|dies)(?: verhalten)? ist (?:so |genau so "
    r"|durchaus )?(?:gewollt"
    r"|beabsichtigt|absicht|gewünscht|kein (?:fehler|bug)|nicht geplant)"
    r"|(?:funktioniert|arbeitet|verhält sich) (?:so )?wie (?:vorgesehen|gedacht|beabsichtigt"
    r"|geplant|erwartet)|(?:das )?(?:machen|ändern|beheben|bauen) wir (?:so )?nicht|nicht geplant"
    r"|(?:ist )?abgelehnt"
    r"|no se va a (?:hacer|arreglar|implementar|cambiar|corregir|añadir)|no (?:lo|la|se) "
    r"(?:haremos|vamos a (?:hacer|arreglar|cambiar|corregir|añadir)|cambiará|corregirá|arreglará)"
    r"|funciona (?:tal )?(?:y )?como (?:está |estaba |es )?(?:diseñado|previsto|esperado|debe)"
    r"|(?:es|está) (?:intencional|intencionado|a propósito|hecho a propósito|por diseño"
    r"|el comportamiento (?:esperado|previsto))|no es un (?:error|bug|fallo)"
    r"|no está (?:planeado|previsto|planificado)|cerramos esto|cierro esto"
    r"|ne sera pas (?:corrigée?|faite?|implémentée?|changée?|ajoutée?|modifiée?)"
    r"|(?:on|nous) ne (?:le |la |l')?(?:fera|ferons|corrigera|corrigerons|changera|changerons"
    r"|ajoutera|ajouterons) pas|c'est (?:voulu|intentionnel|fait exprès|normal"
    r"|le comportement (?:attendu|prévu|voulu))|fonctionne comme prévu|n'est pas prévue?"
    r"|n'est pas un (?:bug|bogue|défaut)|demande (?:refusée|rejetée)|(?:je|on) ferme\b)"
    r"(?=[\s,.;:!)]|$)"
)
_LEANS = Lazy(
    r"(?i)\b(?:(?:i think|i believe|i guess|i'd say|afaik|probably|seems?|looks like|might be"
    r"|may be"
    rf"|sounds like|to my knowledge)\b.{{0,40}}\b{_MEANT}"
    r"|(?:i'm |i am )?not (?:sure|convinced) (?:that |if |whether )?(?:we|this|i|it|that)\b.{0,30}"
    r"\b(?:want|should|worth|needed|belongs?|makes sense)"
    r"|(?:i )?(?:don't|do not) (?:really )?think (?:that )?(?:we|this|i|it|that)\b.{0,30}\b(?:want"
    r"|should|worth|needed|belongs?|makes sense|is a bug|bug)"
    r"|(?:i'd|i would|we'd|we would) (?:rather|prefer) not\b|not a fan of\b"
    r"|unlikely to (?:be|get|happen)\b)"
    r"|^(?:(?:please|just|simply|better) )*(?:(?:you (?:can|could|should|may)|why not) "
    r"(?:just |simply )?)?(?:use|try|take|call|set|pass)\b [^.]{1,80}\binstead[.!]*$"
    r"|^(?:for (?:that|this),? )?(?:there is|there'?s|we have) (?:already )?(?:`[^`]+`"
    r"|an? \w+) for "
    r"(?:this|that)\b|^you can (?:just |simply |already )?(?:use|do this|get this)\b"
    r"|\b(?:nimm|nutz\w*|verwende\w*|benutz\w*)\b[^.]{1,80}\b(?:stattdessen|lieber)\b"
    r"|\b(?:stattdessen|lieber)\b[^.]{1,80}\b(?:nehmen|nutzen|verwenden|benutzen)\b"
    r"|^(?:use|usa|usen|utiliza|utilice)\b[^.]{1,80}\ben (?:su )?(?:lugar|vez)\b"
    r"|^(?:utilise[zr]?|prends|prenez)\b[^.]{1,80}(?:à la place|plutôt)"
)
_NOT_SO = Lazy(
    r"(?i)\b(?:isn'?t|is not|not|n't|never|hardly) (?:really |quite |actually )?(?:by design"
    r"|as designed"
    r"|as intended|intended|intentional|on purpose|as expected|expected|like we want)\b"
    r"|\bunless\b|\bif\b"
    r"|\buntil\b|\bwas (?:thought|meant)\b|\bin (?:javascript|python|the (?:old|first|next))\b"
)
_ON = Lazy(
    r"(?i)^(?:(?:ok(?:ay)?|fine|right|sorry|on second thoughts?|actually"
    r"|yes)\b[,.: ]*)*(?:(?:please )?"
    r"do (?:it|this)\b(?! (?:in|as|with|by|via|like|on|at|for))|let'?s (?:do|go"
    r"|have|add|change|fix|try)|we (?:should|can|could|will|'ll) (?:do|fix|change|add|support|take)"
    r"|(?:i|we)(?:'ve| have)? changed (?:my|our) minds?|re-?open(?:ed|ing)?\b|prs? (?:is "
    r"|are )?welcome"
    r"|(?:happy|glad) to (?:accept|take|review|merge)|(?:i|we) (?:was|were) wrong"
    r"|machen wir (?:doch )?\b(?!nicht)|lo haremos|on (?:le )?fera\b)"
)
_BUT = Lazy(r"(?i)\b(?:but|however|though|aber|allerdings|pero|mais|still)\b[ ,]")
_TASK = Lazy(
    r"(?i)^(?:(?:but|so|and|still|then),? )?(?:please |bitte |let'?s |we (?:should|could|can"
    r"|must) )?(?:add"
    r"|remove|show|hide|print|move|rename|replace|sort|make|document|mention|say|warn|change)\b"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the last word of the project on a request was against it: the sentence, whose, and how firm."""

    sentence: str
    by: str
    firm: bool

    @property
    def question(self) -> str:
        """What to ask where it only leans that way."""
        return (
            f"@{self.by} wrote “{shortened(self.sentence, 160)}” "
            "Should this be changed all the same?"
        )


def verdict(request: Request) -> Verdict | None:
    """The last word of an owner, member or collaborator against a request, unless it was taken back."""
    found: Verdict | None = None
    for comment in request.comments:
        if comment.ours or comment.author.is_bot or comment.association not in DECIDERS:
            continue
        if comment.author.login == request.author:
            continue
        told = said_in(comment.body[:4_000])
        against = _against(told)
        if against:
            found = Verdict(against[0], comment.author.login, against[1])
        elif any(takes_up(s) for s in told):
            found = None
    if found is None or found.firm:
        return found
    return None if _answer(found, request) == _DO else found


def turned_down(request: Request) -> Verdict | None:
    """The word that ends a request: a firm one, or one that an answer has confirmed."""
    found = verdict(request)
    firm = found and (found.firm or _answer(found, request) == _LEAVE)
    return found if firm else None


def disputed(request: Request) -> tuple[Doubt, ...]:
    """The doubt that a word against a request leaves where it is not firm."""
    found = verdict(request)
    if found is None or found.firm:
        return ()
    ways = (
        Way(_DO, "It is planned as the issue says.", "It is done as the issue says"),
        Way(_LEAVE, "Nothing is planned; the issue is declined.", "It stays as it is"),
    )
    return (
        Doubt(
            ReasonCode.POLICY_RISK,
            found.question,
            ways,
            found.sentence,
            DOCUMENT,
            prefer_first=True,
            free_text=True,
            held=True,
        ),
    )


def is_verdict(sentence: str) -> bool:
    """Say whether a sentence speaks for or against doing it, and so tells nothing of what must be."""
    return declines(sentence) or leans(sentence) or takes_up(sentence)


def declines(sentence: str) -> bool:
    """Say whether a sentence turns a request down: `Works as designed`, `Das ist so gewollt`."""
    if sentence.endswith("?") or _NOT_SO.search(sentence):
        return False
    return any(x.search(sentence) for x in (_FIRM, _LOCAL, _STRAYED))


def leans(sentence: str) -> bool:
    """Say whether a sentence only leans against a request, or names another way: `Use X instead`."""
    return not sentence.endswith("?") and bool(_LEANS.search(sentence))


def takes_up(sentence: str) -> bool:
    """Say whether a sentence takes a request up after all: `On second thought, let's do it`."""
    return bool(_ON.search(sentence)) or lets_go(sentence)


def _against(told: tuple[str, ...]) -> tuple[str, bool] | None:
    """The sentence of a comment against a request, and whether it is firm; none beside a task."""
    if any(_TASK.search(gloss(s)) and not leans(s) for s in told):
        return None
    firm = next((s for s in told if declines(s)), "")
    if firm:
        turned = _BUT.search(firm) or any(_BUT.match(s) for s in told[told.index(firm) + 1 :])
        return firm, not turned
    soft = next((s for s in told if leans(s)), "")
    return (soft, False) if soft else None


_DO, _LEAVE = "Change it all the same", "Leave it as it is"


def _answer(found: Verdict, request: Request) -> str:
    """The label of the way that an answer took, or nothing."""
    asked = next((q for q in request.questions if same(q.question, found.question)), None)
    given = [a for a in request.answers if asked and a.question_id == asked.id]
    if not asked or not given:
        return ""
    option = asked.option(given[-1].choice) if given[-1].choice else None
    if option:
        return option.plain_label
    return _LEAVE if re.match(r"(?i)(?:no\b|leave|don't|nothing)", given[-1].text) else _DO
