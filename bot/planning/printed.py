"""Printed: what blocks of an issue show: a command, the line it should print, the one it prints, an error."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bot.planning.lazy import Lazy
from bot.planning.reading import Fence, Passage, Reading
from bot.planning.sections import Part
from bot.planning.words import shortened, stems, word_set

_VALUE = r"(?:`[^`]{1,60}`|'[^']{1,60}'|\"[^\"]{1,60}\"|[0-9][\w.,:%-]*)"
_ERROR = Lazy(
    r"(?m)^[ \t]*(?:E[ \t]{2,})?"
    r"((?:[\w.]+\.)?(?:[A-Z]\w*)?(?:Error|Exception|Panic)\b(?=[:(\n ])"
    r"[^\n]{0,160}"
    r"|error(?:\[\w+\])?: [^\n]{4,160}|fatal(?: error)?: [^\n]{4,160}"
    r"|panic: [^\n]{4,160}|thread '[^'\n]{1,60}' panicked at [^\n]{4,160}"
    r"|SEGFAULT[^\n]{0,80}|Segmentation fault[^\n]{0,80})"
)
_SAID_ERROR = Lazy(
    r"(panicked at [^\n]{4,120}|\b(?:[A-Z]\w*(?:Error|Exception)|ERR_[A-Z_]{3,}"
    r"|E(?:CONN|NOENT|ACCES|PERM|TIMEDOUT|INVAL)[A-Z]*)\b(?:: [^`\n.]{4,100})?)"
)
_SWAPPED = Lazy(
    rf"(?i)(?P<subject>(?:`[^`]{{1,60}}`|[^.;:!?()`]){{3,90}}?) (?P<verb>is now|is|are"
    rf"|(?:is |are )?printed as|prints?|shows?|returns?|gives?|gets?|becomes?|yields?|outputs?|says?)"
    rf" (?P<bad>{_VALUE})(?: \(|,? )(?:rather than|instead of)(?: the)?(?: expected| correct)?"
    rf" (?P<good>{_VALUE})"
)
_RUN = Lazy(r"(?i)\b(?:run|runs|running|execute|executing|invoke)\b:? `([a-z][^`]* [^`]{1,120})`")
_GOES = Lazy(r"(?:cd|mkdir|git clone|vim?|touch) ")
_HOLDS = Lazy(r"(?i)\b(?:contain\w*|content\w*|with|file|named|called):?$")
_FLAG = Lazy(r"(?<![\w-])--?[A-Za-z][\w-]{0,40}")
_PROMPT = Lazy(
    r"^\s*(?:\$|#|%|PS>|\u276f|>(?= [a-z.][\w./-]*(?: |$))) (?P<what>(?!.*\.\.\.$)\S[^\n]{1,200})"
)
CODE = word_set("go js javascript ts typescript py python rust rs ruby rb java kotlin c c++ cpp")
_RIGHT = Lazy(
    r"(?i)\b(?:saner|sane|correct(?:ly)?|expected|right|fine|as it should|should (?:be|print|give)"
    r"|works? (?:fine|well|as)|used to|previously|old(?:er)?)\b"
)
_CONNECTS = Lazy(r"(?i)^.*(?:, | while | whereas )")
_NOT_YET = Lazy(
    r"(?i)\b(?:should|could|would|setting|maybe|perhaps|instead of|usually|example|expected)\b"
)
_DETAILED = 25
_TYPED = 140
_SETS_UP = Lazy(
    r"(?i)(?:uname|cd|mkdir|vim?|nano|cat|ls|echo|export|git (?:clone|init|checkout|add|commit)"
    r"|pip3? (?:install|list)|(?:npm|pnpm|yarn|gem|brew|apt(?:-get)?|cargo|go|bundle) (?:install|add|i"
    r"|get)\b|sudo|virtualenv|source|conda|\S+ (?:-v|-V|--version|version)$)\b|[A-Za-z_]+=|.*\.\.\.$"
)
_SHELLS = word_set("sh bash zsh shell")
_SESSIONS = frozenset(("", *_SHELLS, *word_set("console text txt terminal output")))
_PROSE = Lazy(
    r"^\s*#+ *(?:[A-Z][a-z]+ [a-z]|[^`'\"]* (?:the|an?|is|are|will|we|you|this|that|which|they)\b)"
)
FEW_LINES = 6


def swapped(text: str) -> Iterator[str]:
    """`It is now 'a' rather than 'b'` asks for `it is 'b', not 'a'`."""
    for found in _SWAPPED.finditer(text[:600]):
        if "because" in text[: found.start("good")].lower():
            continue
        subject = _CONNECTS.sub("", found["subject"].strip(" ,`"))
        yield f"{subject} {found['verb'].replace(' now', '')} {found['good']}, not {found['bad']}"


def error_of(reading: Reading, told: list[Passage]) -> str:
    """The last error line of a trace or output; else one that the prose names."""
    for fence in reading.fences:
        if fence.part is Part.EXPECTED:
            continue
        hits = [m.strip() for m in _ERROR.findall(fence.text[:20_000])]
        if hits:
            return plain(hits[-1])
    for text in (reading.title, *(p.text for p in told)):
        hit = _SAID_ERROR.search(text)
        if hit and len(hit[1]) >= _DETAILED and not _NOT_YET.search(text):
            return plain(hit[1])
    return ""


def error_in(fence: Fence) -> bool:
    """Say whether a block shows an error or a trace."""
    return bool(_ERROR.search(fence.text[:20_000]))


def plain(text: str) -> str:
    """An output in one short line that can stand between backticks."""
    return shortened(text.replace("`", "'"), 120).strip(' ."').removesuffix(" {")


def command_of(reading: Reading) -> str:
    """The command that shows it: of the steps, of an output, or any other; empty where there is none."""
    ordered = [
        f
        for part in (Part.REPRODUCE, Part.EXPECTED, Part.ACTUAL)
        for f in reading.fences
        if f.part is part
    ]
    others = [
        f for f in reading.fences if f.part not in {Part.ENVIRONMENT, Part.OUTSIDE, Part.TALK}
    ]
    found = [c for f in (*ordered, *others) for c in _commands(f)]
    if not ordered or not found:
        found += _told(reading)
    about, flags = set(stems(reading.title)), _FLAG.findall(reading.title)
    return max(
        found,
        key=lambda c: (sum(f in c.split() for f in flags), len(about & set(stems(c)))),
        default="",
    )


def _told(reading: Reading) -> list[str]:
    """What the steps say is to be run: ``Run `pip install x` ``."""
    spans = (_RUN.findall(p.text) for p in reading.of(Part.REPRODUCE))
    return [c for found in spans for c in found if len(c) <= _TYPED and not _GOES.match(c)]


def is_output(fence: Fence) -> bool:
    """Say whether a block shows what a shell or a trace prints, and no code."""
    if fence.language in CODE:
        return "Traceback (most" in fence.text
    return bool(_command(fence) or _ERROR.search(fence.text[:2000]))


def outputs(reading: Reading) -> tuple[str, str, str]:
    """The command that shows it, the line it should print, and the one it prints today."""
    good = next((f for f in reading.fences if f.part is Part.EXPECTED), None)
    bad = next((f for f in reading.fences if f.part is Part.ACTUAL), None)
    command = command_of(reading)
    if not (good and bad):
        good, bad = _pair(reading)
    if not (good and bad):
        return command, "", ""
    wanted, got = printed(good), printed(bad)
    apart = [(a, b) for a, b in zip(wanted, got, strict=False) if a != b]
    if len(wanted) <= FEW_LINES and len(got) <= FEW_LINES and apart:
        return command, plain(apart[0][0]), plain(apart[0][1])
    return command, "", ""


def _pair(reading: Reading) -> tuple[Fence | None, Fence | None]:
    """Two outputs of one thing, of which the sentence before one says that it is right: good, bad."""
    listed = reading.fences
    for one, other in pairwise(listed):
        right = [bool(_RIGHT.search(f.lead)) for f in (one, other)]
        if any(f.language in CODE for f in (one, other)):
            continue
        if right[0] is not right[1] and len(printed(one)) == len(printed(other)):
            return (one, other) if right[0] else (other, one)
    return None, None


def _commands(fence: Fence) -> list[str]:
    """What is typed behind a prompt, or the only line of the steps; what only sets up is none."""
    lines = [line for line in fence.text.split("\n") if line.strip()]
    typed = [line for line in lines if not _is_comment(line, fence.language)]
    found = [m["what"] for m in map(_PROMPT.match, typed[:60]) if m]
    if not found and fence.part is Part.REPRODUCE and fence.language in _SHELLS:
        found = [line.strip().rstrip("\\ ") for line in typed[:1]]
    if not found and fence.part is Part.REPRODUCE and len(lines) == 1:
        found = [] if _HOLDS.search(fence.lead) or lines[0].startswith("-") else [lines[0]]
    plain_ones = (" ".join(c.replace("`", "'").split()) for c in found)
    return [c for c in plain_ones if len(c) <= _TYPED and not _SETS_UP.match(c)]


def _is_comment(line: str, language: str) -> bool:
    """Say whether a line is a comment of its block: only a shell has `#` for a prompt, before a command."""
    if not line.lstrip().startswith("#"):
        return False
    return language not in _SESSIONS or bool(_PROSE.match(line))


def _command(fence: Fence) -> str:
    return next(iter(_commands(fence)), "")


def printed(fence: Fence) -> list[str]:
    """The lines of a block without its prompts."""
    lines = [line.strip() for line in fence.text.split("\n")]
    return [line for line in lines if line and not _PROMPT.match(line)]
