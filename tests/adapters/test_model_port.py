"""The rules of the port Model, kept by the fake and by each client alike."""

from __future__ import annotations

import pytest

from bot.errors import ModelError
from bot.ports.model import AnswerSchema, ChatMessage, Tool, Turn
from tests.adapters.model_grounds import ModelGround, ground
from tests.adapters.model_voices import CACHED, RECEIVED, SENT

__all__ = ["ground"]

PARAMETERS = {"type": "object", "properties": {"path": {"type": "string"}}}
READ = Tool("read", "Read a file", PARAMETERS)
ANSWER = AnswerSchema("answer", {"type": "object", "properties": {"a": {"type": "integer"}}})
ASKED = (ChatMessage("system", "You plan."), ChatMessage("user", "What is asked?"))
TURN = Turn(ASKED, seconds=20)


def test_the_model_has_its_name(ground: ModelGround) -> None:
    """It is called as the settings call it."""
    assert ground.model.name == "model-1"


def test_text_comes_with_what_it_took(ground: ModelGround) -> None:
    """A reply is text, whole and in order, with the tokens of the call."""
    ground.will_say("Grüße, a plan \n in two lines")
    reply = ground.model.reply(TURN)

    assert (reply.text, reply.calls) == ("Grüße, a plan \n in two lines", ())
    assert (reply.usage.sent, reply.usage.cached, reply.usage.received) == (SENT, CACHED, RECEIVED)
    assert reply.usage.fresh == SENT - CACHED


def test_calls_come_in_order_with_their_arguments(ground: ModelGround) -> None:
    """Several calls in one reply keep their order, ids and parsed arguments."""
    ground.will_say("", ("read", {"path": "a.py"}), ("read", {"path": "b.py", "from": 3}))
    reply = ground.model.reply(Turn(ASKED, (READ,)))

    assert [(c.name, dict(c.arguments)) for c in reply.calls] == [
        ("read", {"path": "a.py"}),
        ("read", {"path": "b.py", "from": 3}),
    ]
    assert len({c.id for c in reply.calls}) == 2


def test_a_call_of_a_tool_that_was_not_offered_is_handed_on(ground: ModelGround) -> None:
    """Only the engine knows its tools: it answers the model, and the conversation goes on."""
    ground.will_say("", ("delete", {"path": "/"}))

    assert [c.name for c in ground.model.reply(Turn(ASKED, (READ,))).calls] == ["delete"]


def test_tools_and_a_schema_never_go_together(ground: ModelGround) -> None:
    """Grammars mask tool tokens: such a turn is a mistake of ours, and nothing is sent."""
    with pytest.raises(ValueError, match="never both"):
        ground.model.reply(Turn(ASKED, (READ,), schema=ANSWER))

    assert ground.requests() == 0


def test_progress_is_told(ground: ModelGround) -> None:
    """Whoever waits hears of growing numbers of characters."""
    heard: list[int] = []
    ground.will_say("a plan")
    ground.model.reply(TURN, heard.append)

    assert heard
    assert heard == sorted(heard)
    assert heard[-1] == len("a plan")


class Stopped(Exception):
    """What a pulse raises when the work shall end."""


def test_what_progress_raises_ends_the_call(ground: ModelGround) -> None:
    """A run that has lost its right to go on stops in the middle of an answer."""

    def stop(received: int) -> None:
        raise Stopped

    ground.will_say("a plan")
    with pytest.raises(Stopped):
        ground.model.reply(TURN, stop)


def test_a_failure_has_a_code_and_a_remedy(ground: ModelGround) -> None:
    """What keeps the model from answering is an error that says what to do (exit 6)."""
    ground.will_be_busy()
    with pytest.raises(ModelError) as raised:
        ground.model.reply(TURN)

    assert (raised.value.code, raised.value.exit_code) == ("PLANGATE-MODEL-005", 6)
    assert raised.value.remedy


def test_the_conversation_goes_on(ground: ModelGround) -> None:
    """A reply and the answers to its calls go with the next turn."""
    ground.will_say("I look", ("read", {"path": "a.py"}))
    first = ground.model.reply(Turn(ASKED, (READ,)))
    [call] = first.calls
    told = ChatMessage("tool", "print('hello from a.py')", answers=call.id)
    ground.will_say("done")
    second = ground.model.reply(Turn((*ASKED, first.message, told), (READ,)))

    assert second.text == "done"
    assert all(part in ground.last_said() for part in ("I look", "a.py", "hello from a.py"))
    assert ground.last_said().count(call.id) >= 2
