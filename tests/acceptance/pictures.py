"""Pictures of real output as GitHub shows it, for README: `python -m tests.acceptance.pictures`.

Plays the story, renders the comments and the check with GitHub's own cmark-gfm, and takes
screenshots with Chromium (Debian's `chromium` package; not needed for anything else).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.adapters import oracle
from bot.adapters.markdown import MarkdownRenderer
from bot.effects import NoticeKind, NoticeMessage
from tests.acceptance import shop
from tests.acceptance.doors import WebhookDoor
from tests.acceptance.story import SECRET, STEPS, Story
from tests.testbed.emulator import GitHubEmulator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
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
body { margin: 0; padding: 16px; width: 828px; background: %(page)s; color: %(text)s;
  font: 14px/1.5 "Segoe UI", "DejaVu Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif }
.box { border: 1px solid %(line)s; border-radius: 6px; margin-bottom: 16px }
.head { background: %(soft)s; border-bottom: 1px solid %(line)s; padding: 8px 16px; color: %(muted)s }
.body { padding: 16px }
.body > :first-child { margin-top: 0 }
.body > :last-child { margin-bottom: 0 }
details { margin: 0 0 16px } blockquote > :last-child { margin: 0 }
h3 { font-size: 1.25em } h4 { font-size: 1em }
code { background: %(code)s; padding: .2em .4em; border-radius: 6px; font: 85%% monospace }
pre { background: %(soft)s; padding: 16px; border-radius: 6px; overflow: hidden }
pre code { background: none; padding: 0 }
table { border-collapse: collapse; margin: 0 0 16px }
td, th { border: 1px solid %(line)s; padding: 6px 13px }
tr:nth-child(2n) { background: %(soft)s }
blockquote { border-left: .25em solid %(line)s; color: %(muted)s; margin: 0 0 16px; padding: 0 1em }
li:has(> input), li:has(> p > input) { list-style: none; margin-left: -1.4em }
hr { height: .25em; background: %(line)s; border: 0 }
sub { color: %(muted)s }
a { color: %(link)s }
"""
PHONE = 500
"""As narrow as Chromium's window gets."""
EPIC = """Members should look after their own data.

## Tasks
- [ ] Keep members in `shop/models.py`
- [ ] Show one's own profile in `shop/admin.py`
- [ ] Remind members of open fees by `shop/mail.py`
- [ ] Offer invoices as PDF
"""
REFUSALS: dict[NoticeKind, dict[str, object]] = {
    NoticeKind.ANSWER_REFUSED: {"round": 1, "who": ["author", "write"]},
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


def main() -> int:
    """Write the pictures; exit 1 where there is no Chromium."""
    browser = shutil.which("chromium")
    if browser is None:
        sys.stderr.write("Chromium is not here: install Debian's package `chromium`\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with GitHubEmulator(files=shop.FILES, secret=SECRET) as hub:
        door = WebhookDoor(hub)
        try:
            door.attach()
            _play(Story(hub, door, app_id=hub.app_id), browser)
        finally:
            door.close()
    return 0


def _play(story: Story, browser: str) -> None:
    for do in STEPS:
        story.play(do)
        match do.__name__:
            case "label":
                _comment(story, "questions", browser)
                _comment(story, "record", browser, "card")
            case "stranger_insists":
                _comment(story, "notice", browser, "refusal")
            case "reply_answer":
                _comment(story, "plan", browser)
            case "open_pull":
                _check(story, "gate-closed", browser)
                story.comment(
                    "alice", "/plan waive TESTS_CHANGED the tests follow in another pull request"
                )
                story.door.settle()
                _check(story, "gate-waived", browser)
            case "add_tests":
                _say(story, f"Fixes #{story.issue}\n\n- [x] Tests added\n- [x] All checks pass\n")
                story.hub.ci(story.head(), "CI", "failure")
                story.door.settle()
                _check(story, "gate-contradicted", browser)
                _say(story, f"Fixes #{story.issue}")
            case "review":
                _check(story, "gate-open", browser)
            case _:
                pass
    _epic(story, browser)
    _refusals(browser)


def _say(story: Story, body: str) -> None:
    """Bob edits his pull request's description."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")


def _epic(story: Story, browser: str) -> None:
    """An epic: its stories before the approval, its card after it, and one of the stories."""
    path = f"/repos/{story.hub.repo}/issues"
    row = story.hub.request("POST", path, {"title": "Member portal", "body": EPIC}, login="carol")
    story.issue = int(row["number"])
    asked = {"labels": ["plan", "plan:epic"]}
    story.hub.request("POST", f"{path}/{story.issue}/labels", asked, login="alice")
    story.door.settle()
    _comment(story, "stories", browser)
    story.comment("alice", "/plan approve")
    story.door.settle()
    _comment(story, "record", browser, "epic-card")
    linked = story.hub.request("GET", f"{path}/{story.issue}/sub_issues")
    _shoot(
        "story",
        f"<b>plangate</b> bot opened <b>{linked[0]['title']}</b>",
        linked[0]["body"],
        browser,
    )


def _refusals(browser: str) -> None:
    """The notices that refuse or ask back, one under the other."""
    drawn = MarkdownRenderer("acme/shop")
    said = [(k, drawn.comment(NoticeMessage(k, "carol", data))) for k, data in REFUSALS.items()]
    _shoot(
        "notices", "<b>plangate</b> bot commented", "\n\n---\n\n".join(t for _, t in said), browser
    )


def _comment(story: Story, kind: str, browser: str, name: str = "") -> None:
    body = re.sub(r"```mermaid.*?```", "", story.bot_comment(kind)["body"], flags=re.DOTALL)
    head = "<b>plangate</b> bot commented"
    _shoot(name or kind, head, body, browser)
    if not name and kind in {"questions", "plan"}:
        _shoot(f"{kind}-phone", head, body, browser, PHONE)


def _check(story: Story, name: str, browser: str) -> None:
    check = story.check()
    icon = "✅" if check["conclusion"] == "success" else "❌"
    head = f"{icon} <b>plangate</b> — {check['output']['title']}"
    _shoot(name, head, check["output"]["summary"], browser)


def _shoot(name: str, head: str, markdown: str, browser: str, width: int = 860) -> None:
    for theme, colours in THEMES.items():
        style = STYLE.replace("828px", f"{width - 32}px") % colours
        html = f"<!doctype html><meta charset=utf-8><style>{style}</style>"
        body = oracle.html(markdown)
        html += f"<div class=box><div class=head>{head}</div><div class=body>{body}</div></div>"
        file = FOLDER / (f"{name}.png" if theme == "light" else f"{name}-{theme}.png")
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text(html, encoding="utf-8")
            height = _height(browser, page, folder, width)
            _run(browser, folder, f"--window-size={width},{height}", f"--screenshot={file}", page)


def _height(browser: str, page: Path, folder: str, width: int) -> int:
    """The page's height, asked from the browser itself."""
    script = "<script>document.title = document.documentElement.scrollHeight</script>"
    page.write_text(page.read_text(encoding="utf-8") + script, encoding="utf-8")
    dom = _run(browser, folder, f"--window-size={width},100", "--dump-dom", page)
    found = re.search(r"<title>(\d+)</title>", dom)
    return int(found[1]) if found else 1200


def _run(browser: str, folder: str, *arguments: object) -> str:
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]
    quiet += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    command = [browser, *quiet, f"--user-data-dir={folder}/profile", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
