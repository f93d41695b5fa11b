"""Files that a text names."""

from __future__ import annotations

import pytest

from bot.planning.mentions import innermost, mentioned, stated, unknown

PATHS = (
    "README.md",
    "shop/orders.py",
    "shop/admin.py",
    "api/views.py",
    "web/views.py",
    "src/main/java/com/acme/TaxCalculator.java",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("in `shop/orders.py`.", ("shop/orders.py",)),
        ("/srv/app/shop/orders.py:12", ("shop/orders.py",)),
        (r"C:\work\shop\orders.py", ("shop/orders.py",)),
        ("orders.py", ("shop/orders.py",)),
        ("shop.orders", ("shop/orders.py",)),
        ("the README", ("README.md",)),
        ("views.py", ()),
        ("web/views.py", ("web/views.py",)),
        ("other/orders.py", ()),
        ("reorders.py", ()),
    ],
)
def test_paths_names_and_modules(text, found):
    """A name that fits several files names none; more of the path decides."""  # FR-015
    assert mentioned(text, PATHS) == found


def test_unknown_paths():
    """What looks like a path but fits no file is a stranger; addresses are not paths."""  # FR-015
    assert unknown("see shop/none.py, https://x.org/a.html and shop/admin.py", PATHS) == (
        "shop/none.py",
    )


def test_the_innermost_frame():
    """Python's last frame, others' first."""  # FR-008
    python = (
        'File "/a/shop/admin.py", line 4\nFile "/a/shop/orders.py", line 2\nFile "/usr/lib/x.py"'
    )
    java = "at com.acme.TaxCalculator.vat(TaxCalculator.java:3)\nat com.acme.Other.go(Other.java:8)"

    assert innermost(python, PATHS) == "shop/orders.py"
    assert innermost(java, PATHS) == "src/main/java/com/acme/TaxCalculator.java"


def test_a_whole_path_is_stated():
    """`lib/request.js` is; a bare name and an address are not."""  # FR-015
    text = "See (`lib/request.js`) and request.js, https://example.org/lib/other.js."
    assert stated(text, ("lib/request.js", "lib/other.js")) == ("lib/request.js",)
