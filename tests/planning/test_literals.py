"""What an issue copied from the program: messages, lines of code, definitions, links to files."""

from __future__ import annotations

from bot.planning.contenders import candidates, disputed
from bot.planning.literals import code_lines, longest, messages, places
from bot.planning.mentions import linked
from bot.planning.names import Name, Weight, names
from bot.planning.namesakes import product_names
from bot.planning.proposal import Tree
from bot.planning.reading import read
from bot.planning.sites import sites
from bot.planning.spots import Told, spots

SAID = "Expected an int but was BOOLEAN at line 7"
TITLE, PROSE = Weight.TITLE, Weight.PROSE


def tree(files: dict[str, str], wanted: list[Name]) -> Tree:
    return Tree(tuple(files), files, spots=spots(wanted, files), ranked=tuple(files))


def test_the_message_of_an_error_is_read_without_its_name():
    """What stands behind the name of an error was printed by the program."""  # FR-015
    body = f"```\nTraceback (most recent call last):\napp.x.StateError: {SAID}\n```"
    said = names(read("It fails", body))

    assert messages(read("It fails", body)) == (SAID,)
    assert [n for n in said if n.said] == [Name(SAID, PROSE, True, said=True)]


def test_the_parts_of_a_message_lead_to_who_prints_it():
    """A program puts values between its words; who holds the longest part prints the message."""  # FR-015
    wanted = [Name(SAID, PROSE, True, said=True)]
    files = {
        "src/other.py": "raise X('Expected an int')\n",
        "src/reader.py": "\nraise X('Expected an int but was ' + kind)\n",
        "tests/test_reader.py": f"assert message == '{SAID}'\n",
    }
    found = spots(wanted, files)

    assert longest(SAID, places(SAID), files["src/reader.py"]) == (0, 23)
    assert "src/other.py" not in found
    (spot,) = found["src/reader.py"]
    assert (spot.line, spot.part) == (2, "Expected an int but was")
    assert sites(wanted, tree(files, wanted)).of("src/reader.py").where() == (
        "`Expected an int but was` (line 2)"
    )


def test_a_line_of_the_programs_code_is_recognised():
    """Long lines of sample code are looked up as they stand; imports and short ones are not."""  # FR-015
    line = "result.total = (result.count + 500) / 501"
    read_as = read(
        "Off by one", f"```go\nimport (a very long line of imports, and more)\nx = 1\n{line}\n```"
    )
    files = {"src/a.go": "x = 1\n", "src/b.go": f"func f() {{\n  {line}\n}}\n"}
    wanted = list(names(read_as))

    assert code_lines(read_as) == (line,)
    assert sites(wanted, tree(files, wanted)).found[0].path == "src/b.go"


def test_a_definition_quoted_in_sample_code_counts_like_prose():
    """Whoever quotes `final class CallAdapter` speaks of it; what is only called says little."""  # FR-015
    found = {
        n.text: n.weight
        for n in names(read("T", "```java\nfinal class CallAdapter {\n useIt();\n```"))
    }

    assert found["CallAdapter"] is PROSE
    assert found["useIt"] is Weight.CODE


def test_types_in_angles_do_not_hide_the_name():
    """`std::optional<const T>` is about `optional`."""  # FR-015
    assert {n.text: n.weight for n in names(read("`std::optional<const T>` fails", ""))}[
        "optional"
    ] is TITLE


def test_a_link_to_a_file_shows_the_place():
    """Links to files of the repository at a code host are as good as their paths."""  # FR-008
    paths = ("src/a/one.py", "src/b/two.py", "docs/x.md")
    links = (
        "https://git.example/me/it/blob/main/src/a/one.py#L7",
        "(https://git.example/me/it/blob/0b8be7f/old/b/two.py)",
        "https://git.example/me/it/issues/3",
    )

    assert linked(links, paths) == ("src/a/one.py", "src/b/two.py")
    files = {p: "x = 1\n" for p in ("src/c.py", *paths)}
    found = sites((), tree(files, []), linked=("src/b/two.py",))
    assert found.found[0].path == "src/b/two.py"


def test_what_is_defined_nowhere_here_is_changed_where_it_is_used():
    """`getfqdn` of the standard library: the one file that calls it is the place."""  # FR-015
    wanted = [Name("getfqdn_of", PROSE)]
    files = {
        "src/a.py": "a\n",
        "src/b.py": "b\n",
        "src/c.py": "socket.getfqdn_of()\n" * 3,
        "src/d.py": "e\n",
    }
    found = sites(wanted, tree(files, wanted))

    assert found.of("src/c.py").score > 2.0
    defined = {**files, "src/d.py": "def getfqdn_of():\n"}
    assert sites(wanted, tree(defined, wanted)).of("src/c.py").score < 2.0


def test_the_products_own_name_points_nowhere():
    """`Acme` of `src/acme/*` stands everywhere and names no file."""  # FR-008
    paths = ("src/acme/acme.py", "src/acme/a.py", "src/acme/b.py", "src/acme/sub/c.py")

    assert "acme" in product_names(paths)
    files = dict.fromkeys((paths[1], paths[0], *paths[2:]), "class Acme:\n  pass\n")
    wanted = [Name("Acme", TITLE)]
    assert sites(wanted, tree(files, wanted)).found[0].path == paths[1]


def test_words_alone_make_no_place_sure():
    """A place that only shares words is looked at together with the next ones."""  # FR-015
    files = {"src/hydration.ts": "x\n", "src/node.ts": "y\n", "src/other.ts": "z\n"}
    wanted = [Name("hydration", Weight.WORD)]
    found = sites(wanted, tree(files, wanted))

    assert not found.sure
    assert candidates(found)[0].path == "src/hydration.ts"


def test_a_file_that_defines_three_of_the_names_is_sure_beside_its_kin():
    """One file defines what the issue speaks of; the other is only called alike."""  # FR-015
    wanted = [Name(n, PROSE) for n in ("poll_flush", "poll_write", "Dispatcher")]
    mine, kin = "src/h1/dispatch.rs", "src/client/dispatch.rs"
    files = {mine: "fn poll_flush()\nfn poll_write()\nstruct Dispatcher\n", kin: "x\n"}

    assert sites(wanted, tree(files, wanted)).sure
    assert not sites(wanted[:1], tree(files, wanted[:1])).sure


def test_a_moved_function_disputes_the_file_that_the_issue_names():
    """The issue names one file, what it says of it stands in another by now: both are read."""  # FR-008
    named, moved = "pkg/bin/multi.py", "pkg/apps/multi.py"
    wanted = [Name("stop_wait", TITLE), Name("shutdown_nodes", PROSE)]
    files = {named: "def stop_wait():\n", moved: "def stop_wait():\ndef shutdown_nodes():\n"}
    found = sites(wanted, tree(files, wanted))

    assert [s.path for s in disputed(found, [named])] == [moved, named]
    assert disputed(sites(wanted, tree({named: files[moved]}, wanted)), [named]) == ()


def test_definitions_near_the_title_are_told_with_their_lines():
    """Where nothing is called by name, what a file has by nearly that name says where to begin."""  # FR-015
    text = "def _log(a):\n\n\ndef get_retry_request(a):\n\nclass RetryMiddleware:\n"
    found = spots([], {"src/retry.py": text}, Told("Retry logs a failing request"))
    site = sites((), Tree(("src/retry.py",), {}, spots=found, ranked=("src/retry.py",))).found[0]

    assert site.near() == "`get_retry_request` (line 4), `_log` (line 1)"
    assert site.where() == ""
