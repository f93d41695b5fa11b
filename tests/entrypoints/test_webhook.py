"""The webhook door: only what GitHub signed gets in, and what gets in is queued or ignored."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.exposition import generate_latest
from starlette.testclient import TestClient

from bot.errors import GitHubError, PlangateError
from bot.events.wake import IssueTarget, Wake
from bot.ports.inbox import Counts, Inbox
from bot.service.ingest import LARGEST, Refused, check_length, decode, delivery_of, verify
from bot.service.metrics import Metrics
from bot.service.web import Parts, application

SECRET = "a-secret-of-32-characters-or-more"
BODY = json.dumps(
    {
        "action": "labeled",
        "issue": {"number": 7},
        "repository": {"full_name": "acme/shop"},
        "sender": {"login": "bob", "id": 2, "type": "User"},
    }
).encode()


def sign(body: bytes, secret: str = SECRET) -> str:
    """The signature GitHub sends."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def headers(body: bytes = BODY, **changed: str | bytes | None) -> Any:
    """The headers of a delivery; None leaves one out."""
    given_: dict[str, Any] = {
        "X-Hub-Signature-256": sign(body),
        "Content-Type": "application/json",
        "X-GitHub-Event": "issues",
        "X-GitHub-Delivery": "d-1",
    } | {name.replace("_", "-"): value for name, value in changed.items()}
    return {name: value for name, value in given_.items() if value is not None}


class FakeInbox:
    """Keeps wakes in a list; can fail, or be slow."""

    def __init__(self) -> None:
        self.wakes: list[Wake] = []
        self.keys: set[bytes] = set()
        self.problem: Exception | None = None

    def put(self, wake: Wake, key: bytes = b"") -> Future[bool]:
        """Keep it, unless its key is known."""
        stored: Future[bool] = Future()
        if self.problem:
            stored.set_exception(self.problem)
            return stored
        stored.set_result(key not in self.keys)
        self.wakes += [] if key in self.keys else [wake]
        self.keys.add(key)
        return stored

    def counts(self) -> Counts:
        """How many there are."""
        if self.problem:
            raise self.problem
        return Counts(waiting=len(self.wakes))

    def turn(self, account: str, interval: float) -> float:
        """Write something, if that can be had."""
        if self.problem:
            raise self.problem
        return 0.0


class Door:
    """The application with its inbox."""

    def __init__(self, *secrets: str) -> None:
        self.inbox = FakeInbox()
        inbox: Any = self.inbox
        self.github: list[PlangateError] = []
        self.metrics = Metrics(inbox.counts, dict)
        keys = [secret.encode() for secret in secrets or (SECRET,)]
        parts = Parts(cast(Inbox, inbox), self.metrics, keys, ready=self._github)
        app: Any = application(parts)
        self.client = TestClient(app)

    def _github(self) -> None:
        if self.github:
            raise self.github[0]

    def post(self, body: bytes | Iterator[bytes] = BODY, **changed: str | bytes | None):
        """Deliver."""
        signed = body if isinstance(body, bytes) else b""
        return self.client.post("/webhook", content=body, headers=headers(signed, **changed))

    @property
    def waiting(self) -> int:
        """How many wakes wait."""
        return len(self.inbox.wakes)


@pytest.fixture
def door() -> Door:
    """An open door."""
    return Door()


def test_a_signed_delivery_is_queued(door):
    """A delivery with GitHub's signature is taken with 202, and its wake waits."""
    # C: webhook handler
    answer = door.post()

    assert (answer.status_code, answer.json()) == (202, {"status": "queued"})
    assert door.waiting == 1
    [wake] = door.inbox.wakes
    assert ("acme/shop", IssueTarget(7)) == (wake.repository, wake.target)
    assert (
        wake.witness.event, wake.witness.action, wake.witness.sender.login, wake.witness.delivery,
    ) == ("issues", "labeled", "bob", "d-1")  # fmt: skip


SHA1 = "sha1=" + hmac.new(SECRET.encode(), BODY, hashlib.sha1).hexdigest()
GOOD = sign(BODY)
FORGED: dict[str, str | bytes | None] = {
    "unsigned": None,
    "empty": "",
    "another secret": sign(BODY, "another-secret-of-32-characters-"),
    "an empty secret": sign(BODY, ""),
    "another body": sign(BODY + b" "),
    "sha1 only": SHA1,
    "sha1 called sha256": "sha256=" + SHA1.removeprefix("sha1="),
    "upper case": GOOD.upper().replace("SHA256", "sha256"),
    "without its prefix": GOOD.removeprefix("sha256="),
    "too short": GOOD[:-1],
    "too long": GOOD + "0",
    "not hexadecimal": "sha256=" + "g" * 64,
    "not ASCII": "sha256=\u00e9".encode(),
    "not ASCII but 64 characters": b"sha256=" + b"\xe9" * 64,
    "full width digits": ("sha256=" + "\uff11" * 64).encode(),
    "two of them": f"{GOOD}, {GOOD}",
    "a blank before": b"sha256= " + GOOD[7:].encode(),
    "a huge one": "sha256=" + "a" * 60_000,
}


@pytest.mark.parametrize("signature", FORGED.values(), ids=FORGED)
def test_a_forged_delivery_is_refused(door, signature):
    """Whatever is not the HMAC-SHA256 of these very bytes is refused with 401, and nothing is queued."""
    # T1, T2
    answer = door.post(X_Hub_Signature_256=signature)

    assert answer.status_code == 401
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]
    assert SECRET not in answer.text
    assert door.waiting == 0


def test_the_old_signature_is_not_looked_at(door):
    """A valid sha1 header beside a forged sha256 one opens nothing."""
    # T1
    forged = sign(BODY, "another-secret-of-32-characters-")

    assert door.post(X_Hub_Signature_256=forged, X_Hub_Signature=SHA1).status_code == 401


def test_githubs_published_vector():
    """The signature of GitHub's own documentation fits."""
    # https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    digest = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

    verify([b"It's a Secret to Everybody"], b"Hello, World!", f"sha256={digest}")

    with pytest.raises(Refused):
        verify([b"It's a Secret to Everybody"], b"Hello, World?", f"sha256={digest}")


@given(st.binary(max_size=60), st.text(max_size=80) | st.from_regex(r"\Asha256=[0-9a-f]{64}\Z"))
def test_no_signature_is_guessed(body, signature):
    """Any text for a signature is refused with a status, never with another exception."""
    # T1, T2
    with pytest.raises(Refused) as refused:
        verify([SECRET.encode()], body, signature)

    assert refused.value.status == 401


TYPES = {
    "a form": "application/x-www-form-urlencoded",
    "text": "text/plain",
    "nothing": None,
    "empty": "",
    "a look-alike": "application/json+x",
    "two": "text/plain, application/json",
}


@pytest.mark.parametrize("kind", TYPES.values(), ids=TYPES)
def test_only_json_is_taken(door, kind):
    """Another content type is refused with 415."""
    # T1
    assert (door.post(Content_Type=kind).status_code, door.waiting) == (415, 0)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_parameters_of_the_content_type_are_fine(door, kind):
    """JSON with a charset is JSON."""
    assert door.post(Content_Type=kind).status_code == 202


@pytest.mark.parametrize("event", [None, ""], ids=["missing", "empty"])
def test_an_event_has_a_name(door, event):
    """A delivery without its event header is refused."""
    # T3
    assert (door.post(X_GitHub_Event=event).status_code, door.waiting) == (400, 0)


BODIES = {
    "empty": b"",
    "no JSON": b"{",
    "an array": b"[]",
    "a text": b'"hello"',
    "null": b"null",
    "deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "not UTF-8": b'{"a": "\xff\xfe"}',
    "a huge number": b'{"a": ' + b"9" * 5_000 + b"}",
    "form data": b"payload=%7B%7D",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_signed_body_must_be_an_object(door, body):
    """Signed bytes that are no JSON object are refused with 400, in one line."""
    # T2, T20
    answer = door.post(body)

    assert (answer.status_code, door.waiting) == (400, 0)


IGNORED = {
    "an event we do not know": ("marketplace_purchase", BODY),
    "a ping": ("ping", b'{"zen": "x", "repository": {"full_name": "acme/shop"}}'),
    "a name nobody has": ("../../etc", BODY),
    "no issue": ("issues", b'{"repository": {"full_name": "acme/shop"}}'),
    "no repository": ("issues", b'{"issue": {"number": 7}}'),
    "odd shapes": ("issues", b'{"issue": [], "repository": 5, "sender": "x"}'),
    "an empty object": ("issues", b"{}"),
}


@pytest.mark.parametrize(("event", "body"), IGNORED.values(), ids=IGNORED)
def test_what_cannot_concern_us_is_ignored(door, event, body):
    """Other events, and payloads that name no issue, are taken with 202 and wake nothing."""
    answer = door.post(body, X_GitHub_Event=event)

    assert (answer.status_code, answer.json()) == (202, {"status": "ignored"})
    assert door.waiting == 0


def test_a_body_over_the_limit_is_refused_by_its_header(door):
    """More than 25 MB announced is refused before a byte is read."""
    # T1
    answer = door.post(b"", Content_Length=str(LARGEST + 1))

    assert (answer.status_code, door.waiting) == (413, 0)


def test_a_body_over_the_limit_is_refused_while_it_comes(door):
    """More than 25 MB without an announcement is refused while streaming."""
    # T1
    sent = []

    def chunks() -> Iterator[bytes]:
        for _ in range(26):
            sent.append(1)
            yield b" " * (1024 * 1024)

    answer = door.post(chunks())

    assert (answer.status_code, door.waiting) == (413, 0)


def test_the_largest_body_is_read(door):
    """Exactly 25 MB are taken."""
    body = BODY + b" " * (LARGEST - len(BODY))

    assert door.post(body).status_code == 202


@pytest.mark.parametrize("length", [b"-1", b"x", b"1e3", b"\xb2"])
def test_an_odd_content_length_is_refused(door, length):
    """A content length that is no number is refused with a 4xx, never with a crash."""
    answer = door.client.post(
        "/webhook", content=b"", headers=headers(b"") | {"Content-Length": length}
    )

    assert answer.status_code == 413


@pytest.mark.parametrize("length", [b"\xb2", b"9" * 5_000], ids=["another digit", "too long"])
def test_a_content_length_that_int_refuses_is_refused(length):
    """A length that looks like digits but is no number is a refusal like any other."""
    # T2
    with pytest.raises(Refused):
        check_length(length.decode("latin-1"))


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_only_post_delivers(door, method):
    """The route takes POST alone; others are 405, unknown paths 404."""
    assert getattr(door.client, method)("/webhook").status_code == 405
    assert door.client.post("/webhooks").status_code == 404


def test_health_tells_the_queue(door):
    """`/healthz` says ok, and how much waits."""
    door.post()

    health = door.client.get("/healthz").json()

    assert health == {"status": "ok", "waiting": 1, "running": 0, "dead": 0}


def test_a_redelivery_is_known(door):
    """The same delivery twice is taken twice and wakes once; its id with another body is news."""
    # T3, B13
    other = BODY.replace(b"labeled", b"unlabeled")

    answers = [door.post(body).json()["status"] for body in (BODY, BODY, other)]

    assert (answers, door.waiting) == (["queued", "known", "queued"], 2)


def test_the_signature_is_checked_before_the_body_is_read():
    """An unsigned body is never parsed."""
    # T2
    with pytest.raises(Refused) as refused:
        delivery_of([SECRET.encode()], {"content-type": "text/plain"}, b"[" * 100_000)

    assert refused.value.status == 401


@given(st.binary(max_size=100))
def test_any_bytes_are_an_object_or_refused(body):
    """Decoding ends in a mapping or a refusal."""
    try:
        assert isinstance(decode(body), dict)
    except Refused as refused:
        assert refused.status == 400


def test_two_secrets_are_good_while_one_replaces_the_other():
    """During a rotation deliveries signed with either secret are taken, and no third one."""
    # T1
    old, new = "the-old-secret-of-32-characters!", "the-new-secret-of-32-characters!"
    door = Door(new, old)

    answers = [
        door.post(X_Hub_Signature_256=sign(BODY, secret)).status_code
        for secret in (new, old, "another-secret-of-32-characters-", "")
    ]

    assert answers == [202, 202, 401, 401]


def test_a_delivery_is_known_again_under_the_new_secret():
    """What was taken before the secret was replaced, and is delivered again after it, wakes once."""
    # T3: issue 7, none twice
    old, new = "the-old-secret-of-32-characters!", "the-new-secret-of-32-characters!"
    door = Door(new, old)

    answers = [
        door.post(X_Hub_Signature_256=sign(BODY, secret)).json()["status"] for secret in (old, new)
    ]

    assert (answers, door.waiting) == (["queued", "known"], 1)


@pytest.mark.parametrize("problem", [OSError("disk full"), TimeoutError()], ids=type)
def test_what_is_not_stored_is_not_acknowledged(door, problem):
    """A full disk or a locked database answers 503: GitHub keeps the delivery as failed; then it goes on."""
    # F17, F18
    door.inbox.problem = problem
    assert door.post().status_code == 503
    assert door.client.get("/healthz").json() == {"status": "ok", "inbox": "cannot be read"}
    assert door.client.get("/readyz").status_code == 503
    assert "plangate_inbox_up 0.0" in generate_latest(door.metrics.registry).decode()

    door.inbox.problem = None
    assert (door.post().status_code, door.waiting) == (202, 1)
    assert door.client.get("/readyz").status_code == 200


def test_ready_asks_github_whether_we_are_let_in(door):
    """`/readyz` names the code of what keeps us out, and asks only every half minute."""
    door.github = [GitHubError("PLANGATE-GITHUB-001", "x", "y")]
    answer = door.client.get("/readyz")
    door.github = []

    assert (answer.status_code, answer.json()["code"]) == (503, "PLANGATE-GITHUB-001")
    assert door.client.get("/readyz").status_code == 503


def test_metrics_count_deliveries_by_what_became_of_them(door):
    """Deliveries are counted by event and answer; an event's name of a sender's choice is `other`."""
    door.post()
    door.post()
    door.post(X_GitHub_Event="x" * 500)
    text = generate_latest(door.metrics.registry).decode()

    for row in ('event="issues"} 1.0', 'answer="known",event="issues"} 1.0', 'event="other"} 1.0'):
        assert row in text
    assert 'plangate_inbox_wakes{state="waiting"} 1.0' in text
    assert "xxx" not in text


def test_whoever_reaches_the_webhook_sees_no_metrics(door):
    """Metrics name accounts: the port that GitHub reaches does not know them."""
    assert door.client.get("/metrics").status_code == 404


def test_a_worker_takes_no_deliveries():
    """Without secrets there is no webhook: health and numbers only."""
    inbox: Any = FakeInbox()
    app: Any = application(Parts(inbox, Metrics(inbox.counts, dict)))

    assert TestClient(app).post("/webhook", content=b"").status_code == 404
    assert TestClient(app).get("/healthz").status_code == 200
