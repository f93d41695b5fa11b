"""The second parser: reads a finished comment as GitHub will, and finds what must not be in it.

Writing neutral text and proving it neutral are two different programs on purpose. This one knows
nothing about how the text was made: it renders with GitHub's own parser and looks at the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from html.parser import HTMLParser

from cmarkgfm import cmark

_EXTENSIONS = ["table", "autolink", "strikethrough", "tasklist"]
_OPTIONS = (
    cmark.Options.CMARK_OPT_UNSAFE
    | cmark.Options.CMARK_OPT_GITHUB_PRE_LANG
    | cmark.Options.CMARK_OPT_FOOTNOTES
)

_MENTION = re.compile(r"@([a-z0-9][a-z0-9_-]*(?:/[a-z0-9._-]+)?)", re.IGNORECASE | re.ASCII)
_REFERENCE = re.compile(
    r"[#\uff03][0-9]+|gh-[0-9]+|(?<![0-9a-z])(?=[a-f]{0,39}[0-9])[0-9a-f]{7,40}(?![0-9a-z])",
    re.IGNORECASE | re.ASCII,
)
_OPTION = re.compile(
    r" plangate:(?:q[1-9][0-9]?\.[a-e]|t[1-9][0-9]{0,2}|approve|plan|(?:look|plan)\.[1-9][0-9]{0,9}) "
)
_MARKER = re.compile(r"<!-- plangate:[a-z]+(?: [a-z]+=[\w.:-]+)* -->")
_RAW_COMMENT = re.compile("<!--")
_CLIMBS = re.compile(r"\.\.|\\|%2e|@", re.IGNORECASE)
_GRAPH_LINE = re.compile(
    r"flowchart (?:TD|LR)|\s*t[0-9]+\[\"[^\"<>`]*\"\](?::::[a-z]+)?|\s*t[0-9]+ --> t[0-9]+"
    r"|\s*classDef [a-z]+ [a-z0-9:#,-]+|\s*"
)
_LANGUAGES = frozenset({"", "json", "text", "gherkin", "mermaid"})
_PLAIN_TAGS = (
    *("p", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "br", "blockquote", "ul", "li"),
    *("strong", "em", "del", "code", "b", "sub", "sup", "kbd", "summary"),
    *("table", "thead", "tbody", "tr"),
)
_ATTRIBUTES: dict[str, frozenset[str]] = {
    **dict.fromkeys(_PLAIN_TAGS, frozenset()),
    "a": frozenset({"href"}),
    "details": frozenset({"open"}),
    "input": frozenset({"type", "checked", "disabled"}),
    "ol": frozenset({"start"}),
    "pre": frozenset({"lang"}),
    "td": frozenset({"align"}),
    "th": frozenset({"align"}),
}
_QUIET = frozenset({"code", "pre", "a"})


class Kind(StrEnum):
    """What can be wrong with a comment."""

    MENTION = "mention"
    REFERENCE = "reference"
    IMAGE = "image"
    LINK = "link"
    COMMENT = "comment"
    HTML = "html"
    BOXES = "boxes"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True)
class LiveMarkup:
    """Something live that nobody meant to write; `what` quotes it, at most 80 characters."""

    kind: Kind
    what: str


def check(
    markdown: str,
    *,
    boxes: int = 0,
    mentions: frozenset[str] = frozenset(),
    links: tuple[str, ...] = (),
) -> tuple[LiveMarkup, ...]:
    """Find everything live in a comment beyond what was meant; empty when it is safe to post.

    Meant are: exactly `boxes` task boxes, each with one marker of ours; mentions of the logins in
    `mentions`; links that begin with one of `links`; our own marker as the very first characters.
    """
    head = _MARKER.match(markdown)
    body = markdown[head.end() :] if head else markdown
    walk = _HtmlAudit(frozenset(m.lower() for m in mentions), links)
    walk.read(html(body))
    return (*walk.findings, *_counted(walk, body, boxes))


def html(markdown: str) -> str:
    """A comment as GitHub's parser renders it, raw HTML kept so that it can be seen."""
    return str(cmark.markdown_to_html_with_extensions(markdown, _OPTIONS, _EXTENSIONS))


def _counted(walk: _HtmlAudit, body: str, wanted: int) -> Iterator[LiveMarkup]:
    if not (wanted == walk.boxes == walk.markers):
        what = f"{walk.boxes} boxes, {walk.markers} markers, {wanted} expected"
        yield LiveMarkup(Kind.BOXES, what)
    # Also in code, where it does nothing on GitHub: programs that read the raw text must not find it.
    if len(_RAW_COMMENT.findall(body)) != walk.markers:
        yield LiveMarkup(Kind.COMMENT, "a comment opener that is none of our markers")
    if walk.open_details:
        yield LiveMarkup(Kind.HTML, "details that are not closed")


@dataclass
class _HtmlAudit(HTMLParser):
    """Walks the HTML as GitHub's filters do: text node by text node, code and links left alone."""

    expected_mentions: frozenset[str]
    expected_links: tuple[str, ...]
    findings: list[LiveMarkup] = field(default_factory=list)
    boxes: int = 0
    markers: int = 0
    open_details: int = 0
    _quiet: list[str] = field(default_factory=list)
    _language: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def read(self, rendered: str) -> None:
        """Walk to the end, or to what is never ours: a comment without its end, an instruction, a section.

        Python's parser looks for the end of each of these through all that follows, so many take quadratic
        time. Text has no `<` of its own here.
        """
        last = rendered.rfind("-->") + 1
        openers = (("<!--", last), ("<?", 0), ("<![", 0))
        ends = [at for opener, start in openers if (at := rendered.find(opener, start)) >= 0]
        end = min(ends, default=len(rendered))
        self.feed(rendered[:end])
        self.close()
        if ends:
            self._found(Kind.HTML, rendered[end : end + 80])

    def _found(self, kind: Kind, what: str) -> None:
        self.findings.append(LiveMarkup(kind, what[:80]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Judge a tag and its attributes."""
        values = {name: value or "" for name, value in attrs}
        if tag == "img":
            self._found(Kind.IMAGE, str(values))
        elif not set(values) <= _ATTRIBUTES.get(tag, frozenset()) or tag not in _ATTRIBUTES:
            self._found(Kind.HTML, f"<{tag} {' '.join(values)}>")
        self._open(tag, values)
        if tag in _QUIET:
            self._quiet.append(tag)

    def _open(self, tag: str, values: dict[str, str]) -> None:
        href = values.get("href", "")
        ours = href.startswith(self.expected_links or ("\0",)) and not _CLIMBS.search(href)
        if tag == "a" and not ours:
            self._found(Kind.LINK, href)
        elif tag == "input":
            self.boxes += 1
        elif tag == "details":
            self.open_details += 1
        elif tag == "pre":
            self._language = values.get("lang", "")
            if self._language not in _LANGUAGES:
                self._found(Kind.HTML, f"code block of language {self._language}")

    def handle_endtag(self, tag: str) -> None:
        """Leave a tag."""
        if tag == "details":
            self.open_details -= 1
        if tag in self._quiet:
            while self._quiet.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Look for what GitHub makes live in text."""
        if self._language == "mermaid" and "pre" in self._quiet:
            for line in data.splitlines():
                if not _GRAPH_LINE.fullmatch(line):
                    self._found(Kind.GRAPH, line)
        if self._quiet:
            return
        for name in _MENTION.findall(data):
            if name.lower() not in self.expected_mentions:
                self._found(Kind.MENTION, name)
        for reference in _REFERENCE.findall(data):
            self._found(Kind.REFERENCE, reference)

    def handle_comment(self, data: str) -> None:
        """Count our own markers; no other comment may be there."""
        if _OPTION.fullmatch(data):
            self.markers += 1
        else:
            self._found(Kind.COMMENT, data)

    def handle_decl(self, decl: str) -> None:
        """No declarations; `read` stops before sections and instructions."""
        self._found(Kind.HTML, decl)
