"""Where work is, by what was read: names, the lines where they stand, and the places that follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning.analysis import Analysis
from bot.planning.contenders import candidates, chosen, meant, of_member, twins
from bot.planning.functions import functions
from bot.planning.names import Name, Weight, about, members, names
from bot.planning.namesakes import is_aside, named_files
from bot.planning.proposal import Intent, Tree
from bot.planning.reading import read
from bot.planning.sites import Site, sites
from bot.planning.spots import Kind, Spot, Told, spots

TITLE, PROSE = Weight.TITLE, Weight.PROSE
ISSUE = """\
The `splitName()` helper cuts too early, `url_for` is wrong then.
See https://example.org/some_page/other_page.

```python
app_client.fetch_all()
```

## Environment
- my_machine_name 3.4
"""


def told(title: str, body: str = "") -> dict[str, Weight]:
    return {n.text: n.weight for n in names(read(title, body))}


def tree(files: dict[str, str], wanted: list[Name]) -> Tree:
    return Tree(tuple(files), files, spots=spots(wanted, files), ranked=tuple(files))


def test_names_know_where_they_stand():
    """Title before prose before sample code; addresses and the reporter's machine name nothing."""  # FR-015
    found = told("Wrong result of join_url with --path", ISSUE)

    assert found["join_url"] is TITLE
    assert found["--path"] is TITLE
    assert found["splitName"] is PROSE
    assert found["app_client"] is Weight.CODE
    assert not {"some_page", "my_machine_name", "wrong"} & {*found} - {"wrong"}


def test_a_command_in_code_marks_names_its_last_word():
    """`pip list` is about `list`."""  # FR-015
    assert told("Ignore the variable in `pip list`")["list"] is TITLE
    assert "pip" not in told("Ignore the variable in `pip list`")


def test_only_a_word_by_itself_is_the_titles():
    """`watch` of a title is what prose marks as code; `site` in `site.Home` is a part of a name."""  # FR-015
    assert told("Notify method for watch channels", "See `watch::Receiver`.")["watch"] is TITLE
    assert told("Make it work as site.Home.Render", "See `site.Home`.")["site"] is Weight.WORD


def test_sample_code_does_not_rank_files_where_there_are_words():
    """The text to rank by is title, prose and traces; a report of code only keeps its code."""  # FR-008
    trace = "```\nTraceback (most recent call last):\nKeyError: 'x'\n```"
    many = "It stops working as soon as somebody asks for more than one page of the list of orders."

    assert "app_client" not in about(read("Title", f"{many}\n\n```python\napp_client.go()\n```"))
    assert "KeyError" in about(read("Title", f"{many}\n\n{trace}"))
    assert "app_client" in about(read("Title", "```python\napp_client.go()\n```"))


@pytest.mark.parametrize(
    ("text", "path", "spot"),
    [
        ("x = 1\n\ndef join_url(a):\n", "a.py", Spot("join_url", Kind.DEFINES, 3, 1)),
        ("func JOIN_URL() {}\n", "a.go", Spot("join_url", Kind.DEFINES, 1, 0)),
        ("call(join_url)\n", "a.py", Spot("join_url", Kind.USES, 1, 1)),
        (
            "class A {\n  public String join_url(int a) {\n",
            "A.java",
            Spot("join_url", Kind.DEFINES, 2, 1),
        ),
    ],
)
def test_a_name_is_defined_or_used_on_a_line(text, path, spot):
    """Definitions are found whatever their case, in typed languages too."""  # FR-008
    assert spots([Name("join_url", TITLE)], {path: text}) == {path: (spot,)}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("int\nstatic node_t *join_url(int a) {\n", 2),
        ("std::string Url::join_url(int a)\n{\n", 1),
        ("join_url(1);\nvoid join_url(\n", 2),
        ("x = join_url(1)\n", 0),
        ("join_url(1)\n", 0),
    ],
)
def test_a_type_before_a_name_declares_it(text, line):
    """Where a type stands before the name and its bracket, typed languages define it."""  # FR-008
    (spot,) = spots([Name("join_url", TITLE)], {"a.cc": text})["a.cc"]

    assert (spot.kind, spot.line) == ((Kind.DEFINES, line) if line else (Kind.USES, 1))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("ruler", ["*" * 400, "* " * 200, "a & " * 100, "::" * 200, "x<" * 200])
def test_a_ruler_of_marks_is_read_at_once(ruler):
    """Long lines of the marks of types are no types; the pattern that took minutes for one is gone."""
    # SAFETY 3
    text = f"{ruler}\n" * 50 + "join_url\n" + f"{ruler}join_url {ruler}\n"

    assert spots([Name("join_url", TITLE)], {"a.c": text})["a.c"][0].kind is Kind.USES


def test_an_option_is_held_as_a_quoted_word():
    """`--path` stands as \"--path\" or \"path\" where options are defined, not in a comment."""  # FR-008
    wanted = [Name("--path", TITLE, exact=True)]
    files = {"a.py": "# --path is read below\nadd('--path')\n", "b.py": "# see --path\n"}

    assert spots(wanted, files) == {"a.py": (Spot("--path", Kind.HOLDS, 2, 1),)}


def test_an_option_in_a_comment_is_not_held():
    """A comment tells how the program is called."""  # FR-015
    wanted = names(read("`--path` is ignored", ""))
    said = {
        "a.rs": "/// Run it with `--path`.\nfn run() {}\n",
        "b.rs": '\n  let a = "--path"; // x\n',
    }

    assert {p: s[0].line for p, s in spots(wanted, said).items()} == {"b.rs": 2}


def test_the_file_that_defines_the_titles_name_is_sure():
    """Rank alone is no certainty; a definition of the title's name is, where words agree."""  # FR-008
    wanted = [Name("join_url", TITLE)]
    found = sites(
        wanted,
        tree({"src/b.py": "def join_url():\n", "src/a.py": "x\n", "src/c.py": "x\n"}, wanted),
    )

    assert found.sure
    assert chosen(found) == ["src/b.py"]
    assert candidates(found) == ()
    assert found.of("src/b.py").where() == "`join_url` (line 1)"


def test_one_name_against_the_words_leaves_two_files_to_look_at():
    """The work may be where it is called: the file of the words is a candidate, too."""  # FR-016
    wanted = [Name("join_url", TITLE)]
    files = {"src/a.py": "x\n", "src/b.py": "def join_url():\n", "src/c.py": "x\n"}
    found = sites(wanted, tree(files, wanted))

    assert not found.sure
    assert [s.path for s in candidates(found)][:2] == ["src/b.py", "src/a.py"]

    two = {**files, "src/b.py": "def join_url():\ndef split_url():\n"}
    both = [*wanted, Name("split_url", TITLE)]
    assert sites(both, tree(two, both)).sure


def test_a_lone_name_says_less_far_from_the_words():
    """Held by the twelfth file by words it does not outweigh the first; by the second it does."""  # FR-008
    wanted = [Name("limit", Weight.PROSE, exact=True)]
    far = {f"src/{c}.py": "x\n" for c in "abcdefghijk"} | {"src/z.py": "limit\n"}

    assert sites(wanted, tree(far, wanted)).found[0].path == "src/a.py"
    near = {"src/a.py": "x\n", "src/z.py": "limit\n", **far}
    assert sites(wanted, tree(near, wanted)).found[0].path == "src/z.py"


def test_without_a_telling_name_the_likely_files_are_offered():
    """The first three by rank are places to look at, and none is called sure."""  # FR-016
    found = sites([], tree({f"src/{c}.py": "x\n" for c in "abcd"}, []))

    assert not found.sure
    assert [s.path for s in candidates(found)] == ["src/a.py", "src/b.py", "src/c.py"]


def test_kin_of_the_first_file_make_it_unsure():
    """`BaseTransition` beside `Transition` may be meant as well."""  # FR-016
    wanted = [Name("Transition", TITLE)]
    files = {"src/Transition.ts": "const Transition = 1\n", "src/BaseTransition.ts": "Transition\n"}
    found = sites(wanted, tree(files, wanted))

    assert not found.sure
    assert [s.path for s in candidates(found)] == [*files]


def test_two_files_with_names_of_the_title_are_both_likely():
    """A title that names an option and a class leaves open where the work is."""  # FR-016
    wanted = [Name("FeedExporter", TITLE), Name("--out", TITLE, exact=True)]
    files = {"src/feed.py": "class FeedExporter:\n", "src/cli.py": "add('--out')\n"}

    assert [s.path for s in candidates(sites(wanted, tree(files, wanted)))] == [*files]


@pytest.mark.parametrize(
    "path",
    [
        "examples/app.py",
        "benches/watch.rs",
        "scripts/release.py",
        "src/pip/_vendor/pkg.py",
        "index.d.ts",
        "pkg/brew/tool.rb",
        "create/skeletons/theme/home.html",
        "tests/lib/__init__.py",
        "single_include/json.hpp",
        "playgrounds/sandbox/run.js",
    ],
)
def test_what_shows_packs_or_copies_is_aside(path):
    """Examples, benchmarks, packages, vendored and joined files are no places of change."""  # FR-008
    assert is_aside(path)
    assert not is_aside("src/app/orders.py")


def test_a_file_that_the_title_names_may_be_sure_against_the_words():
    """One name is enough where it is the file's own and nothing else comes near."""  # FR-008
    wanted = [Name("completion", TITLE)]
    files = {
        "tools/complete.go": "completion\n",
        "pkg/client.go": "wait\n",
        "cmd/completion.go": "func newCmd() { x.completion }\n",
        "cmd/list.go": "x\n",
    }
    found = sites(wanted, tree(files, wanted))

    assert (found.found[0].path, found.sure) == ("cmd/completion.go", True)


def test_what_is_aside_or_of_a_rare_language_comes_last():
    """The first by words is an example: the second carries the change."""  # FR-008
    files = {"examples/orders.py": "x\n", "src/orders_view.py": "x\n", "src/other.py": "x\n"}

    assert chosen(sites([], tree(files, [])))[0] == "src/orders_view.py"


def test_a_file_may_be_named_without_its_ending():
    """`RedundantCondition` names `redundant_condition.rb`, where few are called so."""  # FR-008
    paths = (
        "lib/cop/redundant_condition.rb",
        "lib/cop/other.rb",
        "examples/redundant_condition.rb",
    )

    assert list(named_files([Name("RedundantCondition", TITLE)], paths)) == [paths[0]]
    assert named_files([Name("index", PROSE)], ("a/index.js", "b/index.js", "c/index.js")) == {}


def test_a_file_that_a_report_only_names_is_not_changed():
    """Where another of those it names defines what the title names."""  # FR-007
    reading = read("`uv_init` ignores a result", "In src/a.c, called in src/b.c and src/c.c.")
    files = {"src/a.c": "int uv_init(int a) {\n}\n", "src/b.c": "x = uv_init(1);\n", "src/c.c": ""}
    found = Analysis(Intent.BUG, "", reading.title, names=tuple(names(reading)))
    stand = spots(found.names, files)

    assert meant(tuple(files), found, stand) == ["src/a.c"]
    assert meant(tuple(files), found, {}) == list(files)
    assert meant(tuple(files), replace(found, intent=Intent.FEATURE), stand) == list(files)


def test_linked_tests_tell_the_package():
    """A link to a test of one package leaves out the files of the others."""  # FR-007
    files = {"lib/kit/base.rb": "PATH_INFO\n", "guard/lib/path.rb": "PATH_INFO\n" * 9}
    paths = (*files, "guard/guard.gemspec", "test/routing_test.rb", "guard/spec/path_spec.rb")
    wanted = [Name("PATH_INFO", TITLE)]
    tree = Tree(paths, files, spots=spots(wanted, files), ranked=tuple(reversed(files)))

    assert sites(wanted, tree).found[0].path == "guard/lib/path.rb"
    linked = ("test/routing_test.rb",)
    assert [s.path for s in sites(wanted, tree, linked=linked).found] == ["lib/kit/base.rb"]


def test_the_ending_of_a_data_file_is_no_name():
    """`large.xml` is given to the program; `res.json` is a part of it."""  # FR-007
    found = {n.text for n in names(read("It fails", "With `large.xml` and `res.json`."))}

    assert "xml" not in found
    assert "large" in found


def test_sample_code_tells_whose_part_the_title_names():
    """`apiGroup.Use(` is the `Use` of `Group`, whoever else has one."""  # FR-015
    reading = read(
        "Panic if `Use` is called twice", "```golang\napiGroup.Use(one)\ne.Use(two)\n```"
    )
    files = {
        "echo.go": "package echo\ntype Echo struct {\n}\nfunc (e *Echo) Use() {\n}\n",
        "group.go": "package echo\ntype Group struct {\n}\nfunc (g *Group) Use() {\n}\n",
    }
    found = spots((), files, Told(members=members(reading)))
    likely = tuple(Site(p, 1.0, found.get(p, ())) for p in files)

    assert members(reading) == (("Group", "Use"),)
    assert [s.path for s in of_member(likely, reading.title)] == ["group.go", "echo.go"]
    assert [s.path for s in of_member(likely, "Panic if it is called twice")] == list(files)


def test_two_files_that_define_what_a_sentence_describes_are_both_changed():
    """`setAllMutably` stands in both adapters; who only makes them has nothing to change."""  # FR-016
    wanted = names(read("setAll keeps the first", "`setAllMutably` calls `addMany`."))
    own = "function setAllMutably() {\n}\n"
    files = {"src/make.ts": "x\n", "src/sorted.ts": own, "src/unsorted.ts": own}
    likely = tuple(Site(p, 1.0) for p in files)

    assert twins(likely, wanted, spots(wanted, files)) == ("src/sorted.ts", "src/unsorted.ts")
    for other in ("src/third.ts", "lib/other.ts"):
        more = {**files, other: own}
        assert twins(likely, wanted, spots(wanted, more)) == ()
    only_told = names(read("setAll keeps the first", "It calls `setAllMutably`."))
    assert twins(likely, only_told, spots(only_told, files)) == ()


def test_a_row_of_stars_takes_no_time():
    """Rulers of comments stand in many files of C: they are read once."""  # FR-015
    wanted = [Name("check_it", TITLE)]
    text = f"/*\n {'*' * 200}/\nint run() {{\n}}\nstatic char *check_it(int a) {{\n}}\n"

    assert spots(wanted, {"a.c": text})["a.c"][0] == Spot("check_it", Kind.DEFINES, 5)
    assert [f.name for f in functions("a.c", f"{text}{'a* ' * 60}\n")] == ["run", "check_it"]


def test_a_function_put_into_an_object_is_defined_there():
    """`expect.hasAssertions = () =>` defines what others only call or name."""  # FR-008
    wanted = [Name("hasAssertions", TITLE)]
    files = {
        "src/globals.js": "matcherHint('.hasAssertions', '');\n",
        "src/index.js": "const x = 1;\nexpect.hasAssertions = () => {\n};\n",
        "src/old.js": "exports.hasAssertions = function () {};\n",
        "src/same.js": "if (expect.hasAssertions == ok) {}\n",
    }
    handler = spots([Name("onClose", TITLE)], {"src/page.js": "dialog.onClose = () => {\n"})
    assert [s.kind for s in handler["src/page.js"]] == [Kind.USES]
    found = spots(wanted, files)
    kinds = {
        p: next(s.kind for s in held if s.name == "hasAssertions") for p, held in found.items()
    }

    assert kinds == {
        "src/globals.js": Kind.USES,
        "src/index.js": Kind.DEFINES,
        "src/old.js": Kind.DEFINES,
        "src/same.js": Kind.USES,
    }


def test_the_mark_before_a_message_leads_to_who_prints_it():
    """`[bat error]: …` is printed where `[bat error]` stands; a link is no such mark."""  # FR-008
    issue = read(
        "Errors", "It prints `[bat error]: '/bin' is a directory.` on stdout, see [the docs](x)."
    )

    assert [n.text for n in names(issue) if n.text.startswith("[")] == ["[bat error]"]
    assert names(issue)[0].exact


def test_a_plain_name_of_a_folder_is_not_the_files_alone():
    """Of `http` commands many files of the folder `http` are; `http_.rs` only opens it."""  # FR-008
    several = tuple(f"src/http/{n}.rs" for n in ("http_", "client", "get", "post", "put"))
    others = tuple(f"src/{n}/a.rs" for n in "bcdefghi")
    wanted = [Name("http", TITLE)]

    assert named_files(wanted, (*several, *others))["src/http/http_.rs"] < 2
    assert named_files(wanted, (several[0], *others))["src/http/http_.rs"] > 3


@pytest.mark.parametrize(
    ("path", "is_beside"),
    [
        ("packages/sfc/src/script/resolve.ts", False),
        ("src/tools/convert.py", False),
        ("pkg/cmd/mount.go", False),
        ("pkg/web/bundle.js", True),
        ("pkg/scheduler/internal/queue.go", False),
        ("scripts/src.py", True),
        ("src/app/tests/orders.py", True),
    ],
)
def test_tools_inside_the_sources_are_part_of_them(path, is_beside):
    """A folder `script` below `src` holds sources, and Go keeps its packages below `pkg`."""  # FR-008
    assert is_aside(path) is is_beside
