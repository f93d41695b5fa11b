"""Noise: advertising, keyboard tests, thanks and scolding, which ask for no change."""

from __future__ import annotations

import re
from itertools import pairwise

from bot.planning.gloss import tongue_of
from bot.planning.kinds import goal_of
from bot.planning.lazy import Lazy
from bot.planning.reading import Reading, sentences
from bot.planning.sections import Part
from bot.planning.statements import requires
from bot.planning.verbs import IMPERATIVES, is_imperative
from bot.planning.words import STOP, word_set, words

_ADVERT = Lazy(
    r"(?i)\b(?:casino|betting|slots?|jackpot|viagra|cialis|crypto (?:airdrop|giveaway"
    r"|presale)|airdrop|token (?:sale|drop)|community drop|nft drop|presale"
    r"|(?:connect|link|verify) (?:your|the) wallets?|seed phrase|claim (?:your|now|today"
    r"|the)(?: [a-z0-9,.$]+){0,3} (?:rewards?|tokens?|prizes?|bonus|\$?[a-z]+ now)"
    r"|you (?:were|have been|are) selected|congratulations"
    r"|winners?:|become eligible|double your|passive income|forex(?: signals?)?"
    r"|trading (?:bot|signals)|payday loans?|escorts?|seo (?:services?|expert|agency)"
    r"|backlinks?|do-?follow|guest (?:posts?|articles?)|link (?:building|insertions?|exchange)"
    r"|high[- ](?:authority|da) [a-z]+|da [0-9]{2}|first page (?:guarantee|of google)"
    r"|buy (?:cheap|followers|likes|now)"
    r"|(?:real|instant|free|cheap|more|instagram|tiktok|youtube) (?:followers|subscribers"
    r"|likes|views)|earn (?:money|up to|\$[0-9]+)|make money online|work from home"
    r"|click here|limited (?:time )?offer|100% (?:free|guaranteed)"
    r"|whats ?app (?:me|us|\+)|telegram (?:group|channel|@)|on telegram|dm me"
    r"|contact us (?:at|on|now|today)|loan offer|free (?:robux|v-?bucks|gift cards?|quote"
    r"|consultation|trial codes?)|weight loss|hot (?:girls|singles)"
    r"|customer (?:care|support) number|toll[- ]free|hacker for hire"
    r"|recover(?:y of)? (?:lost|stolen) (?:crypto|bitcoin|funds)|(?:essay|assignment"
    r"|homework|thesis|content) (?:writing|help)|writing service|best prices?"
    r"|lowest prices?"
    r"|affordable (?:prices?|rates?)|discount(?: code)?|promo(?: code)?|coupon|use (?:the "
    r"|my )?code [a-z0-9]+|[0-9]{1,2} ?% off|our (?:company|agency|team) (?:offers?"
    r"|provides?|specializes)|we (?:offer|provide) (?:[a-z]+ ){0,4}services?"
    r"|dear (?:sir|madam|website owner|business owner)|kindly (?:reply|contact|revert)"
    r"|(?:business|partnership|collaboration|sponsorship) proposal|outreach (?:manager|team"
    r"|specialist)|your (?:valued|esteemed|wonderful|amazing) (?:web ?site|site|company|business"
    r"|blog|page)|partnership opportunit(?:y|ies)|investment opportunit(?:y|ies)"
    r"|rank(?:ing)? (?:on|your)|grow your (?:business|instagram|audience|channel|followers"
    r"|traffic)"
    r"|dear (?:maintainers?|developers?|owners?|team)\b|(?:github|real|more|first [0-9]+) stars"
    r"|verified accounts"
    r"|(?:with|use|using) (?:the )?code [a-z]*[0-9]+|packages (?:from|start)|boost your"
    r"|[0-9]+k (?:stars|followers|users)"
    r"|growth platform|rank (?:higher|better)|(?:increase|boost) your (?:sales|traffic|ranking"
    r"|visibility)|quotation"
    r"|i (?:came across|found|visited) your (?:website|site|page|company|profile)"
    r"|team of (?:experts|professionals)"
    r"|free (?:iphone|ipad|laptop|phone|vouchers?|spins)|[0-9]+ free spins|fill (?:out"
    r"|in) (?:the|our|this) survey"
    r"|looking for (?:an? )?(?:[a-z-]+ ){0,3}(?:job|position|work|internship)\b|hire me"
    r"|my (?:resume|cv|portfolio)"
    r"|years of experience|(?:full[- ]stack|freelance) developer|consider me\b"
    r"|web design services?"
    r"|visit (?:our|my|https?)|check out (?:our|my) (?:site|website|store|shop|channel)"
    r"|we sell\b|leads free|growth (?:manager|partner)s?|resellers? (?:welcome|wanted)"
    r"|looking for resellers"
    r"|reply (?:yes|now|stop) |(?:qualified|verified|b2b) (?:b2b )?leads"
    r"|subscribe to my|cheap(?:est)? and fast|hurry|act now|act fast)\b"
    r"|[$\u20ac\u00a3] ?[0-9][0-9,.]* (?:reward|bonus|per (?:day|week|hour))|\$[A-Z]{3,6}\b"
)
_THANKS = Lazy(
    r"(?i)\b(?:thank(?:s| you)|love (?:this|the|your)|great (?:work|job|project|tool)"
    r"|keep up|good work|awesome|amazing|well done|congrats|just wanted to say|kudos"
    r"|cheers)\b"
)
_PRAISE = Lazy(
    r"(?i)\b(?:(?:you(?: people| guys| all| folks)?(?:'re| are)|(?:this|your) [a-z]+ is|it is"
    r"|it's|what an?) "
    r"(?:\w+ )?(?:wonderful|amazing|awesome|great|fantastic|brilliant|lovely|beautiful|the best)"
    r"|(?:very )?(?:good|nice|great|cool) (?:project|tool|work|app|job|software|program)"
    r"|just want(?:ed)? to (?:say|thank|leave)|that(?:'s| is) all|made my (?:day|week)"
    r"|greetings from"
    r"|(?:a )?(?:very )?happy users?|love (?:it|you|this|your)"
    r"|keep (?:it )?up|thank(?:s| you)(?: so much| a lot| all)?|wonderful)\b"
    r"|[\u2764\U0001f60d\U0001f64f\U0001f970]"
)
_TROUBLE = Lazy(
    r"(?i)\b(?:not|n't|no longer|nothing|never|cannot|can't|stop(?:s|ped)?|slow"
    r"|since (?:the|this|last|yesterday|today|v?[0-9])\w*|after|when(?:ever)?"
    r"|if|only|update[ds]?|bug|broken|button|wish|hope|would)\b|n't\b"
)
_TESTING = Lazy(
    r"(?i)^(?:just )?(?:a )?test(?:ing)?(?: test(?:ing)?| issue| please ignore| ignore"
    r"| 1 ?2 ?3| 123)*[.!]*$"
    r"|\b(?:please ignore(?= (?:this|it|me|that)\b(?! (?:one|for|case|part))|[.!]*$)|just testing"
    r"|ignore this(?! (?:one|part|case))|testing (?:if"
    r"|whether|the|issues?)|test issue|sorry,? wrong (?:repo|repository|button))\b"
)
_SCOLDING = Lazy(
    r"(?i)\b(?:worst (?:software|app|tool|project|thing|code)|crap|sucks|ashamed|idiots?"
    r"|pathetic|disgrace|waste of (?:time|money)|(?:(?:this|it|project|software|app|code|tool"
    r"|you|page|site|library|package|framework|plugin|thing|docs|bot|service) (?:is|are)"
    r"|is such|such) (?:a )?(?:pile of )?(?:garbage|trash|rubbish"
    r"|a joke|useless|stupid))\b"
)
_ASKS = Lazy(
    r"(?i)\b(?:(?<!you )should(?! (?:find|learn|be ashamed|quit|stop|all))|must|please (?!ignore"
    r"|delete|reply|contact)|could"
    r"|would be (?:nice|great|good|helpful)|add|fix|crash\w*|errors?|fails?|when i|steps"
    r"|missing|support for|instead of|expected|wrong|feature|request|but)\b|`"
)
_MASHED = Lazy(
    r"(?i)(?:asd|sdf|dfg|fgh|ghj|hjk|jkl|lkj|kjh|qwe|wer|ert|rty|uio|iop|zxc|xcv|cvb|vbn"
    r"|bnm|poi|lkjh|dsa|ewq)|(.)\1{2,}|^(?:foo|bar|baz|bla+h*|blub|lorem|ipsum|dolor|amet"
    r"|consectetur|abc|xyz"
    r"|xxx+|hjkl|test(?:ing)?|[0-9]+|hi|hello|hey)$|[bcdfghjklmnpqrstvwxz]{5,}"
    r"|^[bcdfghjklmnpqrstvwxz]{2,}$"
)
_ROWS = (
    "qwertzuiop",
    "qwertyuiop",
    "azertyuiop",
    "asdfghjkl;",
    "qsdfghjklm",
    "yxcvbnm",
    "zxcvbnm",
    "aws",
    "wasd",
)
_SHORT = 20
_SORRY = Lazy(
    r"(?i)\b(?:sorry|oops|ups|whoops|wrong (?:window|tab|box|button|repo)|falsches? \w+|versehen\w*"
    r"|by (?:accident|mistake)|accident\w*|keyboard|tastatur|my cat|trying out|just testing|lol"
    r"|perd[oó]n"
    r"|d[ée]sol[ée]e?|par erreur|por error|clavier|teclado|never mind|ignore)\b"
)
_REAL = word_set(
    """css html xml http https json yml yaml sql cli tcp ssl tls ssh npm php dns rss csv ftp png
    svg pdf mp3 gpx jwt ngx db js ts py md vs tv pc pr ci cd gb mb kb px ms gps mr st tls vpn
    sms gdpr"""
)


# Words of shops, which programs for shops have as well: none of them makes an advertisement by itself.
_OF_SHOPS = Lazy(
    r"(?i)^(?:slots?|discount|coupon|promo|[0-9]{1,2} ?% off|best prices?|lowest prices?|quotation"
    r"|betting|loan offer)$"
)


def is_advert(reading: Reading) -> bool:
    """Say whether an issue praises something for sale or for taking, and asks for no change."""
    text = f"{reading.title}\n{reading.text}"[:10_000]
    hits = {h[0].lower() for h in _ADVERT.finditer(text)}
    outside = sum(1 for link in reading.links if link.startswith("http")) + len(
        re.findall(r"https?://", text)
    )
    if all(_OF_SHOPS.search(hit) for hit in hits):
        return False
    titled = bool(_ADVERT.search(reading.title))
    if is_imperative(goal_of(reading.title)) and not (titled or outside) and len(hits) < 3:
        return False
    worked = reading.of(Part.CRITERIA) or any(f.text.strip() for f in reading.fences)
    return not worked and (len(hits) >= 2 or (len(hits) == 1 and titled and outside > 0))


def is_mash(title: str, body: str) -> bool:
    """Say whether a short text is no language at all: keys hit at random."""
    found = [w for w in words(f"{title} {body}") if not w.isdigit()]
    if is_imperative(title) and not title.lower().startswith("test"):
        return False
    if not found or len(found) > 25 or tongue_of(f"{title} {body}"):
        return False
    if _is_slip(title, body):
        return True
    mashed = [w for w in found if _MASHED.search(w) and w not in _REAL]
    known = [w for w in found if w not in mashed and (w in STOP or w in IMPERATIVES)]
    return len(mashed) * 2 >= len(found) and len(known) <= len(found) // 3


def _is_slip(title: str, body: str) -> bool:
    """A title of keys side by side, and a text that is no more, or says sorry for it."""
    named, told = list(words(title)), [w for w in words(body) if not w.isdigit()]
    if not named or not all(_is_run(w) for w in named) or requires(body):
        return False
    idle = not told or sum(_is_run(w) or bool(_MASHED.search(w)) for w in told) * 2 >= len(told)
    return idle or (len(told) <= _SHORT and bool(_SORRY.search(body)))


def _is_run(word: str) -> bool:
    """Say whether the letters of a word lie side by side on the keyboard, or are one letter."""
    if word in _REAL or len(word) < 2:
        return word not in _REAL and not word.isdigit()
    near = sum(a == b or any(_side(row, a, b) for row in _ROWS) for a, b in pairwise(word))
    return near >= 0.8 * (len(word) - 1)


def _side(row: str, one: str, other: str) -> bool:
    return one in row and other in row and abs(row.index(one) - row.index(other)) <= 2


# What people write who only try whether something happens, in five languages.
_TRIES = word_set(
    """test tests testing teste testes testando testen tester probe probieren prueba pruebas probando
    essai essais essayer prova ok okay hi hey hello hallo hola oi yo bonjour salut ciao ha haha lol hm hmm
    yes no ja nein si oui one two three un deux trois uno dos tres eins zwei drei um dois
    ignorieren bitte please ignore works working work does this is on it here anybody anyone there
    just only check checking sorry ups oops"""
)
_MOST_TRIED = 14


def is_try(title: str, body: str) -> bool:
    """Say whether somebody only tries whether an issue can be opened: by counting, by `does this work`.

    The title says nothing, and most of a short text is keys, figures, or the words of such a try.
    """
    named, told = list(words(title)), list(words(body))
    if len(told) > _MOST_TRIED or not told or requires(body):
        return False
    if not all(_is_idle(w) for w in named):
        return False
    idle = [w for n, w in enumerate(told) if _is_idle(w) or w in told[:n] + told[n + 1 :]]
    keys = sum(_is_key(w) for w in (*named, *told))
    return bool(keys) and (
        len(idle) == len(told) or (keys >= _KEYS and len(idle) * 4 >= len(told) * 3)
    )


_KEYS = 2


def _is_idle(word: str) -> bool:
    return word in _TRIES or _is_key(word)


def _is_key(word: str) -> bool:
    """Keys hit at random, one letter again and again, or counting."""
    return (word.isdigit() or bool(_MASHED.search(word)) or _is_run(word)) and word not in _REAL


def is_chatter(title: str, body: str) -> bool:
    """Say whether a text only thanks, scolds or tries the form out."""
    text = f"{title}\n{body}"
    if len(list(words(text))) > 60:
        return False
    if any(_TESTING.search(part.strip()) for part in (title, body)) and not re.search(
        r"(?i)\bfail|flaky|\bsuite", text
    ):
        return True
    spoken = (
        _THANKS.search(title)
        or _SCOLDING.search(text)
        or (_THANKS.search(text) and not body.strip())
    )
    return (bool(spoken) or _only_praises(text, body)) and not _ASKS.search(text)


def _only_praises(text: str, body: str) -> bool:
    """Praise in nearly every sentence, and no word of what went wrong or is wanted."""
    told = sentences(body[:2000])
    others = [s for s in told if not _PRAISE.search(s)]
    hits = {h[0].lower() for h in _PRAISE.finditer(text)}
    troubled = any(requires(s) for s in told) or _TROUBLE.search(text)
    return len(hits) >= 2 and len(others) <= 1 and not troubled
