"""Newcomers: files to be written whose names follow from what a request names by other means than a path.

A module or class (`Acme.Workers.Sweep` is `lib/acme/workers/sweep.ex`), a command of the program, a page by
its address, one more of a kind. The tree's own habit says where it lies and how it is written; where it
shows none, nothing is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.planning.lazy import Lazy
from bot.planning.namesakes import joined
from bot.planning.places import CODE, bare, folder, is_safe, is_test, name, suffix
from bot.planning.words import camel_parts, stem, word_set, words

_MOST = 3
_TICKED = Lazy(r"(?<!running )(?<!existing )`([^`\n]{2,120})`")
_TYPED = Lazy(r"(?m)^[ >]*\$ ([^\n]{2,120})$")
_SPACED = Lazy(r"\b[A-Z]\w{1,40}(?:(?:\.|::|\\)[A-Z]\w{1,40}){1,6}\b")
_CAMEL = Lazy(r"(?<![\w.:\\/#])(?:[A-Z][a-z0-9]+){2,5}(?![\w/:\\]|\.[a-z])")
_ROLE = (
    r"(?:class|module|entity|model|worker|job|service|repository|component|widget|command|task"
    r"|policy|mailer|controller|view|screen|page|handler|middleware|helper|struct|type|record|table)"
)
_ANEW = Lazy(
    r"(?i)\b(?:(?:new|adds?|creates?|introduce|own|separate|second|another) (?:[\w-]{1,30} ){0,3}"
    rf"|{_ROLE} (?:called |named )?)`?$"
)
_ROLE_BEFORE = Lazy(rf"(?i)\b(?P<role>{_ROLE}) (?:called |named )?`?$")
_INTO = Lazy(r"\b(?:in|into|under|below|to) `?([\w-]+(?:/[\w-]+){0,6})/?`?(?![\w.])")
_PROGRAM = Lazy(r"(?P<program>[a-z][\w-]{1,30}) (?P<sub>[a-z][a-z0-9]+(?:-[a-z0-9]+){0,3})(?: |$)")
_COMMAND = Lazy(r"(?i)\b(?:sub-?)?commands?\b")
_COMMANDS = word_set("cmd cmds command commands subcommands")
_MANAGE = Lazy(r"\bmanage\.py ([a-z][a-z0-9_]{2,40})\b")
_MIX = Lazy(r"\bmix ([a-z][a-z0-9_]{1,30}(?:\.[a-z][a-z0-9_]{1,30}){1,3})\b")
_PAGE = Lazy(r"(?i)\b(?:pages?|view|screen)\b")
_ADDRESS = Lazy(r"^/([a-z][a-z0-9-]{2,40})/?(?:\?.*)?$")
_ROUTED = Lazy(
    r"^(?P<root>(?:[\w-]+/){0,4}(?:app|routes|pages))/(?:\([\w-]+\)/)?(?P<own>[a-z][\w-]*)/"
    r"(?P<file>page\.[jt]sx|\+page\.svelte)$"
)
# `Add a tar importer`; without the verb only proper names count, `Delta Lake crawler`.
_KIND = Lazy(
    r"(?:(?:[Pp]lease )?(?:[Aa]dd|[Nn]ew|[Ww]rite|[Ss]upport|[Pp]rovide)s? (?:an? |the |one )?"
    r"(?!(?:new|better|second|simple|missing|generic|small|custom|proper|\w+er) )(?P<own>[A-Za-z][\w.-]{1,30}"
    r"(?: [A-Za-z][\w.-]{1,30})?)|(?P<named>[A-Z]\w{1,30} [A-Z]\w{1,30}|[A-Z][A-Z0-9]{2,12}))"
    r" (?P<kind>[a-z]{4,20})$"
)
# A page that is told by its address: `a page at /days`, `page /days`, `/days: a page`.
_AT_ADDRESS = (
    r"(?i)(?:pages?|view|screen)\b"
    r"(?: (?:at|under|on|in|called|named|for|with|its|address|url|the|a|new)){0,6},? ?`/%s"
)
_SERVED = word_set("assets static api public images img fonts health healthz metrics login logout")
_TOOLS = word_set(
    """go cargo pytest tox mypy ruff npm npx pnpm yarn git docker make poetry mix python node pip uv bundle
    rake rails gradle mvn dotnet composer php kubectl terraform helm bash sh sudo apt brew curl cd"""
)
# Names that Windows keeps for devices.
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10)))
)
_DEEP, _SEVERAL, _LONGEST = 2, 12, 600
_SHARED = word_set("base common index init mod main types util utils helpers registry factory")


def newcomers(title: str, text: str, paths: Sequence[str]) -> list[str]:
    """The files that a request wants written without a path for them, at most three.

    Takes the title, the text with its title, and the repository's paths.
    """
    code = [p for p in paths if suffix(p) in CODE and not is_test(p)]
    bound = text[:20_000]
    found = [
        *_modules(bound, code),
        *_classes(bound, code),
        *_commands(bound, code, paths),
        *_pages(bound, code),
        *_one_more(title, code),
    ]
    known = {joined(bare(p)) for p in code}
    fit = [p for p in dict.fromkeys(found) if p not in paths and _is_sound(p)]
    return [p for p in fit if joined(bare(p)) not in known or bare(p) in {"page", "+page"}][:_MOST]


def _is_sound(path: str) -> bool:
    """Say whether a file of that path can lie in every checkout."""
    return is_safe(path) and bare(path).lower() not in _DEVICES


def _modules(text: str, code: Sequence[str]) -> list[str]:
    """`Acme.Workers.Sweep`, `Acme::Sweep`: the folder that bears the parts before the last.

    Of two parts only what stands in code marks: `the Export.When` has lost a space, `Status.ACTIVE` is no
    module.
    """
    marked = "\n".join(_TICKED.findall(text))
    folders = {folder(p) for p in code if "/" in p}
    found = []
    for dotted in dict.fromkeys(_SPACED.findall(text)):
        *above, own = re.split(r"\.|::|\\", dotted)
        if own.isupper() or (len(above) < _DEEP and dotted not in marked):
            continue
        lead = [joined(part) for part in above]
        fits = [f for f in folders if [joined(x) for x in f.split("/")][-len(lead) :] == lead]
        if len(fits) == 1:
            found += _named_in(fits[0], own, code)
    return found


def _classes(text: str, code: Sequence[str]) -> list[str]:
    """A class called new in code marks, or by its role: beside those that end alike, or in its folder."""
    folders = {folder(p) for p in code}
    told: dict[str, tuple[str, str]] = {}
    for line in text.split("\n"):
        for hit in _CAMEL.finditer(line):
            before = line[max(0, hit.start() - 60) : hit.start()]
            # Without marks `JavaScript` is a class as little as `GitHub`.
            if _ROLE_BEFORE.search(before) or (before.endswith("`") and _ANEW.search(before)):
                told.setdefault(hit[0], (line[:_LONGEST], before))
        if len(told) >= _SEVERAL:
            break
    found = []
    for own, (line, before) in told.items():
        said = next((f for f in _INTO.findall(line) if f in folders and "/" in f), "")
        place = said or _folder_of(own, before, code)
        found += _named_in(place, own, code) if place else []
    return found


def _folder_of(own: str, before: str, code: Sequence[str]) -> str:
    last = camel_parts(own)[-1]
    kin = Counter(
        folder(p) for p in code if [*words(bare(p))][-1:] == [last] and joined(bare(p)) != last
    )
    if kin:
        return min(kin, key=lambda f: (-kin[f], f))
    role = _ROLE_BEFORE.search(before)
    wanted = stem(role["role"].lower()) if role else stem(last)
    homes = {folder(p) for p in code if stem(name(folder(p)).lower()) == wanted}
    return homes.pop() if len(homes) == 1 else ""


def _named_in(place: str, own: str, code: Sequence[str]) -> list[str]:
    """The path of a new file of that name, written as its neighbours are; nothing where there is none."""
    near = [p for p in code if folder(p) == place and bare(p).lower() not in _SHARED]
    if not near or not camel_parts(own):
        return []
    ending = Counter(suffix(p) for p in near).most_common(1)[0][0]
    alike = [bare(p) for p in near if suffix(p) == ending]
    return [f"{place}/{_styled(camel_parts(own), alike)}.{ending}"]


def _styled(parts: Sequence[str], alike: Iterable[str]) -> str:
    """Words joined as most of the names beside are: `CamelCase`, `kebab-case` or `snake_case`."""
    names = list(alike)
    capital = sum(n[:1].isupper() for n in names)
    if 2 * capital > len(names):
        return "".join(p.capitalize() for p in parts)
    if any("-" in n for n in names):
        return "-".join(parts)
    if any(re.search(r"[a-z][A-Z]", n) for n in names):
        return parts[0] + "".join(p.capitalize() for p in parts[1:])
    return "_".join(parts)


def _commands(text: str, code: Sequence[str], paths: Sequence[str]) -> list[str]:
    """`manage.py sweep`, `mix acme.sweep`, and `acme sweep` where each command has its own file."""
    homes = Counter(folder(p) for p in code if _COMMANDS & set(folder(p).split("/")[-2:]))
    found = []
    managed = [h for h in homes if h.endswith("management/commands")]
    if len(managed) == 1:
        found += [f"{managed[0]}/{own}.py" for own in _MANAGE.findall(text)]
    if any(p.startswith("lib/mix/tasks/") for p in code):
        found += [f"lib/mix/tasks/{own}.ex" for own in _MIX.findall(text)]
    several = [h for h, n in homes.items() if n > 1 and h not in managed]
    return found + (_of_program(text, several[0], code, paths) if len(several) == 1 else [])


def _of_program(text: str, home: str, code: Sequence[str], paths: Sequence[str]) -> list[str]:
    """The file of a command that the program has not yet; what the text says of one that runs is not it."""
    if not _COMMAND.search(text):
        return []
    typed = [*_TYPED.findall(text), *(s for s in _TICKED.findall(text) if s)]
    told = [m for s in typed if (m := _PROGRAM.match(s))]
    known = {joined(bare(p)) for p in code if folder(p) == home}
    tree = {joined(name(p).partition(".")[0]) for p in paths} | {name(home)}
    told = [m for m in told if m["program"] not in _TOOLS]
    ours = {m["program"] for m in told if joined(m["sub"]) in known or joined(m["program"]) in tree}
    fresh = [m["sub"] for m in told if m["program"] in ours and joined(m["sub"]) not in known]
    return [p for own in fresh[:1] for p in _named_in(home, own.title().replace("-", ""), code)]


def _pages(text: str, code: Sequence[str]) -> list[str]:
    """A page at `/open-days` where a file's place is its address, or its name is that of a live view."""
    routed = [m for p in code if (m := _ROUTED.match(p))]
    live = [p for p in code if p.endswith("_live.ex")]
    found = []
    for line in text.split("\n"):
        if not _PAGE.search(line) and not _PAGE.search(text.split("\n", 1)[0]):
            continue
        for own in (m[1] for span in _TICKED.findall(line) if (m := _ADDRESS.match(span))):
            if own in _SERVED or not re.search(_AT_ADDRESS % re.escape(own), line[:_LONGEST]):
                continue
            if len(routed) > 1 and not any(m["own"] == own for m in routed):
                found.append(f"{routed[0]['root']}/{own}/{routed[0]['file']}")
            elif len(live) > 1:
                found.append(f"{folder(live[0])}/{own.replace('-', '_')}_live.ex")
    return found[:1]


def _one_more(title: str, code: Sequence[str]) -> list[str]:
    """`Tar importer` where a folder of importers has a file for each."""
    found = _KIND.match(title.strip().rstrip("."))
    if not found or (found["kind"].endswith("s") and not found["kind"].endswith("ss")):
        return []
    kind, own = stem(found["kind"]), [*words(found["own"] or found["named"])]
    homes = {folder(p) for p in code if stem(name(folder(p)).lower()) == kind}
    if len(homes) != 1:
        return []
    home = homes.pop()
    near = [bare(p) for p in code if folder(p) == home and bare(p).lower() not in _SHARED]
    near = [n for n in near if [*words(n)]]
    told = {stem(w) for n in near for w in words(n)}
    if len([n for n in near if n != "__init__"]) < 2 or told & {stem(w) for w in own}:
        return []
    ended = [n for n in near if stem([*words(n)][-1]) == kind]
    parts = [*own, found["kind"]] if 2 * len(ended) > len(near) else own[:1]
    return _named_in(home, "".join(p.capitalize() for p in parts), code)
