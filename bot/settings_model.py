"""Environment -> where a model is, what it may cost, which hosts may see an issue: the operator's alone.

A field is read from the variable PLANGATE_MODEL_ and its name in capitals, where no other is named.
"""

from __future__ import annotations

import ipaddress
import re
from decimal import Decimal
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, PlainValidator, ValidationInfo, field_validator

from bot.domain.prices import PriceList, prices
from bot.domain.run_limits import RunLimits
from bot.environment import Address, Lower, Trimmed, Variables, otherwise, within
from bot.errors import ConfigError

_BASE, _KEY = "PLANGATE_MODEL_BASE_URL", "PLANGATE_MODEL_API_KEY"
_FILE, _HOSTS = "PLANGATE_MODEL_PATH", "PLANGATE_MODEL_ALLOWED_HOSTS"
_HOST = re.compile(r"[a-z0-9._-]{1,253}|\[?[0-9a-f:.]{2,45}\]?")
_DEFAULT = RunLimits()
Mode = Literal["local", "burst", "airgapped"]
ModelName = Annotated[
    str,
    Field(pattern="^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}$"),
    otherwise("not the name of a model (1 to 100 letters, digits or ._:/@+-)"),
    Trimmed,
]
HeaderText = Annotated[
    str,
    Field(pattern="^[!-~]{1,1000}$"),
    otherwise(
        "invalid: it contains blanks, line breaks or characters that are not allowed in a header"
    ),
    Trimmed,
]
Money = Annotated[Decimal, Field(ge=0, le=1_000_000), otherwise("not an amount of money"), Trimmed]


def _hosts(text: str) -> frozenset[str]:
    hosts = [h for h in re.split(r"[ ,]+", text.lower()) if h]
    if not all(_HOST.fullmatch(h) for h in hosts):
        raise ValueError("not a list of host names (without scheme, port or path)")
    return frozenset(h.strip("[]") for h in hosts)


def _prices(text: str) -> PriceList:
    try:
        return prices(text)
    except ValueError as problem:
        raise ValueError(f"not a list of prices: {problem}") from None


def _stem(fields: dict[str, Any]) -> str:
    """A name for a file's model: the file's own, without its ending."""
    stem = re.split(r"[/\\]", fields["path"])[-1].removesuffix(".gguf")
    name = re.sub(r"[^A-Za-z0-9._:@+-]", "-", stem)[:100].lstrip("._:@+-")
    return name or ("model" if fields["path"] else "")


def _mode(fields: dict[str, Any]) -> Mode:
    """`local` for this machine, and `burst` for a host that was named."""
    host = urlsplit(fields["address"]).hostname
    return "local" if not host or _is_loopback(host) else "burst"


class ModelSettings(Variables, alias_generator=lambda field: f"PLANGATE_MODEL_{field.upper()}"):
    """Where the model is: at an address, or in a file that runs in this process; else there is none.

    `deep_name` is the model for hard work, the same as `name` where nobody named one. The key is in
    no `repr`.
    """

    provider: Annotated[Literal["openai", "openai-responses", "anthropic"], Lower] = "openai"
    address: Address = Field("", validation_alias=_BASE)
    path: Annotated[str, Trimmed] = ""
    name: ModelName = Field(default_factory=_stem)
    deep_name: ModelName = Field(default_factory=lambda fields: fields["name"])
    key: HeaderText = Field("", validation_alias=_KEY, repr=False)
    mode: Annotated[Mode, Lower] = Field(default_factory=_mode)
    allowed_hosts: Annotated[frozenset[str], PlainValidator(_hosts), Trimmed] = frozenset()
    prices: Annotated[PriceList, PlainValidator(_prices), Trimmed] = PriceList()
    daily_budget: Money | None = None
    run_budget: Money = Decimal(0)
    max_calls: Annotated[int, within(1, 1_000)] = _DEFAULT.calls
    max_input_tokens: Annotated[int, within(1_000, 100_000_000)] = _DEFAULT.sent
    max_output_tokens: Annotated[int, within(1_000, 10_000_000)] = _DEFAULT.received
    timeout: Annotated[int, within(1, 3_600)] = int(_DEFAULT.seconds)
    exam: Annotated[Literal["on", "off"], Lower] = "on"

    @field_validator("address")
    @classmethod
    def _with_version(cls, text: str, info: ValidationInfo) -> str:
        """Anthropic's own tools write its address without the version, so that is understood, too."""
        parts = urlsplit(text)
        if "@" in parts.netloc:
            raise ValueError(f"a URL that contains a name or password; put the key into {_KEY}")
        bare = info.data.get("provider") == "anthropic" and not parts.path
        return f"{text}/v1" if bare else text

    @property
    def configured(self) -> bool:
        """Say whether there is a model at all."""
        return bool(self.address or self.path)

    @property
    def trusted(self) -> bool:
        """Say whether the operator lets it decide without an exam."""
        return self.exam == "off"

    @property
    def limits(self) -> RunLimits:
        """The operator's limits of one run."""
        return RunLimits(
            calls=self.max_calls,
            sent=self.max_input_tokens,
            received=self.max_output_tokens,
            seconds=self.timeout,
            money=float(self.run_budget),
        )


def require_consistent(model: ModelSettings) -> None:
    """Raise ConfigError where settings contradict each other, or the mode does not allow the host."""
    if model.address and model.path:
        raise _unfit(f"{_BASE} and {_FILE} name two models", "Unset one of them")
    if model.address and not model.name:
        raise _unfit(
            "PLANGATE_MODEL_NAME is missing",
            f"Set it to a model of the server at {_BASE}",
        )
    if model.path and model.provider != "openai":
        raise _unfit(
            f"{_FILE} works only with the provider openai", "Unset PLANGATE_MODEL_PROVIDER"
        )
    unpriced = [n for n in (model.name, model.deep_name) if n and not model.prices.of(n)]
    if (model.daily_budget is not None or model.limits.money) and unpriced:
        raise _unfit(
            f"a budget needs a price for {unpriced[0]}",
            "Set PLANGATE_MODEL_PRICES, for example to 0.25/0.025/2 (input/cached/output per million tokens)",
        )
    _require_allowed(model)


def _require_allowed(model: ModelSettings) -> None:
    """Raise ConfigError where the mode does not let us speak to the address, or a key would be seen."""
    parts = urlsplit(model.address)
    host, mode, hosts = parts.hostname or "", model.mode, model.allowed_hosts
    if not host or _is_loopback(host) or (host in hosts and mode != "airgapped"):
        return
    forbidden = f"PLANGATE_MODEL_MODE {mode} does not allow the host {host}"
    if mode == "airgapped":
        raise _unfit(forbidden, "Run the model on this machine")
    if mode == "local":
        raise _unfit(forbidden, f"Set {_HOSTS} to {host}")
    if hosts:
        raise _unfit(forbidden, f"Add {host} to {_HOSTS}")
    if parts.scheme == "http" and model.key:
        raise _unfit(
            f"{_KEY} would be sent to {host} unencrypted",
            f"Use https, or set {_HOSTS} to {host} if the network is yours",
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unfit(what: str, remedy: str) -> ConfigError:
    return ConfigError("PLANGATE-CONFIG-012", what, remedy)
