"""Places: a path's name alone says whether it is a test."""

from __future__ import annotations

import pytest

from bot.planning.repository.places import RepositoryTests, is_test, subject


@pytest.mark.parametrize(
    "path",
    [
        "src/cart.cy.ts",
        "web/cart.e2e-spec.ts",
        "src/CartTest.java",
        "pkg/cart_test.go",
        "features/cart.feature",
        "t/cart.bats",
        "rtl/cart_tb.v",
        "types/cart.test-d.ts",
    ],
)
def test_a_test_is_known_by_its_name(path: str) -> None:
    """A mark, an ending or a class says that it is a test, and what is left is what it tests."""
    assert is_test(path)
    assert subject(path) == "cart"


@pytest.mark.parametrize(
    "path",
    [
        *("src/features/cart.ts", "src/latest.ts", "docs/cy.md", "src/policy.ts"),
        *("src/cart_tb.py", "src/Test.java", "lib/IT.kt"),
    ],
)
def test_a_source_is_not_taken_for_a_test(path: str) -> None:
    """Neither letters within a word nor a folder of features makes a test, nor another language's mark."""
    assert not is_test(path)


def test_a_new_test_is_named_like_its_neighbours() -> None:
    """Where the tests of a language are `*.cy.ts`, a new one is, too."""
    there = RepositoryTests(["src/a.ts", "src/a.cy.ts", "src/b.ts"])

    assert there.new("src/b.ts") == "src/b.cy.ts"


@pytest.mark.parametrize(
    ("source", "there", "test"),
    [
        ("bin/deploy.sh", "test/deploy.bats", "test/deploy.bats"),
        ("app/login.rb", "features/login.feature", "features/login.feature"),
        ("app/login.rb", "spec/login_spec.rb", "spec/login_spec.rb"),
    ],
)
def test_an_ending_of_tests_alone_tests_any_language(source: str, there: str, test: str) -> None:
    """A scenario or a `.bats` file belongs to its source, unless that language has a test of its own."""
    paths = sorted({source, "features/login.feature", there})

    assert RepositoryTests(paths).of(source) == (test,)
