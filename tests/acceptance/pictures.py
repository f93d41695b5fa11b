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
from tests.acceptance import shop
from tests.acceptance.doors import WebhookDoor
from tests.acceptance.story import SECRET, STEPS, Story
from tests.testbed.emulator import GitHubEmulator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
STYLE = """
body { margin: 0; padding: 16px; width: 828px; background: #fff; color: #1f2328;
  font: 14px/1.5 "Segoe UI", "DejaVu Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif }
.box { border: 1px solid #d1d9e0; border-radius: 6px }
.head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; color: #59636e }
.body { padding: 16px }
.body > :first-child { margin-top: 0 }
details { margin: 0 0 16px } blockquote > :last-child { margin: 0 }
h3 { font-size: 1.25em } h4 { font-size: 1em }
code { background: #818b981f; padding: .2em .4em; border-radius: 6px; font: 85% monospace }
table { border-collapse: collapse; margin: 0 0 16px }
td, th { border: 1px solid #d1d9e0; padding: 6px 13px }
tr:nth-child(2n) { background: #f6f8fa }
blockquote { border-left: .25em solid #d1d9e0; color: #59636e; margin: 0 0 16px; padding: 0 1em }
li:has(> input) { list-style: none; margin-left: -1.4em }
hr { height: .25em; background: #d1d9e0; border: 0 }
a { color: #0969da }
"""


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


def _say(story: Story, body: str) -> None:
    """Bob edits his pull request's description."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")


def _comment(story: Story, kind: str, browser: str) -> None:
    body = re.sub(r"```mermaid.*?```", "", story.bot_comment(kind)["body"], flags=re.DOTALL)
    _shoot(kind, "<b>plangate</b> bot commented", body, browser)


def _check(story: Story, name: str, browser: str) -> None:
    check = story.check()
    icon = "✅" if check["conclusion"] == "success" else "❌"
    head = f"{icon} <b>plangate</b> — {check['output']['title']}"
    _shoot(name, head, check["output"]["summary"], browser)


def _shoot(name: str, head: str, markdown: str, browser: str) -> None:
    html = f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>"
    html += f"<div class=box><div class=head>{head}</div><div class=body>{oracle.html(markdown)}</div></div>"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        height = _height(browser, page, folder)
        _run(
            browser,
            folder,
            f"--window-size=860,{height}",
            f"--screenshot={FOLDER / name}.png",
            page,
        )


def _height(browser: str, page: Path, folder: str) -> int:
    """The page's height, asked from the browser itself."""
    script = "<script>document.title = document.documentElement.scrollHeight</script>"
    page.write_text(page.read_text(encoding="utf-8") + script, encoding="utf-8")
    dom = _run(browser, folder, "--window-size=860,100", "--dump-dom", page)
    found = re.search(r"<title>(\d+)</title>", dom)
    return int(found[1]) if found else 1200


def _run(browser: str, folder: str, *arguments: object) -> str:
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"]
    quiet += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    command = [browser, *quiet, f"--user-data-dir={folder}/profile", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
