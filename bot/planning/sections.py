"""Sections: what a heading of an issue announces, in the words that templates and people use."""

from __future__ import annotations

from enum import StrEnum

from bot.planning.headlines import is_prompt, told_by
from bot.planning.lazy import Lazy
from bot.planning.words import words


class Part(StrEnum):
    """What a section of an issue is for."""

    DESCRIPTION = "description"
    CRITERIA = "criteria"
    TASKS = "tasks"
    REPRODUCE = "reproduce"
    EXPECTED = "expected"
    ACTUAL = "actual"
    LIMITS = "limits"
    OUTSIDE = "outside"
    ALTERNATIVES = "alternatives"
    BACKGROUND = "background"
    QUESTIONS = "questions"
    ENVIRONMENT = "environment"
    NOTES = "notes"
    TALK = "talk"


# The first entry with a phrase of the heading wins, so the narrower ones stand first.
_OTHERS = ("alternatives", "alternative solutions", "considered", "rejected", "what else")
_HEADINGS: tuple[tuple[Part, tuple[str, ...]], ...] = (
    (
        Part.OUTSIDE,
        (
            "out of scope",
            "non goals",
            "non goal",
            "not in scope",
            "won t do",
            "no goals",
            "not included",
            "left out",
            "not now",
            "not part",
            "not wanted",
        ),
    ),
    (Part.ALTERNATIVES, _OTHERS),
    (
        Part.BACKGROUND,
        (
            "problem this feature",
            "problem will this",
            "related to a problem",
            "motivation",
            "use case",
            "use cases",
            "workaround",
            "workarounds",
            "why is this needed",
            "why this is needed",
        ),
    ),
    (
        Part.CRITERIA,
        (
            "acceptance",
            "criteria",
            "definition of done",
            "done when",
            "done if",
            "finished when",
            "accepted if",
            "accepted when",
            "must hold",
            "exit criteria",
            "requirements",
            "requirement",
            "success metrics",
            "akzeptanzkriterien",
            "abnahmekriterien",
            "anforderungen",
            "critères d acceptation",
            "criterios de aceptación",
            "critérios de aceitação",
            "criteri di accettazione",
            "критерии",
            "验收标准",
            "受け入れ条件",
            "scenarios",
            "scenario",
        ),
    ),
    (
        Part.REPRODUCE,
        (
            "reproduce",
            "reproduction",
            "repro",
            "reproduzieren",
            "reproduire",
            "reproducir",
            "schritte",
            "再現手順",
        ),
    ),
    (
        Part.EXPECTED,
        (
            "expected behavior",
            "expected behaviour",
            "expected result",
            "expected results",
            "expected output",
            "expectation",
            "expectations",
            "desired output",
            "expected",
            "what should happen",
            "should have happened",
            "supposed to happen",
            "want to see",
            "wanted to see",
            "would like to see",
            "i expect",
            "did you expect",
            "do you expect",
            "o que esperamos",
            "comportamento esperado",
            "comportamento atteso",
            "cosa mi aspetto",
            "we expect",
            "should happen",
            "sollte passieren",
            "soll passieren",
            "erwartest du",
            "erwartet",
            "erwartung",
            "devrait se passer",
            "debería pasar",
            "debería ocurrir",
            "correct behaviour",
            "correct behavior",
            "desired behaviour",
            "desired behavior",
            "résultat attendu",
            "resultado esperado",
            "期待する動作",
            "期待する結果",
            "期待される動作",
            "erwartetes verhalten",
            "comportement attendu",
            "comportamiento esperado",
        ),
    ),
    (
        Part.ACTUAL,
        (
            "actual behavior",
            "actual behaviour",
            "actual result",
            "actual results",
            "actual",
            "what happens",
            "what i see",
            "what we see",
            "what i saw",
            "instead i get",
            "what happened",
            "actually happening",
            "actually happens",
            "actual output",
            "output",
            "stack trace",
            "stacktrace",
            "traceback",
            "current output",
            "observed behavior",
            "current behavior",
            "current behaviour",
            "observed",
            "tatsächliches verhalten",
            "did you get",
            "do you get",
            "did you see",
            "do you see",
            "i get",
            "i got",
            "we get",
            "went wrong",
            "goes wrong",
            "happens instead",
            "symptom",
            "symptoms",
            "was passiert",
            "que se passe",
            "comportement actuel",
            "comportement observé",
            "qué pasa",
            "qué ocurre",
            "comportamiento actual",
            "現象",
        ),
    ),
    (Part.QUESTIONS, ("open questions", "questions", "open points", "to decide", "undecided")),
    (Part.LIMITS, ("constraints", "limits", "limitations", "must not", "rules")),
    (
        Part.TASKS,
        (
            "tasks",
            "todo",
            "to do",
            "todos",
            "checklist",
            "work items",
            "implementation steps",
            "steps",
            "plan",
            "aufgaben",
            "tâches",
            "tareas",
            "subtasks",
        ),
    ),
    (
        Part.ENVIRONMENT,
        (
            "environment",
            "version",
            "versions",
            "system info",
            "platform",
            "umgebung",
            "logs",
            "operating system",
            "how did you install",
            "code of conduct",
            "related issues",
            "possible duplicates",
        ),
    ),
    (
        Part.NOTES,
        (
            "notes",
            "context",
            "background",
            "additional",
            "references",
            "screenshots",
            "anything else",
            "something else",
            "else",
            "remarks",
            "sonstiges",
        ),
    ),
)


_OPENS = Lazy(
    r"description|summary|overview|details|(?:the )?problem|proposal|feature(?: request)?"
    r"|bug description|describe the bug|issue|(?:proposed )?solution"
)
# What people said below an issue, where a file holds it together with the issue.
_LONGEST, _LONG_HEADING = 80, 10
_TALK = frozenset(("comments", "discussion", "conversation", "thread", "comments of the issue"))


def part_of(heading: str) -> Part:
    """Say what a heading announces; a heading we do not know opens a description."""
    plain = f" {' '.join(words(heading))} "
    if plain.strip() in _TALK:
        return Part.TALK
    if told := told_by(plain.strip()):
        return Part(told)
    for part, phrases in _HEADINGS:
        if any(f" {phrase} " in plain for phrase in phrases):
            return part
    return Part.DESCRIPTION


def is_heading(line: str, bold: bool = False) -> bool:
    """Say whether a short line alone, such as `Acceptance criteria:`, is meant as a heading.

    A `bold` one such as `Description` ends the section before it, too, and so does what a form asks of the
    writer, however long: `Do you want to request a feature or report a bug?`.
    """
    if bold and is_prompt(line, part_of(line) is not Part.DESCRIPTION):
        return True
    whole = bold and line.endswith((":", "\uff1a"))
    if len(line) > _LONGEST or len(line.split()) > (_LONG_HEADING if whole else 4):
        return False
    opens = bold and bool(_OPENS.fullmatch(" ".join(words(line))))
    return opens or part_of(line) is not Part.DESCRIPTION
