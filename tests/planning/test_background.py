"""Background: what an issue says and nothing else of its plan shows, whole and in order."""

from __future__ import annotations

import pytest

from bot.planning.decisions import MORE, background
from bot.planning.draft import Draft, DraftCriterion, Intent
from tests.planning.requests import answered, brief, plan_of

# issue 21
BODY = """\
The cache is slow. It should use `shop/orders.py`.

> an older mail

## Acceptance criteria
- [ ] It is fast

## Out of scope
- The admin page
- The login

```
Traceback (most recent call last):
  File "shop/orders.py", line 3, in rows
    raise ValueError(x)
ValueError: no rows
```
"""


def told(title, body, **fields):
    """What a draft of this request leaves to be shown."""
    return background(
        brief(title, body).request, Draft(decision="proceed", intent=Intent.BUG, **fields)
    )


def test_sentences_that_nothing_shows_are_kept_in_order():
    """Headings stay with what stands below them; criteria, quotes and what is shown are left out."""
    shown = ("He said: it should use `shop/orders.py`",)

    assert told("Cache", BODY, risks=shown) == (
        "The cache is slow.",
        "Out of scope: • The admin page • The login",
        "`ValueError: no rows`",
    )


def test_what_is_too_long_ends_with_a_sentence():
    """No sentence is cut, and an ellipsis says that the issue says more."""
    *kept, last = told("x", "One of the many sentences. " * 99)

    assert told("x", "It is slow.", explanation="The cache is read twice.") == ()
    assert last == MORE and kept[0].endswith("sentences.") and len(kept[0]) < 1_200


CODE = "```\nrows(\n  1,\n)\n```\n"
LED = {
    "paragraphs": ("It is slow. Very.\n\nIt fails.", ("It is slow. Very.", "It fails.")),
    "short code": (f"All of them are\n{CODE}\nSee?", ("All of them are", "rows(\n  1,\n)\n", "See?")),
    "code behind a colon": (f"It is slow. Like so:\n{CODE}", ("It is slow. Like so:", "rows(\n  1,\n)\n")),
    "code that nothing leads to": (f"It is slow.\n{CODE}", ("It is slow.",)),
    "long code": (f"It is slow. Like so:\n\n```\n{'x = 1' * 99}\n```\n", ("It is slow.",)),
    "many lines": ("Slow. Like so:\n\n```\n" + "x = 1\n" * 7 + "```\n", ("Slow.",)),
    "a list that is shown elsewhere": ("Slow. I need:\n\n- [ ] It is fast\n\nBye.", ("Slow.", "Bye.")),
    "a list": ("I need:\n\n- the cat\n- the dog\n", ("I need:", "• the cat • the dog")),
    "a quote": ("He says:\n\n> an older mail\n\nBye.", ("Bye.",)),
    "an empty issue": ("", ()),
    "nothing": ("It is slow. I need:", ("It is slow.",)),
    "another section": ("I need:\n\n# More\n\nIt is slow.", ("More: It is slow.",)),
}  # fmt: skip


@pytest.mark.parametrize(("body", "texts"), LED.values(), ids=LED)
def test_a_sentence_leads_to_what_is_shown_with_it(body, texts):
    """Paragraphs stay apart; short code stands behind its sentence, and no sentence leads to nothing."""
    shown = DraftCriterion(id="c1", text="It is fast")

    assert told("x", body, criteria=(shown,)) == texts


@pytest.mark.parametrize(
    ("trace", "error"),
    [
        ("Error: no\n    at rows (shop/orders.js:9:3)\n", ("`Error: no`",)),
        ("panic: no\n\ngoroutine 1:\nmain.rows()\n\t/src/rows.go:3 +0x1\n", ("`panic: no`",)),
        ("    at rows (shop/orders.js:9:3)\n", ()),
        ("x = 1\n", ()),
    ],
)
def test_a_trace_tells_its_error(trace, error):
    """Python says it behind the frames, others before them; other code tells none."""
    assert told("x", f"```\n{trace}```\n") == error


def test_a_plan_shows_each_sentence_once():
    """What a criterion, a decision or a step quotes is no background."""
    found = plan_of(answered(brief(), "AA"))

    assert found.background == (
        "Our accountants copy orders by hand every month. "
        "They should be able to export them from the admin page.",
        "Notes: The order list lives in `shop/orders.py`, the admin page in `shop/admin.py`.",
    )
