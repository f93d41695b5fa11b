"""Where files lie and what they are called in the habits of many languages."""

from __future__ import annotations

import pytest

from bot.planning.companions import called, command_line, documents_named, upkeep
from bot.planning.mentions import mentioned
from bot.planning.places import Place, paired_tests, place, subject


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("src/tank/pump.c", "tests/pump/src/main.c"),
        ("includes/class-ticket-printer.php", "tests/test-ticket-printer.php"),
        ("src/tools/ScaleTool.cpp", "tests/test_scale.cpp"),
        ("scripts/ui/chat_box.gd", "tests/test_chat.gd"),
        ("src/App.Core/IcsWriter.cs", "tests/App.Core.Tests/IcsWriterTests.cs"),
        ("src/view/List.tsx", "test/List.spec.ts"),
    ],
)
def test_a_test_is_paired_with_its_source(source, test):
    """By its name, the beginning of its name, or the folder a `main` lies in."""  # FR-014
    others = ["tests/other/src/main.c", "tests/test-other.php", "tests/test_other.cpp"]

    assert paired_tests(source, [source, *others, test]) == (test,)


def test_a_main_outside_of_tests_is_about_main():
    """Only below `tests/` the folder tells what a `main` is about."""  # FR-014
    assert subject("src/pump/main.c") == "main"


def test_words_of_a_language_are_no_code():
    """`i18n/app_fr.ts` is set-up, `i18n/index.ts` is code."""  # FR-014
    assert place("resources/i18n/app_fr.ts") is Place.SETUP
    assert place("resources/lang/en/messages.php") is Place.SETUP
    assert place("src/i18n/index.ts") is Place.SOURCE


def test_a_file_is_called_by_its_kind():
    """`the cabal file` names the only file with that ending, and none where there are two."""  # FR-014
    paths = ["oak.cabal", "cabal.project", "res/i18n/oak_fr.po", "app/AndroidManifest.xml"]

    assert called("Don't forget it in the cabal file", paths) == ["oak.cabal"]
    assert called("Permission in the manifest", paths) == ["app/AndroidManifest.xml"]
    assert called("German text: Eiche", paths) == ["res/i18n/oak_fr.po"]
    assert called("the cabal file", [*paths, "elm.cabal"]) == []


def test_documents_are_called_by_their_kind():
    """OpenAPI, the man page; a document that only says something stays as it is."""  # FR-014
    paths = ["docs/openapi.yaml", "man/oak.1.md", "CHANGELOG.md", "docs/rules.md"]

    assert documents_named("OpenAPI too.", paths) == ["docs/openapi.yaml"]
    assert documents_named("And the man page.", paths) == ["man/oak.1.md"]
    assert documents_named("docs/rules.md says so.", paths, strict=True) == []
    assert documents_named("Add a note to docs/rules.md.", paths, strict=True) == ["docs/rules.md"]


def test_a_path_without_its_ending_is_a_mention():
    """`guides/hooks` names `docs/guides/hooks.md` as long as no other file ends so."""  # FR-014
    assert mentioned("a paragraph in guides/hooks", ["docs/guides/hooks.md"]) == (
        "docs/guides/hooks.md",
    )
    assert mentioned("guides/hooks", ["a/guides/hooks.md", "b/guides/hooks.md"]) == ()


def test_upkeep_goes_into_workflows_and_lists_of_dependencies():
    """A CI job goes into the workflow of the tests, a pin into the manifest at the top."""  # FR-014
    paths = [".github/workflows/pages.yml", ".github/workflows/tests.yml", "pyproject.toml"]

    assert upkeep("CI job with the new runtime", paths) == [".github/workflows/tests.yml"]
    assert upkeep("lift the pin", paths) == ["pyproject.toml"]
    assert upkeep("replace the calls", paths) == []


def test_an_option_is_read_by_the_command_line():
    """A title about `--version` is about the file that reads the options."""  # FR-014
    paths = ["src/render.hs", "src/Cli.hs", "test/CliSpec.hs"]

    assert command_line("`oak --version` says 0.0.0", paths) == ["src/Cli.hs"]
    assert command_line("The version is wrong", paths) == []
