"""What a report says: today, wanted, the error, the command; and what says nothing."""

from __future__ import annotations

import pytest

from bot.planning.asides import is_aside
from bot.planning.behaviour import behaviour, examples, is_fault
from bot.planning.reading import read

OUTPUTS = """\
## How to reproduce
```
$ curl http://localhost/list?page=
```

## Expectations
```
$ curl http://localhost/list?page=

page:1
```

## Actual result
```
page:0
```
"""


def test_command_and_outputs_make_one_sentence_to_check():
    """Running X prints Y, not Z."""  # FR-029
    found = behaviour(read("Default is ignored", OUTPUTS))

    assert (
        found.criterion
        == "Running `curl http://localhost/list?page=` prints `page:1`, not `page:0`"
    )
    assert found.contrast == "Today: it gives `page:0`. Wanted: it gives `page:1`."


def test_the_last_error_of_a_trace_must_not_come_again():
    """The error line itself is what a test looks for."""  # FR-029
    body = "```\n$ pytest t.py\nE   TypeError: unhashable type: 'dict'\n==== 1 error ====\n```"

    found = behaviour(read("Ids that are no strings", body))

    assert (
        found.criterion
        == "Running `pytest t.py` no longer ends in `TypeError: unhashable type: 'dict'`"
    )


def test_a_swapped_value_is_put_right():
    """`is 'a' rather than 'b'` asks for 'b'."""  # FR-029
    found = behaviour(read("Wrong name", "The prefix is now 'cat' rather than 'cat.admin'."))

    assert found.criterion == "The prefix is 'cat.admin', not 'cat'"


def test_two_outputs_of_which_one_is_called_right():
    """With the old release things are saner: its output is wanted."""  # FR-029
    body = "With v8:\n\n```\n50ns\n```\n\nWith v7 things are saner:\n\n```\n47ns\n```\n"

    assert (
        behaviour(read("Wrong rounding", body)).criterion
        == "The example of the issue gives `47ns`, not `50ns`"
    )


def test_what_people_suggest_is_kept_apart():
    """A guess of the reporter is a hint, and so is what a maintainer proposes."""  # FR-030
    body = "It splits at the wrong place. I presume rsplit() would be more appropriate here."
    found = behaviour(read("Wrong split", body), ["The problem is the first loop."])

    assert found.today == "It splits at the wrong place."
    assert found.hints == (
        "I presume rsplit() would be more appropriate here.",
        "The problem is the first loop.",
    )


def test_an_example_says_what_is_wished():
    """A sentence that introduces code is a criterion together with the code."""  # FR-029
    body = "Ideally, I would like to set it like this:\n\n```python\nFEEDS = {'kwargs': 1}\n```\n"

    assert examples(read("Pass options", body)) == [
        "One can set it like this: `FEEDS = {'kwargs': 1}`"
    ]
    assert examples(read("Fails", "This fails:\n\n```python\nrun()\n```\n")) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The flag does not search for such strings.", True),
        ("The second issue is there when both are merged.", True),
        ("It should not search for such strings.", False),
        ("The file must be found, but it is lost.", False),
    ],
)
def test_a_fault_told_is_no_criterion(text, fault):
    """What goes wrong is not what must hold, unless the sentence says what must be."""  # FR-029
    assert is_fault(text) is fault


@pytest.mark.parametrize(
    "text",
    [
        "/cc @bea",
        "Will provide a PR this week.",
        "Use the search tool before opening a new issue.",
        "Please see that issue for further information",
        "screen-cast-of-it.mp4",
        "https://example.org/a/b",
        "go version: 1.14.1",
        "pip version 20.1.1",
        "Thanks!",
        "See above",
        "Say I want to pass a custom option to it.",
    ],
)
def test_meta_talk_links_and_machines_are_asides(text):
    """They ask for no change."""  # FR-013
    assert is_aside(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hi, the export should keep the order number and the date of every line.",
        "The export keeps up to 500 lines.",
        "Version 2 of the format is written.",
        "If a spec shows that the code is wrong: open a new issue, don't fix it here",
    ],
)
def test_what_asks_for_something_is_none(text):
    """A greeting or a number does not make a wish an aside."""  # FR-013
    assert not is_aside(text)
