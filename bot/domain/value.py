"""Frozen values in camelCase JSON: the base of everything that is stored or configured."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Value(BaseModel):
    """A frozen value; unknown fields are refused."""

    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        populate_by_name=True,
        extra="forbid",
        allow_inf_nan=False,
    )


class Stored(BaseModel):
    """A frozen value kept in a record; fields of future versions are preserved on rewrite."""

    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        populate_by_name=True,
        extra="allow",
        allow_inf_nan=False,
    )
