"""Tests that are a file or folder each: a new one is added beside them."""

from __future__ import annotations

import pytest

from bot.planning.beginnings import Beginning
from bot.planning.cases import Case, alike_case, case_for, holders, nearest_case
from bot.planning.casewords import worded_case
from bot.planning.exercised import exercised, speaks_of
from bot.planning.proposal import Tree
from bot.planning.testhabits import proof_of

SAMPLES = tuple(
    f"kit/tests/{top}/samples/{n}/{file}"
    for top in ("print", "parse")
    for n in "abcdefghijkl"
    for file in ("input.kit", "output.kit")
)
FLAT = tuple(
    f"tests/data/cases/{n}.py" for n in ("fmtskip", "fmtskip2", "fmtskip_class", *"abcdefgh")
)


def test_a_folder_of_samples_belongs_to_the_source_it_is_named_for():
    """A new case is a folder of its own with the file that the others have."""  # FR-050
    found = case_for("kit/src/print/index.js", "print() drops a space", SAMPLES)

    assert found == Case(
        "kit/tests/print/samples/print-drops-space/input.kit",
        "kit/tests/print/samples/a/input.kit",
    )
    assert case_for("kit/src/other/index.js", "print() drops a space", SAMPLES) is None


def test_flat_cases_are_found_by_a_compound_of_the_title():
    """`fmt: skip` begins the names of its cases; plain words of a title name none."""  # FR-050
    found = case_for("src/kit/comments.py", "Crash at `# fmt: skip` in a class", FLAT)

    assert found is not None
    assert found.path.startswith("tests/data/cases/fmtskip_")
    assert found.like == "tests/data/cases/fmtskip.py"
    assert case_for("src/kit/comments.py", "A class is not kept", FLAT) is None
    assert case_for("src/kit/comments.rs", "Crash at `# fmt: skip`", FLAT) is None


def test_flat_cases_named_like_the_title_take_one_more():
    """Three of the source's language that share two words with it."""  # FR-050
    named = (
        "trailing_brackets",
        "trailing_brackets_in_call",
        "remove_trailing_brackets",
        *"abcdefgh",
    )
    paths = tuple(f"tests/data/cases/{n}.py" for n in named)
    title = "Remove brackets around trailing commas"

    assert alike_case("src/kit/lines.py", title, paths) == Case(
        "tests/data/cases/remove_brackets_around_trailing.py",
        "tests/data/cases/remove_trailing_brackets.py",
    )
    assert alike_case("src/kit/lines.py", "Brackets stay", paths) is None
    assert alike_case("src/kit/lines.py", title, paths[1:]) is None
    assert alike_case("src/kit/lines.rs", title, paths) is None


def test_samples_named_by_a_word_of_title_and_source_take_one_more():
    """Where one folder has twice as many of them as any other."""  # FR-050
    named = [("browser", f"carousels-{n}") for n in "abcdefghij"]
    named += [("server", f"carousels-{n}") for n in "abcde"]
    named += [("server", f"x-{n}") for n in "abcdefghij"]
    paths = tuple(f"tests/run-{top}/samples/{n}/input.kit" for top, n in named)

    found = alike_case("src/carousels/index.js", "Carousels jump", paths)
    assert found == Case(
        "tests/run-browser/samples/carousels-jump/input.kit",
        "tests/run-browser/samples/carousels-a/input.kit",
    )
    assert alike_case("src/fades/index.js", "Carousels jump", paths) is None
    more = tuple(f"tests/run-server/samples/carousels-{n}/input.kit" for n in "fgh")
    assert alike_case("src/carousels/index.js", "Carousels jump", (*paths, *more)) is None


def test_what_belongs_to_another_case_is_no_test_to_change():
    """Inputs of cases, and what is compared with an expected output beside it."""  # FR-050
    checked = ("tests/ui/a.rs", "tests/ui/a.stderr", "tests/plain.rs")
    held = holders((*SAMPLES, *FLAT, *checked))

    assert held.hold(SAMPLES[0])
    assert held.hold(FLAT[0])
    assert held.hold("tests/ui/a.rs")
    assert not held.hold("tests/plain.rs")
    assert proof_of("kit/src/plain.py", "Plain", Tree((*FLAT, "kit/src/plain.py")), ()) == (
        (),
        None,
    )


def test_a_source_without_tests_takes_the_most_relevant_cases():
    """Nothing is guessed where none is relevant, or nobody speaks of what they are for."""  # FR-050
    near = (SAMPLES[-1], "kit/src/read.js")
    said = ("Read twice", "We parse it again.")

    found = nearest_case("kit/src/read.js", said, SAMPLES, near)
    assert found is not None
    assert found.path == "kit/tests/parse/samples/read-twice/input.kit"
    assert nearest_case("kit/src/read.js", said, SAMPLES, ()) is None
    assert nearest_case("kit/src/read.js", ("Read twice", ""), SAMPLES, near) is None


FORMATS = tuple(
    f"tests/format/{top}/{n}.{top}" for top in ("scss", "less") for n in ("if", "map", "math", "at")
)
RULES = tuple(
    f"tests/functional/{top[0]}/{top}/{top}_{n}.{ending}"
    for top in ("name", "unused")
    for n in ("a", "b", "c")
    for ending in ("py", "txt")
)
CONFIGS = tuple(
    f"test/configCases/{top}/{n}/index.js" for top in ("externals", "css") for n in ("a", "b", "c")
)


@pytest.mark.parametrize(
    ("source", "said", "paths", "made"),
    [
        (
            "src/css/print.js",
            ("Line breaks in SCSS conditions", ""),
            (*FORMATS, "tests/format/scss/format.test.js", "tests/format/less/format.test.js"),
            "tests/format/scss/line-breaks-in-scss.scss",
        ),
        (
            "kit/checker.py",
            ("Wrong naming of a constant", ""),
            RULES,
            "tests/functional/n/name/wrong_naming_of_constant.py",
        ),
        (
            "lib/ExternalModule.js",
            ("Original request", "We set externals to it"),
            CONFIGS,
            "test/configCases/externals/original-request/index.js",
        ),
        ("lib/Module.js", ("Original request", "We set externals to it"), CONFIGS, ""),
        ("kit/checker.py", ("Wrong name of an unused thing", ""), RULES, ""),
        (
            "kit/checker.py",
            ("Wrong naming", ""),
            tuple(p.replace("functional", "regrtest_data") for p in RULES),
            "",
        ),
    ],
)
def test_a_folder_of_cases_is_of_what_its_words_say(source, said, paths, made):
    """Language, feature or rule: in the title, or in the text and the source's name; one alone."""  # FR-050
    found = worded_case(source, said, paths)

    assert (found.path if found else "") == made


def test_a_test_that_speaks_of_the_functions_is_told_from_others():
    """What many tests name tells little; short names tell nothing."""  # FR-050
    begin = {"src/pager.py": (Beginning("_pipepager", 9), Beginning("Pager.run", 3))}
    texts = {
        "tests/test_termui.py": "def test_a():\n    _pipepager(1)\n    run()\n",
        "tests/test_other.py": "def test_b():\n    run()\n",
        "src/pager.py": "def _pipepager(): ...\n",
    }
    known = exercised(begin, texts)

    assert known == {"tests/test_termui.py": {"_pipepager": 1}}
    assert speaks_of("tests/test_termui.py", "src/pager.py", begin, known) > 1
    assert speaks_of("tests/test_other.py", "src/pager.py", begin, known) == 0
    assert speaks_of("tests/test_termui.py", "src/else.py", begin, known) == 0
