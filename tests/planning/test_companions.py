"""Files that a kind of change takes along."""

from __future__ import annotations

import pytest

from bot.planning.companions import beside, by_habit, companions, documents_named, is_old_migration

TREE = (
    "cmd/tide/flags.go",
    "conf/tide.example.toml",
    "docs/commands.md",
    "internal/config/config.go",
    "internal/export/csv.go",
    "internal/export/export_test.go",
    "shop/migrations/0012_price.py",
    "shop/models.py",
    "shop/tasks.py",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Add `--format tsv`.", ["cmd/tide/flags.go"]),
        ("Make the limit configurable.", ["internal/config/config.go", "conf/tide.example.toml"]),
        ("Sort the list.", []),
    ],
)
def test_options_and_settings(text, found):
    """An option brings the file that reads options, a setting the settings and their example."""  # FR-014
    assert companions(text, ["internal/export/csv.go"], TREE) == found


def test_a_migration_that_ran_stays():
    """Numbered migrations are not files to change; other files in such a folder are."""  # FR-014
    assert is_old_migration("shop/migrations/0012_price.py")
    assert not is_old_migration("shop/migrations/runner.py")


def test_tests_of_a_folder():
    """A test named after the folder proves the files in it."""  # FR-019
    assert beside("internal/export/csv.go", TREE) == ("internal/export/export_test.go",)


def test_documents_and_habits():
    """A document to update is changed; tables go into models, nightly work into tasks."""  # FR-014
    assert documents_named("docs/commands.md is updated", TREE) == ["docs/commands.md"]
    assert by_habit("data model: a boat has an owner", TREE) == ["shop/models.py"]
    assert by_habit("nightly digest", TREE) == ["shop/tasks.py"]
