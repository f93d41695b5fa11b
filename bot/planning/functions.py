"""Functions: the parts of a source file that have a name and a body, with the lines they span.

Where `definitions` only names what a line begins, this says how far it goes, and knows methods that no
word announces: `res.send = function`, `Fragment(node) {`, `static int nextInt(`. Bodies are told by
indentation, as any formatter lays them out; a file that is not laid out so yields shorter bodies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.planning.lazy import Lazy
from bot.planning.places import suffix
from bot.planning.words import word_set

# No quantifier is nested in another over the same characters: a line is read once.
_BEFORE = (
    r"(?:(?:export|default|declare|abstract|public|private|protected|internal|static|final|async"
    r"|unsafe|pub(?:\([a-z: ]{1,30}\))?|const|extern|inline|override|open|sealed|data|virtual"
    r"|suspend|operator|partial)[ \t]+){0,5}"
)
_WORDED = Lazy(
    rf"^[ \t]{{0,40}}{_BEFORE}(?P<kind>def|class|func(?:[ \t]+\([^)\n]{{1,80}}\))?"
    r"|fun(?:[ \t]+<[^>\n]{1,60}>)?|function\*?|fn|struct|enum|trait|interface"
    r"|impl(?:<[^>\n]{1,80}>)?|mod|module|macro_rules!|object|protocol|extension|namespace|union)"
    r"[ \t]+(?:self\.)?(?:[\w<>*?]{1,60}\.)?(?P<name>[A-Za-z_$][\w$]{0,80}[?!]?)"
)
_ASSIGNED = Lazy(
    r"^[ \t]{0,40}(?:export[ \t]+)?(?:(?:const|let|var)[ \t]+)?(?:[\w$]{1,60}\.){0,4}"
    r"(?P<name>[A-Za-z_$][\w$]{1,80})[ \t]*[=:][ \t]*(?:async[ \t]+)?"
    r"(?:function\b|\([^()\n]{0,200}\)[^=\n]{0,60}=>|[\w$]{1,60}[ \t]*=>)"
)
_SHORT = Lazy(
    r"^[ \t]{1,40}(?:(?:static|async|get|set|private|public|protected|readonly)[ \t]+){0,4}\*?#?"
    r"(?P<name>[A-Za-z_$][\w$]{1,80})[ \t]*(?:<[^>\n]{1,60}>)?\([^;\n]*\{[ \t]*$"
)
_GETTER = Lazy(r"^[ \t]{0,20}define\w{0,20}\([\w$.]{1,60}, ['\"](?P<name>\w{2,60})['\"]")
_TYPED = Lazy(
    r"^[ \t]{0,20}[\w:<>,&*\[\]?~.@][\w:<>,&*\[\]?~.@ \t]{0,200}?(?<=[ \t&*])(?:[\w<>]{1,60}::)?"
    r"(?P<name>~?[A-Za-z_]\w{1,80})[ \t]*\([^;\n=]*$"
)
_TABLE = Lazy(
    r"^[ \t]{0,8}(?:export[ \t]+)?(?:(?:pub|public|private|static|final|const|let|var|val)[ \t]+){0,4}"
    r"(?P<name>[A-Z][A-Z0-9_]{2,60})\b[^=\n(]{0,80}=[^=]"
)
_GO_TYPE = Lazy(
    r"^(?P<kind>type)[ \t]+(?P<name>[A-Za-z_]\w{0,80})(?:\[[^\]\n]{1,60}\])?[ \t]+(?:struct|interface)\b"
)
_TYPES = word_set(
    "type class struct enum trait interface impl mod module object protocol extension namespace union"
)
_NO_NAMES = word_set(
    """if for while switch catch else return elif match try do with throw case when unless rescue use
    let const var val await yield assert raise new delete typeof sizeof and or not in is function
    defined template using typedef constructor describe it test"""
)
_STATEMENT = Lazy(
    r"\s*(?:return|else|throw|new|await|if|for|while|switch|catch|case|delete|goto|using|typedef)\b"
)
_COMMENT = Lazy(r"\s*(?://|/?\*|#(?!\[)|--(?: |$)|@)")
_GOES_ON = Lazy(r"\s*(?:[)\]}{]|(?:end|where)\b|:)")
_ENDS = Lazy(r"\s*(?:\}[;,)]*|end)\s*$")
# Labels and preprocessor lines stand further out than what they belong to.
_OUTDENTED = Lazy(r"#|\s*(?:public|private|protected|\w+):\s*(?://.*)?$")
_NODE = word_set("js ts jsx tsx mjs cjs svelte vue")
_C_LIKE = word_set("java cs c h cc cpp hpp hh cxx")
_LONGEST_LINE = 400
_LONGEST = 400_000
_MOST = 2_000  # functions; a file of more was written by a program
_LETTERS = Lazy(r"[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class Function:
    """A named part of a file: its first line, with the comment above it, and its last; both count from 1.

    `begin` is where the comment above it begins, `is_type` says that it is a class or the like.
    """

    name: str
    line: int
    end: int
    begin: int
    is_type: bool = False

    def holds(self, line: int) -> bool:
        """Say whether a line lies in its body."""
        return self.line <= line <= self.end


def functions(path: str, text: str) -> tuple[Function, ...]:
    """What a file has of functions, tables of constants (`DEFAULTS = {`) and types, in order."""
    lines = text[:_LONGEST].split("\n")
    return tuple(_all(lines, _forms(suffix(path))))


def innermost(held: Sequence[Function], line: int) -> Function | None:
    """The shortest function that a line lies in; none where it lies in types alone."""
    inside = [f for f in held if not f.is_type and f.holds(line)]
    return min(inside, key=lambda f: f.end - f.line, default=None)


def _forms(ending: str) -> tuple[Lazy, ...]:
    if ending in _NODE:
        return (_WORDED, _ASSIGNED, _SHORT, _GETTER, _TABLE)
    if ending == "go":
        return (_WORDED, _GO_TYPE, _TABLE)
    return (_TYPED, _WORDED, _TABLE) if ending in _C_LIKE else (_WORDED, _TABLE)


def _all(lines: Sequence[str], forms: tuple[Lazy, ...]) -> Iterator[Function]:
    """Line by line, with the bodies that are open: each line closes those that it is not inside of."""
    found: list[Function] = []
    opened: list[tuple[int, int]] = []  # how far in, and which of those found
    last = 0
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if opened and not _OUTDENTED.match(line):
            _close(line, number + 1, last, opened, found)
        own = _begun(line, number, lines, forms) if len(found) < _MOST else None
        if own:
            opened.append((_indent(line), len(found)))
            found.append(own)
        last = number + 1
    for _, n in opened:
        found[n] = replace(found[n], end=last)
    return (f for f in found if f.is_type or f.end > f.line or not _TABLE.match(lines[f.line - 1]))


def _close(
    line: str, number: int, last: int, opened: list[tuple[int, int]], found: list[Function]
) -> None:
    """A body ends before the next line that is not further in; a closing mark on its level is its end."""
    level = _indent(line)
    while opened and opened[-1][0] >= level:
        own, n = opened[-1]
        goes_on = own == level and _GOES_ON.match(line)
        if goes_on and not _ENDS.match(line):
            return
        found[n] = replace(found[n], end=number if goes_on else last)
        opened.pop()


def _begun(
    line: str, number: int, lines: Sequence[str], forms: tuple[Lazy, ...]
) -> Function | None:
    if len(line) > _LONGEST_LINE or _COMMENT.match(line) or _STATEMENT.match(line):
        return None
    found = next((m for form in forms if (m := form.match(line))), None)
    if not found or not _is_name(found["name"]):
        return None
    kind = found.groupdict().get("kind") or ""
    is_type = re.split(r"[ \t<]", kind, maxsplit=1)[0] in _TYPES
    return Function(found["name"], number + 1, number + 1, _begin(lines, number), is_type)


def _is_name(name: str) -> bool:
    return name not in _NO_NAMES and bool(_LETTERS.search(name))


def _begin(lines: Sequence[str], start: int) -> int:
    number = start
    while number > 0 and start - number < 30 and _COMMENT.match(lines[number - 1]):
        number -= 1
    return number + 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
