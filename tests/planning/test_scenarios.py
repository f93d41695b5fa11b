"""Given/When/Then in a sentence."""

from __future__ import annotations

import pytest

from bot.planning.issue.sections import Scenario, in_gherkin, scenario


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Given a, when b, then c.", Scenario("a", "b", "c")),
        ("When b, then c", Scenario("", "b", "c")),
        ("GIVEN a WHEN b THEN c", Scenario("a", "b", "c")),
        ("Given the state, nothing happens", None),
        ("Then it works when given time", None),
        ("It works when a then b", None),
    ],
)
def test_scenario(text, read):
    """The three parts in their order, or no scenario."""  # S1.1
    assert scenario(text) == read


FEATURE = """
Feature: opening hours
  Background:
    Given the counter opens at nine
  Scenario: early
    Given somebody rings at eight
    Then nobody answers
    And the call is noted
  Scenario: late
    When somebody rings at ten
    Then the clerk answers
"""


def test_a_scenario_of_given_and_then_is_one_too():
    """A block of Gherkin gives each scenario with its background, with or without a When."""  # S1.1
    assert in_gherkin("gherkin", FEATURE) == (
        "Given the counter opens at nine, Given somebody rings at eight, Then nobody answers, "
        "And the call is noted",
        "Given the counter opens at nine, When somebody rings at ten, Then the clerk answers",
    )
    assert all(scenario(text) for text in in_gherkin("gherkin", FEATURE))
    assert in_gherkin("python", "x = 1") == ()


def test_steps_before_the_first_scenario_are_its_background():
    """A block that is marked as Gherkin may leave out the word `Background:`."""
    text = "Given a clerk\n\nScenario: rings\nWhen somebody rings\nThen the clerk answers\n"
    told = ("Given a clerk, When somebody rings, Then the clerk answers",)

    assert in_gherkin("gherkin", text) == told
