"""Settings whose value somebody left open."""

from __future__ import annotations

import pytest

from bot.planning.reading import read
from bot.planning.values import empty_values


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("| Setting | Value |\n|---|---|\n| Host | |\n| Port | 25 |", ("Host",)),
        ("| Key | Default |\n|---|---|\n| limit | ? |\n| path | TBD |", ("limit", "path")),
        (
            "| tram stop | today | new name |\n|---|---|---|\n| 12 | Mill | see minutes |\n| 13 | Weir | |",
            ("12", "13"),
        ),
        (
            "| oven | gas | electric |\n|---|---|---|\n| dough | 220 | comes from the bakers |"
            "\n| pie | 180 | 190 |",
            ("dough",),
        ),
        ("| pen | sow | vet code |\n|---|---|---|\n| 1 | Ada | |\n| 2 | Eve | |", ("1", "2")),
        ("| role | may read | may write |\n|---|---|---|\n| guest | x | |\n| host | x | x |", ()),
        (
            "| page | owner | notes |\n|---|---|---|\n| start | Ann | to follow |\n| shop | Bo | |",
            (),
        ),
        ("| bus | old fare | fare |\n|---|---|---|\n| 4 | 2.10 | 2.30 |\n| 5 | 2.50 | |", ()),
        ("- Time-out: <to be filled in>\n- Colour: red", ("Time-out",)),
        ("- Host:\n- User:", ("Host", "User")),
        ("| Name | Age |\n|---|---|\n| Ann | 7 |", ()),
        ("- Colour: red\n- Size: 3", ()),
        ("## Environment\n- OS: [e.g. iOS]\n- Browser:", ()),
    ],
)
def test_open_values(body, names):
    """Gaps in a column of values, or in one that comes later, and placeholders behind labels."""  # S1.3
    assert empty_values(read("Set it up", body)) == names
