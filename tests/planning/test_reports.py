"""Issues as public projects get them: what is wanted, what is today's fault, and what a test takes."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.assertable import assertable, plainly
from bot.planning.behaviour import behaviour
from bot.planning.criteria import needs
from bot.planning.printed import command_of
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.shown import shown
from bot.planning.telling import told
from bot.planning.todays import fault_now
from bot.planning.wanted import stated
from tests.planning.requests import brief, plan_of


def wanted(title: str, body: str) -> list[str]:
    reading = read(title, body)
    return [n.text for n in needs(reading, analyse(brief(title, body).request, reading, ()), ())]


@pytest.mark.parametrize(
    "lead",
    [
        "We have a `return` keyword, but it currently has some limitations:",
        "This has two bad side-effects:",
        "Git 2.32 introduced two variables for other places:",
    ],
)
def test_a_list_that_tells_of_today_is_nothing_wanted(lead):
    """Limits, side effects and history are what is; only the wish beside them is what should be."""  # FR-029
    listed = "* It only works in parts.\n* `A_B` which overrides `/etc/a`"
    body = f"{lead}\n\n{listed}\n\nI have often wanted to return early from all templates."

    assert wanted("Improve the return keyword", body) == [
        "Return early from all templates",
        "The return keyword is improved",
    ]


def test_a_list_of_what_is_to_be_done_stays():
    """`The problem is solved when:` lists criteria."""  # FR-029
    body = "The problem is solved when:\n\n* It works in `all` parts\n"

    assert "It works in `all` parts" in wanted("Improve the return keyword", body)


def test_the_writer_s_own_use_of_it_is_background():
    """`My use case is …`, and the sentences that go on about it."""  # FR-029
    body = (
        "My use case is that my system keeps its settings at `/etc/x`. We edit that file by hand. "
        "The tool should read `X_CONFIG`."
    )

    assert wanted("Support `X_CONFIG`", body)[0] == "The tool should read `X_CONFIG`"
    assert not any("by hand" in text for text in wanted("Support `X_CONFIG`", body))


def test_what_is_expected_may_begin_with_the_fault():
    """Of several sentences on what is expected, those that only tell the fault are none."""  # FR-029
    body = (
        "### Expected behavior\n\nThe RecursionError isn't strictly wrong, but its cause may not be obvious "
        "in a hard crash. It would be desirable to detect the loop and report its source.\n"
    )

    assert wanted("RecursionError for loops in files", body) == [
        "Detect the loop and report its source"
    ]


def test_should_not_is_no_fault():
    """`shouldn't be an error` demands."""  # FR-029
    body = "### Expected behavior\n\nGiving up shouldn't be an error. It fails with others, too."

    assert "Giving up shouldn't be an error" in wanted("Retry logs an error when giving up", body)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "It could be done outside, but wondering if we could make it default to use the hook.",
            "Make it default to use the hook.",
        ),
        (
            "Warn when fields are dropped (or also in other writers?) on export",
            "Warn when fields are dropped on export",
        ),
        ("I have often wanted to return early", "Return early"),
        ("It would be desirable to detect the loop", "Detect the loop"),
    ],
)
def test_a_polite_wish_is_told_plainly(text, plain):
    """What announces it, and musings in brackets, are left out."""  # FR-029
    assert plainly(text) == plain


def test_an_example_of_a_wish_is_no_criterion():
    """`For example, continuing a trace` names a case; a whole sentence says something."""  # FR-029
    assert not assertable("For example, continuing an incoming trace during a request")
    assert assertable("For example, continuing a trace should keep its id")


def test_a_dash_does_not_tear_a_sentence():
    """`read a - checked and ordered and fall back to b` is one thing."""  # FR-029
    body = "I'd propose to read the licence from `New` - standardized and validated and fall back to `Old`."

    assert wanted("`show` prints `Old` - switch to `New`?", body) == [
        "read the licence from `New` - standardized and validated and fall back to `Old`"
    ]


def test_a_table_of_today_and_wanted_gives_its_rows():
    """Where both differ; where they agree, nothing is wrong."""  # FR-029
    body = (
        "| words | current | expected |\n|---|---|---|\n| 212 | 1 | 1 |\n| 213 | **1** | **2** |\n"
    )

    assert stated(read("ReadingTime is off by one", body)) == ("With words 213 it gives 2, not 1",)


def test_a_comment_above_a_line_says_what_it_should_be():
    """`# This should be empty, but isn't.` is about the next line."""  # FR-029
    body = "```python\n# This should be empty, but isn't.\nprint(app.pending)\n```\n"

    assert stated(read("The queue leaks", body)) == ("`print(app.pending)` should be empty",)


def test_today_is_no_wish():
    """`Imho it should catch it` and `should be b instead` tell what is wanted."""  # FR-029
    passages = read(
        "Reader throws an error without a place",
        "Imho Reader should catch the error of the number. `nextInt()` may throw an error without a place.",
    ).passages

    assert fault_now(passages, "Reader throws an error without a place") == (
        "`nextInt()` may throw an error without a place."
    )


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (
            "## Steps to reproduce\n\n```ruby\n# a: b\n# rubocop:disable Old/Name\n```\n",
            ("# a: b", "# rubocop:disable Old/Name"),
        ),
        ("In lit, you can be explicit:\n\n```ts\n@property({ a: 'b' }) c;\n```\n", ()),
        (
            "Stopping nodes:\n\n```\nshop v3 (go)\nTraceback (most recent call last):\n  main()\n```\n",
            (),
        ),
        (
            "## Steps to reproduce\n\n```\nmkdir lib\nvim lib/a.rb\n```\n\n"
            "```\nclass Ab\n  def go(x)\n    @x = x\n  end\nend\n```\n",
            ("class Ab", "def go(x)", "@x = x"),
        ),
        (
            "I can currently reproduce this with:\n\n```rust\nWalk::new(path).run();\n```\n",
            ("Walk::new(path).run();",),
        ),
        (
            "See `Reader.nextInt(), .nextLong()`. Then call `new Builder().fromJson(\"{x: ''}\")`.",
            ("new Builder().fromJson(\"{x: ''}\")",),
        ),
    ],
)
def test_the_example_is_what_the_author_runs(body, lines):
    """Not another product's, output, set-up or a list of methods; comments where they matter."""  # FR-031
    assert shown(read("It fails", body)).lines == lines


def test_a_proposed_fix_is_no_example():
    """It is what the change may be, not what a test runs."""  # FR-031
    body = "Proposed fix:\n\n```go\nx.time = (x.count + 211) / 212\n```\n"

    assert shown(read("The time is off by one", body)).lines == ()


def test_what_should_stand_there_instead_is_a_hint():
    """``it should `b()` instead`` proposes; it is neither today's fault nor a fact."""  # FR-031
    body = "`assert!(a.is_empty());` asserts the wrong thing, it should `assert_eq!(a.len(), n);` instead."
    found = behaviour(read("`recv` panics", body))

    assert (found.hints, found.today) == ((body,), "")


def test_the_title_of_a_wish_is_what_should_be():
    """Where the issue's own title is no instruction, the task is called by the first criterion."""  # FR-019
    body = "A warning shall be given when fields are dropped while `export()` runs."
    (task,) = plan_of(brief("Warnings to add when there's any field dropped", body)).plan.tasks

    assert not task.title.startswith("Provide")


def test_code_of_the_program_itself_is_no_example():
    """Who quotes a line of the source shows the fault; a test has to call it."""  # FR-031
    line = "return w.Writer.(http.Hijacker).Hijack()"
    found = shown(read("Hijack panics", f"```go\n// panics\n{line}\n```\n"), frozenset((line,)))

    assert (found.lines, found.quoted) == ((), line)


@pytest.mark.parametrize(
    ("title", "body", "command"),
    [
        (
            "Loops are not seen",
            "## Steps to reproduce\n\n1. Make a file that contains:\n```\n-r a.txt\n```\n"
            "2. Run `pip install -r a.txt`\n",
            "pip install -r a.txt",
        ),
        (
            "--mcp is ignored by a server",
            "## Steps to reproduce\n\n```console\n$ tool --server-status\n$ tool --mcp\n```\n",
            "tool --mcp",
        ),
    ],
)
def test_the_command_is_the_one_that_shows_it(title, body, command):
    """Told in the steps, and with the option of the title."""  # FR-031
    assert command_of(read(title, body)) == command


def test_intents_of_tests_read_as_sentences():
    """A clause turned round that is no sentence any more is left out."""  # FR-031
    body = (
        "`Context.save` started to fail when saving. "
        "This cookie is missing the flag, which is missing a name."
    )
    planned = plan_of(brief("Save fails with a directory", body)).tests.unit_test_intent

    assert not [t for t in planned if "started to works" in t or "complete the" in t]


def test_guides_and_wishes_keep_their_lists():
    """Rules of a wish are told as before."""  # FR-029
    reading = read("Add a limit", "We need a limit:\n\n* 5 per minute\n* `429` after that")
    analysis = analyse(brief("Add a limit", "").request, reading, ())
    assert analysis.intent is Intent.FEATURE
    assert told(reading, analysis) == ["5 per minute", "`429` after that"]
