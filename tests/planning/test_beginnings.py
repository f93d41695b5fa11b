"""Where in a file a reader is told to begin."""

from __future__ import annotations

import pytest

from bot.planning.beginnings import asked, beginnings
from bot.planning.functions import functions, innermost
from bot.planning.names import names
from bot.planning.reading import read
from bot.planning.spoken import held

RESPONSE = """
res.send = function (body) {
  this.end(body)
}

res.redirect = function (url) {
  this.format({
    html: function () {
      write('<p>Moved</p>')
    },
  })
}

function onend() {
  done('file')
}
"""

SHOP = '''
class Cart:
    """What somebody wants to buy."""

    def __init__(self, lines):
        self.lines = lines

    def total(self):
        if not self.lines:
            raise ValueError("nothing in the basket to pay for")
        return sum(self.lines)

    # Takes the voucher into account.
    def reduced(self, voucher):
        return self.total() - voucher.amount


class Order:
    def __init__(self, cart):
        self.cart = cart

    def ship(self, address):
        parcel = pack(self.cart)
        return send(parcel, address)


DEFAULTS = {
    "currency": "EUR",
}
'''


def begun(path: str, text: str, title: str, body: str = "", line: int = 0) -> list[str]:
    """The places of one file as a reader sees them."""
    reading = read(title, body)
    told = asked(reading, names(reading), {path: line} if line else {})
    return [str(b) for b in beginnings(told, held(path, text))]


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        (
            "a.js",
            RESPONSE,
            [("send", 2, 4), ("redirect", 6, 12), ("html", 8, 10), ("onend", 14, 16)],
        ),
        (
            "a.rb",
            "class A\n  def self.begin(c)\n    c\n  end\n\n  def done?\n    1\n  end\nend\n",
            [("begin", 2, 4), ("done?", 6, 8)],
        ),
        ("a.go", "func (t *Tree) find(p string) bool {\n\treturn true\n}\n", [("find", 1, 3)]),
        ("a.kt", "fun <T> List<T>.second(): T {\n    return this[1]\n}\n", [("second", 1, 3)]),
        (
            "a.java",
            "class A {\n    @Override\n    public int next() throws E {\n        return f(1);\n    }\n}\n",
            [("next", 3, 5)],
        ),
        (
            "a.cpp",
            "int A::run(int x)\n{\n    if (x) {\n        go(x);\n    }\n}\n",
            [("run", 1, 6)],
        ),
        (
            "a.rs",
            "impl<T> A<T> {\n    pub(crate) fn begin(&self) {\n        c();\n    }\n}\n",
            [("begin", 2, 4)],
        ),
        (
            "a.js",
            "const v = {\n  Fragment(node, context) {\n    go()\n  },\n}\n",
            [("Fragment", 2, 4)],
        ),
        (
            "a.js",
            "defineGetter(req, 'fresh', function () {\n  return true\n})\n",
            [("fresh", 1, 3)],
        ),
        ("a.js", "if (a) {\n  go()\n}\nreturn f(function () {\n})\n", []),
    ],
)
def test_functions_are_known_with_their_bodies(path, text, found):
    """Whatever form a language gives them, with or without a word that announces them."""  # FR-015
    assert [(f.name, f.line, f.end) for f in functions(path, text) if not f.is_type] == found


def test_tables_and_comments_belong_to_what_they_are_of():
    """A table of constants counts like a function; a comment above one is a part of it."""  # FR-015
    held = functions("shop.py", SHOP)

    assert ("DEFAULTS", 27) in [(f.name, f.line) for f in held]
    assert next(f for f in held if f.name == "reduced").begin == 13
    assert innermost(held, 11) == next(f for f in held if f.name == "total")
    assert innermost(held, 3) is None


def test_the_function_of_the_title_goes_first():
    """`res.redirect()` is its definition, wherever a link to another commit points."""  # FR-015
    body = "The page holds invalid markup, see the end of the file `onend`."

    assert begun("lib/response.js", RESPONSE, "res.redirect() writes bad html", body, 15)[0] == (
        "`redirect` (line 6)"
    )


def test_a_linked_line_tells_where_the_words_agree():
    """Where they do not, the link is of another commit."""  # FR-015
    agreed = begun("shop.py", SHOP, "The total of an empty cart fails", "", 11)

    assert agreed == ["`total` (line 8; the issue links line 11)"]
    assert begun("shop.py", SHOP, "The total of an empty cart fails", "", 25)[0] == (
        "`total` (line 8)"
    )


def test_a_quoted_message_leads_to_the_function_that_holds_it():
    """With the line it stands on."""  # FR-015
    body = "```\nValueError: nothing in the basket to pay for\n```"

    assert begun("shop.py", SHOP, "Shipping an order fails", body)[0] == (
        "`total` (line 8; line 10 holds `nothing in the basket to pay for`)"
    )


def test_words_alone_lead_to_the_function_that_has_most_of_them():
    """As documents are found: what one function alone has counts most."""  # FR-015
    assert begun("shop.py", SHOP, "A voucher is not taken into account", "") == [
        "`reduced` (line 14)"
    ]


def test_a_frame_of_a_stack_trace_tells_the_function():
    """Of this file; frames of others tell nothing of it."""  # FR-015
    trace = '```\nFile "/x/{}", line 21, in ship\n```'

    assert begun("shop.py", SHOP, "The total is wrong", trace.format("shop.py"))[0] == (
        "`ship` (line 22)"
    )
    assert begun("shop.py", SHOP, "The total is wrong", trace.format("post.py"))[0] == (
        "`total` (line 8)"
    )


def test_a_name_that_stands_twice_is_told_with_its_type():
    """`__init__` alone is no place."""  # FR-015
    assert begun("shop.py", SHOP, "The lines of `__init__` are shared by carts", "")[0] == (
        "`Cart.__init__` (line 5)"
    )


def test_what_speaks_of_nothing_is_no_place():
    """Nor do tests count."""  # FR-015
    assert begun("shop.py", SHOP, "Zebras", "") == []
    assert begun("tests/test_shop.py", SHOP, "The total", "") == []


def test_a_name_that_a_warning_quotes_is_followed_to_its_line():
    """Where it stands in few lines; `_moneybag` is another name."""  # FR-015
    text = 'int a;\nlong operator "" _money(long v)\n{\n}\nint _moneybag;\n'
    body = "```\nshop.hpp:9:3: error: identifier '_money' preceded by whitespace [-Werror]\n```"

    assert begun("shop.hpp", text, "A warning about operators", body) == ["`_money` (line 2)"]


def test_a_type_is_told_whose_new_part_the_example_writes():
    """The part stands nowhere yet: it goes into the type."""  # FR-015
    text = "type Limits struct {\n\tMost int\n}\n\nfunc Start(l Limits) {\n\trun(l)\n}\n"
    body = "```go\nshop.Limits.{} = 3\n```"

    assert begun("shop.go", text, "Start with a limit", body.format("Least"))[0] == (
        "`Limits` (line 1)"
    )
    assert begun("shop.go", text, "Start with a limit", body.format("Most"))[0] == (
        "`Start` (line 5)"
    )


def test_words_of_the_files_own_name_and_of_comments_choose_no_place():
    """`voucher` stands all over `voucher.py`; a comment says how to call."""  # FR-015
    text = (
        "# The expiry is checked when a voucher is redeemed.\ndef voucher_error(v):\n"
        "    raise VoucherError(v)\n\n\ndef redeem(v):\n    return check(v.expiry, v.voucher)\n"
    )

    assert begun("voucher.py", text, "A voucher is accepted after its expiry", "")[0] == (
        "`redeem` (line 6)"
    )


ADAPTER = """
export function createAdapter(options) {
  function addMany(all, state) {
    for (const one of all) insert(one, state, 'first duplicate kept')
  }

  function setAllMutably(all, state) {
    state.ids = []
    addMany(all, state)
  }
  return { setAll: wrap(setAllMutably) }
}
"""


def test_what_a_sentence_says_the_doing_of_goes_before_words():
    """The reporter looked: `` `setAllMutably` clears ... `` is where the fault is."""  # FR-015
    said = "It keeps the first duplicate, it should add many.\n\n`setAllMutably` empties the list."

    found = begun("adapter.js", ADAPTER, "The first duplicate is kept", said)
    alone = begun("adapter.js", ADAPTER, "The first duplicate is kept", "It adds many.")

    assert found[0].startswith("`setAllMutably`")
    assert alone[0].startswith("`addMany`")


def test_a_type_without_functions_is_a_place():
    """A grammar or a record of which a sentence says what it does has nothing else to begin at."""  # FR-015
    text = 'class RaiseSegment(Base):\n    kind = "raise"\n\n\ndef names():\n    return "raised names"\n'

    said = "`RaiseSegment` matches the bare word."

    assert (
        begun("dialect.py", text, "A name cannot be raised", said)[0] == "`RaiseSegment` (line 1)"
    )


def test_a_quoted_line_is_told_with_the_type_that_it_is_of():
    """The line alone says nothing of where it stands."""  # FR-015
    text = 'class RaiseSegment(Base):\n    grammar = Ref.keyword("RAISE", "BARE")\n'
    said = '```\ngrammar = Ref.keyword("RAISE", "BARE")\n```'

    assert begun("dialect.py", text, "A name cannot be raised", said) == [
        '`RaiseSegment` (line 1; line 2 holds `grammar = Ref.keyword("RAISE", "BARE")`)'
    ]


def test_a_function_of_go_may_be_called_like_a_word_of_other_languages():
    """`Use` and `Delete` are names there."""  # FR-015
    text = "func (g *Group) Use(m Handler) {\n\tg.add(m)\n}\n"

    assert [f.name for f in functions("group.go", text)] == ["Use"]
