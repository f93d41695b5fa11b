"""What GitHub can do wrong with one request, at the place where requests leave this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.structures import CaseInsensitiveDict

Send = Callable[[], requests.Response]
SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
)


def fails(send: Send) -> requests.Response:
    """5xx, and nothing was done."""
    return _answer(500, '{"message": "Server Error"}')


def fails_late(send: Send) -> requests.Response:
    """5xx, and the work was done all the same."""
    send()
    return _answer(502, "<html>Bad Gateway</html>")


def silent(send: Send) -> requests.Response:
    """Nothing at all."""
    raise requests.ConnectionError("nobody answers")


def silent_late(send: Send) -> requests.Response:
    """Nothing at all, though the work was done."""
    send()
    raise requests.ReadTimeout("no answer in time")


def half(send: Send) -> requests.Response:
    """The answer breaks off in the middle."""
    return _with_text(got := send(), got.text[: len(got.text) // 2])


def empty(send: Send) -> requests.Response:
    """The answer has a status and nothing else."""
    return _with_text(send(), "")


def limited(send: Send) -> requests.Response:
    """A secondary limit, told by its words alone."""
    return _answer(403, json.dumps({"message": SECONDARY}))


def unchanged(send: Send) -> requests.Response:
    """304, whatever was asked and however."""
    return _answer(304, "")


def half_list(send: Send) -> requests.Response:
    """Well-formed, and the second half of the rows is missing."""
    return _with_rows(send(), lambda rows: rows[: len(rows) // 2])


def no_list(send: Send) -> requests.Response:
    """Well-formed, and every row is missing."""
    return _with_rows(send(), lambda rows: [])


@dataclass(frozen=True)
class Fault:
    """One way to go wrong: once, or from then on until the step is over."""

    how: Callable[[Send], requests.Response]
    lasts: bool = False

    @property
    def name(self) -> str:
        return f"{self.how.__name__}{' on' if self.lasts else ''}"

    @property
    def plain(self) -> bool:
        """Whether anybody can notice it, and a write meet it: a list may be short, or unchanged."""
        return self.how not in {unchanged, half_list, no_list}

    @property
    def passes(self) -> bool:
        """Whether another try has to make it good at once."""
        return self.plain and not self.lasts and self.how is not limited

    def fits(self, method: str) -> bool:
        """Whether a request can go wrong so."""
        return method == "GET" or self.plain


FAULTS = [
    Fault(how, lasts)
    for how in (fails, fails_late, silent, silent_late, half, empty, limited, unchanged, half_list)
    for lasts in (False, True)
    if how is not half_list or not lasts
]


@dataclass
class Line:
    """The line to GitHub: while it is open for the bot its requests are counted, and one goes wrong."""

    fault: Fault | None = None
    at: int = 0
    calls: list[str] = field(default_factory=list)
    _ours: bool = False

    @contextmanager
    def wrong(self, fault: Fault, at: int) -> Iterator[None]:
        """Meanwhile the bot's call number `at` goes wrong."""
        self.fault, self.at = fault, at
        try:
            yield
        finally:
            self.fault = None

    @contextmanager
    def ours(self) -> Iterator[None]:
        """What is sent meanwhile is the bot's."""
        self._ours = True
        try:
            yield
        finally:
            self._ours = False

    def over(self, send: Callable[..., requests.Response]) -> Callable[..., requests.Response]:
        """The library's own sending, with the fault in it."""

        def sending(
            adapter: HTTPAdapter, request: requests.PreparedRequest, *rest: Any, **more: Any
        ) -> requests.Response:
            pass_on = lambda: send(adapter, request, *rest, **more)  # noqa: E731
            if not self._ours:
                return pass_on()
            self.calls.append(f"{request.method} {request.path_url}")
            fault = self._due(str(request.method))
            if fault:  # a 304 has no half
                request.headers.pop("If-None-Match", None)
            answer = fault.how(pass_on) if fault else pass_on()
            answer.request, answer.url = request, str(request.url)
            return answer

        return sending

    def _due(self, method: str) -> Fault | None:
        """The fault of the call that is under way."""
        fault, number = self.fault, len(self.calls) - 1
        if fault is None or not fault.fits(method):
            return None
        return fault if (number >= self.at if fault.lasts else number == self.at) else None


def _answer(status: int, text: str) -> requests.Response:
    made = requests.Response()
    made.status_code, made.encoding = status, "utf-8"
    made.headers = CaseInsensitiveDict({"content-type": "application/json"})
    return _with_text(made, text)


def _with_rows(
    answer: requests.Response, kept: Callable[[list[Any]], list[Any]]
) -> requests.Response:
    """The same answer with some of the rows of its list."""
    page = json.loads(answer.text) if answer.text else None
    if isinstance(page, dict) and "total_count" in page:
        page = {k: kept(v) if isinstance(v, list) else v for k, v in page.items()}
    elif isinstance(page, list):
        page = kept(page)
    return _with_text(answer, json.dumps(page) if answer.text else "")


def _with_text(answer: requests.Response, text: str) -> requests.Response:
    answer._content = text.encode()
    answer.headers.pop("link", None)
    answer.headers.pop("etag", None)
    return answer
