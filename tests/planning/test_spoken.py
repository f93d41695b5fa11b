"""Which of the likely files a plan begins with, and which are none."""

from __future__ import annotations

from bot.planning.contenders import candidates, led, run_first
from bot.planning.names import names
from bot.planning.reading import read
from bot.planning.sites import Site, Sites
from bot.planning.spoken import held, strongest
from bot.planning.spots import Kind, Spot

SLIDE = "export function slide(node) {\n  const height = parse(node.height)\n  return height\n}\n"
RUN = "export function animate(node) {\n  return node.start()\n}\n"


def near(path: str, score: float, *shown: Spot) -> Site:
    """A likely file, with what a plan tells of it."""
    return Site(path, score, shown or (Spot("height_of", Kind.NEAR, 3),))


def paths(listed: tuple[Site, ...]) -> list[str]:
    """The files in their order."""
    return [s.path for s in listed]


def test_the_function_that_words_speak_of_most_tells_of_its_file():
    """All functions put together; tests have none."""  # FR-015
    files = [held("a.js", SLIDE), held("b.js", RUN), held("tests/a.test.js", SLIDE)]
    found = strongest({"slid": 3.0, "height": 3.0}, files)

    assert found["a.js"] > 0.0
    assert found["b.js"] == found["tests/a.test.js"] == 0.0


def test_a_file_without_a_function_that_is_spoken_of_is_no_candidate():
    """Unless a name is told that it defines."""  # FR-015
    told = near("d.js", 3.0, Spot("slide", Kind.DEFINES, 1))
    found = Sites((near("a.js", 4.0), near("b.js", 3.5), near("c.js", 3.2), told), worded="b.js")

    assert paths(candidates(found, {"a.js": 9.0, "b.js": 8.0, "c.js": 0.0})) == ["a.js", "b.js"]
    assert paths(candidates(found, {"a.js": 9.0, "b.js": 0.0})) == ["a.js", "b.js"]
    assert paths(candidates(found)) == ["a.js", "b.js", "c.js"]


def test_the_file_with_by_far_the_best_function_goes_first_where_only_words_speak():
    """Not before one of which a name is told, nor where others have better ones."""  # FR-015
    first, second = near("a.js", 4.0), near("b.js", 3.5)
    told = near("a.js", 4.0, Spot("slide", Kind.DEFINES, 1))
    spoken = {"a.js": 5.0, "b.js": 9.0}

    assert paths(candidates(Sites((first, second)), spoken)) == ["b.js", "a.js"]
    assert paths(candidates(Sites((told, second)), spoken)) == ["a.js", "b.js"]
    others = {**spoken, "x.js": 10.0, "y.js": 11.0}
    assert paths(candidates(Sites((first, second)), others)) == ["a.js", "b.js"]


def test_the_file_goes_first_that_defines_what_the_example_calls():
    """Two compound names at least, in one file alone; calls may begin with a dot."""  # FR-015
    body = "The brackets are missing.\n```rust\nArg::new(1)\n    .num_args(2)\n    .value_names(3)\n```"
    wanted = names(read("The help is displayed incorrectly", body))
    own = tuple(Spot(n, Kind.DEFINES, 7) for n in ("num_args", "value_names"))
    listed = (near("help.rs", 4.0), near("arg.rs", 3.0))

    begun = led(listed, wanted, {"arg.rs": own})
    assert paths(begun) == ["arg.rs", "help.rs"]
    assert begun[0].where() == "`num_args` (line 7), `value_names` (line 7)"
    assert paths(led(listed, wanted, {"arg.rs": own[:1]})) == ["help.rs", "arg.rs"]
    assert paths(led(listed, wanted, {"arg.rs": own, "help.rs": own})) == ["help.rs", "arg.rs"]


def test_the_file_goes_first_whose_own_tests_the_request_names():
    """They fail: what they test is at fault sooner than what else is spoken of."""  # FR-015
    found = Sites((near("src/ssl.py", 5.0), near("src/proxy.py", 2.0)), sure=True)

    assert paths(run_first((), found, ["test/test_proxy.py"])) == ["src/proxy.py", "src/ssl.py"]
    assert paths(run_first((), found, ["test/test_ssl.py"])) == []
    assert paths(run_first((), found, ["src/proxy.py"])) == []
