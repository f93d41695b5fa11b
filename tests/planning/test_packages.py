"""Packages: which folder a title names, and what of a plan stays inside it."""

from __future__ import annotations

import pytest

from bot.planning import testhabits
from bot.planning.guides import changelog
from bot.planning.names import names
from bot.planning.packages import package_of, titled_package
from bot.planning.proposal import Tree
from bot.planning.reading import read
from bot.planning.sites import sites
from bot.planning.spots import spots

PATHS = (
    "Cargo.toml",
    "kit/Cargo.toml",
    "kit/src/arg.rs",
    "kit_man/Cargo.toml",
    "kit_man/CHANGELOG.md",
    "kit_man/src/render.rs",
    "kit_man/tests/suite/main.rs",
    "kit_man/tests/suite/roff.rs",
    "tests/render.rs",
    "kit_shells/Cargo.toml",
    "net/http/serve.go",
    "examples/demo/Cargo.toml",
    "CHANGELOG.md",
)


@pytest.mark.parametrize(
    ("title", "package"),
    [
        ("kit_man: the synopsis shows hidden arguments", "kit_man"),
        ("[kit-man] wrong synopsis", "kit_man"),
        ("Wrong synopsis in kit_man", "kit_man"),
        ("`kit_shell` shows hidden arguments", "kit_shells"),
        ("fix(kit_man): the synopsis shows hidden arguments", "kit_man"),
        ("man: the synopsis shows hidden arguments", "kit_man"),
        ("net/http: a server leaks", "net/http"),
        ("http: a server leaks", ""),
        ("In kit_menu hidden arguments are shown", ""),
        ("The manual is wrong", ""),
        ("demo: it does not build", ""),
        ("Bug: kit is slow", ""),
    ],
)
def test_a_title_names_a_package(title, package):
    """By its prefix or as a word of several parts, shortened or not; an example is no package."""  # FR-015
    assert titled_package(title, PATHS) == package


def test_a_named_package_confines_the_places():
    """What other packages define of the names leads nowhere then."""  # FR-015
    files = {
        "kit/src/arg.rs": "pub struct HiddenArg {}\n",
        "kit_man/src/render.rs": "fn synopsis(a: HiddenArg) {}\n",
        "Cargo.toml": "",
        "kit_man/Cargo.toml": "",
    }
    wanted = names(read("kit_man: synopsis shows a `HiddenArg`", ""))
    tree = Tree(tuple(files), files, spots=spots(wanted, files), ranked=tuple(files))

    assert sites(wanted, tree).found[0].path == "kit/src/arg.rs"
    found = sites(wanted, tree, package="kit_man")
    assert [s.path for s in found.found] == ["kit_man/src/render.rs"]


def test_tests_and_list_of_changes_are_the_packages_own():
    """Its only file of tests is taken, whatever its name; a file outside has the same name."""  # FR-007
    assert package_of("kit_man/src/render.rs", PATHS) == "kit_man"
    assert testhabits.tests_of("kit_man/src/render.rs", Tree(PATHS), ()) == (
        "kit_man/tests/suite/roff.rs",
    )
    assert changelog(PATHS, "kit_man") == "kit_man/CHANGELOG.md"
    assert changelog(PATHS, "kit") == "CHANGELOG.md"
