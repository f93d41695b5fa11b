"""Which files a text is about."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.planning.ranking import rank
from tests.planning.requests import SHOP


def test_a_named_path_comes_first():
    """An exact mention beats any likeness of words."""  # FR-008
    assert rank("Orders orders orders, but see shop/mail.py", SHOP)[0] == "shop/mail.py"


def test_identifiers_are_split_and_stemmed():
    """`OrderExports` finds `export_order.py`."""  # FR-008
    assert rank("OrderExports fails", ("a/export_order.py", "a/customer.py")) == (
        "a/export_order.py",
    )


def test_a_test_follows_its_source():
    """Source and test are paired, the source first."""  # FR-008
    assert rank("Sort the orders", SHOP)[:2] == ("shop/orders.py", "tests/test_orders.py")


def test_texts_tell_more_than_paths():
    """The second reading knows what is inside."""  # FR-009
    paths = ("a/one.py", "a/two.py")
    texts = {"a/one.py": "def add(): ...", "a/two.py": "def retry_after(): ...\n" * 3}

    assert rank("Retry after a failure", paths) == ()
    assert rank("Retry after a failure", paths, texts) == ("a/two.py",)


def test_what_nobody_edits_is_never_named():
    """Lock, generated, vendored and binary files are left out, even when mentioned."""  # FR-008
    paths = (
        "package-lock.json",
        "dist/order.js",
        "vendor/order.go",
        "order.png",
        "order.min.js",
        "order.py",
    )

    assert rank("order order.png package-lock.json dist/order.js", paths) == ("order.py",)


def test_top_limits():
    """At most `top` files."""  # FR-010
    assert len(rank("shop tests", SHOP, top=3)) == 3
    assert rank("shop", SHOP, top=0) == ()


@settings(max_examples=50, deadline=None)
@given(text=st.text(max_size=2000), paths=st.lists(st.text(max_size=40), max_size=20))
def test_any_text_and_paths(text, paths):
    """Ranking is total, deterministic, and names only what it was given, once."""  # FR-008
    found = rank(text, paths, {p: text for p in paths[:5]})

    assert found == rank(text, paths, {p: text for p in paths[:5]})
    assert len(set(found)) == len(found)
    assert set(found) <= set(paths)
