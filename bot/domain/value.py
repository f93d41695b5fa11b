"""Frozen values in camelCase JSON, the base of everything that is stored or configured, and their ids.

`defer_build`: a class is made ready when it is first used (under a lock, from pydantic 2.14 on), for most
commands use few of them.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel

Moment = AwareDatetime
"""A time with its zone."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = (1 << 48) - 1
_MILLISECOND = timedelta(milliseconds=1)


class Value(BaseModel):
    """A frozen value; unknown fields are refused."""

    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        populate_by_name=True,
        extra="forbid",
        allow_inf_nan=False,
        defer_build=True,
    )

    def having(self, **changes: Any) -> Self:
        """The same value with these fields changed, which is not validated again."""
        made = self.model_copy(update=changes)
        for name in made.__dict__.keys() - type(self).model_fields.keys():
            del made.__dict__[name]  # pydantic copies what a cached property looked up, too
        return made


class Stored(Value):
    """A frozen value kept in a record; fields of future versions are preserved on rewrite."""

    model_config = ConfigDict(extra="allow")

    @model_validator(mode="after")
    def _no_python_names(self) -> Self:
        """An unknown field must not bear the Python name of a known one: it would become it one day."""
        extra = self.model_extra
        if extra and (clashes := extra.keys() & type(self).model_fields.keys()):
            raise ValueError(
                f"{min(clashes)} is not a field of the schema; write {to_camel(min(clashes))}"
            )
        return self


def uuid7(at: datetime, *seed: str) -> str:
    """Make the UUIDv7 of a time and a seed.

    Takes the time (naive ones count as UTC; before 1970 counts as 1970) and any number of texts.
    Gives the id in its usual form: 48 bits of milliseconds, version 7, variant 2, and 74 bits of
    SHA-256 over the seed in place of random ones (RFC 9562, section 5.7).
    """
    known = at if at.tzinfo else at.replace(tzinfo=UTC)
    milliseconds = min(max((known - _EPOCH) // _MILLISECOND, 0), _LATEST)
    digest = int.from_bytes(hashlib.sha256(_joined(seed)).digest()[:10], "big")
    rand_a = digest >> 68
    rand_b = digest & ((1 << 62) - 1)
    return str(UUID(int=milliseconds << 80 | 7 << 76 | rand_a << 64 | 2 << 62 | rand_b))


def _joined(seed: tuple[str, ...]) -> bytes:
    """Write each part with its length before it, so that no two seeds read alike."""
    parts = (text.encode("utf-8", "surrogatepass") for text in seed)
    return b"".join(len(p).to_bytes(4, "big") + p for p in parts)
