"""Relevance: rules of the ranking, each with a tree of a few files in which nothing else speaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning.evidence import Evidence, evidence_of
from bot.planning.history import Change, learned
from bot.planning.passages import best_passages
from bot.planning.relevance import scored_by, sharpened, terms
from bot.planning.weighing import Weights, rooted, weighed

FILLER = {f"lib/part{n}.py": f"def unrelated_{n}(): ...\n" for n in range(8)}


def order(text: str, files: dict[str, str], changes: tuple[Change, ...] = ()) -> list[str]:
    """The files of a small tree, best first."""
    return [r.path for r in scored_by(text, facts(text, files, changes))]


def facts(text: str, files: dict[str, str], changes: tuple[Change, ...] = ()) -> Evidence:
    found = evidence_of(sorted(files), files, terms(text))
    touches, said = learned(changes, found.paths)
    return replace(found, touches=touches, said=said)


@pytest.mark.parametrize(
    ("text", "better", "worse"),
    [
        pytest.param("Fix `shop/mail.py`", "shop/mail.py", "lib/fix.py", id="named in the text"),
        pytest.param("The OrderExport is slow", "lib/order_export.py", "lib/order.py", id="name"),
        pytest.param("Bug in the billing of carts", "billing/run.py", "other/run.py", id="folder"),
        pytest.param("Serializing dates", "a/serializer.py", "a/service.py", id="another form"),
        pytest.param("The configuration is lost", "z/config.py", "a/conform.py", id="cut short"),
    ],
)
def test_paths_speak(text: str, better: str, worse: str):
    """What the text names, and names and folders that share its words, come before others."""
    # FR-008, AC-008
    files = FILLER | {better: "pass\n", worse: "pass\n"}

    assert order(text, files)[0] == better


def test_a_definition_counts_more_than_a_use():
    """Who defines what the text speaks of comes before who calls it as often."""
    # FR-008
    files = FILLER | {"a/one.py": "x = refund_order()\n", "b/two.py": "def refund_order(): ...\n"}

    assert order("refund order fails", files)[0] == "b/two.py"


@pytest.mark.parametrize("face", ["__init__.py", "index.ts", "mod.rs", "src/index.ts", "main.go"])
def test_the_face_of_a_folder_bears_its_name(face: str):
    """`billing/index.ts` is what `billing.ts` would be; other files of the folder stand behind it."""
    # FR-008
    files = FILLER | {"billing/among.py": "", f"billing/{face}": "", "a/index.ts": ""}

    assert order("The index of the billing", files)[0] == f"billing/{face}"


def test_names_are_found_by_their_roots_and_texts_by_whole_words():
    """`Serializer` is what serializes; but a text that transforms does not speak of transitions."""
    # FR-008
    files = FILLER | {"a/one.py": "class DateSerializer: ...\n", "b/two.py": "transform = 1\n"}

    assert order("Serialized dates", files)[0] == "a/one.py"
    assert order("Transitions", files) == []


def test_what_changes_say_is_found_by_roots():
    """`Configure retries` speaks for its file where a text asks for the configuration."""
    # FR-008
    change = Change(1, "Configure and configured retries", ("lib/part3.py",))

    assert order("The configuration", FILLER, (change,)) == ["lib/part3.py"]
    assert learned((change,), ["lib/part3.py"])[1]["config"] == [0]


def test_half_of_the_text_is_a_quarter_of_its_coverage():
    """Coverage is squared: a file that answers all of a text comes well before one for half of it."""
    # FR-008
    files = FILLER | {
        "a/half.py": "refund = refund\n",
        "b/all.py": "refund = currency\n",
        "c.py": "currency\n",
    }
    evidence = facts("refund currency", files)
    only = Weights(0, 0, 0, 0, 0, coverage=1.0, said=0, similar=0)

    scores = weighed({"refund": 1.0, "currency": 1.0}, evidence, only)

    assert sorted(scores.values()) == pytest.approx([0.25, 0.25, 1.0])


def test_words_side_by_side_are_one_identifier():
    """`retry policy` is `retry_policy` and `RetryPolicy` before two words far apart."""
    # FR-008
    apart = "retry = 1\nother = 2\nthird = 3\npolicy = 4\n"
    files = FILLER | {"a/apart.py": apart, "b/near.py": "x = RetryPolicy\ny = 2\nz = 3\nw = 4\n"}

    assert order("The retry policy is ignored", files)[0] == "b/near.py"


def test_the_title_counts_more_than_the_body():
    """A word of the first line outweighs one further down."""
    # FR-008
    files = FILLER | {"a/refunds.py": "", "b/invoices.py": ""}

    assert order("Refunds\n\ninvoices", files)[0] == "a/refunds.py"
    assert order("Invoices\n\nrefunds", files)[0] == "b/invoices.py"


@pytest.mark.parametrize("path", ["tests/test_refund.py", "docs/refund.md", "refund.toml"])
def test_sources_come_before_what_frames_them(path: str):
    """Tests, documents and set-up with the same words stand behind the source."""
    # FR-008
    text = "def refund_order(): ...\n"

    assert order("refund order", FILLER | {path: text, "z/refund.py": text})[0] == "z/refund.py"


def test_generated_and_vendored_files_never_come():
    """Nobody plans changes there."""
    # FR-008
    files = {"dist/refund.js": "refund", "a/refund.py": "# Code generated by x\nrefund = 1\n"}

    assert order("refund", files) == []


def test_earlier_changes_with_the_same_words_speak_for_their_files():
    """A file that the words never meet is found by what was said when it changed."""
    # FR-008
    changes = tuple(Change(n, f"Round the refund number {n}", ("lib/part3.py",)) for n in range(3))

    assert order("The refund is not rounded", FILLER, changes) == ["lib/part3.py"]
    assert order("The refund is not rounded", FILLER) == []


def test_a_change_of_everything_teaches_nothing():
    """More than thirty files at once: a reformatting, not work on any of them."""
    # FR-008
    change = Change(1, "Round the refund", tuple(f"lib/part{n}.py" for n in range(31)))

    assert order("round the refund", FILLER, (change,)) == []


def test_the_place_that_says_it_all_comes_forward():
    """Of two files with the same words, the one that has them together is meant."""
    # FR-008
    space = "".join(f"value_{n} = {n}\n" for n in range(60))
    files = {
        "a/far.py": f"refund = 1\n{space}rounding = 1\n{space}currency = 1\n",
        "b/near.py": f"{space}refund = 1\nrounding = 1\ncurrency = 1\n{space}",
    }
    text = "refund rounding currency"
    evidence = facts(text, FILLER | files)
    first = scored_by(text, evidence)

    assert sharpened(text, evidence, first, files)[0].path == "b/near.py"
    assert sharpened(text, evidence, first, {}) == first


def test_one_definition_that_says_it_all_comes_forward():
    """A function of sixty lines is one passage, though its words stand far apart."""
    # FR-008
    space = "".join(f"    value_{n} = {n}\n" for n in range(28))
    body = f"    refund = 1\n{space}    rounding = 1\n{space}    currency = 1\n"
    split = body.replace("    rounding", "def inner():\n    rounding").replace(
        "    currency", "def last():\n    currency"
    )
    texts = {"a/apart.py": f"def outer():\n{split}", "b/whole.py": f"def outer():\n{body}"}

    found = best_passages({"refund": 1.0, "round": 1.0, "currency": 1.0}, texts)

    assert found["b/whole.py"] == 1.0
    assert found["a/apart.py"] < 0.9


def test_two_neighbouring_definitions_are_one_window():
    """What two small functions say together counts where they stand side by side."""
    # FR-008
    space = "# nothing\n" * 60
    one, other = "def first():\n    refund\n", "def last():\n    currency\n"
    texts = {"a.py": f"{one}{space}{other}", "b.py": f"{one}{other}{space}"}

    found = best_passages({"refund": 1.0, "currency": 1.0}, texts)

    assert found["b.py"] > found["a.py"]


def test_of_words_with_one_root_the_weightiest_counts():
    """`transition` and `transform` are one root, not two votes."""
    # FR-008
    assert rooted({"transition": 2.0, "transform": 1.0, "a~b": 3.0}, 5) == {
        "trans": 2.0,
        "a~b": 3.0,
    }


def test_a_text_without_definitions_has_passages_too():
    """Of templates and lists the beginning has to do; what says nothing is left out."""
    # FR-008
    texts = {"a.html": "\n" * 50 + "refund", "b.html": "", "c.html": "other"}

    assert best_passages({"refund": 1.0}, texts) == {"a.html": 1.0}


def test_what_the_text_names_stays_first():
    """No passage outweighs a file that is named."""
    # FR-008
    text = "refund rounding in a/named.py"
    files = FILLER | {"a/named.py": "pass\n", "b/near.py": "refund rounding\n"}
    evidence = facts(text, files)

    assert sharpened(text, evidence, scored_by(text, evidence), files)[0].path == "a/named.py"
