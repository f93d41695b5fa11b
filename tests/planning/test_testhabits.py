"""Which test belongs to a source, learnt from the tree; documents and lists of changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning import testhabits
from bot.planning.analysis import Analysis
from bot.planning.beginnings import Beginning
from bot.planning.cases import Case
from bot.planning.exercised import retired
from bot.planning.guides import changelog, documents_of, is_kept, listed_at, titled
from bot.planning.names import Name, Weight, names
from bot.planning.proposal import Intent, Tree
from bot.planning.reading import read
from bot.planning.sourcesets import can_see
from bot.planning.spots import Kind, Spot, spots
from bot.planning.testless import proof_for, speaking
from tests.planning.requests import brief, plan_of


@pytest.mark.parametrize(
    ("source", "paths", "test"),
    [
        (
            "tokio/src/sync/watch.rs",
            ("tokio-stream/tests/watch.rs", "tokio/tests/sync_watch.rs"),
            "tokio/tests/sync_watch.rs",
        ),
        (
            "tpl/transform/transform.go",
            ("common/text/transform_test.go", "tpl/transform/transform_test.go"),
            "tpl/transform/transform_test.go",
        ),
        ("include/fmt/chrono.h", ("test/chrono-test.cc",), "test/chrono-test.cc"),
        (
            "lib/cop/style/name.rb",
            ("spec/cop/lint/name_spec.rb", "spec/cop/style/name_spec.rb"),
            "spec/cop/style/name_spec.rb",
        ),
        (
            "src/Sqlite/MigrationsGenerator.cs",
            (
                "test/Server.Tests/ServerGeneratorTest.cs",
                "test/Sqlite.Tests/MigrationGeneratorTest.cs",
            ),
            "test/Sqlite.Tests/MigrationGeneratorTest.cs",
        ),
        ("src/orders_export.py", ("tests/test_order_export.py",), "tests/test_order_export.py"),
        (
            "src/ordersExport.ts",
            ("test/orderExport.test.ts", "test/ordersExport.test.ts"),
            "test/ordersExport.test.ts",
        ),
        ("src/_pytest/python.py", ("testing/python/metafunc.py",), "testing/python/metafunc.py"),
    ],
)
def test_the_nearest_test_of_the_name_is_taken(source, paths, test):
    """Name first, then package and folder."""  # FR-007
    assert testhabits.tests_of(source, Tree((source, *paths)), ()) == (test,)


def test_a_test_that_uses_the_names_is_found_without_its_own_name():
    """Where no test is called like the source, the one that speaks of the request is taken."""  # FR-007
    paths = ("src/app.py", "tests/test_blueprints.py", "tests/test_other.py")
    wanted = [Name("url_defaults", Weight.TITLE)]
    texts = {"tests/test_blueprints.py": "url_defaults\n" * 9, "tests/test_other.py": "x\n"}
    tree = Tree(paths, texts, spots=spots(wanted, texts), ranked=tuple(texts))

    assert testhabits.tests_of("src/app.py", tree, wanted) == ("tests/test_blueprints.py",)
    assert testhabits.tests_of("src/app.py", Tree(paths), ()) == ()


def test_tests_inside_the_source_stay_there():
    """In Rust a module of tests in the file is where its tests are."""  # FR-007
    files = {"src/defs.rs": "fn a() {}\n#[cfg(test)]\nmod tests {}\n"}
    tree = Tree(("src/defs.rs", "tests/defs.rs"), files, spots=spots((), files))

    assert testhabits.tests_of("src/defs.rs", tree, ()) == ("src/defs.rs",)


@pytest.mark.parametrize(
    ("paths", "made"),
    [
        (("src/a.js", "src/__tests__/a.spec.js", "src/new.js"), "src/__tests__/new.spec.js"),
        (("src/a.js", "src/a.test.js", "src/new.js"), "src/new.test.js"),
        (("lib/x/a.rb", "test/x/test_a.rb", "lib/x/new.rb"), "test/x/test_new.rb"),
        (("pkg/src/a.rs", "pkg/tests/a.rs", "pkg/src/deep/new.rs"), "pkg/tests/new.rs"),
        (("src/new.js",), "otherwise.js"),
        # One pair far away, test data, a module that another file lists: nothing is sure.
        (("src/a/a.js", "src/b/new.js", "test/x/a.test.js"), ""),
        (("lib/new.py", "lib/a.py", "tests/regrtest_data/a.py"), ""),
        (("src/a.rs", "src/new.rs", "tests/testsuite/a.rs"), ""),
        # Where the language rules it, the rule is taken.
        (("x/a.go", "x/y/new.go", "z/b_test.go"), "otherwise.js"),
    ],
)
def test_a_new_test_goes_where_its_neighbours_have_theirs(paths, made):
    """Beside the source, below it, in a mirrored tree, or flat in the package."""  # FR-049
    source = next(p for p in paths if "new" in p)

    assert testhabits.new_test(source, Tree(paths), "otherwise.js") == made


def test_without_a_sure_place_the_test_that_speaks_of_the_work_is_taken():
    """By the functions to begin at, or by the words of the title; by neither, none."""  # FR-007
    paths = ("src/a.rs", "tests/testsuite/includes.rs", "tests/testsuite/toc.rs")
    begin = {"src/a.rs": (Beginning("render_lines", 3),)}
    naming = {"tests/testsuite/toc.rs": {"render_lines": 2}}

    assert speaking("src/a.rs", "include with indents", Tree(paths)) == paths[1]
    assert speaking("src/a.rs", "x", Tree(paths, begin=begin, exercised=naming)) == paths[2]
    assert speaking("src/a.rs", "lines with indents", Tree(paths)) == ""


def test_a_long_word_of_the_title_in_few_names_of_tests_leads_there():
    """Only where nothing else is known, few tests have it, and the source has it, too."""  # FR-007
    few = ("src/log.kt", "app/src/test/kotlin/NoEmulatorTest.kt", "app/src/test/kotlin/XTest.kt")
    many = (*few, *(f"app/src/test/kotlin/Emulator{n}Test.kt" for n in ("Start", "Stop")))

    asked = ("src/log.kt", "It is noisy without an emulator")

    assert speaking(*asked, Tree(few)) == few[1]
    assert speaking(*asked, Tree(few, {few[0]: "val emulator = 1"})) == few[1]
    assert speaking(*asked, Tree(few, {few[0]: "val log = 1"})) == ""
    assert speaking("src/log.kt", "It is noisy without an emulator", Tree(many)) == ""


def test_the_test_called_like_a_dotted_name_of_the_title_is_it():
    """`reply.redirect.js` for `reply.redirect`, whatever else is near."""  # FR-007
    paths = ("lib/reply.js", "test/reply.js", "test/reply.redirect.js", "test/reply.send.js")
    told = Analysis(Intent.BUG, "", "Throw when nothing is given to reply.redirect.")

    assert proof_for("lib/reply.js", told, Tree(paths), "")[0] == paths[2:3]
    other = Analysis(Intent.BUG, "", "Throw when nothing is given to the redirect")
    assert proof_for("lib/reply.js", other, Tree(paths), "")[0] == paths[1:2]


@pytest.mark.parametrize(
    ("test", "source", "seen"),
    [
        ("lib/src/jvmTest/kotlin/CallTest.kt", "lib/src/androidMain/kotlin/Log.kt", False),
        ("lib/src/androidUnitTest/kotlin/LogTest.kt", "lib/src/androidMain/kotlin/Log.kt", True),
        ("lib/src/jvmTest/kotlin/CallTest.kt", "lib/src/commonMain/kotlin/Call.kt", True),
        ("lib/src/jvmTest/kotlin/CallTest.kt", "lib/src/commonJvmAndroid/kotlin/Call.kt", True),
        ("lib/src/test/kotlin/CallTest.kt", "lib/src/androidMain/kotlin/Log.kt", False),
        ("android-test/src/test/kotlin/LogTest.kt", "lib/src/androidMain/kotlin/Log.kt", True),
        ("lib/src/test/kotlin/CallTest.kt", "lib/src/jvmMain/kotlin/Call.kt", True),
        ("tests/test_a.py", "src/a.py", True),
    ],
)
def test_a_source_set_is_seen_by_tests_of_its_platform(test, source, seen):
    """What is shared by several is seen by all of them."""  # FR-007
    assert can_see(test, source) is seen


def test_a_test_of_another_platform_is_not_taken():
    """Though it is the only one, and named like the source."""  # FR-007
    paths = (
        "lib/build.gradle",
        "lib/src/androidMain/kotlin/Log.kt",
        "lib/src/jvmTest/kotlin/LogTest.kt",
    )

    assert testhabits.tests_of(paths[1], Tree(paths), ()) == ()
    assert testhabits.tests_of("lib/src/jvmMain/kotlin/Log.kt", Tree(paths), ()) == paths[2:]


def test_the_test_that_an_issue_links_is_the_one_to_change():
    """Rather than another that is named like the source."""  # FR-007
    paths = ("lib/base.rb", "test/base_test.rb", "test/routing_test.rb")
    told = Analysis(Intent.BUG, "", "x", linked=paths[2:])

    assert proof_for(paths[0], told, Tree(paths), "") == (paths[2:], None, "")
    assert proof_for(paths[0], replace(told, linked=()), Tree(paths), "") == (paths[1:2], None, "")


def test_a_document_must_speak_of_the_request():
    """One that holds its names and is about its subject; none that tests or steers the project."""  # FR-008
    spot = (Spot("FeedExporter", Kind.USES, 3, 2),)
    wanted = [Name("FeedExporter", Weight.TITLE)]
    paths = ("docs/feed-exports.rst", "docs/install.rst", "tests/feed.rst", "CONTRIBUTING.md")
    tree = Tree(paths, spots=dict.fromkeys((paths[0], *paths[2:]), spot))

    assert documents_of("Pass options to FeedExporter", tree, wanted) == ("docs/feed-exports.rst",)
    assert documents_of("Pass options", Tree(paths), wanted) == ()
    assert titled("Pass options to FeedExporter", paths) == ("docs/feed-exports.rst",)


def test_a_document_that_lists_the_like_of_a_new_thing_lists_the_new_one():
    """Its own name need not be about the request; a plain word in it is no list."""  # FR-008
    page, wanted = "docs/guide.md", [Name("NoArgs", Weight.PROSE), Name("args", Weight.PROSE)]
    tree = Tree((page,), spots={page: (Spot("NoArgs", Kind.USES, 9, 1),)})
    plain = Tree((page,), spots={page: (Spot("args", Kind.USES, 9, 1),)})

    assert documents_of("Add a validator", tree, wanted) == (page,)
    assert "beside it" in listed_at(page, tree) and "line 9" in listed_at(page, tree)
    assert documents_of("Add a validator", plain, wanted) == ()
    assert listed_at(page, plain) == ""


def test_a_list_of_changes_counts_where_changes_write_into_it():
    """A heading for the next release invites a line; files of their own do not."""  # FR-048
    assert changelog(("CHANGES.rst", "src/a.py")) == "CHANGES.rst"
    assert changelog(("CHANGES.rst", "changes/12.bugfix.rst")) == ""
    assert is_kept("# Changes\n\n## Version 3.1.0\n\nUnreleased\n")
    assert not is_kept("# Changes\n\n## 3.1.0 (2024-05-01)\n\n- Nothing\n")


def test_the_symbols_of_the_example_lead_to_their_test():
    """`udt::book_id` in the example is of `unit-udt.cpp`; `req.fresh` of `req.fresh.js`."""  # FR-007
    wanted = names(read("`to_json` is wrong", "```\nudt::book_id large{};\n```"))
    paths = (
        "include/kit/conversions/to_json.hpp",
        "tests/src/unit-bjdata.cpp",
        "tests/src/unit-udt.cpp",
    )
    assert testhabits.tests_of(paths[0], Tree(paths), wanted) == ("tests/src/unit-udt.cpp",)

    files = {
        "lib/request.js": "function fresh() {}\n",
        "test/req.fresh.js": "",
        "test/req.query.js": "",
    }
    wanted = names(read("req.fresh returns false for queries", ""))
    tree = Tree(tuple(files), files, spots=spots(wanted, files), ranked=tuple(files))
    assert testhabits.tests_of("lib/request.js", tree, wanted) == ("test/req.fresh.js",)


def test_a_test_file_that_is_deprecated_takes_no_new_tests():
    """Its own head says so: the case goes into the folder it names, else another file is taken."""  # FR-007
    said = "# Deprecated: all new tests should be added as files under\n# `{}`.\n"
    cases = ("test/cases/sql/raise_one.sql", "test/cases/sql/raise_one.yml", "test/cases/sql/a.sql")
    test = "test/test_sql.py"
    tree = Tree(("src/sql.py", test, *cases))

    told = retired({test: said.format("test/cases/sql"), "src/x.py": said, "test/test_b.py": "x\n"})
    assert told == {test: "test/cases/sql"}
    assert retired({test: "x\n" * 50 + said}) == {}
    tests, case = testhabits.proof_of(
        "src/sql.py", "RAISE with a name", replace(tree, retired=told), ()
    )
    assert not tests
    assert case == Case("test/cases/sql/raise_with_name.sql", cases[0])
    assert testhabits.proof_of("src/sql.py", "RAISE", tree, ())[0] == (test,)
    nowhere = replace(tree, retired={test: ""})
    assert testhabits.tests_of("src/sql.py", nowhere, ()) == ()


def test_the_one_test_called_like_the_folder_is_taken_where_the_file_has_none():
    """`spec_multipart.rb` proves `multipart/parser.rb`."""  # FR-007
    source, paths = "lib/rack/multipart/parser.rb", ("test/spec_multipart.rb", "test/spec_mime.rb")

    assert testhabits.tests_of(source, Tree((source, *paths)), ()) == (paths[0],)
    own = "test/multipart/spec_parser.rb"
    assert testhabits.tests_of(source, Tree((source, *paths, own)), ()) == (own,)
    assert testhabits.tests_of("lib/core/parser.rb", Tree(("test/spec_core.rb",)), ()) == ()


def test_the_test_of_the_whole_program_is_taken_before_a_new_one():
    """No new file is made where `integration_tests.rs` speaks of the matter."""  # FR-007
    paths = (
        "src/error.rs",
        "src/main.rs",
        "tests/assets.rs",
        "tests/integration_tests.rs",
        "Cargo.toml",
    )
    told = Analysis(Intent.BUG, "title", "The error goes to the wrong stream", paths=paths)
    near = Tree(paths, ranked=("src/error.rs", "tests/integration_tests.rs"))

    assert proof_for("src/error.rs", told, near, "") == (("tests/integration_tests.rs",), None, "")
    assert proof_for("src/error.rs", told, Tree(paths, ranked=paths[:1]), "")[0] == ()


@pytest.mark.parametrize(
    ("title", "targets"),
    [
        ("Document how to report a bug", []),
        ("Document the version in the bug report form", [".github/ISSUE_TEMPLATE/bug_report.md"]),
    ],
)
def test_a_projects_own_form_changes_only_where_forms_are_spoken_of(title, targets):
    """A template of issues shares many words with a report and is seldom meant."""  # FR-008
    paths = (".github/ISSUE_TEMPLATE/bug_report.md", "docs/guide.md", "src/app.py", "README.md")
    plan = plan_of(brief(title, "The documentation says nothing of it.", paths=paths)).plan

    changed = [s.target for t in plan.tasks for s in t.steps if s.action.value == "MODIFY_FILE"]
    assert changed == targets
