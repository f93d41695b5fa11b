"""One conversation with a model: the same turns, whichever way its endpoint takes tools and schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.errors import ModelError
from bot.planning.model.answers import NotADraft, object_in, unusable
from bot.planning.model.setup import REACHED, Meter, Way
from bot.ports.model import AnswerSchema, ChatMessage, Model, Reply, Tool, ToolCall, Turn, Usage
from bot.ports.model_faults import ModelFailure, ModelFault, failure
from bot.ports.recording import Notes

MOST_CALLS = 8
"""Tools that are run in one turn."""
_AGAIN = frozenset((ModelFault.TRUNCATED, ModelFault.EMPTY, ModelFault.BAD_ARGUMENTS))
"""Faults of one answer: the model may try once more."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Neither the form nor calls, with what is wrong with it, and the failure of the model that it was."""

    fault: str
    failure: ModelError | None = None


Filled = Mapping[str, Any]
"""The form, filled in."""
Calls = tuple[ToolCall, ...]
Runner = Callable[[str, Mapping[str, Any]], str]
"""Runs a tool: its name, its arguments, its answer."""


@dataclass(slots=True)
class Conversation:
    """The messages so far, and the next turn of them; `form` is the one object that ends it."""

    model: Model
    way: Way
    meter: Meter
    form: Tool
    follow: Callable[..., str]
    tools: tuple[Tool, ...] = ()
    progress: Callable[[int], None] = lambda received: None
    notes: Notes = field(default_factory=Notes)
    messages: list[ChatMessage] = field(default_factory=list)
    _new: int = 0
    _open: Calls = ()

    def filled(self, turns: int, run: Runner) -> Filled:
        """Let the model look for at most so many turns, then fill in the form; one mistake is forgiven.

        Raises ModelError where it never fills in the form.
        """
        for left in range(turns, -1, -1):
            final = left == 0 or self.notes.get("closing", lambda: self.meter.closing)
            turned = self.turn(final=final)
            if isinstance(turned, Mapping):
                return turned
            self._react(turned, run, final=final, last=left == 1)
            if final:
                break
        turned = self.turn(final=True)
        if isinstance(turned, Mapping):
            return turned
        if isinstance(turned, Prose):
            raise turned.failure or unusable(turned.fault)
        known = {tool.name for tool in self.tools}
        strange = next((c.name for c in turned if c.name not in known), "")
        if strange:
            raise failure(ModelFault.UNKNOWN_TOOL, name=repr(strange[:60]))
        raise unusable("it goes on looking")

    def _react(self, turned: Calls | Prose, run: Runner, *, final: bool, last: bool) -> None:
        if isinstance(turned, Prose):
            self.say(self.follow("prose", fault=turned.fault, final=final))
            return
        rows = []
        for number, call in enumerate(turned, 1):
            if final:
                told = self.follow("closed")
            elif number > MOST_CALLS:
                told = self.follow("too many", most=MOST_CALLS)
            else:
                told = run(call.name, call.arguments)
            if last and not final and number == len(turned):
                told = f"{told}\n{self.follow('last')}"
            rows.append((call, told))
        self.tell(rows)

    def say(self, text: str, role: Literal["system", "user"] = "user") -> None:
        """Add a message of ours."""
        self._add(ChatMessage(role, text))

    def tell(self, answers: Sequence[tuple[ToolCall, str]]) -> None:
        """Add the answers of tools, in the way this endpoint takes them."""
        if self.way is Way.NATIVE:
            for call, text in answers:
                self._add(ChatMessage("tool", text, answers=call.id))
            self._open = ()
            return
        rows = (f"{n}. {_shown(call)}\n{text}" for n, (call, text) in enumerate(answers, 1))
        self.say("\n\n".join(rows))

    def answer(self, text: str) -> None:
        """Say what comes of a form that was handed in; every other open call is closed with it."""
        mine = next((c for c in self._open if c.name == self.form.name), None)
        for call in self._open:
            self._add(ChatMessage("tool", text if call is mine else "Not run.", answers=call.id))
        if mine is None:
            self.say(text)
        self._open = ()

    def turn(self, *, final: bool) -> Filled | Calls | Prose:
        """Ask for the next message: the form, tools to run, or neither; `final`: it must be the form.

        Raises ModelError for a limit that is reached, and whatever keeps the model from answering.
        """
        limit = self.notes.get("limit", lambda: self.meter.reached(self._new, self.model.name))
        if limit:
            what = f"the run reached its limit of {limit}"
            raise ModelError(REACHED, what, "Try again, or raise the limit")
        try:
            reply = self.model.reply(self._turn(final=final), self.progress)
        except ModelFailure as problem:
            self._counted(problem.usage)
            if problem.fault not in _AGAIN:
                raise
            return Prose(f"{problem.code}: {problem.what}.", problem)
        self._counted(reply.usage)
        self.messages.append(reply.message)
        self._open = reply.calls
        return self._turned(reply)

    def _add(self, message: ChatMessage) -> None:
        self.messages.append(message)
        self._new += len(message.text)

    def _counted(self, usage: Usage) -> None:
        self.meter.count(usage, self._new, self.model.name)
        self._new = 0

    def _turn(self, *, final: bool) -> Turn:
        form, seconds = self.form, max(1.0, self.meter.seconds_left)
        turn = Turn(tuple(self.messages), tokens=self.meter.reply_left, seconds=seconds)
        match self.way:
            case Way.NATIVE:
                must_call = form.name if final else ""
                return replace(turn, tools=(*self.tools, form), must_call=must_call)
            case Way.SCHEMA:
                free = self.tools and not final
                schema = _either(form, self.tools) if free else form.parameters
                return replace(turn, schema=AnswerSchema(form.name, schema))
            case Way.PLAIN:
                return turn

    def _turned(self, reply: Reply) -> Filled | Calls | Prose:
        if reply.calls:
            forms = (c.arguments for c in reply.calls if c.name == self.form.name)
            return next(forms, reply.calls)
        try:
            found = object_in(reply.text)
        except NotADraft as problem:
            return Prose(str(problem))
        calls = found.get("calls")
        if isinstance(calls, list) and calls and self.tools:
            return tuple(_call(n, c) for n, c in enumerate(calls, 1))
        inner = found.get(self.form.name)
        return inner if isinstance(inner, Mapping) else found


def _either(form: Tool, tools: tuple[Tool, ...]) -> dict[str, Any]:
    """Calls, or the form: one flat object, for constrained decoders refuse clever ones."""
    text, line = {"type": "string"}, {"type": "integer"}
    tool = {"type": "string", "enum": [t.name for t in tools]}
    call = an_object(tool=tool, path=text, pattern=text, start=line, end=line)
    calls = {"type": "array", "maxItems": MOST_CALLS, "items": call}
    inner = {k: v for k, v in form.parameters.items() if k != "$defs"}
    both = an_object(**{"calls": calls, form.name: {"anyOf": [inner, {"type": "null"}]}})
    return both | {"$defs": form.parameters.get("$defs", {})}


def an_object(**properties: Any) -> dict[str, Any]:
    """The JSON Schema of an object that has all of these properties, and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _call(number: int, told: Any) -> ToolCall:
    given = dict(told) if isinstance(told, Mapping) else {}
    name, inner = str(given.pop("tool", "")), given.get("arguments")
    return ToolCall(f"c{number}", name, dict(inner) if isinstance(inner, Mapping) else given)


def _shown(call: ToolCall) -> str:
    told = json.dumps({k: v for k, v in call.arguments.items() if v not in ("", 0)}, default=str)
    return f"{call.name[:60]} {told[:300]}"
