"""Files that a request names or that go with a change get a step of their own."""

from __future__ import annotations

import pytest

from bot.planning.guides import fragment
from bot.planning.mentions import frame_lines
from bot.planning.surroundings import named_by, near_by

TREE = (
    "README.md",
    "tox.ini",
    ".github/workflows/tests.yml",
    "charts/app/values.yaml",
    "config/carriers.yml",
    "docs/notifications.md",
    "envs/production/versions.tf",
    "envs/staging/versions.tf",
    "modules/cluster/versions.tf",
    "roles/proxy/tasks/main.yml",
    "shaders/shadow.hlsl",
    "src/carriers/dhl.py",
    "src/carriers/registry.py",
    "src/config/validation.py",
    "src/notifications/mail.py",
    "src/permit/permit_controller.py",
    "src/permit/permit_service.py",
    "tests/DiffServiceTest.java",
    "tests/test_shadow.py",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Put the limit into values.yaml.", ("charts/app/values.yaml",)),
        ("Softer edges in shadow.hlsl", ("shaders/shadow.hlsl",)),
        (
            "`versions.tf` in cluster and staging",
            ("envs/staging/versions.tf", "modules/cluster/versions.tf"),
        ),
        ("The providers in DiffServiceTest become static", ("tests/DiffServiceTest.java",)),
        ("Add 3.13 to the tox envlist", ("tox.ini",)),
        ("The workflow calls an option that is gone", (".github/workflows/tests.yml",)),
        ("Sort the list", ()),
    ],
)
def test_files_that_a_text_names(text, found):
    """Whatever kind a file is of, by its name, its class, or its folder."""  # FR-061
    assert named_by(text, TREE, ()) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`imports` in package.json of the source", ()),
        ("In file `__main__.py` I have this", ()),
        ("See kit/__main__.py", ("kit/__main__.py",)),
        ("It fails in printer.py", ("kit/printer.py",)),
        ("As in sample.js", ()),
        ("As in a1.py, a2.py, a3.py and a4.py", ("a/a1.py", "a/a2.py", "a/a3.py")),
    ],
)
def test_what_every_project_has_is_not_read_for_its_name(text, found):
    """Nor what lies in test data; at most three files are read because the text names them."""  # FR-061
    tree = (
        "package.json",
        "kit/__main__.py",
        "kit/printer.py",
        "test/cases/imports/package.json",
        "test/cases/imports/sample.js",
        *(f"a/a{n}.py" for n in range(1, 5)),
    )

    assert named_by(text, tree, (), read=True) == found


def test_what_a_step_is_about_already_is_not_named_again():
    assert named_by("Softer edges in shadow.hlsl", TREE, ("shaders/shadow.hlsl",)) == ()


@pytest.mark.parametrize(
    ("text", "changed", "found"),
    [
        ("Add bpost as another carrier", ["src/carriers/dhl.py"], "src/carriers/registry.py"),
        ("Add bpost as another carrier", ["src/carriers/dhl.py"], "config/carriers.yml"),
        (
            "The days come from `KEEP_DAYS`",
            ["src/notifications/mail.py"],
            "src/config/validation.py",
        ),
        ("Protect every site\n\nThe proxy does it.", [], "roles/proxy/tasks/main.yml"),
        ("Send a text", ["src/notifications/mail.py"], "docs/notifications.md"),
        ("Limit them", ["src/permit/permit_service.py"], "src/permit/permit_controller.py"),
        ("Softer shadow", ["shaders/shadow.hlsl"], "tests/test_shadow.py"),
    ],
)
def test_files_that_go_with_a_change(text, changed, found):
    """What lists its kind, reads its settings, is named alike, tests it or tells of it."""  # FR-061
    assert found in near_by(text, TREE, changed, changed)


def test_where_files_were_read_tests_and_documents_are_known_by_what_they_hold():
    changed = ["src/notifications/mail.py"]

    assert "docs/notifications.md" not in near_by("Send a text", TREE, changed, changed, read=True)


def test_where_files_were_read_neither_product_nor_plain_words_name_a_file():
    """`Acme fails` names no `Acme.kt` where all code is acme's; `tox` is a word; a class still names."""
    paths = ("src/acme/Acme.kt", "src/acme/a/JsonReader.kt", "src/acme/b/C.kt", "tox.ini")
    text = "AcMe and Acme fail with tox in JsonReader, see set_up"

    assert named_by(text, paths, (), read=True) == ("src/acme/a/JsonReader.kt",)
    assert "tox.ini" in named_by(text, paths, ())


def test_where_files_were_read_settings_are_known_by_what_they_hold():
    changed = ["src/notifications/mail.py"]
    text = "The days come from `KEEP_DAYS`"

    assert near_by(text, TREE, changed, changed, read=True) == ()


def test_a_huge_text_names_at_most_eight_files():
    text = " ".join(TREE) * 300

    assert len(named_by(text, TREE, ())) == 8
    assert len(near_by(text, TREE, (), ())) <= 6


@pytest.mark.parametrize(
    ("fault", "paths", "made"),
    [
        (
            False,
            ("changelog.d/12.feature.md", "changelog.d/3.fix.md"),
            "changelog.d/+add-tsv.feature.md",
        ),
        (True, ("newsfragments/12.bugfix.rst",), "newsfragments/+add-tsv.bugfix.rst"),
        (False, (".changeset/config.json",), ".changeset/add-tsv.md"),
        (False, ("changelog.d/README.md", "CHANGELOG.md"), ""),
        (True, ("changelog.d/12.feature.md",), ""),
        (
            True,
            ("CHANGES/1.misc.rst", "CHANGES/2.doc.rst", "CHANGES/3.contrib.rst"),
            "CHANGES/+add-tsv.bugfix.rst",
        ),
        (
            False,
            ("changelog/1.bugfix.rst", "changelog/2.feature.rst"),
            "changelog/+add-tsv.feature.rst",
        ),
        (True, ("changelog/fix_a.md", "changelog/new_b.md"), "changelog/fix_add_tsv.md"),
        (False, ("changelog/fix_a.md",), "changelog/new_add_tsv.md"),
    ],
)
def test_a_change_brings_its_fragment_by_the_habit_of_the_tree(fault, paths, made):
    """Kind and ending are those of the fragments that are there."""  # FR-061
    assert fragment("Add TSV", fault, paths) == made


def test_the_lines_that_a_trace_names():
    """The first line told of each file of the repository."""  # FR-033
    trace = 'File "/srv/src/carriers/dhl.py", line 42, in f\n at src/permit/permit_service.py:7\n x'

    assert frame_lines(trace, TREE) == {
        "src/carriers/dhl.py": 42,
        "src/permit/permit_service.py": 7,
    }


def test_a_title_about_an_option_leads_to_the_tests_of_the_command_line():
    """`--quiet` in a title is tested where the command line is."""  # FR-061
    tree = ("src/args.zig", "src/wave.zig", "test/cli_test.zig", "test/wave_test.zig")

    assert "test/cli_test.zig" in near_by("--quiet\nPrint nothing.", tree, (), ("src/args.zig",))
    assert "test/cli_test.zig" not in near_by("Wave\nQuiet.", tree, (), ("src/wave.zig",))


def test_completions_are_called_by_their_shell():
    """`fish completion` names the file of the completions; completing a form does not."""  # FR-061
    tree = ("src/args.zig", "completions/tool.fish")

    assert named_by("Man page and fish completion too.", tree, ()) == ("completions/tool.fish",)
    assert named_by("After completion the form is closed.", tree, ()) == ()
