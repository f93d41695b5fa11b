"""Frozen values in camelCase JSON: the base of everything that is stored or configured.

`defer_build`: a class is made ready when it is first used (under a lock, from pydantic 2.14 on), for most
commands use few of them.
"""

from __future__ import annotations

from typing import Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel

Moment = AwareDatetime
"""A time with its zone."""


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


class Stored(BaseModel):
    """A frozen value kept in a record; fields of future versions are preserved on rewrite."""

    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        populate_by_name=True,
        extra="allow",
        allow_inf_nan=False,
        defer_build=True,
    )

    @model_validator(mode="after")
    def _no_python_names(self) -> Self:
        """An unknown field must not bear the Python name of a known one: it would become it one day."""
        extra = self.model_extra
        if extra and (clashes := extra.keys() & type(self).model_fields.keys()):
            raise ValueError(
                f"{min(clashes)} is no name of the schema; write {to_camel(min(clashes))}"
            )
        return self
