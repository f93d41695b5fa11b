"""What leads to a place besides names: siblings, settings that are read, marks, the product's own name."""

from __future__ import annotations

import pytest

from bot.planning.literals import directives
from bot.planning.names import Weight, names
from bot.planning.proposal import Tree
from bot.planning.reading import read
from bot.planning.siblings import siblings
from bot.planning.sites import Sites, sites
from bot.planning.spots import Kind, Told, spots


def found(title: str, body: str, files: dict[str, str]) -> Sites:
    wanted = names(read(title, body))
    return sites(
        wanted,
        Tree(tuple(files), files, spots=spots(wanted, files, Told(title)), ranked=tuple(files)),
    )


@pytest.mark.parametrize(
    ("title", "body", "named"),
    [
        ("Add a unique validator", "There's already a `shop.NoArgs` validator.", ("NoArgs",)),
        ("Add `splitAll` like `splitOne`", "", ("splitOne",)),
        ("New rule", "It works similar to no_empty_lines.", ("no_empty_lines",)),
        ("Crash on start", "It crashes like `splitOne` does.", ()),
        ("Add a button", "Like every shop has.", ()),
    ],
)
def test_the_like_of_something_new_is_named(title, body, named):
    """Only for wishes, and only names of code."""  # FR-015
    assert siblings(read(title, body)) == named


def test_a_new_thing_belongs_beside_its_like():
    """The file that defines `NoArgs` goes before one that shares words or the product's name."""  # FR-015
    others = {f"part{n}.go": 'package shop\n\nimport "shop/shop"\n' for n in range(6)}
    files = {"shop.go": "package shop\n", **others, "args.go": "package shop\n\nfunc NoArgs() {}\n"}
    told = found("Add a shop unique args validator", "There is already `shop.NoArgs`.", files)

    assert told.found[0].path == "args.go"
    assert told.worded == "shop.go"


def test_a_setting_of_the_title_leads_to_where_it_is_read():
    """`site.future` and `hidden_in_the_future?` before files that only list or set it."""  # FR-015
    files = {
        "lib/configuration.rb": 'DEFAULTS = { "future" => false, "collections" => {} }\n',
        "lib/site.rb": "attr_accessor :future\nsite.future = 1\n",
        "lib/publisher.rb": "def hidden_in_the_future?(x)\n  !@site.future && x.late\nend\n",
    }
    told = found("Configure 'future' for collections", "Today `future` is global.", files)

    assert told.found[0].path == "lib/publisher.rb"
    assert "`future` (line 1)" in told.found[0].where()
    reads = {p: [s for s in held if s.kind is Kind.READS] for p, held in _held(files).items()}
    assert {p for p, held in reads.items() if held} == {"lib/publisher.rb"}


def _held(files):
    wanted = names(read("Configure 'future' for collections", "Today `future` is global."))
    return spots(wanted, files)


def test_a_mark_leads_to_what_treats_it():
    """`fmt:off` in a title is `FMT_OFF` and `normalize_fmt_off` in the code."""  # FR-015
    assert directives("Lines vanish in fmt:off sections") == ("fmt_off",)
    assert directives("ignore: it hangs at 10:30, see http://x.org") == ()
    wanted = names(read("Lines vanish in # fmt: off sections", ""))
    assert {n.text: n.weight for n in wanted}["fmt_off"] is Weight.TITLE
    files = {"lines.py": "def lines(): pass\n", "comments.py": 'FMT_OFF: Final = {"# fmt: off"}\n'}
    assert found("Lines vanish in fmt:off sections", "", files).found[0].path == "comments.py"
