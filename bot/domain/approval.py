"""An approval: a person's consent to one plan, for one request."""

from __future__ import annotations

from bot.domain.value import Moment, Stored


class Approval(Stored):
    """Who approved which plan, bound to its digest and to that of the request it answers.

    `void` says what ended it, until it is given again; `request` is the text it was given for, once that
    changed.
    """

    by: str
    at: Moment
    plan_digest: str
    permission: str
    how: str
    comment_id: int = 0
    request_digest: str = ""
    request: str = ""
    void: str = ""
