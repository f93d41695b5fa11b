"""Issues that tell the same in other words or another language, and near misses that do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.planning.duplicates import twin
from bot.planning.likeness import Weights, house
from bot.planning.meanings import meanings
from bot.planning.proposal import OpenIssue
from bot.planning.told import Told

FILE = Path(__file__).with_name("twins.yml")
ROWS: list[dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", [pytest.param(r, id=r["title"]) for r in ROWS])
def test_twin(row):
    """The same told by somebody else is found; what only sounds like it is not."""  # S3.11
    found = twin(9_999, row["title"], row["body"], [OpenIssue(*one) for one in row["issues"]])

    seen = found.number if found else None
    assert seen == row["twin"] or (seen is None and row.get("unseen"))


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Lock the record while it is edited", "Unlock the record while it is edited"),
        ("Timer starts when the meeting begins", "Timer stops when the meeting ends"),
        ("Encode attachments as base64", "Decode attachments from base64"),
    ],
)
def test_opposites_are_two_issues(title, other):
    """However much of the text is the same, an opposite in titles built alike is another issue."""  # S3.11
    text = "It concerns every user of the shared workspace, see the meeting of Tuesday."

    assert twin(9_999, title, text, [OpenIssue(4, other, text)]) is None


def test_what_the_repository_is_about_tells_less():
    """Words of the repository's own paths count less than others."""  # S3.11
    told = (
        Told.of("Quill is lost", "The quill is gone after a restart."),
        Told.of("Quill editor", ""),
    )
    quill = told[1].title["quil"]

    assert Weights(told, house(["src/QuillStore.cs"])).of(quill) < Weights(told).of(quill)


def test_the_nearest_must_stand_out():
    """Two issues that are equally like the new one are no reason to close it."""  # S3.11
    same = ("White screen after searching", "Pressing the search button leaves a blank page.")
    title, body = "検索すると画面が真っ白になる", "検索ボタンを押すと何も表示されません。"
    others = [OpenIssue(1, *same), OpenIssue(2, *same)]

    assert twin(9_999, title, body, others[:1]) is not None
    assert twin(9_999, title, body, others) is None


def test_longer_expressions_go_before_their_words():
    """`log out` is one thing, and neither a log nor an outside."""  # S3.11
    assert [m.name for m in meanings("log out")] == ["logout"]


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("Die Rechnungsseite zeigt nichts", "de"),
        ("La página de la factura está en blanco", "es"),
        ("La page de la facture est vide", "fr"),
        ("請求書の画面が空です", "ja"),
    ],
)
def test_languages_meet_in_the_same_meanings(text, tongue):
    """An invoice's page is one in every language that is read."""  # S3.11
    assert {"invoice", "page", "empty"} <= {m.name for m in meanings(text, tongue)}
