"""What a variable of the environment may be, for pydantic: a ValueError says what an invalid one "is"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticUseDefault

Environ = Mapping[str, str]


class Variables(BaseModel):
    """Frozen settings; their errors show no value, which may be a secret."""

    model_config = ConfigDict(
        frozen=True, allow_inf_nan=False, hide_input_in_errors=True, defer_build=True
    )


def otherwise(what: str) -> WrapValidator:
    """The words for a value that the checks written before this one refuse, such as "not a host name"."""

    def checked(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
        try:
            return check(value)
        except ValueError:
            raise ValueError(what) from None

    return WrapValidator(checked)


def within(low: int, high: int) -> PlainValidator:
    """A whole number from `low` to `high`, in digits only."""

    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise ValueError(f"not a whole number from {low} to {high}")
        return int(text)

    return PlainValidator(number)


def _trimmed(text: str) -> str:
    if not text.strip():
        raise PydanticUseDefault
    return text.strip()


def _address(text: str) -> str:
    text = text.rstrip("/")
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        known = False
    if not known or not text.isprintable() or re.search(r"[\s?#]", text):
        raise ValueError("not a valid URL (http:// or https://, a host, and no blank, `?` or `#`)")
    return text


Trimmed = BeforeValidator(_trimmed)
"""Written last, so it comes first: surrounding blanks do not matter, and nothing but blanks is unset."""
Lower = BeforeValidator(lambda text: _trimmed(text).lower())
"""Case does not matter, nor do surrounding blanks."""
Address = Annotated[str, AfterValidator(_address), Trimmed]
"""An http(s) address without a slash at its end."""
