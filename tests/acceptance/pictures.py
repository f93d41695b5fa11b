"""Pictures of real output as GitHub shows it, into docs/pictures: `make pictures`.

Plays the story of the demo, renders what plangate wrote with GitHub's own cmark-gfm, and draws it with
Chromium: light, dark, and on a phone. Beside each picture stands the text it shows (`NAME.md`); a test
compares that with what the story says today, so a picture is never stale.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from bot.adapters import oracle
from bot.adapters.markdown import MarkdownRenderer
from bot.effects import NoticeKind, NoticeMessage
from tests.acceptance import chromium, shop
from tests.acceptance.doors import WebhookDoor
from tests.acceptance.story import SECRET, STEPS, Story
from tests.testbed.emulator import GitHubEmulator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
WIDTHS = {"": ("light", 860), "-dark": ("dark", 860), "-phone": ("light", 390)}
"""What a picture's file name ends with -> its theme, and its width in pixels."""
THEMES = {
    "light": {
        "page": "#ffffff", "text": "#1f2328", "muted": "#59636e", "line": "#d1d9e0",
        "soft": "#f6f8fa", "code": "#818b981f", "link": "#0969da", "scheme": "light",
    },
    "dark": {
        "page": "#0d1117", "text": "#f0f6fc", "muted": "#9198a1", "line": "#3d444d",
        "soft": "#151b23", "code": "#656c7633", "link": "#4493f8", "scheme": "dark",
    },
}  # fmt: skip
STYLE = """
:root { color-scheme: %(scheme)s }
body { margin: 0; padding: 16px; width: %(width)s; background: %(page)s; color: %(text)s;
  font: 14px/1.5 "Segoe UI", "DejaVu Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif }
.box { border: 1px solid %(line)s; border-radius: 6px; overflow-wrap: break-word }
.head { background: %(soft)s; border-bottom: 1px solid %(line)s; padding: 8px 16px; color: %(muted)s }
.body { padding: 16px }
.body > :first-child { margin-top: 0 }
.body > :last-child { margin-bottom: 0 }
details { margin: 0 0 16px } blockquote > :last-child { margin: 0 }
h3 { font-size: 1.25em } h4 { font-size: 1em }
code { background: %(code)s; padding: .2em .4em; border-radius: 6px; font: 85%% monospace;
  white-space: break-spaces }
pre { background: %(soft)s; padding: 16px; border-radius: 6px; overflow: hidden }
pre code { background: none; padding: 0; white-space: pre }
table { border-collapse: collapse; margin: 0 0 16px; display: block; width: max-content;
  max-width: 100%%; overflow: auto }
td, th { border: 1px solid %(line)s; padding: 6px 13px }
tr:nth-child(2n) { background: %(soft)s }
blockquote { border-left: .25em solid %(line)s; color: %(muted)s; margin: 0 0 16px; padding: 0 1em }
li:has(> input), li:has(> p > input) { list-style: none; margin-left: -1.4em }
hr { height: .25em; background: %(line)s; border: 0 }
sub { color: %(muted)s }
a { color: %(link)s }
"""
EPIC = """Members should look after their own data.

## Tasks
- [ ] Keep members in `shop/models.py`
- [ ] Show one's own profile in `shop/admin.py`
- [ ] Remind members of open fees by `shop/mail.py`
- [ ] Offer invoices as PDF
"""
_MERMAID = re.compile(r"```mermaid.*?```", re.DOTALL)
_HIDDEN = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_FOLDED = re.compile(
    r"<details>\s*(<summary>.*?</summary>)(?:(?!<details>).)*?</details>", re.DOTALL
)
_COMMENTED = "<b>plangate</b> bot commented"
REFUSALS: dict[NoticeKind, dict[str, object]] = {
    NoticeKind.ANSWER_REFUSED: {"round": 1, "who": ["author", "assignees", "write"]},
    NoticeKind.UNCLEAR_ANSWER: {"open": ["1", "2"], "own_words": ["2"]},
    NoticeKind.CONFLICT: {"questions": ["1"]},
    NoticeKind.UNNAMED_TICK: {"instead": "/plan approve ba9876543210"},
    NoticeKind.ANSWER_CHANGED: {"number": "1", "was": "A", "now": "B", "by": "bob"},
    NoticeKind.ANSWER_LATE: {"planned": True},
    NoticeKind.APPROVAL_REFUSED: {"needed": "write"},
    NoticeKind.STALE_APPROVAL: {"given": "0123456789ab", "current": "ba9876543210"},
    NoticeKind.APPROVAL_VOID: {"why": "deleted", "by": "bob", "digest": "ba9876543210"},
    NoticeKind.UNKNOWN_COMMAND: {"verb": "aprove", "suggestion": "approve"},
    NoticeKind.SHOWN: {"stage": "staged", "version": 2, "digest": "ba9876543210", "tasks": 4},
    NoticeKind.ISSUE_CLOSED: {},
    NoticeKind.STILL_OPEN: {"questions": ["Which of the two formats do the accountants need?"]},
}


@dataclass(frozen=True, slots=True)
class Picture:
    """What one picture shows: a box of GitHub's with a head (HTML) and a body (Markdown)."""

    name: str
    head: str
    text: str

    @property
    def held(self) -> str:
        """What the file beside the picture holds: what a reader sees, in Markdown; folds are closed."""
        seen, folds = _HIDDEN.sub("", self.text), 1
        while folds:
            seen, folds = _FOLDED.subn(r"\1", seen)
        return f"{self.head}\n\n{seen.strip()}\n"

    def page(self, theme: str, width: int) -> str:
        """The page that is drawn."""
        style = STYLE % (THEMES[theme] | {"width": f"{width - 32}px"})
        body = oracle.html(_MERMAID.sub("", self.text))
        box = f"<div class=box><div class=head>{self.head}</div><div class=body>{body}</div></div>"
        return f"<!doctype html><meta charset=utf-8><style>{style}</style>{box}"


def main() -> int:
    """Write the pictures and their texts; exit 1 where there is no Chromium."""
    path = chromium.found(os.environ)
    if path is None:
        sys.stderr.write(chromium.MISSING)
        return 1
    sys.stdout.write("Playing the story…\n")
    with GitHubEmulator(files=shop.FILES, secret=SECRET) as hub:
        door = WebhookDoor(hub)
        try:
            door.attach()
            pictures = list(played(Story(hub, door, app_id=hub.app_id)))
        finally:
            door.close()
    for old in (*FOLDER.glob("*.png"), *FOLDER.glob("*.md")):
        old.unlink()
    with chromium.opened(path) as browser:
        for picture in pictures:
            sys.stdout.write(f"  docs/pictures/{picture.name}\n")
            (FOLDER / f"{picture.name}.md").write_text(picture.held, encoding="utf-8")
            for end, (theme, width) in WIDTHS.items():
                drawn = browser.picture(picture.page(theme, width), width)
                (FOLDER / f"{picture.name}{end}.png").write_bytes(stamped(drawn, picture.held))
    return 0


def stamped(png: bytes, text: str) -> bytes:
    """A PNG that says which text it was drawn from (a tEXt chunk, https://www.w3.org/TR/png/#11tEXt)."""
    chunk = b"tEXt" + stamp(text)
    told = (len(chunk) - 4).to_bytes(4) + chunk + crc32(chunk).to_bytes(4)
    return png[:33] + told + png[33:]  # behind the signature and the header


def stamp(text: str) -> bytes:
    """What a picture that was drawn from this text holds."""
    return b"Source\0" + sha256(text.encode()).hexdigest().encode()


def played(story: Story) -> Iterator[Picture]:
    """Play the story, and yield what it shows on the way."""
    for do in STEPS:
        story.play(do)
        match do.__name__:
            case "label":
                yield _comment(story, "questions")
                yield _comment(story, "record", "card")
            case "reply_answer":
                yield _comment(story, "plan")
            case "open_pull":
                yield _check(story, "gate-closed")
            case "add_tests":
                _say(story, f"Fixes #{story.issue}\n\n- [x] Tests added\n- [x] All checks pass\n")
                story.hub.ci(story.head(), "CI", "failure")
                story.door.settle()
                yield _check(story, "gate-contradicted")
                _say(story, f"Fixes #{story.issue}")
            case "review":
                yield _check(story, "gate-open")
            case _:
                pass
    yield from _epic(story)
    yield _notices()


def _say(story: Story, body: str) -> None:
    """Bob edits his pull request's description."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")


def _epic(story: Story) -> Iterator[Picture]:
    """An epic: its stories before the approval, its card after it."""
    path = f"/repos/{story.hub.repo}/issues"
    row = story.hub.request("POST", path, {"title": "Member portal", "body": EPIC}, login="carol")
    story.issue = int(row["number"])
    asked = {"labels": ["plan", "plan:epic"]}
    story.hub.request("POST", f"{path}/{story.issue}/labels", asked, login="alice")
    story.door.settle()
    yield _comment(story, "stories")
    story.comment("alice", "/plan approve")
    story.door.settle()
    yield _comment(story, "record", "epic-card")


def _notices() -> Picture:
    """The notices that refuse or ask back, one under the other."""
    drawn = MarkdownRenderer("acme/shop")
    heard = {NoticeKind.ANSWER_REFUSED: "dave"}  # neither the author nor a writer
    said = [
        drawn.comment(NoticeMessage(kind, heard.get(kind, "carol"), data))
        for kind, data in REFUSALS.items()
    ]
    return Picture("notices", _COMMENTED, "\n\n---\n\n".join(said))


def _comment(story: Story, kind: str, name: str = "") -> Picture:
    return Picture(name or kind, _COMMENTED, story.bot_comment(kind)["body"])


def _check(story: Story, name: str) -> Picture:
    check = story.check()
    icon = "✅" if check["conclusion"] == "success" else "❌"
    head = f"{icon} <b>plangate</b> — {check['output']['title']}"
    return Picture(name, head, check["output"]["summary"])


if __name__ == "__main__":
    sys.exit(main())
