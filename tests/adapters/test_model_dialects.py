"""What is particular to each dialect: what goes back with the next turn, and how odd servers answer."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.model_client import EndpointModel
from bot.adapters.model_refusals import ErrorOrigin
from bot.adapters.model_schema import NOT_ANTHROPIC, portable
from bot.adapters.model_wire import payloads
from bot.ports.model import AnswerSchema, ChatMessage, Reply, ToolCall, Turn
from bot.ports.model_faults import ModelFailure
from tests.adapters.model_grounds import WireGround
from tests.adapters.model_server import as_json, model_server, streamed
from tests.adapters.model_voices import VOICES, _chat, _chat_call
from tests.adapters.test_model_port import ASKED, READ


def after(reply: Reply) -> Turn:
    """The next turn after a reply with calls, each answered."""
    told = tuple(ChatMessage("tool", "text", answers=c.id) for c in reply.calls)
    return Turn((*ASKED, reply.message, *told), (READ,))


def asked(host: str) -> ErrorOrigin:
    return ErrorOrigin(host, "openai", "model-1")


def reply_of(dialect: str, *events: Any, host: str = "localhost") -> Reply:
    """What a client makes of these events from this host."""
    assembly = VOICES[dialect].dialect.assembly(asked(host), Turn(ASKED, (READ,)))
    for event in events:
        assembly.add(event, True)
    return assembly.reply()


def sent_again(dialect: str, reply: Reply) -> Any:
    """The request of the turn after a reply."""
    return VOICES[dialect].dialect.body("model-1", after(reply))


def test_geminis_signature_goes_back_with_its_call():
    """Gemini refuses the next turn without it; nothing else of its own goes along."""
    signature = {"google": {"thought_signature": "c2ln"}}
    call = {**_chat_call(0, "c1", "read", "{}"), "extra_content": signature, "odd": 1}
    reply = reply_of("openai", _chat({"tool_calls": [call], "odd": 1}), _chat({}, "tool_calls"))
    message = sent_again("openai", reply)["messages"][2]

    assert message["tool_calls"][0] == {
        "id": "c1",
        "type": "function",
        "function": {"name": "read", "arguments": "{}"},
        "extra_content": signature,
    }
    assert message.keys() == {"role", "content", "tool_calls"}


THOUGHTS = {
    "api.deepseek.com": ("reasoning_content", "I thi", "nk", "I think"),
    "openrouter.ai": ("reasoning_details", [{"a": 1}], [{"b": 2}], [{"a": 1}, {"b": 2}]),
    "api.groq.com": ("reasoning_content", "I thi", "nk", None),
    "evil.openrouter.ai": ("reasoning_details", [1], [2], None),
}


@pytest.mark.parametrize(("host", "told"), THOUGHTS.items(), ids=THOUGHTS)
def test_thoughts_go_back_only_where_they_are_wanted(host, told):
    """Some hosts refuse a turn without the field, others refuse one with it."""
    name, first, second, whole = told
    call = _chat_call(0, "c1", "read", "{}")
    events = (_chat({name: first}), _chat({name: second, "tool_calls": [call]}))
    reply = reply_of("openai", *events, _chat({}, "tool_calls"), host=host)

    assert sent_again("openai", reply)["messages"][2].get(name) == whole


ODD_CALLS = {
    "in pieces": (
        [
            _chat_call(0, "c1", "read", '{"pa'),
            {"index": 0, "function": {"arguments": 'th": "a"}'}},
        ],
        [("c1", {"path": "a"})],
    ),
    "every one numbered 0": (
        [
            _chat_call(0, "c1", "read", '{"path": "a"}'),
            _chat_call(0, "c2", "read", '{"path": "b"}'),
        ],
        [("c1", {"path": "a"}), ("c2", {"path": "b"})],
    ),
    "no numbers": (
        [
            {"id": "c1", "function": {"name": "read", "arguments": "{}"}},
            {"id": "c2", "function": {"name": "read", "arguments": "{}"}},
        ],
        [("c1", {}), ("c2", {})],
    ),
    "pieces without number or id": (
        [
            {"id": "c1", "function": {"name": "read", "arguments": '{"pa'}},
            {"function": {"arguments": 'th": "a"}'}},
        ],
        [("c1", {"path": "a"})],
    ),
    "pieces in turns": (
        [
            _chat_call(0, "c1", "read", '{"pa'),
            _chat_call(1, "c2", "read", '{"pa'),
            {"index": 0, "function": {"arguments": 'th": "a"}'}},
            {"index": 1, "function": {"arguments": 'th": "b"}'}},
        ],
        [("c1", {"path": "a"}), ("c2", {"path": "b"})],
    ),
    "no id at all": (
        [{"index": 0, "function": {"name": "read", "arguments": "{}"}}],
        [("call_1", {})],
    ),
    "arguments as an object": (
        [{"index": 0, "id": "c1", "function": {"name": "read", "arguments": {"path": "a"}}}],
        [("c1", {"path": "a"})],
    ),
    "no arguments": ([_chat_call(0, "c1", "read", "")], [("c1", {})]),
}


@pytest.mark.parametrize(("parts", "calls"), ODD_CALLS.values(), ids=ODD_CALLS)
def test_calls_are_put_together_however_a_server_cuts_them(parts, calls):
    """Servers number, name and cut calls in their own ways."""
    reply = reply_of(
        "openai", *(_chat({"tool_calls": [part]}) for part in parts), _chat({}, "tool_calls")
    )

    assert [(c.id, dict(c.arguments)) for c in reply.calls] == calls


def test_ids_that_are_missing_differ_over_a_conversation():
    """A server without ids gets some that no earlier call has."""
    earlier = ChatMessage("assistant", "", (ToolCall("call_1", "read", {}),))
    turn = Turn((*ASKED, earlier, ChatMessage("tool", "x", answers="call_1")), (READ,))
    assembly = VOICES["openai"].dialect.assembly(asked("localhost"), turn)
    part = {"index": 0, "function": {"name": "read", "arguments": "{}"}}
    assembly.add(_chat({"tool_calls": [part]}, "tool_calls"), True)

    assert [c.id for c in assembly.reply().calls] == ["call_2"]


def test_content_in_parts_is_text():
    """Thoughts beside the text are left out."""
    parts = [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "a plan"}]

    assert reply_of("openai", _chat({"content": parts}, "stop")).text == "a plan"


def test_responses_give_their_items_back_as_they_came():
    """Encrypted thoughts stand before the call they led to; ids of stored items are left out."""
    with model_server() as server:
        ground = WireGround(VOICES["openai-responses"], server)
        ground.will_say("I look", ("read", {"path": "a"}))
        reply = ground.model.reply(Turn(ASKED, (READ,)))
    items = sent_again("openai-responses", reply)["input"]

    assert [i.get("type", i.get("role")) for i in items] == [
        "system", "user", "reasoning", "message", "function_call", "function_call_output",
    ]  # fmt: skip
    assert items[2]["encrypted_content"] == "x=="
    assert items[4].keys() == {"type", "call_id", "name", "arguments"}
    assert items[5] == {"type": "function_call_output", "call_id": "id-0", "output": "text"}


def test_thoughts_that_nobody_can_read_again_stay_away():
    """Nothing is stored at the provider, so a thought without its content is unknown there."""
    items = [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "c1", "name": "read", "arguments": "{}"},
        {"type": "web_search_call", "id": "ws_1"},
    ]
    last = {"type": "response.completed", "response": {"status": "completed", "output": items}}
    reply = reply_of("openai-responses", last)

    assert [i["type"] for i in sent_again("openai-responses", reply)["input"][2:]] == [
        "function_call",
        "function_call_output",
    ]


def test_items_stand_in_for_an_end_that_is_empty():
    """Some servers end with an answer without items; they came before."""
    item = {"type": "message", "content": [{"type": "output_text", "text": "a plan"}]}
    done = {"type": "response.output_item.done", "item": item}
    last = {"type": "response.completed", "response": {"status": "completed", "output": []}}

    assert reply_of("openai-responses", done, last).text == "a plan"


def test_anthropic_gets_its_thoughts_and_results_back():
    """Thinking goes back with its signature; all results of one turn are one message of the user."""
    events = [
        {"type": "message_start", "message": {"content": []}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "thinking", "thinking": "", "signature": ""},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "thinking_delta", "thinking": "hm"},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "signature_delta", "signature": "s"},
        },
        *(
            {
                "type": "content_block_start",
                "index": n,
                "content_block": {"type": "tool_use", "id": f"t{n}", "name": "read", "input": {}},
            }
            for n in (1, 2)
        ),
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]
    system, question, answer, results = (lambda body: (body["system"], *body["messages"]))(
        sent_again("anthropic", reply_of("anthropic", *events))
    )

    assert answer["content"][0] == {"type": "thinking", "thinking": "hm", "signature": "s"}
    assert [b["id"] for b in answer["content"][1:]] == ["t1", "t2"]
    assert [b["tool_use_id"] for b in results["content"]] == ["t1", "t2"]
    assert (system[0]["text"], question["role"], results["role"]) == ("You plan.", "user", "user")


def test_anthropic_is_told_what_to_keep():
    """The end of the instructions and of the conversation are marked, and nothing else."""
    body = VOICES["anthropic"].dialect.body("m", Turn((*ASKED, ChatMessage("user", "And?"))))
    blocks = [*body["system"], *(b for m in body["messages"] for b in m["content"])]

    assert [("cache_control" in b) for b in blocks] == [True, False, True]


def test_anthropics_tokens_are_added_up():
    """What the cache held and what it took were sent, too."""
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 200,
        "cache_creation_input_tokens": 30,
        "output_tokens": 5,
    }
    content = [{"type": "text", "text": "x"}]
    whole = {"content": content, "stop_reason": "end_turn", "usage": usage}
    with model_server() as server:
        ground = WireGround(VOICES["anthropic"], server)
        server.script = [as_json(whole)]
        used = ground.model.reply(Turn(ASKED)).usage

    assert (used.sent, used.cached, used.received, used.written) == (240, 200, 5, 30)
    assert used.fresh == 40


def test_an_endpoint_that_counts_nothing_is_no_fault():
    """Usage of nothing is zero."""
    assert reply_of("openai", _chat({"content": "x"}, "stop")).usage.sent == 0


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "choices",
                    "delta",
                    "message",
                    "content",
                    "tool_calls",
                    "function",
                    "index",
                    "id",
                    "usage",
                    "response",
                    "output",
                    "item",
                    "error",
                    "finish_reason",
                    "content_block",
                    "stop_reason",
                    "arguments",
                    "input",
                    "name",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
KINDS = st.sampled_from(
    [
        "response.completed",
        "response.output_item.done",
        "message_start",
        "content_block_start",
        "content_block_delta",
        "message_delta",
        "message_stop",
        "error",
    ]
)
EVENTS = st.dictionaries(
    st.sampled_from(
        [
            "choices",
            "usage",
            "error",
            "response",
            "item",
            "message",
            "delta",
            "index",
            "content_block",
        ]
    ),
    JSONS,
)


@pytest.mark.parametrize("dialect", VOICES)
@pytest.mark.parametrize("streaming", [True, False])
@given(events=st.lists(st.tuples(KINDS, EVENTS), max_size=5))
def test_any_json_is_an_answer_or_a_fault(dialect, streaming, events):
    """Whatever objects arrive, the client gives a reply, a fault, or says that it is another dialect."""
    assembly = VOICES[dialect].dialect.assembly(asked("localhost"), Turn(ASKED, (READ,)))
    try:
        for kind, event in events:
            assembly.add({"type": kind, **event}, streaming)
        assert isinstance(assembly.reply(), Reply)
    except (ModelFailure, ValueError):
        pass


SCHEMA = {
    "title": "Draft",
    "type": "object",
    "properties": {
        "one": {"$ref": "#/$defs/Part", "description": "the first", "default": None},
        "many": {"type": "array", "maxItems": 3, "items": {"$ref": "#/$defs/Part"}},
        "either": {"oneOf": [{"type": "null"}, {"type": "string", "maxLength": 9}]},
    },
    "$defs": {
        "Part": {
            "type": "object",
            "description": "a part",
            "properties": {"title": {"type": "string", "pattern": "^a", "title": "Title"}},
        }
    },
}


def test_a_schema_is_cut_to_what_decoders_take():
    """References are filled in, objects closed; a property that is called like a keyword stays."""
    part = {
        "type": "object",
        "properties": {"title": {"type": "string"}},
        "required": ["title"],
        "additionalProperties": False,
    }

    assert portable(SCHEMA, NOT_ANTHROPIC) == {
        "type": "object",
        "properties": {
            "one": {**part, "description": "the first"},
            "many": {"type": "array", "items": {**part, "description": "a part"}},
            "either": {"anyOf": [{"type": "null"}, {"type": "string"}]},
        },
        "required": ["one", "many", "either"],
        "additionalProperties": False,
    }
    assert portable(SCHEMA)["properties"]["many"]["maxItems"] == 3


def test_a_schema_that_contains_itself_is_refused():
    """Decoders find no end of it: it is our mistake, seen before anything is sent."""
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    turn = Turn(ASKED, schema=AnswerSchema("n", {"$ref": "#/$defs/Node", "$defs": {"Node": node}}))

    with pytest.raises(ValueError, match="contains itself"):
        VOICES["openai"].dialect.body("m", turn)


CUTS = st.lists(st.integers(0, 200), max_size=6)


@given(texts=st.lists(st.text(st.characters(exclude_characters="\r\n")), max_size=4), cuts=CUTS)
def test_events_are_found_wherever_the_network_cuts(texts, cuts):
    """Comments, names and both kinds of line ends are no matter."""
    kept = [t for t in texts if t]
    raw = "".join(f": ping\r\nevent: x\r\ndata: {t}\n\n" for t in kept).encode()
    ends = [0, *sorted(min(c, len(raw)) for c in cuts), len(raw)]
    chunks = [raw[a:b] for a, b in pairwise(ends)]

    assert list(payloads(chunks)) == kept


def test_lines_of_one_event_belong_together():
    """An event of several data lines is one text; the last one needs no end."""
    assert list(payloads([b"data: a\ndata:b\n\n\n\ndata: c"])) == ["a\nb", "c"]


def test_a_name_is_enough_to_force_a_tool():
    """Each dialect names the tool that must be called in its own words."""
    bodies = {n: v.dialect.body("m", Turn(ASKED, (READ,), "read")) for n, v in VOICES.items()}

    assert {n: b["tool_choice"] for n, b in bodies.items()} == {
        "openai": {"type": "function", "function": {"name": "read"}},
        "openai-responses": {"type": "function", "name": "read"},
        "anthropic": {"type": "tool", "name": "read"},
    }


def test_clients_keep_no_conversation():
    """Two calls of one client share nothing but what the endpoint refuses."""
    with model_server() as server:
        ground = WireGround(VOICES["openai"], server)
        assert isinstance(ground.model, EndpointModel)
        server.script = [streamed(_chat({"content": "one"}, "stop"))]
        ground.model.reply(Turn(ASKED))
        ground.model.reply(Turn(ASKED))

    first, second = (json.dumps(seen.body) for seen in server.seen)
    assert first == second
