"""What a linear model of words says of sentences, and how little it may decide."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning.hunches import ALONE, CODES, hunches, scores
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.signs import told_in
from bot.planning.traits import traits
from bot.planning.undecided import undecided
from tests.planning.test_leanings import codes
from tests.training.hunches import sentences

OPEN, MISSING, RISK = CODES


def surest(code, text):
    """The heaviest sign of a code in a text; nothing is 0."""
    return max((s.weight for s in hunches([(0, text, text)], code)), default=0.0)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (OPEN, "It would be nice if the overview felt a bit more modern."),
        (OPEN, "Some of us want a popup, others a page of its own, and we never agreed."),
        (MISSING, "The bank will mail us the credentials as soon as the contract is signed."),
        (MISSING, "We do not have the access codes yet, Petra will send them."),
        (RISK, "Let everybody in without a password on the internal network."),
        (RISK, "Just drop the table with the old invoices, nobody looks at them."),
    ],
)
def test_it_recognises_new_sentences(code, sentence):
    """Sentences in nobody's training words weigh something for the code they are of."""  # S1.3
    assert sentence not in {row["sentence"] for row in sentences()}
    assert surest(code, sentence) >= 0.9


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "The column is 12 characters wide.",
        "We settled on the popup.",
        "The credentials are in `config/bank.yml`.",
        "A password is asked for on every network.",
        "Running 2.4.1 on Debian 12.",
        "Thanks a lot for this!",
    ],
)
def test_it_is_silent_on_plain_sentences(sentence):
    """What is settled, given, forbidden or only told is no sign of anything."""  # S1.3
    assert [surest(code, sentence) for code in CODES] == [0, 0, 0]


def test_a_project_s_own_words_are_not_learned():
    """Numbers, code, quotations, links and names count as such, not as what they say."""  # S1.3
    one = 'Ask @ann about `foo()` in #12: 5 "old rows", see https://a.example/x'
    other = 'Ask @bob about `Bar.baz` in #98: 731 "users", see https://b.example/y'

    assert traits(one) == traits(other)


def test_the_sentence_before_counts_less():
    """Its words are seen, each with less than half of the weight of an own word."""  # S1.3
    found = traits("It will be mailed.", "The key is missing.")

    assert 0 < found["c:key"] < found["w:mail"] / 2


def test_every_sign_quotes_its_sentence():
    """Who is asked sees the words that made the model doubt."""  # S1.3
    body = "Sort the orders by date.\n\nThe overview could feel somewhat nicer, too."
    told = told_in(read("Orders", body))

    [sign] = [s for s in hunches(told, OPEN) if s.weight >= 1.0]

    assert sign.sentence == "The overview could feel somewhat nicer, too."


def test_a_middling_score_is_not_enough_alone():
    """What is only likely asks nothing by itself; it adds to other signs."""  # S1.3
    middling = [r["sentence"] for r in sentences() if surest(OPEN, r["sentence"]) in {1.0, 1.5}][
        :40
    ]

    said = [list(undecided(read("Orders", f"{s}"), Intent.BUG)) for s in middling]

    assert len(middling) == 40
    assert sum(map(bool, said)) < 12
    assert all(s.weight < ALONE for m in middling for s in hunches([(0, m, m)], OPEN))


def test_what_somebody_settled_ends_it():
    """The model's doubt is ended like any other: by a later word of an owner."""  # S1.3
    body = "Maybe a popup, maybe a page of its own, what do you say?"

    assert OPEN in codes("Show the order", body)
    assert OPEN not in codes("Show the order", body, ("OWNER", "Decided: it will be the popup."))


@pytest.mark.parametrize("text", ["`" * 70_000, "a" * 70_000, "\0\ud800 \uffff", "'t n't 's"])
def test_any_text_gets_a_score(text):
    """Nothing in a sentence makes it fail, and the same sentence gets the same score."""  # S1.3
    assert scores(text, text) == scores(text, text)


def test_labels_are_known_and_near_misses_outnumber_hits():
    """Every sentence has one of four labels, and two near misses at least stand beside each hit."""  # S1.3
    labels = [row["label"] for row in sentences() if row["pair"]]

    assert set(labels) == {"AC", "MISSING", "POLICY", "none"}
    assert labels.count("none") * 3 >= len(labels) * 1.8


def test_a_fact_that_nobody_knows_is_no_choice_beside_a_risk():
    """Whose a thing is leaves nothing to choose; beside a risk it is not asked."""  # S1.3
    risk = "Drop the `sailings` table."
    unknown = "Others read the rows of that host and I don't know whose they are."

    assert ReasonCode.AC_AMBIGUOUS not in codes("Smaller database", f"{risk} {unknown}")
    assert codes("Smaller database", f"{unknown}")
