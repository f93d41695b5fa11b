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
        ("- Time-out: <to be filled in>\n- Colour: red", ("Time-out",)),
        ("- Host:\n- User:", ("Host", "User")),
        ("| Name | Age |\n|---|---|\n| Ann | 7 |", ()),
        ("- Colour: red\n- Size: 3", ()),
        ("## Environment\n- OS: [e.g. iOS]\n- Browser:", ()),
    ],
)
def test_open_values(body, names):
    """Gaps in a column of values and placeholders behind labels count; a form's own fields do not."""  # S1.3
    assert empty_values(read("Set it up", body)) == names
