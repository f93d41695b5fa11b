"""Other languages are read through their words; English stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.gloss import gloss, tongue_of


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("Die Liste wird nicht gespeichert.", "de"),
        ("La lista no se guarda cuando hay más de una página.", "es"),
        ("La page n'est pas affichée quand le panier est vide.", "fr"),
        ("一覧を表示してください。", "ja"),
        ("The list is not saved when there is more than one page.", ""),
        ("Drop the table", ""),
        ("Die on signals", ""),
    ],
)
def test_the_language_of_a_sentence(text, tongue):
    """Frequent words tell the language; a sentence of English is none of the others."""  # S1.3
    assert tongue_of(text) == tongue


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Wir sind noch nicht sicher, ob das per Post oder per Funk geht.", "not sure"),
        ("Todavía no lo hemos decidido, puede ser una lista o un mapa.", "not yet decided"),
        ("Le serveur n'est pas encore connu, il faut attendre.", "not yet known"),
        ("データベースから完全に削除してください。", "delete"),
    ],
)
def test_words_that_rules_go_by(text, word):
    """What rules look for stands there in English afterwards."""  # S1.3
    assert word in gloss(text)


@given(st.text(st.characters(max_codepoint=127), max_size=300))
def test_plain_ascii_without_marks_stays(text):
    """A text of no known language comes back unchanged."""  # NFR-002
    assert tongue_of(text) or gloss(text) == text
