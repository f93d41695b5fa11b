"""What is read for a change of a document."""

from __future__ import annotations

from bot.planning.pages import described

PAGE = "docs/21-shop-easing.md"
NEAR = ("src/easing/index.js", "src/internal/index.js", "tests/easing.js", "docs/index.md")
PATHS = ("docs/20-shop-motion.md", "docs/22-shop-mail.md", *NEAR)


def test_only_the_models_and_the_code_described_are_read():
    """Words that many files share lead nowhere; the pages named as model do."""  # FR-019
    found = described(NEAR, (PAGE,), "Describe it as under shop/motion does.", PATHS)

    assert [*found] == ["src/easing/index.js", "docs/20-shop-motion.md"]
    assert "model" in found["docs/20-shop-motion.md"]


def test_without_a_document_everything_stays():
    """Other work looks at all that goes with it."""  # FR-019
    assert [*described(NEAR, ("src/mail.js",), "As under shop/motion.", PATHS)] == [*NEAR]
