"""Pages: what to read for a change of a document: the pages named as its model, and the code it describes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.mentions import mentioned
from bot.planning.places import CODE, Place, bare, folder, is_test, name, place, suffix
from bot.planning.words import words

_SLASHED = re.compile(r"(?<![\w/.:])([a-z][\w-]{1,30})/([a-z][\w-]{1,30})(?![\w/])")
_MOST_MODELS = 2
GOES_WITH = "It goes with such a change: see whether it needs one, too."
_MODEL = "The issue names it as a model: see how such a page is written there."


def described(
    near: Iterable[str], edited: Sequence[str], text: str, paths: Sequence[str]
) -> dict[str, str]:
    """The files to read beside a document that is changed, instead of all that share words with it.

    Takes the files that would be read by their words, the documents to change, the text of the request,
    and the paths that may be added. Source files stay whose own name or folder is a word of a
    document's name, and whatever the text names; without a document to change everything stays.
    Gives each with why it is read.
    """
    documents = [p for p in edited if place(p) is Place.DOC]
    if not documents:
        return dict.fromkeys(near, GOES_WITH)
    told = {w for p in documents for w in words(bare(p))}
    kept = [
        p
        for p in near
        if mentioned(text, (p,))
        or (
            suffix(p) in CODE
            and not is_test(p)
            and {bare(p).lower(), name(folder(p)).lower()} & told
        )
    ]
    return dict.fromkeys(kept, GOES_WITH) | dict.fromkeys(_models(text, documents, paths), _MODEL)


def _models(text: str, documents: Sequence[str], paths: Sequence[str]) -> list[str]:
    """`Like under shop/cart`: the pages called so, beside those to change."""
    folders = {folder(p) for p in documents}
    pages = [p for p in paths if folder(p) in folders and place(p) is Place.DOC]
    found = []
    for lead, own in dict.fromkeys(_SLASHED.findall(text)):
        found += [p for p in pages if [*words(bare(p))][-2:] == [lead.lower(), own.lower()]][:1]
    return found[:_MOST_MODELS]
