"""What a text defines."""

from __future__ import annotations

from bot.planning.definitions import defined


def test_a_method_of_the_class_itself_is_named_as_it_is():
    """Ruby's `def self.x` defines `x`."""  # FR-021
    text = "class Url\n  def self.escape(path)\n  end\n\n  def to_s\n  end\nend\n"

    assert defined(text) == ["Url", "escape", "to_s"]
