"""Links to lines of code in an issue: the file, the definition that the line lies in, and which are meant."""

from __future__ import annotations

import pytest

from bot.planning.contenders import candidates, disputed
from bot.planning.mentions import frame_lines, linked_lines, linked_together, traced
from bot.planning.names import Name, Weight, members
from bot.planning.proposal import Intent, Tree
from bot.planning.reading import read
from bot.planning.sites import Site, sites
from bot.planning.spots import Kind, Spot, Told, spots
from bot.planning.undecided import undecided

HOST = "https://code.example.org/o/r/blob"
PATHS = ("src/tree.go", "src/router.go", "app/request.py")
TREE = "func find(a int) {\n\tif a > 1 {\n\t\tpanic(a)\n\t}\n}\n\nfunc other() {\n}\n"
ROUTER = "func FixedPath() {\n\tfind(1)\n}\n"


def test_a_link_to_a_line_is_read():
    """The first line of each file counts; a link without a line shows a file only."""  # FR-015
    text = f"{HOST}/v1/src/tree.go#L3 and {HOST}/v1/src/tree.go#L7, {HOST}/v1/src/router.go"

    assert linked_lines((text,), PATHS) == {"src/tree.go": 3}


def test_lines_that_are_linked_side_by_side_are_all_meant():
    """`calls it [here](…) and [here](…)` names two places; links of several sentences name none."""  # FR-015
    both = f"It is called [here]({HOST}/m/src/tree.go#L3) and [here]({HOST}/m/src/router.go#L2)."
    apart = f"See [a]({HOST}/m/src/tree.go#L3). Other code is [b]({HOST}/m/src/router.go#L2)."

    assert linked_together(both, PATHS) == ("src/tree.go", "src/router.go")
    assert linked_together(apart, PATHS) == ()


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        (TREE, 3, Spot("find", Kind.LINKED, 1, 3)),
        (TREE, 7, Spot("other", Kind.LINKED, 7, 7)),
        (
            "class A {\n    private static final int X = 1;\n"
            "    public <T> List<T> make(Class<T> of) {\n        go();\n    }\n    int y;\n}\n",
            4,
            Spot("make", Kind.LINKED, 3, 4),
        ),
        (
            "class Ab {\n    void make() {\n        go();\n    }\n    int y;\n}\n",
            5,
            Spot("Ab", Kind.LINKED, 1, 5),
        ),
        (TREE, 90, None),
        (
            "func walk() {\nwalk: // loop\n\tfor {\n\t\tgo()\n\t}\n}\n",
            4,
            Spot("walk", Kind.LINKED, 1, 4),
        ),
        (
            "def search():\n    def inner():\n        return 1\n\n    for a in b:\n        use(a)\n",
            6,
            Spot("search", Kind.LINKED, 1, 6),
        ),
    ],
)
def test_a_linked_line_lies_in_a_definition(text, line, found):
    """The one above it that is indented less; of a file that has become shorter nothing is said."""  # FR-015
    told = Told(lines={"a": line})

    assert spots([], {"a": text}, told).get("a", ()) == ((found,) if found else ())


def test_a_part_of_a_type_is_found_where_the_type_is():
    """`Request.host` is the `host` of `Request`, not any other."""  # FR-015
    told = members(read("Request.host blocks", "See Request.java and `Url::parse`."))
    files = {
        "a.py": "class Request:\n    def host(self):\n        ...\n",
        "b.py": "def host(): ...\n",
    }

    assert told == (("Request", "host"), ("Url", "parse"))
    assert spots([], files, Told(members=told)) == {"a.py": (Spot("host", Kind.MEMBER, 2),)}


def test_the_one_line_an_issue_links_is_the_place():
    """It goes before a file that only defines a name of the title, which then disputes nothing."""  # FR-015
    files = {"src/router.go": ROUTER, "src/tree.go": TREE}
    wanted = [Name("FixedPath", Weight.TITLE, count=3)]
    found_in = spots(wanted, files, Told(lines={"src/tree.go": 3}))
    found = sites(
        wanted, Tree(tuple(files), files, spots=found_in, ranked=tuple(files)), (), ("src/tree.go",)
    )

    assert (found.found[0].path, found.sure) == ("src/tree.go", True)
    assert candidates(found) == disputed(found, ["src/tree.go"]) == ()
    assert found.found[0].where() == "`find` (line 1; the issue links line 3)"


def test_the_nearest_names_are_told_with_what_is_seldom_used():
    """Where nothing of the text is defined, a compound name used in one place leads there."""  # FR-015
    site = Site(
        "rpc.py",
        1.0,
        (
            Spot("Backend", Kind.NEAR, 3),
            Spot("_out_of_band", Kind.USES, 9, 2),
            Spot("app_x", Kind.USES, 1, 70),
        ),
    )

    assert site.place() == "`Backend` (line 3), `_out_of_band` (used in line 9)"


def test_a_line_of_output_is_no_frame():
    """`lib/a.rb:1:1: C: Style/Doc: …` names `lib/a.rb`, not here, and no `style/doc.rb`."""  # FR-015
    line = "lib/a.rb:1:1: C: Style/Doc: Missing comment."

    assert traced(line, ("lib/cop/style/doc.rb",)) == ()
    assert frame_lines(line, ("lib/cop/style/doc.rb",)) == {}
    assert traced("lib/cop/style/doc.rb:7:in `go'", ("lib/cop/style/doc.rb",)) == (
        "lib/cop/style/doc.rb",
    )


def test_what_is_made_for_a_type_defines_it():
    """`struct formatter<std::optional<T>>` is where optional is formatted."""  # FR-015
    text = "template <class T>\nstruct formatter<std::optional<T>> {\n};\n"

    assert spots([Name("optional", Weight.TITLE)], {"std.h": text}) == {
        "std.h": (Spot("optional", Kind.DEFINES, 2, 1),)
    }


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        (
            "I understand it could be done outside, but wondering if we could make it the default.",
            0,
        ),
        (
            "A warning shall be given when fields are dropped (or also in other writers?) on export.",
            0,
        ),
        ("It would be nice if the overview looked a bit more modern.", 1),
        (
            "It would be nice if the overview looked a bit more modern. See `run_all()`, `a.b`.",
            0,
        ),
    ],
)
def test_talk_among_engineers_asks_nothing(body, asked):
    """A polite wish, a musing in brackets, and a guess of the model on a text about code."""  # FR-016
    assert len(list(undecided(read("Improve the return keyword", body), Intent.FEATURE))) == asked
