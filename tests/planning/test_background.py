"""Background: what an issue says and nothing else of its plan shows, whole and in order."""

from __future__ import annotations

import pytest

from bot.planning.decisions import MORE, background
from bot.planning.draft import Draft, Intent
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
    assert last == MORE and kept[0].endswith("sentences.") and len(kept[0]) < 1_000


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
