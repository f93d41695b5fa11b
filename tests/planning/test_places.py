"""What a path is by its name."""

from __future__ import annotations

import pytest

from bot.planning.places import Place, is_safe, paired_tests, place, subject


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("shop/orders.py", Place.SOURCE),
        ("shop/admin.py", Place.INTERFACE),
        ("src/components/Form.tsx", Place.INTERFACE),
        ("migrations/0001_init.sql", Place.SCHEMA),
        ("tests/test_orders.py", Place.TEST),
        ("src/cart.spec.ts", Place.TEST),
        ("internal/token_test.go", Place.TEST),
        ("src/test/java/a/CartTest.java", Place.TEST),
        ("docs/admin.md", Place.DOC),
        ("pyproject.toml", Place.SETUP),
        ("Makefile", Place.SETUP),
        ("yarn.lock", Place.SKIP),
        ("dist/a.js", Place.SKIP),
        ("logo.png", Place.SKIP),
        ("shop/testing.py", Place.SOURCE),
        ("shop/contest.py", Place.SOURCE),
    ],
)
def test_place(path, kind):
    """Names tell sources, interfaces, schemas, tests, documents, set-up and the rest apart."""  # FR-008
    assert place(path) is kind


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../x",
        "a/../b",
        "~/x",
        "a\\b",
        "a\0b",
        ".git/config",
        "a/.GIT/x",
        "C:/x",
        "./a",
        "a//b",
        "a\nb",
    ],
)
def test_unsafe_paths(path):
    """A plan's path stays inside the repository and out of `.git`."""  # NFR-013
    assert not is_safe(path)


def test_safe_paths():
    """Usual paths, hidden folders and spaces are fine."""  # NFR-013
    assert all(map(is_safe, (".github/workflows/ci.yml", "a b/c.py", "shop/", "ä.py")))


@pytest.mark.parametrize(
    "test", ["tests/test_orders.py", "shop/orders_test.py", "tests/shop/test_orders.py"]
)
def test_tests_are_paired_by_what_they_are_about(test):
    """`test_orders`, `orders_test` and `orders` are one subject."""  # FR-008
    assert subject(test) == "orders"
    assert paired_tests("shop/orders.py", (test, "tests/test_mail.py")) == (test,)
