"""What an endpoint can do, found out by asking it: are schemas enforced, tools called, long texts read?

Each question is one whose answer shows the ability and not good will: with a schema it is asked for a
poem, the word to remember stands at the very beginning of a long text.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from bot.examining.ability import Ability
from bot.ports.model import AnswerSchema, ChatMessage, Model, Reply, Tool, Turn
from bot.ports.model_faults import BAD_ANSWERS, ModelFailure, ModelFault

Clock = Callable[[], float]
"""Seconds; it never goes back."""
Heard = Callable[[int], None]
"""Told of progress (see the port)."""


def _unheard(received: int) -> None:
    """Nobody listens."""


LONG = 5_000
"""About so many tokens has the long text: more than a server keeps that was started without thought."""
_WORD = "heliotrope"
_ABOUT_THE_ENDPOINT = BAD_ANSWERS.union(
    (ModelFault.REQUEST_REFUSED, ModelFault.OTHER_DIALECT, ModelFault.DOWN)
)
"""Faults that answer a question (no, it cannot). Any other one, such as a wrong key, ends the asking."""
_SCHEMA = AnswerSchema(
    "colours",
    {
        "type": "object",
        "properties": {
            "colour": {"type": "string", "enum": ["red", "blue"]},
            "count": {"type": "integer"},
        },
        "required": ["colour", "count"],
        "additionalProperties": False,
    },
)
_PATH = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
_READ = Tool("read_file", "Read a file of the repository.", _PATH)
_SUBMIT = Tool(
    "submit",
    "Hand in the answer.",
    {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]},
)


def greeted(model: Model, seconds: float, heard: Heard = _unheard) -> None:
    """Ask for one word: raises ModelError where the endpoint is unusable, or not yet usable."""
    asked = ChatMessage("user", "Answer with the word yes.")
    try:
        model.reply(Turn((asked,), tokens=50, seconds=seconds), heard)
    except ModelFailure as problem:
        if problem.fault not in (ModelFault.TRUNCATED, ModelFault.EMPTY):  # it did answer
            raise


def glance(model: Model, seconds: float, heard: Heard = _unheard) -> Ability:
    """What an engine must know before it uses a model: at most four small calls, a few seconds.

    Each may take `seconds`. `heard` is told of progress; what it raises ends the asking. Raises ModelError
    where the endpoint is unusable.
    """
    greeted(model, seconds, heard)
    kept = _keeps_schema(model, seconds, heard)
    return Ability(schema_kept=kept, tools_called=_calls_tools(model, seconds, heard))


def probed(model: Model, seconds: float, clock: Clock, context: int | None = None) -> Ability:
    """All of it, with a long text and speed; `context` is what the server's listing says.

    Each call may take `seconds`. Raises ModelError where the endpoint is unusable.
    """
    seen = glance(model, seconds)
    remembers, reads = _remembers(model, seconds, clock)
    return seen.model_copy(
        update={
            "remembers": remembers,
            "reads": reads,
            "writes": _writes(model, seconds, clock),
            "context": context,
        }
    )


def _keeps_schema(model: Model, seconds: float, heard: Heard) -> bool:
    asked = ChatMessage("user", "Write four lines of poetry about the sea. Plain text, no JSON.")
    reply = _asked(model, Turn((asked,), schema=_SCHEMA, tokens=400, seconds=seconds), heard)
    try:
        found = json.loads(reply.text) if reply else None
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(found, dict)
        and found.keys() == {"colour", "count"}
        and found["colour"] in ("red", "blue")
        and isinstance(found["count"], int)
    )


def _calls_tools(model: Model, seconds: float, heard: Heard) -> bool:
    """Say whether it calls a tool, goes on with what the tool says, and hands in by the tool it must call."""
    asked = ChatMessage(
        "user", "Read the file src/app.py with read_file, then hand in its one word with submit."
    )
    tools = (_READ, _SUBMIT)
    first = _asked(model, Turn((asked,), tools, tokens=2_000, seconds=seconds), heard)
    if not first or [c.name for c in first.calls] != ["read_file"]:
        return False
    call = first.calls[0]
    if call.arguments.get("path") != "src/app.py":
        return False
    told = ChatMessage("tool", _WORD, answers=call.id)
    talk = (asked, first.message, told)
    last = _asked(model, Turn(talk, tools, "submit", tokens=2_000, seconds=seconds), heard)
    handed = [c.arguments.get("answer") for c in last.calls if c.name == "submit"] if last else []
    return bool(handed) and _WORD in str(handed[0])


def _remembers(model: Model, seconds: float, clock: Clock) -> tuple[bool | None, float | None]:
    """Say whether the first words of a long text are read (None: not in time), and how fast reading is."""
    lines = (f"{n}. The quick brown fox jumps over the lazy dog." for n in range(LONG // 13))
    text = f"Remember the word {_WORD}.\n{chr(10).join(lines)}\nWhich word had you to remember?"
    times: list[float] = [clock()]
    turn = Turn((ChatMessage("user", text),), tokens=300, seconds=seconds)
    try:
        reply = model.reply(turn, lambda received: times.append(clock()))
    except ModelFailure as problem:
        if problem.fault not in _ABOUT_THE_ENDPOINT:
            raise
        return (None if problem.fault is ModelFault.TIMED_OUT else False), None
    took = times[1] - times[0] if len(times) > 1 else 0.0
    rate = round(reply.usage.fresh / took, 1) if took > 0 and reply.usage.fresh else None
    return _WORD in reply.text.lower(), rate


def _writes(model: Model, seconds: float, clock: Clock) -> float | None:
    """How fast writing is: from the first piece of an answer to its last."""
    asked = ChatMessage("user", "Count from 1 to 60, each number on a line of its own.")
    times: list[float] = []
    turn = Turn((asked,), tokens=300, seconds=seconds)
    try:
        used = model.reply(turn, lambda received: times.append(clock())).usage
    except ModelFailure as problem:
        if problem.fault not in _ABOUT_THE_ENDPOINT:
            raise
        used = problem.usage  # one that talks on to its limit has shown its speed, too
    took = times[-1] - times[0] if times else 0.0
    return round(used.received / took, 1) if took > 0 and used.received else None


def _asked(model: Model, turn: Turn, heard: Heard) -> Reply | None:
    """The reply; nothing where the endpoint cannot do what was asked."""
    try:
        return model.reply(turn, heard)
    except ModelFailure as problem:
        if problem.fault in _ABOUT_THE_ENDPOINT:
            return None
        raise
