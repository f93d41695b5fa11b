"""docs/configuration.md says what the policy's schema says."""

from __future__ import annotations

from bot.domain.policy_schema import policy_schema
from tests.docs import configuration, generate, tables


def test_the_page_is_fresh():
    """Its table is drawn from the schema."""
    text = generate.CONFIGURATION.read_text(encoding="utf-8")

    assert tables.page(text, configuration.TABLES) == text, "run `make docs`"


def test_every_property_is_described():
    """No property without a sentence, in the schema that editors show and so on the page."""
    # issue 24: documentation
    schema = policy_schema()
    kinds = {"": schema, **schema["$defs"]}
    silent = [
        f"{kind}.{name}"
        for kind, node in kinds.items()
        for name, inner in node["properties"].items()
        if "description" not in inner
    ]

    assert silent == []
