"""Environment -> where a model is, what it may cost, which hosts may see an issue: the operator's alone."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Literal, cast
from urllib.parse import urlsplit

from bot.domain.prices import PriceList, prices
from bot.domain.run_limits import RunLimits
from bot.environment import Environ, address, choice, within, wrong
from bot.errors import ConfigError

Provider = Literal["openai", "openai-responses", "anthropic"]
Mode = Literal["local", "burst", "airgapped"]
PROVIDERS = ("openai", "openai-responses", "anthropic")
MODES = ("local", "burst", "airgapped")
_BASE, _KEY, _FILE = (
    "PLANGATE_MODEL_BASE_URL",
    "PLANGATE_MODEL_API_KEY",
    "PLANGATE_MODEL_PATH",
)
_DAILY = "PLANGATE_MODEL_DAILY_BUDGET"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}")
_HOST = re.compile(r"[a-z0-9._-]{1,253}|\[?[0-9a-f:.]{2,45}\]?")
_DEFAULT = RunLimits()


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Where the model is: at an address, or in a file that runs in this process; else there is none.

    `deep_name` is the model for hard work, the same as `name` where nobody named one. `trusted`: the
    operator lets it decide without an exam. The key is in no `repr`.
    """

    provider: Provider = "openai"
    address: str = ""
    path: str = ""
    name: str = ""
    deep_name: str = ""
    key: str = field(default="", repr=False)
    mode: Mode = "local"
    prices: PriceList = field(default_factory=PriceList)
    daily_budget: Decimal | None = None
    limits: RunLimits = _DEFAULT
    trusted: bool = False

    @property
    def configured(self) -> bool:
        """Say whether there is a model at all."""
        return bool(self.address or self.path)


def from_environ(environ: Environ) -> ModelSettings:
    """Read the model's settings. Raises ConfigError naming the variable that is wrong."""
    provider = choice(environ, "PLANGATE_MODEL_PROVIDER", PROVIDERS, "openai")
    path = environ.get(_FILE, "").strip()
    name = _name(environ, "PLANGATE_MODEL_NAME") or _stem(path)
    made = ModelSettings(
        provider=cast(Provider, provider),
        address=_based(address(environ, _BASE), provider),
        path=path,
        name=name,
        deep_name=_name(environ, "PLANGATE_MODEL_DEEP_NAME") or name,
        key=_key(environ),
        mode=cast(Mode, _mode(environ)),
        prices=_prices(environ),
        daily_budget=_money(environ, _DAILY),
        limits=_limits(environ),
        trusted=choice(environ, "PLANGATE_MODEL_EXAM", ("on", "off"), "on") == "off",
    )
    _fit(made)
    _require_allowed(made, _hosts(environ))
    return made


def _fit(made: ModelSettings) -> None:
    """Raise ConfigError where settings contradict each other."""
    if made.address and made.path:
        raise _unfit(f"{_BASE} and {_FILE} name two models", "Unset one of them")
    if made.address and not made.name:
        raise _unfit(
            "PLANGATE_MODEL_NAME is missing",
            f"Set it to the name of a model on the server {_BASE} names",
        )
    if made.path and made.provider != "openai":
        raise _unfit(
            f"{_FILE} works only with the provider openai", "Unset PLANGATE_MODEL_PROVIDER"
        )
    unpriced = [n for n in (made.name, made.deep_name) if n and not made.prices.of(n)]
    if (made.daily_budget is not None or made.limits.money) and unpriced:
        raise _unfit(
            f"a budget needs a price for {unpriced[0]}",
            "Set PLANGATE_MODEL_PRICES, for example to 0.25/0.025/2 (input/cached/output per million tokens)",
        )


def _require_allowed(made: ModelSettings, hosts: frozenset[str]) -> None:
    """Raise ConfigError where the mode does not let us speak to the address, or a key would be seen."""
    if not made.address:
        return
    parts = urlsplit(made.address)
    host = (parts.hostname or "").lower()
    if is_loopback(host):
        return
    named = host in hosts
    if made.mode == "airgapped":
        raise _forbidden(made, host, "run the model on this machine")
    if made.mode == "local" and not named:
        raise _forbidden(made, host, f"set PLANGATE_MODEL_ALLOWED_HOSTS to {host}")
    if hosts and not named:
        raise _forbidden(made, host, f"add {host} to PLANGATE_MODEL_ALLOWED_HOSTS")
    if parts.scheme == "http" and made.key and not named:
        raise _unfit(
            f"{_KEY} would be sent to {host} unencrypted",
            f"Use https, or set PLANGATE_MODEL_ALLOWED_HOSTS to {host} if the network is yours",
        )


def _forbidden(made: ModelSettings, host: str, remedy: str) -> ConfigError:
    what = f"PLANGATE_MODEL_MODE {made.mode} does not allow the host {host}"
    return _unfit(what, remedy[0].upper() + remedy[1:])


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unfit(what: str, remedy: str) -> ConfigError:
    return ConfigError("PLANGATE-CONFIG-012", what, remedy)


def _based(text: str, provider: str) -> str:
    """Anthropic's own tools write its address without the version, so that is understood, too."""
    if "@" in urlsplit(text).netloc:
        raise wrong(_BASE, f"a URL that contains a name or password; put the key into {_KEY}")
    if text and provider == "anthropic" and not urlsplit(text).path:
        return f"{text}/v1"
    return text


def _mode(environ: Environ) -> str:
    """The mode that was set; else `local` for this machine, and `burst` for a host that was named."""
    host = urlsplit(address(environ, _BASE)).hostname or ""
    default = "local" if not host or is_loopback(host) else "burst"
    return choice(environ, "PLANGATE_MODEL_MODE", MODES, default)


def _hosts(environ: Environ) -> frozenset[str]:
    name = "PLANGATE_MODEL_ALLOWED_HOSTS"
    hosts = [h for h in re.split(r"[ ,]+", environ.get(name, "").strip().lower()) if h]
    if not all(_HOST.fullmatch(h) for h in hosts):
        raise wrong(name, "not a list of host names (without scheme, port or path)")
    return frozenset(h.strip("[]") for h in hosts)


def _name(environ: Environ, name: str) -> str:
    text = environ.get(name, "").strip()
    if text and not _NAME.fullmatch(text):
        raise wrong(name, "not the name of a model (1 to 100 letters, digits or ._:/@+-)")
    return text


def _stem(path: str) -> str:
    """A name for a file's model: the file's own, without its ending."""
    stem = re.split(r"[/\\]", path)[-1].removesuffix(".gguf")
    return re.sub(r"[^A-Za-z0-9._:@+-]", "-", stem)[:100].lstrip("._:@+-") or (
        "model" if path else ""
    )


def _key(environ: Environ) -> str:
    text = environ.get(_KEY, "").strip()
    if not re.fullmatch("[!-~]{0,1000}", text):  # it becomes a header
        raise wrong(
            _KEY,
            "invalid: it contains blanks, line breaks or characters that are not allowed in a header",
        )
    return text


def _prices(environ: Environ) -> PriceList:
    text = environ.get("PLANGATE_MODEL_PRICES", "").strip()
    try:
        return prices(text) if text else PriceList()
    except ValueError as problem:
        raise wrong("PLANGATE_MODEL_PRICES", f"not a list of prices: {problem}") from None


def _money(environ: Environ, name: str) -> Decimal | None:
    text = environ.get(name, "").strip()
    if not text:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(-1)
    if not (value.is_finite() and 0 <= value <= 1_000_000):
        raise wrong(name, "not an amount of money")
    return value


def _limits(environ: Environ) -> RunLimits:
    return RunLimits(
        calls=within(environ, "PLANGATE_MODEL_MAX_CALLS", _DEFAULT.calls, 1, 1_000),
        sent=within(environ, "PLANGATE_MODEL_MAX_INPUT_TOKENS", _DEFAULT.sent, 1_000, 100_000_000),
        received=within(
            environ, "PLANGATE_MODEL_MAX_OUTPUT_TOKENS", _DEFAULT.received, 1_000, 10_000_000
        ),
        seconds=within(environ, "PLANGATE_MODEL_TIMEOUT", int(_DEFAULT.seconds), 1, 3_600),
        money=float(_money(environ, "PLANGATE_MODEL_RUN_BUDGET") or 0),
    )
