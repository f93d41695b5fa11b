"""What the work needs and others hold."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bot.planning.elsewhere import elsewhere
from bot.planning.proposal import Intent
from bot.planning.reading import read

TOLD = yaml.safe_load(Path(__file__).with_name("elsewhere.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("sentence", TOLD["held"])
def test_what_others_hold_is_missing(sentence):
    """A list by its keeper, a service by who chose it, an input by what comes first."""  # S1.3
    found = list(elsewhere(read("Next step", sentence), Intent.FEATURE, ()))

    assert found
    assert sentence.rstrip(".")[:60] in found[0].question


@pytest.mark.parametrize("sentence", TOLD["here"])
def test_what_is_named_is_here(sentence):
    """A path, an address, a name, or a list of the program's own lacks nothing."""  # S1.3
    assert not list(elsewhere(read("Next step", sentence), Intent.FEATURE, ()))


def test_a_place_in_the_tree_is_known():
    """A file called by the place says which one it is."""  # S1.3
    text = read("Next step", "Post every new bid to the team channel.")

    assert list(elsewhere(text, Intent.FEATURE, ()))
    assert not list(elsewhere(text, Intent.FEATURE, ("bot/channel.py",)))


def test_a_fault_brings_nothing():
    """A fault tells how things are."""  # S1.3
    text = read("Prices are wrong", "They come from the table the dairy uses.")

    assert not list(elsewhere(text, Intent.BUG, ()))
