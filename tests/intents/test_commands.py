"""`/plan …` at the start of a comment's line, and everywhere it does nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intents.commands import USAGE, VERBS, Command, beside, commands, spoken_lines
from tests.growth import grows, repeated

SAID = {
    "/plan": [("", "")],
    "/plan approve": [("approve", "")],
    "/plan   approve   abc123  ": [("approve", "abc123")],
    "/plan\tapprove": [("approve", "")],
    "/plan APPROVE": [("approve", "")],
    "/plan reject The export is missing": [("reject", "The export is missing")],
    "/plan answer 1A 2B": [("answer", "1A 2B")],
    "Hello\r\n/plan cancel\r\nthanks": [("cancel", "")],
    "/plan cancel\n/plan resume": [("cancel", ""), ("resume", "")],
    "/plan waive TESTS_CHANGED docs only": [("waive", "TESTS_CHANGED docs only")],
    "```\ncode\n```\n/plan help": [("help", "")],
    "`code`\n/plan help": [("help", "")],
    "```inline```\n/plan help": [("help", "")],
    "> quoted\n\n/plan help": [("help", "")],
    "<!-- hidden -->\n/plan help": [("help", "")],
    "~~~\n```\n~~~\n/plan help": [("help", "")],
    "/plan reject " + "x" * 3_000: [("reject", "x" * 2_000)],
}


@pytest.mark.parametrize(("body", "found"), SAID.items(), ids=[repr(b)[:40] for b in SAID])
def test_a_command_stands_at_a_lines_start(body, found):
    """A line that begins with /plan is a command, with its verb in any case and the rest of the line."""
    # B4
    assert found == [(c.verb, c.rest) for c in commands(body)]


REASONS = {
    "/plan reject\nThe tests are missing.\nUse `a.py` instead": "The tests are missing. Use `a.py` instead",
    "/plan replan Two things:\n\n- Add a test\n- Name the file\n": "Two things: Add a test. Name the file",
    "/plan reject too large\n-- \nCarol\n+49 123": "too large",
    "/plan reject too large\nOn Monday, x <x@y.z> wrote:\nold": "too large",
    "/plan reject too large\n> what you said\n\n```\ncode\n```\nand unclear": "too large and unclear",
    "/plan waive SCOPE the file is\ngenerated\n@bob have a look": "SCOPE the file is generated",
    "/plan cancel\nI have no time": "",
}


@pytest.mark.parametrize(("body", "reason"), REASONS.items(), ids=[repr(b)[:40] for b in REASONS])
def test_a_reason_may_go_on_over_further_lines(body, reason):
    """What follows `reject`, `replan` or `waive` is their reason too; other verbs take their line alone."""
    # S3.10
    [command] = commands(body)

    assert command.rest == reason


def test_a_reason_ends_at_the_next_command():
    """Two commands keep their reasons apart."""
    found = commands("/plan reject too large\nsplit it\n/plan replan Add a test\nfor files")

    assert [c.rest for c in found] == [
        "too large split it",
        "Add a test for files",
    ]


def test_what_stands_beside_commands():
    """Other lines than the commands are said too, unless a command takes them for its own."""
    assert beside("1A, 2B\n/plan show\n> 1B\n\nthanks") == "1A, 2B\nthanks"
    assert beside("1A\n/plan answer 1B") == ""
    assert beside("1A\n/plan reject too large") == ""


NOTHING = {
    "nothing": "",
    "in a sentence": "please /plan approve",
    "after one blank": " /plan approve",
    "a longer word": "/planet",
    "another bot's": "/planner approve",
    "a path": "/plan/approve",
    "quoted": "> /plan approve",
    "quoted with blanks": "   > /plan approve",
    "fenced": "```\n/plan approve\n```",
    "fenced with a language": "```sh\n/plan approve\n```",
    "fenced with tildes": "~~~\n/plan approve\n~~~",
    "fence that never ends": "```\n/plan approve",
    "a shorter fence inside": "````\n```\n/plan approve\n````",
    "another fence inside": "```\n~~~\n/plan approve\n```",
    "a fence with words does not close": "```\ncode\n```js\n/plan approve\n```",
    "fence indented by three": "   ```\n/plan approve\n   ```",
    "indented code": "    /plan approve",
    "indented by a tab": "\t/plan approve",
    "a comment": "<!-- /plan approve -->",
    "a comment of many lines": "<!--\n/plan approve\n-->",
    "a comment that never ends": "<!-- \n/plan approve",
    "a list item": "- /plan approve",
    "a heading": "# /plan approve",
    "code span": "`/plan approve`",
    "code as HTML": "<pre>\n/plan approve\n\n/plan approve\n</pre>",
    "code as HTML that never ends": "<PRE><code>\n/plan approve",
    "a quote as HTML": "<blockquote>\n\n/plan approve\n</blockquote> says bob",
    "a letter below a line": f"No.\n\n{'_' * 32}\nFrom: mallory\n\n/plan approve",
    "a letter below its head": "No.\n\nFrom: mallory <m@x.example>\nSent: Monday\n\n/plan approve",
    "a letter below its head, in German": "Nein.\n\nVon: mallory\nGesendet: Montag\n\n/plan approve",
    "a letter that is not marked": "No.\n\nOn Monday, mallory wrote:\n\n/plan approve",
    "a quote that goes on without its mark": "> the handbook says\n/plan approve",
    "a quote in a list that goes on": "- x\n  > y\n/plan approve",
    "a code span over lines": "Say `\n/plan approve\n`",
    "a code span over lines, with a mark escaped before": "\\` x `\n/plan approve\n`",
    "code that a comment does not end": "~~~\n<!-- -->~~~\n/plan approve\n~~~",
    "struck out over lines": "~~no\n/plan approve\nno~~",
    "a link's title": "[x]: y '\n/plan approve\n'",
    "a link's address": "[x]:\n/plan",
    "a picture's words": "![a\n/plan approve\n](https://x.example/y.png)",
    "hidden as HTML": "<details>\n\n/plan approve\n\n</details>",
    "a sample within a line": "So: <samp>\n/plan approve\n</samp>",
    "another case": "/PLAN approve",
    "full width slash": "\uff0fplan approve",
    "invisible character before": "\u200b/plan approve",
    "beyond what is read": "x" * 65_536 + "\n/plan approve",
    "a verb of 41 letters": "/plan " + "a" * 41,
}


def test_a_command_after_code_as_html_is_heard():
    """Once the code or quote ended, speech goes on."""
    # B9
    for body in ("<pre>\nx\n</pre>\n/plan show", "<code>/plan</code>\n/plan show"):
        assert [c.verb for c in commands(body)] == ["show"]


MAILS = {
    "below a marked letter": "On Monday, mallory wrote:\n\n> What now?\n\n/plan show",
    "below a wrapped head": "On Monday, m <m@x.example>\nwrote:\n> What now?\n\n/plan show",
    "above a letter": "/plan show\n\nFrom: mallory\nSent: Monday\n\n/plan approve",
    "about a sender": "From: here on\n\n/plan show",
}


@pytest.mark.parametrize("body", MAILS.values(), ids=MAILS)
def test_what_a_mail_itself_says_is_heard(body):
    """A letter below does not silence what is said above it, nor what stands between marked quotes."""
    assert [c.verb for c in commands(body)] == ["show"]


HEADS = {
    "French": "De\u00a0: mallory <m@x.example>\nEnvoyé\u00a0: lundi 2 mars 2026 10:00\nÀ\u00a0: x",
    "French, with blanks": "De : mallory\nEnvoyé : lundi",
    "Chinese": "发件人: mallory <m@x.example>\n发送时间: 2026年3月2日 10:00",
    "Chinese, with wide colons": "发件人：mallory\n发送时间：2026年3月2日",
    "Danish": "Fra: mallory\nSendt: 2. marts 2026\nTil: acme/shop",
    "Hungarian": "Feladó: mallory\nElküldve: 2026. 03. 02.",
    "Spanish, bold": "**De:** mallory\n**Enviado el:** lunes",
    "set apart": "Od: mallory <m@x.example>\n\nWysłano: 2 marca",
    "the date first": "Sent: Monday\nFrom: mallory",
    "a line": "-" * 12,
    "words in a line": "-------- Weitergeleitete Nachricht --------",
    "Italian": "Il giorno lun 1 mar 2026 mallory <m@x.example> ha scritto:",
    "Chinese, in a line": "mallory <m@x.example> 于2026年3月1日周日 写道：",
    "German, with a short date": "Am 02.03.26 um 10:00 schrieb mallory via GitHub:",
    "broken in two": "On Mon, Mar 1, 2026 at 12:00 PM mallory (a name)\n<m@x.example> wrote:",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_mails_head_ends_what_is_said(head):
    """Below the head of a mail, in whatever language, nothing is a command; above it all is."""
    # issue 19: a stranger's command in a quoted mail had the maintainer's permission
    body = f"/plan show\n\nI will look.\n\n{head}\n\nmallory left a comment\n\n/plan approve\n"

    assert [c.verb for c in commands(body)] == ["show"]


TALK = {
    "a sentence with a colon": "My view: all is well\n\n/plan show",
    "a link": "See:\nhttps://x.example/2026\n/plan show",
    "an issue": "As said in #1234:\n/plan show",
    "a package": "With react@18.2 it works:\n/plan show",
    "answers": "1: csv\n2: xlsx\n/plan show",
    "a list": "Still missing:\n- a test\n/plan show",
    "code with keys": "```yaml\nname: x\non: push 2026\n```\n/plan show",
    "a table": "a | b\n--|--\n1 | 2\n\n/plan show",
    "a rule": "Fine.\n\n---\n\n/plan show",
    "a type": "It returns List<String>.\n\n/plan show",
    "a hidden part that ended": "<details>\n\nlong\n\n</details>\n\n/plan show",
    "a hard break": "So be it.\\\n/plan show",
    "code in a line": "Use `a` and `b`.  \n/plan show",
    "a marked mail": "On 2 Mar 2026, m <m@x.example> wrote:\n\n> From: x\n> To: y\n\n/plan show",
}


@pytest.mark.parametrize("body", TALK.values(), ids=TALK)
def test_ordinary_talk_silences_no_command(body):
    """Colons, dates, rules, code and HTML that ended are no end of what is said."""
    assert [c.verb for c in commands(body)] == ["show"]


def test_a_reason_may_be_a_list_of_words_and_values():
    """`Word: value` directly below a command that takes a reason is that reason, not a mail's head."""
    [command] = commands(
        "/plan replan\nGoal: csv\nScope: orders\n\nFrom: x\nSent: y\n\n/plan approve"
    )

    assert command.rest == "Goal: csv. Scope: orders"


@pytest.mark.parametrize("body", NOTHING.values(), ids=NOTHING)
def test_quotes_code_and_mentions_do_nothing(body):
    """What is quoted, fenced, indented, hidden or in the middle of a line is no command."""
    # B9, B4
    assert commands(body) == ()


def test_five_commands_of_a_comment_are_read():
    """A comment is no script: what comes after its fifth command is not heard."""
    # B11: a comment of a thousand commands costs no more than one of five
    assert len(commands("/plan help\n" * 1_000)) == 5


SUGGESTED = {
    "aprove": "approve",
    "cancle": "cancel",
    "rplan": "replan",
    "reanswer": "answer",
    "xyz": "",
}


@pytest.mark.parametrize(("verb", "nearest"), SUGGESTED.items(), ids=SUGGESTED)
def test_an_unknown_verb_gets_the_nearest_one(verb, nearest):
    """A verb nobody knows is known to be unknown, and the nearest one is suggested."""
    # CONTRACT: commands
    [command] = commands(f"/plan {verb}")

    assert (False, nearest) == (command.known, command.suggestion)


def test_the_help_lists_every_verb():
    """Every verb stands in the help, and the help lists no other."""
    listed = {line.split()[1] for line, _ in USAGE if " " in line}

    assert set(VERBS) == listed
    assert all(Command(verb).known for verb in ("", *VERBS))


@given(st.text(max_size=300))
def test_any_text_can_be_read(body):
    """No text makes the reader fail, and it finds only lines that begin with /plan."""
    found = commands(body)

    assert len(found) <= body.count("/plan")


@given(st.text(alphabet="ab /plan\n`~>\t", max_size=80))
def test_quoting_a_text_silences_it(text):
    """A text with every line quoted, or inside a fence longer than any of its own, says nothing."""
    # B9
    quoted = "\n".join("> " + line for line in text.split("\n"))
    fenced = "`" * 90 + "\n" + text + "\n" + "`" * 90

    assert tuple(spoken_lines(quoted)) == ()
    assert commands(fenced) == ()


@pytest.mark.parametrize(
    "piece", ["<!--", "```\n", "`", "/plan ", "> ", "~~~x\n", "/plan x \t", "\n"]
)
def test_hostile_comments_are_read_in_linear_time(piece):
    """A comment four times as long takes about four times as long to read."""
    # T20
    assert not grows(commands, repeated(piece), 16_384)
