"""What can go wrong with a model: each fault has one code, what happened and a remedy (docs/models.md)."""

from __future__ import annotations

from enum import Enum

from bot.errors import ModelError
from bot.ports.model import NOTHING_USED, Usage


class ModelFault(Enum):
    """Every fault: its code, what happened, how to fix it. The words in braces are filled in."""

    UNREACHABLE = (
        "PLANGATE-MODEL-001",
        "the model server at {host} cannot be reached ({why})",
        "Check PLANGATE_MODEL_BASE_URL and the network, and that the server runs",
    )
    KEY_REFUSED = (
        "PLANGATE-MODEL-002",
        "{host} does not accept the API key (HTTP {status})",
        "Check PLANGATE_MODEL_API_KEY, and that this key may use the model",
    )
    NO_CREDIT = (
        "PLANGATE-MODEL-003",
        "the account at {host} has no credit or quota left",
        "Top it up, or raise its limit at the provider",
    )
    NOT_FOUND = (
        "PLANGATE-MODEL-004",
        "{host} has no model {name}, or no API at that address (HTTP {status})",
        "Check PLANGATE_MODEL_NAME, and the end of PLANGATE_MODEL_BASE_URL (see docs/models.md; mostly /v1)",
    )
    BUSY = (
        "PLANGATE-MODEL-005",
        "{host} limits requests (HTTP {status}, wait {wait})",
        "Try again later, or raise the rate limit at the provider",
    )
    DOWN = (
        "PLANGATE-MODEL-006",
        "{host} failed (HTTP {status}); the request was not sent again, as it may have been billed",
        "Check the model server",
    )
    TIMED_OUT = (
        "PLANGATE-MODEL-007",
        "{host} did not finish its answer within {seconds:.0f} s",
        "Use a faster model, or raise PLANGATE_MODEL_TIMEOUT",
    )
    BROKEN_OFF = (
        "PLANGATE-MODEL-008",
        "the answer of {host} is empty or incomplete",
        "Check the model server",
    )
    REDIRECTED = (
        "PLANGATE-MODEL-009",
        "{host} redirects to another address (HTTP {status}); plangate does not send its key there",
        "Set PLANGATE_MODEL_BASE_URL to the final address",
    )
    NOT_AN_API = (
        "PLANGATE-MODEL-010",
        "{host} answers with a web page or plain text, not as an API (HTTP {status})",
        "Check any proxy between, and that PLANGATE_MODEL_BASE_URL ends as docs/models.md says (mostly /v1)",
    )
    OTHER_DIALECT = (
        "PLANGATE-MODEL-011",
        "{host} does not answer like an `{dialect}` API ({why})",
        "Check PLANGATE_MODEL_PROVIDER (openai, openai-responses or anthropic)",
    )
    TOO_LARGE = (
        "PLANGATE-MODEL-012",
        "{host} sent more than {limit} bytes; plangate stopped reading",
        "Check the model server: no plan is that long",
    )
    TRUNCATED = (
        "PLANGATE-MODEL-013",
        "the model reached the limit of {tokens} tokens before its answer was complete",
        "Raise PLANGATE_MODEL_MAX_OUTPUT_TOKENS, or plan a smaller issue",
    )
    DECLINED = (
        "PLANGATE-MODEL-014",
        "the model declines to answer",
        "In the issue, reword what it may object to",
    )
    FILTERED = (
        "PLANGATE-MODEL-015",
        "the provider's content filter blocked the answer",
        "In the issue, reword what it may object to",
    )
    CONTEXT = (
        "PLANGATE-MODEL-016",
        "the model's context is too small for this request",
        "Load it with a longer context, or lower PLANGATE_MODEL_MAX_INPUT_TOKENS",
    )
    REQUEST_REFUSED = (
        "PLANGATE-MODEL-017",
        "{host} refuses the request (HTTP {status}: {why})",
        "If the reason does not help, use another model, or another PLANGATE_MODEL_PROVIDER",
    )
    EMPTY = (
        "PLANGATE-MODEL-018",
        "the model answered with nothing",
        "Try again; if it happens again, use another model",
    )
    BAD_ARGUMENTS = (
        "PLANGATE-MODEL-019",
        "the model called {name} with arguments that are not a JSON object, or are cut off",
        "Try again; if it happens again, use another model",
    )
    UNKNOWN_TOOL = (
        "PLANGATE-MODEL-020",
        "the model called a tool that does not exist ({name})",
        "Try again; if it happens again, use another model",
    )
    BUDGET_SPENT = (
        "PLANGATE-MODEL-021",
        "the budget of the day is spent ({spent} of {budget})",
        "Wait for the next day (UTC), or raise PLANGATE_MODEL_DAILY_BUDGET",
    )
    NOT_LOADED = (
        "PLANGATE-MODEL-022",
        "the model file cannot be run ({why})",
        "Check PLANGATE_MODEL_PATH: it must name a complete GGUF file that fits into memory",
    )
    NOT_INSTALLED = (
        "PLANGATE-MODEL-023",
        "{name}, which runs model files, is not installed",
        "Install plangate with its extra `local`, or name a model server instead",
    )
    NOT_COUNTED = (
        "PLANGATE-MODEL-024",
        "cannot read what was spent today ({why}), so nothing more is spent",
        "Check the database that PLANGATE_DATABASE_URL names",
    )

    @property
    def code(self) -> str:
        """The stable code."""
        return self.value[0]


BAD_ANSWERS = frozenset(
    (
        ModelFault.TRUNCATED, ModelFault.EMPTY, ModelFault.BAD_ARGUMENTS, ModelFault.UNKNOWN_TOOL,
        ModelFault.DECLINED, ModelFault.FILTERED, ModelFault.CONTEXT, ModelFault.TIMED_OUT,
    )
)  # fmt: skip
"""What a model itself is to blame for; any other fault is its server's, or the operator's."""


class ModelFailure(ModelError):
    """A fault that was met (exit 6); `usage` is what the provider counted for the call all the same."""

    def __init__(self, fault: ModelFault, usage: Usage, what: str) -> None:
        """Keep the fault itself: an engine decides by it whether to go on."""
        self.fault = fault
        self.usage = usage
        super().__init__(fault.code, what, fault.value[2])


def failure(fault: ModelFault, usage: Usage = NOTHING_USED, **said: object) -> ModelFailure:
    """The error of a fault; `said` fills the words in braces. It must hold no secret."""
    return ModelFailure(fault, usage, fault.value[1].format(**said))
