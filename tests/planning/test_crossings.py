"""What every change of a kind passes through is looked at: routes, schema, lock file."""

from __future__ import annotations

import pytest

from bot.planning.companions import called
from bot.planning.crossings import crossings, locked
from bot.planning.proposal import Intent
from bot.planning.testnames import new_test

RAILS = ("app/models/parcel.rb", "config/routes.rb", "db/schema.rb", "Gemfile", "Gemfile.lock")
WORDS = (
    "config/locales/en.yml",
    "config/locales/sv.yml",
    "config/locales/de.yml",
    "config/locales/fr.yml",
)


@pytest.mark.parametrize(
    ("text", "intent", "passed"),
    [
        ("Parcels\nA page that lists them", Intent.FEATURE, ["config/routes.rb"]),
        ("Parcels\nA column for the weight", Intent.FEATURE, ["db/schema.rb"]),
        ("Old parcels\nDelete them for good", Intent.CHORE, ["db/schema.rb"]),
        ("Parcels\nThe page is empty", Intent.BUG, []),
        ("Parcels\nWeigh them in grams", Intent.FEATURE, []),
    ],
)
def test_a_new_page_passes_the_routes_and_a_column_the_schema(text, intent, passed):
    """A page is entered among the routes, what is stored or deleted stands in the schema."""  # FR-061
    assert crossings(text, intent, ["app/models/parcel.rb"], RAILS) == passed


def test_the_lock_file_goes_with_a_manifest_whose_dependency_changes():
    """Where a version moves the lock file is written anew; other edits leave it."""  # FR-061
    assert locked("puma 6.1 -> 6.4", ["Gemfile"], RAILS) == ["Gemfile.lock"]
    assert locked("Sort the list of gems", ["Gemfile"], RAILS) == []
    assert locked("puma 6.1 -> 6.4", ["app/models/parcel.rb"], RAILS) == []


def test_the_languages_that_a_text_names_tell_which_translations_change():
    """`English and Swedish texts` are these two files, not the first that are there."""  # FR-061
    assert called("The hints in English and Swedish", WORDS) == list(WORDS[:2])
    assert called("The German ambassador and a French key", WORDS) == []
    assert called("Polish labels on the invoice page", WORDS) == []


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("app/models/parcel.rb", "test/parcel_test.rb"),
        ("db/schema.rb", ""),
        ("db/migrate/001_parcels.rb", ""),
    ],
)
def test_what_only_declares_gets_no_test_and_ruby_keeps_to_the_trees_kind(path, made):
    """Minitest where the tree has it; none for a schema or a migration."""  # FR-061
    assert new_test(path, ("test/models/cart_test.rb",)) == made


NODE = ("src/app.ts", "src/router.ts", "src/env.ts", "tests/env.ts", "prisma/schema.prisma")


@pytest.mark.parametrize(
    ("text", "intent", "passed"),
    [
        ("Parcels\nSet `PARCEL_URL` in production", Intent.CHORE, ["src/env.ts"]),
        ("Parcels\nWith PARCEL_URL= it is empty", Intent.BUG, ["src/env.ts"]),
        ("Parcels\nThe column is lost", Intent.BUG, []),
        ("Parcels\nDelete what is old", Intent.CHORE, ["prisma/schema.prisma"]),
        ("Parcels\nPurge what is old", Intent.CHORE, ["prisma/schema.prisma"]),
        ("Parcels\nA button to print them", Intent.FEATURE, ["src/router.ts"]),
        ("Parcels\nGET /parcels lists them", Intent.FEATURE, ["src/router.ts"]),
        ("Parcels\nThey stand at `/parcels`", Intent.FEATURE, ["src/router.ts"]),
        ("Parcels\nPlease get /tmp out of it", Intent.FEATURE, []),
    ],
)
def test_variables_paths_and_deletions_pass_their_file_and_faults_no_schema(text, intent, passed):
    """A variable is read in one file, no test is passed, and a fault adds no column."""  # FR-061
    assert crossings(text, intent, ["src/app.ts"], NODE) == passed
    assert crossings(text, intent, ["src/app.ts"], ("tests/env.ts", "tests/router.ts")) == []


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ("web/package.json", ["web/package-lock.json", "web/yarn.lock"]),
        ("docs/package.json", ["package-lock.json"]),
        ("package.json", ["package-lock.json"]),
    ],
)
def test_the_lock_file_beside_the_manifest_goes_before_that_of_the_root(changed, found):
    """Of many lock files it is that of the same folder, else of the root, never another's."""  # FR-061
    free = ("web/package-lock.json", "api/package-lock.json", "package-lock.json", "web/yarn.lock")

    assert locked("Bump left-pad", [changed], free) == found
    assert locked("Bump left-pad", [changed], ("api/package-lock.json",)) == []
