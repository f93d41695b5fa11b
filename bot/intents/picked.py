"""The picks of one answer, sorted: which count, and which rule keeps the others out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domain.authority import may_answer, permission_of
from bot.domain.facts import Facts
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.intents.model import EVERY, Answered, Pick


@dataclass(frozen=True, slots=True)
class PickSet:
    """The picks of one intent: what counts, and why the others do not.

    `barred` are questions that this person may not answer, `torn` those with two options at once;
    `unclear` are the numbers of picks that name nothing, 0 where there is none. `rule` says it in one line
    of the history.
    """

    taken: tuple[tuple[Question, Pick], ...] = ()
    barred: tuple[Question, ...] = ()
    torn: tuple[Question, ...] = ()
    unclear: tuple[int, ...] = ()
    rule: str = ""


def sort(facts: Facts, record: Record, intent: Answered) -> PickSet:
    """Sort the picks. Of two choices for one question in one breath neither counts."""
    spread = _spread(record, intent.picks)
    chosen = [(q, p) for p in spread if (q := question(record, p)) and _fits(q, p)]
    fit = {p for _, p in chosen}
    unfit = tuple(dict.fromkeys(p.question for p in spread if p not in fit))
    said: dict[str, set[tuple[str, str]]] = {}
    for asked, pick in chosen:
        said.setdefault(asked.id, set()).add(choice(asked, pick))
    torn = {i for i, choices in said.items() if len(choices) > 1}
    first = {q.id: (q, p) for q, p in reversed(chosen) if q.id not in torn}
    may = {q.id for q, _ in chosen if may_answer(facts, intent.by, q)}
    found = PickSet(
        taken=tuple(pair for i, pair in sorted(first.items(), key=_number) if i in may),
        barred=tuple(q for i, (q, _) in sorted(first.items(), key=_number) if i not in may),
        torn=tuple(dict.fromkeys(q for q, _ in chosen if q.id in torn)),
        unclear=unfit if spread else (0,),
    )
    return replace(found, rule=_rule(facts, record, intent, found))


def _rule(facts: Facts, record: Record, intent: Answered, found: PickSet) -> str:
    """Why a pick does not count; what is barred goes before what is unclear."""
    if found.torn:
        return f"question {', '.join(numbers(found.torn))}: two options at once, so neither counts"
    able = any(may_answer(facts, intent.by, q) for q in record.still_open)
    barred = found.barred or (record.still_open if found.unclear and not able else ())
    if barred:
        policy = all(q.needs_write for q in barred)
        who = (
            "write permission" if policy else f"answers.who ({', '.join(facts.policy.answers.who)})"
        )
        has = permission_of(facts, intent.by).value
        return f"question {', '.join(numbers(barred))}: needs {who}; they have {has}"
    return "no option is named" if found.unclear else ""


def _spread(record: Record, picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """Picks by the questions they mean: one for all open ones becomes one for each that no other names.

    Leaving several to the planner needs no number; questions on policy are answered by theirs alone.
    """
    named = {p.question for p in picks}
    still_open = [q for q in record.still_open if not q.needs_write]
    free = [n for q in still_open if (n := int(q.id[1:])) not in named]
    several = len(record.still_open) > 1
    found = list[Pick]()
    for pick in picks:
        every = pick.question == EVERY or (pick.question == 0 and pick.you_decide and several)
        found += [replace(pick, question=n) for n in free] if every else [pick]
    return tuple(found)


def question(record: Record, pick: Pick) -> Question | None:
    """The question a pick means: by its number any that was ever asked, else the only open one."""
    if pick.question:
        known = record.planner.questions
        return next((q for q in known if q.id == f"q{pick.question}"), None)
    return record.still_open[0] if len(record.still_open) == 1 else None


def choice(asked: Question, pick: Pick) -> tuple[str, str]:
    """The letter and the own words that a pick means."""
    taken = pick.recommended or pick.you_decide
    return (asked.recommended_letter if taken else pick.choice.upper(), pick.text)


def numbers(questions: tuple[Question, ...]) -> tuple[str, ...]:
    """The numbers of questions, as people see them."""
    return tuple(q.id.removeprefix("q") for q in questions)


def _fits(asked: Question, pick: Pick) -> bool:
    if pick.recommended or pick.you_decide:
        return True
    return asked.free_text if pick.text else asked.option(pick.choice) is not None


def _number(entry: tuple[str, object]) -> int:
    return int(entry[0].removeprefix("q"))
