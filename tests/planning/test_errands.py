"""Services that a wish needs and tells by what they do: asked for by name unless one is there."""

from __future__ import annotations

import pytest

from bot.planning.providers import unnamed


@pytest.mark.parametrize(
    ("body", "service"),
    [
        ("Customers should receive a push on their phone five minutes before.", "push"),
        ("Who ticks the box lands in our mailing tool with the tag `shop`.", "newsletter"),
        ("The dump has to be copied to another site as well, encrypted.", "storage"),
        ("Members log in with their federation account.", "identity"),
        ("A button prints the parcel label of the order.", "carrier"),
        ("Draw the vehicles on a map, refreshed every 15 s.", "map"),
        ("A transcript should be made after the upload.", "speech"),
        ("The company's VAT number is looked up online.", "check"),
        ("A letter-shop prints and posts the invoice.", "post"),
        ("Show today's pollen counts for birch and grass.", "weather"),
        ("A third tile: pay in 30 days.", "payment"),
        ("The confirmation goes out as fax after the approval.", "fax"),
        ("Fetch the transactions from our bank and match them.", "bank"),
        ("Use a hosted feature flag service, off when it is away.", "flag"),
        ("Each review is classified by a language model.", "AI"),
        ("A rendering service makes the picture of the link.", "rendering"),
    ],
)
def test_an_errand_needs_whoever_runs_it(body, service):
    """What only somebody outside can do is asked for by its name."""  # S1.2
    found = unnamed(body, ("src/app.py", "README.md"))

    assert found
    assert service in found[0]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("Customers should receive a push on their phone.", ("src/push/fcm.py",)),
        ("Fetch the transactions from our bank over FinTS.", ()),
        ("`push()` raises when the stack is full.", ()),
        ("Members log in with their member number as well.", ()),
        ("Draw the walls on the map of the level.", ()),
        ("Transcripts of chats can be downloaded as text.", ()),
        ("Cancelled orders leave the queue of labels.", ()),
        ("Show the current position of the playhead.", ()),
        ("Add a computer opponent with a depth of 3 in `ai.py`.", ()),
        ("The old fax is gone: drop the chat widget.", ()),
    ],
)
def test_what_is_done_inside_needs_nobody(body, paths):
    """A named service, a file about it and a word of one's own domain leave nothing to ask."""  # S1.2
    assert unnamed(body, paths) is None


@pytest.mark.parametrize(
    "body",
    [
        "Show the weather forecast on the page of each tour.",
        "Show a forecast for the weekend.",
        "Each tour asks a weather API.",
        "Fetch the storm forecast and warn when gusts come near.",
        "Watch the forecast; close the awning when rain is near.",
        "Query a local forecast each hour. Warn of hail.",
    ],
)
def test_who_forecasts_the_weather_must_be_named(body):
    """A forecast of wind or rain comes from a service; its name or its file leaves nothing to ask."""  # S1.2
    assert "weather service" in (unnamed(body, ("src/app.py",)) or ("",))[0]
    assert unnamed(f"{body} Take Open-Meteo.", ("src/app.py",)) is None
    assert unnamed(body, ("src/weather/client.py",)) is None


@pytest.mark.parametrize(
    "body",
    [
        "Fetch the forecast and show the sales.",
        "Fetch the forecasts of sales and warn when it rains.",
        "Rain drops fall when the level is done.",
    ],
)
def test_a_forecast_of_something_else_needs_no_weather(body):
    """What is forecast of sales, and weather without a forecast, are made inside."""  # S1.2
    assert unnamed(body, ("src/app.py",)) is None
