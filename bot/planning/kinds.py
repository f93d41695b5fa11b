"""Kinds: labels, prefixes and words of titles that tell what kind of work is asked for."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.markup import untagged
from bot.planning.proposal import Intent
from bot.planning.words import word_set

_OF_UPKEEP = word_set(
    """chore dependencies ci build maintenance infra helm ansible terraform devops deployment monitoring
    upkeep wartung abhängigkeiten mantenimiento dependencias dépendances 依存"""
)
LABELS: tuple[tuple[Intent, frozenset[str]], ...] = (
    (
        Intent.BUG,
        frozenset(
            (
                "bug",
                "defect",
                "regression",
                "crash",
                "fix",
                "incident",
                "outage",
                "miscompile",
                "fehler",
                "fehlerbericht",
                "bogue",
                "anomalie",
                "fallo",
                "defekt",
                "バグ",
                "不具合",
            )
        ),
    ),
    (
        Intent.DOCS,
        frozenset(
            ("docs", "documentation", "doc", "doku", "dokumentation", "documentación", "文書")
        ),
    ),
    (Intent.QUESTION, frozenset(("question", "support", "help", "frage", "pregunta", "質問"))),
    (
        Intent.REFACTOR,
        frozenset(("refactor", "refactoring", "debt", "cleanup", "internal", "internals")),
    ),
    (Intent.TEST, frozenset(("test", "tests", "testing", "coverage", "flaky"))),
    (Intent.CHORE, _OF_UPKEEP),
    (
        Intent.FEATURE,
        word_set(
            "feature enhancement feat story proposal rfc idea idee wunsch funktion mejora amélioration idée"
            " fonctionnalité 要望 機能"
        ),
    ),
)
KINDS: tuple[tuple[Intent, tuple[str, ...]], ...] = (
    (Intent.FEATURE, ("feat", "feature", "enhancement", "fr", "proposal", "rfc", "idea", "wish")),
    (Intent.BUG, ("fix", "bug", "bugfix", "hotfix", "regression")),
    (Intent.DOCS, ("docs", "doc")),
    (Intent.REFACTOR, ("refactor", "perf")),
    (Intent.TEST, ("test", "tests")),
    (Intent.CHORE, ("chore", "ci", "build", "deps", "style")),
    (Intent.QUESTION, ("question", "help")),
)
PREFIXES = {prefix: intent for intent, prefixes in KINDS for prefix in prefixes}
_OTHER_PREFIXES = word_set("request task story epic todo tracking umbrella")
PREFIX = Lazy(r"^\[?(?P<kind>[A-Za-z]{2,12})(?:\([^()]{1,40}\))?!?\]?(?:: ?|(?<=\]) )(?=\S)")
# What asks for something new is no fault, in whatever form it was filed.
ADDS = Lazy(
    r"(?i)^(?:(?:please )?(?:add|allow|implement|introduce|provide|offer|expose|support(?!.*\b(?:fails?"
    r"|broken|crash\w*|does ?n[o']t|is ?n[o']t|is not|not working)\b)) (?!(?:back |the |a )?missing\b"
    r"|(?:a )?(?:fix|workaround|regression)\b)"
    r"|(?:there (?:is|'s) |we have |it has )?(?:no|missing|lack(?:s|ing)? of) (?:way|support|option"
    r"|possibility|api|setting)\b)"
)
TITLES: tuple[tuple[Intent, Lazy], ...] = (
    (
        Intent.BUG,
        Lazy(
            r"(?i)\b(?:fails|crashes|hangs|panics|throws|is broken|does ?n[o']t work"
            r"|not working)\b(?! (?:test|spec))"
            r"|\bfalse[ -](?:positive|negative)s?\b(?!.*\b(?:docs|documentation)\b)"
            r"|^(?:(?:unit |integration )?test (?:suite )?failures?|failing tests?"
            r"|tests? (?:are )?fail(?:s|ing)?)\b"
        ),
    ),
    (
        Intent.BUG,
        Lazy(
            r"(?i)\btypos?\b.*\.(?:ml|py|tsx?|jsx?|go|rs|java|rb|php|cs?|cpp|kt|swift)\b"
            r"|^\w+\(\) [a-z]+s\b"
        ),
    ),
    (
        Intent.DOCS,
        Lazy(
            r"(?i)^(?:document|describe|explain) "
            r"|^(?!.*\blinks? to\b.*\b(?:on|in|from|to) (?:the )?"  # a link on a page of the program
            r"(?:(?!readme|docs?\b|guide)[\w-]+ ){0,3}(?:panel|page|dialog|screen|menu|view|form|footer"
            r"|header|sidebar|toolbar|card|modal|popup|window)\b).*\b(?:typos?|readme|documentation|docs"
            r"|docstrings?|changelog|tutorial|(?:un|not )documented|manual|guide|contributing"
            r"|(?:broken|dead) links?)\b|\b[\w-]+\.(?:md|rst|adoc)\b"
        ),
    ),
    (
        Intent.TEST,
        Lazy(
            r"(?i)^(?:test|cover) |\b(?:add|write|missing|more|flaky|unit"
            r"|integration|no) (?:[a-z]+ )?(?:tests?|specs?)\b|\btest coverage\b|\bflaky\b"
            r"|\b(?:uncovered|untested|no specs?|not covered)\b|^(?:nothing|nobody) (?:covers"
            r"|tests)\b"
        ),
    ),
    (
        Intent.CHORE,
        Lazy(
            r"(?i)^(?:bump|upgrade|pin|update) .{0,60}(?:\b(?:to|from|dependenc\w+)\b"
            r"|v?[0-9]+\.[0-9])|\b(?:dependabot|github actions|ci (?:pipeline|job)|pre-commit"
            r"|linter|lint|pipelines?|deploy(?:s|ment|ments)?|cluster(?!-)|docker ?files?"
            r"|dev ?container|environment (?!variables?\b)\S+|makefile"
            r"|release process|build (?:time|image)|base image)\b|^(?:drop|remove"
            r"|end) support for \w+ [0-9]"
            r"|^(?:run|build) (?:the )?(?:tests?|ci|builds?) (?:on|with|in|for)\b|^(?:move|switch"
            r"|migrate) to [A-Z]\S* v?[0-9]"
            r"|^(?:rotate|renew|decommission)\b"
            r"|^(?:move|migrate|switch) (?:the )?(?:runners?|builds?|servers?|hosts?|mirrors?)\b"
            r"|\b(?:password|passphrase|secret|credential|(?:api|private|deploy|access)"
            r" (?:key|token))s?\b.{0,40}\b(?:(?:is|are|was|were) (?:in|on) (?:the |an? "
            r"|our )?(?:old )?"
            r"(?:git|history"
            r"|wiki|repo\w*|commits?|chat)|committed|checked in|leaked|exposed)\b"
            r"|\b(?:key|secret|password|token)s? in \S+\.(?:sh|yml|yaml|env|py|js|ts)\b"
            r"|\bdependenc(?:y|ies)\b"
            r"|^(?:remove|drop|delete|retire) (?:.{0,40}\b)?(?:legacy|deprecated|dead|unused"
            r"|obsolete)\b"
            r"|^(?:nginx|ansible|helm|terraform|docker|kubernetes|k8s|systemd|logrotate|apt)\b"
        ),
    ),
    (
        Intent.REFACTOR,
        Lazy(
            r"(?i)^(?:refactor|rename|extract|split|move|simplify|clean ?up|tidy|restructure"
            r"|reorgani[sz]e|deduplicate|replace(?! in\b)|migrate"
            r"|modernize|unify|inline)\b"
            r"|\btech(?:nical)? debt\b|\b[\w/-]+(?:\.\w+)? (?:is|has|grew to|has grown to|got)"
            r" (?:over |about )?[0-9]{3,} lines\b"
            r"|\bin (?:two|three|four|five|several|many) (?:places|files|modules|copies)$"
        ),
    ),
    (
        Intent.FEATURE,
        Lazy(
            r"(?i)^(?:.{3,40}: )?(?:one more|another|an additional|additional|extra) (?!time\b|bug\b"
            r"|crash\b|error\b)[a-z]+\b(?!.*\b(?:crash|fail|error|broken|wrong)\w*)"
            r"|\b(?:needs? to|should|could|has to) be (?:more )?(?:smarter|nicer|better|clearer|easier"
            r"|simpler|friendlier|prettier)\b"
            r"|^(?:nicer|better|custom|optional|configurable|multi-?\w*|new)\b(?!.*\b(?:crash"
            r"|fail|error|broken|wrong)\w*)"
            r"|^[\w-]+(?: [\w-]+){0,2} support$|^(?:what|how|which|where) should\b"
            r"|\bas (?:the )?default\?$"
        ),
    ),
    (
        Intent.BUG,
        Lazy(
            r"(?i)^(?:fix|correct|repair|resolve)\b|\b(?:bug|mis-?(?:detect|read|handl|interpret|pars|report"
            r"|calculat|render|align|count|match)\w*|deadlocks?|crash(?:es|ed|ing)?"
            r"|seg(?:mentation )?faults?|core dumped|fails?|failing"
            r"|broken|error(?! (?:tracking|reporting|monitoring|handling|budget|pages?)\b)"
            r"|exception|wrong(?:ly)?|incorrect(?:ly)?|does ?n[o']t work"
            r"|not working|not (?:\w+ )?(?:correctly|properly|right)|regression|changed behaviou?r"
            r"|hangs?|slow(?:ly)?|leaks?|traceback|stack ?trace"
            r"|returns? (?:500|404"
            r"|null|none)|throws?|raises"
            r"|(?:is|are|was|were|does|\w{2,}[^s\W]s(?!:))\b.{0,60}\binstead of"
            r"|can(?:'|no)t|unable to|missing|(?<!merge )duplicated?"
            r"|twice|off by one|freez(?:es|ing)|flickers?|overlaps?|cut off|blurry|disappears?"
            r"|lost|stuck|panics?"
            r"|not (?:visible|clickable|shown|found|saved|sent|updated|possible|fully)"
            r"|never (?!again)[a-z]+(?:s|es)|ignores?|timeouts?|times out"
            r"|vanish(?:es)?|(?:brings?|shows?|gives?|prints?|returns?|takes?) (?:\w+ )?only"
            r"|(?:shows?|uses|has|is|zeigt) (?:.{0,40} )?still|should [a-z]+ .{2,80}, not"
            r"|still uses|keeps? \w+ing)\b|^(?:http )?[45][0-9]{2}\b|\b(?:http|error"
            r"|status) [45][0-9]{2}\b"
        ),
    ),
    (
        Intent.FEATURE,
        Lazy(
            r"(?i)^(?:add|allow|support|implement|introduce|enable|create|provide|let|offer"
            r"|export|import|show|make|build|integrate)\b"
        ),
    ),
)


# A wish begins with one of these, and names a case or a thing: `use CRLF` may be a way round the fault.
_WISHED_BEHIND = Lazy(
    r"(?i).{3,200}\b(?:does ?n[o']t|do ?n[o']t|can ?(?:no|')t|is ?n[o']t|fails?|crash\w*|broken|error"
    r"|wrong)\b.{0,200} [-\u2013\u2014] (?P<wish>(?:detect|warn|check|add|support|allow|handle|show|report"
    r"|refuse|reject|validate|document|implement|provide) (?:when|if|whether|that|how|for|the|an?|all|any"
    r"|about|`)(?:(?! [-\u2013\u2014] |meantime|for now).){4,200})$"
)


def goal_of(title: str) -> str:
    """The title without its prefixes: `feat(cart): add x` and `[Feature] Add x` to `Add x`.

    Of a fault with a wish behind it, `It does not work on x - Detect x`, the wish.
    """
    plain = untagged(title.strip())
    for _ in range(2):
        found = PREFIX.match(plain)
        if found is None or found["kind"].lower() not in {*PREFIXES, *_OTHER_PREFIXES}:
            break
        plain = plain[found.end() :].strip()
    wished = _WISHED_BEHIND.match(plain)
    plain = wished["wish"] if wished else plain
    code = re.match(r"[a-z]\w*(?:_|::|\.\w|\(|[A-Z])", plain)
    code = code or re.match(r"[a-z][\w-]*\.[a-z]{1,5}\b|[a-z]+ --?[a-z]", plain)
    return plain.rstrip(" .") if code else (plain[:1].upper() + plain[1:]).rstrip(" .")
