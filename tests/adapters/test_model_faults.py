"""Whatever a model server does wrong has its code, costs nothing twice, and tells no key."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.adapters import model_wire
from bot.adapters.model_client import Endpoint, EndpointModel
from bot.ports.model import AnswerSchema, Turn
from bot.ports.model_faults import ModelFailure, ModelFault
from tests.adapters.model_grounds import KEY, WireGround, wire
from tests.adapters.model_server import SILENT, Answer, as_json, model_server, problem, streamed
from tests.adapters.model_voices import RECEIVED, VOICES, Voice
from tests.adapters.test_model_port import ASKED, READ, TURN

__all__ = ["wire"]

PAGE = Answer(b"<!doctype html><title>Welcome</title>", kind="text/html")
ELSEWHERE = Answer(status=307, headers={"location": "http://example.invalid/v1"})


def whole(answer: Answer) -> Callable[[Voice], Answer]:
    return lambda voice: answer


FAULTS: dict[str, tuple[Callable[[Voice], Answer], ModelFault]] = {
    "a wrong key": (whole(problem(401, f"Incorrect API key: {KEY}")), ModelFault.KEY_REFUSED),
    "a key without rights": (whole(problem(403, "no access")), ModelFault.KEY_REFUSED),
    "no credit": (whole(problem(429, "x", code="insufficient_quota")), ModelFault.NO_CREDIT),
    "payment wanted": (whole(problem(402, "Payment required")), ModelFault.NO_CREDIT),
    "an unknown model": (whole(problem(404, "model not found")), ModelFault.NOT_FOUND),
    "no such page": (
        whole(Answer(b"404 page not found", 404, "text/plain")),
        ModelFault.NOT_AN_API,
    ),
    "an internal error": (whole(problem(500, "boom")), ModelFault.DOWN),
    "down for now": (whole(problem(503, "loading model")), ModelFault.DOWN),
    "a gateway's page": (whole(Answer(b"<html>", 502, "text/html")), ModelFault.DOWN),
    "another address": (whole(ELSEWHERE), ModelFault.REDIRECTED),
    "a web page": (whole(PAGE), ModelFault.NOT_AN_API),
    "plain text": (whole(Answer(b"hello", kind="text/plain")), ModelFault.NOT_AN_API),
    "an empty body": (whole(Answer(kind="application/json")), ModelFault.NOT_AN_API),
    "half of a JSON object": (
        whole(Answer(b'{"choices": [', kind="application/json")),
        ModelFault.OTHER_DIALECT,
    ),
    "JSON nested without end": (
        whole(Answer(b'{"a":' * 200_000, kind="application/json")),
        ModelFault.OTHER_DIALECT,
    ),
    "another kind of JSON": (whole(as_json({"models": []})), ModelFault.OTHER_DIALECT),
    "events of another kind": (whole(streamed({"hello": 1})), ModelFault.OTHER_DIALECT),
    "events that are no JSON": (whole(streamed("hello")), ModelFault.OTHER_DIALECT),
    "events that are lists": (whole(streamed("[1]")), ModelFault.OTHER_DIALECT),
    "an accepted request without answer": (whole(as_json({}, 202)), ModelFault.OTHER_DIALECT),
    "a compressed answer": (
        whole(as_json({}, content_encoding="gzip")),
        ModelFault.OTHER_DIALECT,
    ),
    "an error in the stream": (
        whole(streamed({"type": "error", "error": {"message": "overflowed"}})),
        ModelFault.DOWN,
    ),
    "too busy in the stream": (
        whole(streamed({"type": "error", "error": {"type": "overloaded_error", "message": "x"}})),
        ModelFault.BUSY,
    ),
    "a context too small": (
        whole(problem(400, "maximum context length is 4096 tokens")),
        ModelFault.CONTEXT,
    ),
    "a context too small, as llama.cpp says": (
        whole(problem(400, "request exceeds the available context size", code=400)),
        ModelFault.CONTEXT,
    ),
    "a context too small, as Anthropic says": (
        whole(problem(400, "prompt is too long: 210000 tokens > 200000 maximum")),
        ModelFault.CONTEXT,
    ),
    "a filter": (whole(problem(400, "x", code="content_filter")), ModelFault.FILTERED),
    "a request it does not like": (whole(problem(400, "no")), ModelFault.REQUEST_REFUSED),
    "as FastAPI says it": (
        whole(as_json({"detail": [{"msg": "x"}]}, 422)),
        ModelFault.REQUEST_REFUSED,
    ),
    "as Gemini says it": (
        whole(as_json([{"error": {"code": 400, "message": "bad"}}], 400)),
        ModelFault.REQUEST_REFUSED,
    ),
    "as Ollama says it": (whole(as_json({"error": "bad"}, 400)), ModelFault.REQUEST_REFUSED),
    "a refusal": (lambda v: v.declines(), ModelFault.DECLINED),
    "a stream that ends in the middle": (lambda v: v.half("a pl"), ModelFault.BROKEN_OFF),
    "a connection that breaks": (
        lambda v: replace(v.half("a pl"), end="drop"),
        ModelFault.BROKEN_OFF,
    ),
    "nothing said": (lambda v: v.says(""), ModelFault.EMPTY),
    "blanks alone": (lambda v: v.says(" \n"), ModelFault.EMPTY),
    "arguments cut off": (lambda v: v.breaks_off('{"path": "a'), ModelFault.BAD_ARGUMENTS),
    "arguments that are a list": (lambda v: v.breaks_off("[1]"), ModelFault.BAD_ARGUMENTS),
    "arguments nested without end": (
        lambda v: v.breaks_off('{"a":' * 9_000),
        ModelFault.BAD_ARGUMENTS,
    ),
    "a limit reached": (lambda v: v.says("a pl", reason=v.truncated), ModelFault.TRUNCATED),
}


@pytest.mark.parametrize(("answer", "fault"), FAULTS.values(), ids=FAULTS)
def test_each_fault_has_its_code_and_is_sent_once(wire: WireGround, answer, fault) -> None:
    """The fault is named, and a request that may have been worked on is never sent again."""
    wire.server.script = [answer(wire.voice)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(Turn(ASKED, (READ,), seconds=20))

    assert (raised.value.fault, wire.requests()) == (fault, 1)
    assert KEY not in str(raised.value)


def test_a_filtered_answer_is_told(wire: WireGround) -> None:
    """A content filter's end is no plan; Anthropic knows refusals only."""
    wire.server.script = [wire.voice.says("a pl", reason=wire.voice.filtered)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)

    assert raised.value.fault in (ModelFault.FILTERED, ModelFault.DECLINED)


def test_what_a_failed_answer_took_is_counted(wire: WireGround) -> None:
    """A truncated answer was paid for: its tokens come with the error."""
    wire.server.script = [wire.voice.says("a pl", reason=wire.voice.truncated)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)

    assert raised.value.usage.received in (0, RECEIVED)  # chat: told after the end
    assert raised.value.fault is ModelFault.TRUNCATED


def test_a_server_that_does_not_stream_is_understood(wire: WireGround) -> None:
    """An answer that comes at once is as good."""
    wire.server.script = [wire.voice.whole("a plan")]

    assert wire.model.reply(TURN).text == "a plan"


def test_an_answer_in_single_bytes_is_understood(wire: WireGround) -> None:
    """However the network cuts it, also within a letter."""
    wire.server.script = [replace(wire.voice.says("Größe"), pieces=1)]

    assert wire.model.reply(TURN).text == "Größe"


TURNED_AWAY = {
    "too many requests": (problem(429, "slow down"), [0.5, 1.0, 2.0]),
    "told how long": (problem(429, "x", headers={"retry_after": "3"}), [3.0, 3.0, 3.0]),
    "down, told how long": (problem(503, "x", headers={"retry_after": "1"}), [1.0, 1.0, 1.0]),
    "in milliseconds": (problem(429, "x", headers={"retry_after_ms": "250"}), [0.25] * 3),
    "until a date": (
        problem(
            429,
            "x",
            headers={
                "date": "Tue, 24 Nov 2026 10:00:00 GMT",
                "retry_after": "Tue, 24 Nov 2026 10:00:05 GMT",
            },
        ),
        [5.0] * 3,
    ),
    "until a date that is none": (
        problem(429, "x", headers={"retry_after": "tomorrow"}),
        [0.5, 1.0, 2.0],
    ),
}


@pytest.mark.parametrize(("answer", "waits"), TURNED_AWAY.values(), ids=TURNED_AWAY)
def test_what_was_turned_away_is_sent_again(wire: WireGround, answer, waits) -> None:
    """Four attempts where nothing was worked on, waiting as asked; then it works, or the code is told."""
    wire.server.script = [answer, answer, wire.voice.says("a plan")]
    assert wire.model.reply(TURN).text == "a plan"
    assert wire.waits == waits[:2]

    wire.waits.clear()
    wire.server.script = [answer]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)

    assert wire.waits == waits
    assert raised.value.fault in (ModelFault.BUSY, ModelFault.DOWN)


def test_no_wait_is_longer_than_the_call_may_take(wire: WireGround) -> None:
    """Asked to wait for an hour, we say so at once."""
    wire.server.script = [problem(429, "x", headers={"retry_after": "3600"})]
    with pytest.raises(ModelFailure, match="wait 3600 s"):
        wire.model.reply(TURN)

    assert (wire.waits, wire.requests()) == ([], 1)


def test_nobody_listening_is_tried_again(wire: WireGround) -> None:
    """A server that is just starting gets some seconds; one that is not there has a code."""
    wire.server.shutdown()
    wire.server.server_close()
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)

    assert raised.value.fault is ModelFault.UNREACHABLE
    assert len(wire.waits) == 3


HANGS = {
    "no answer": lambda voice: SILENT,
    "headers alone": lambda voice: Answer(end="hang"),
    "half an answer": lambda voice: replace(voice.half("a pl"), end="hang"),
    "signs of life without end": lambda voice: Answer(end="trickle"),
}


@pytest.mark.parametrize("answer", HANGS.values(), ids=HANGS)
def test_what_hangs_ends_in_time_and_is_not_sent_again(wire: WireGround, answer) -> None:
    """A server that stops talking costs the seconds of the call, once."""
    wire.server.script = [answer(wire.voice)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(replace(TURN, seconds=0.3))

    assert (raised.value.fault, wire.requests()) == (ModelFault.TIMED_OUT, 1)


def test_a_long_answer_is_not_read_to_its_end(wire: WireGround, monkeypatch) -> None:
    """Reading stops at the cap, whatever the server still sends."""
    monkeypatch.setattr(model_wire, "LONGEST_ANSWER", 50_000)
    wire.server.script = [wire.voice.says("x" * 60_000)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)

    assert raised.value.fault is ModelFault.TOO_LARGE


def test_a_redirect_takes_no_key_along(wire: WireGround) -> None:
    """The other address sees nothing at all."""
    with model_server() as other:
        other.script = [wire.voice.says("got it")]
        away = {"location": f"{other.address}{wire.voice.dialect.path}"}
        wire.server.script = [Answer(status=308, headers=away)]
        with pytest.raises(ModelFailure):
            wire.model.reply(TURN)

        assert other.seen == []


def test_no_proxy_of_the_environment_sees_anything(wire: WireGround, monkeypatch) -> None:
    """A key goes to the address that the operator named, and through nobody's hands."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    wire.server.script = [wire.voice.says("a plan")]

    assert wire.model.reply(TURN).text == "a plan"
    assert wire.server.seen[0].headers["accept-encoding"] == "identity"


def test_the_key_is_told_to_nobody_but_its_server(wire: WireGround, caplog) -> None:
    """It is in the request's headers, and in no `repr`, log or error."""
    caplog.set_level(logging.DEBUG)
    wire.server.script = [problem(400, f"bad key {KEY} in header", code=KEY)]
    with pytest.raises(ModelFailure) as raised:
        wire.model.reply(TURN)
    where = Endpoint(wire.server.address, "model-1", KEY)

    assert any(KEY in value for value in wire.server.seen[0].headers.values())
    assert KEY not in json.dumps(wire.server.seen[0].body)
    told = [str(raised.value), repr(where), repr(wire.model), caplog.text, repr(raised.value)]
    assert [text for text in told if KEY in text] == []


REFUSABLE: dict[str, dict[str, str | None]] = {
    "openai": {
        "temperature": None,
        "stream_options": None,
        "tool_choice": None,
        "max_tokens": "max_completion_tokens",
    },
    "openai-responses": {"include": None, "store": None, "tool_choice": None},
    "anthropic": {"tool_choice": None},
}
OPTIONAL = [(d, p, i) for d, rows in REFUSABLE.items() for p, i in rows.items()]


@pytest.mark.parametrize(("dialect", "parameter", "instead"), OPTIONAL)
@pytest.mark.parametrize("named", [True, False])
def test_a_refused_parameter_is_left_out_from_then_on(dialect, parameter, instead, named) -> None:
    """The endpoint refuses it once; the request goes again without, and later ones never have it."""
    more = {"param": parameter} if named else {}
    hint = f" Use '{instead}' instead." if instead else ""
    refusal = problem(400, f"Unsupported value: '{parameter}' is not supported.{hint}", **more)
    with model_server() as server:
        ground = WireGround(VOICES[dialect], server)
        turn = Turn(ASKED, (READ,), must_call="read")
        server.script = [refusal, ground.voice.says("", ("read", {}))]
        ground.model.reply(turn)
        ground.model.reply(turn)
        first, *later = (seen.body for seen in server.seen)

    assert parameter in first
    assert len(later) == 2
    assert all(body.keys() == (first.keys() - {parameter}) | ({instead} - {None}) for body in later)
    assert [body[instead] for body in later if instead] == [first[parameter]] * (
        2 if instead else 0
    )


def test_a_request_refused_again_and_again_ends() -> None:
    """An endpoint that refuses every parameter in turn is asked once for each."""
    with model_server() as server:
        ground = WireGround(VOICES["openai"], server)
        server.script = [problem(400, "no temperature, no stream_options")]
        with pytest.raises(ModelFailure) as raised:
            ground.model.reply(TURN)

        assert (raised.value.fault, len(server.seen)) == (ModelFault.REQUEST_REFUSED, 3)


def test_a_schema_is_sent_as_a_schema(wire: WireGround) -> None:
    """Closed objects, every property wanted, no references, never `json_object`."""
    kind = {"type": "object", "properties": {"n": {"type": "integer"}}}
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/Kind", "description": "what"}},
        "$defs": {"Kind": kind},
    }
    wire.server.script = [wire.voice.says('{"a": {"n": 1}}')]
    reply = wire.model.reply(Turn(ASKED, schema=AnswerSchema("kind", schema)))
    sent = json.dumps(wire.server.seen[0].body)

    closed = {**kind, "description": "what", "required": ["n"], "additionalProperties": False}
    assert json.loads(reply.text) == {"a": {"n": 1}}
    assert json.dumps({**closed})[1:-1] in sent or '"additionalProperties": false' in sent
    assert "json_schema" in sent
    assert "json_object" not in sent
    assert "$ref" not in sent


def test_a_certificate_that_nobody_vouches_for_ends_at_once(wire: WireGround) -> None:
    """A server that speaks no TLS at an https address is not asked again and again."""
    address = wire.server.address.replace("http:", "https:")
    waits: list[float] = []
    model = EndpointModel(Endpoint(address, "model-1"), wire.voice.dialect, waits.append)
    with pytest.raises(ModelFailure) as raised:
        model.reply(TURN)

    assert (raised.value.fault, waits) == (ModelFault.UNREACHABLE, [])


def test_a_conversation_without_a_schema_has_none(wire: WireGround) -> None:
    """What a turn does not have is not sent."""
    wire.server.script = [wire.voice.says("a plan")]
    wire.model.reply(TURN)

    left_out = {"tools", "tool_choice", "response_format", "text", "output_config"}
    assert left_out.isdisjoint(wire.server.seen[0].body)
