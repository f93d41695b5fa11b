"""Criteria: what must hold afterwards, said by the author or else by the title; the planned tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from unicodedata import normalize

from bot.planning.draft import DraftCriterion, DraftTask, DraftTest, Intent
from bot.planning.issue.markdown import CODE, IssueText, Passage, PassageKind, read
from bot.planning.issue.sections import COLONS, Part, in_gherkin, scenario
from bot.planning.proposal import UNSTATED, Request
from bot.planning.repository.mentions import Names, mentioned
from bot.planning.repository.places import Place, is_test, place, subject
from bot.planning.words import capital, plain, shortened, words

_TAGS = re.compile(r"(?:\[[^\]]{0,30}\][ :-]*)+(?=[^ :-])")
_MARKED = (Part.CRITERIA, Part.EXPECTED, Part.LIMITS)
_OPEN = (Part.DESCRIPTION, Part.TASKS, Part.LIMITS, Part.NOTES)
"""Where an open box asks for something, and, for want of anything marked, where a list does."""
_FEWEST, _SHORT, _LEAD, _LONGEST = 2, 3, 5, 120
"""Fewest words of a criterion, most of a short item and of a short line before a list; its characters."""


def criteria(
    request: Request, issue: IssueText, intent: Intent, names: Names
) -> tuple[DraftCriterion, ...]:
    """The criteria of a request, each with the words it comes from; at least one.

    Takes the request, its text as read, the kind of work, and the names of the repository's files: what is
    asked of documents alone is shown by reading.
    """
    gone = [plain(sentence) for sentence in request.left_out if plain(sentence)]
    found: dict[str, DraftCriterion] = {}
    told = list(marked(issue)) or (list(_in_lists(issue)) if intent is not Intent.BUG else [])
    limits = {p.text for p in issue.of(Part.LIMITS)}
    if told and all(quote in limits for _, quote in told):  # they do not say what is wanted
        found[""] = _of_title(issue, intent)
    for text, quote in (*told, *_said_below(request)):
        if any(sentence in plain(text) for sentence in gone):
            continue
        files = mentioned(text, names)
        alone = all(mentioned(span, names) for span in CODE.findall(text))
        read = bool(files) and alone and all(place(path) is Place.DOC for path in files)
        one = DraftCriterion(id=f"c{len(found) + 1}", text=text, quote=quote, test=not read)
        found.setdefault(text.casefold(), one)
    return tuple(found.values()) or (_of_title(issue, intent),)


def of_epic(request: Request, issue: IssueText) -> Iterator[str]:
    """What is asked of an epic, or of a story of it."""
    return (text for text, _ in (*marked(replace(issue, title="")), *_said_below(request)))


def _said_below(request: Request) -> Iterator[tuple[str, str]]:
    """What people who decide mark below the issue, and what was said of a plan."""
    for comment in request.deciding:
        yield from marked(read("", comment.body))
    yield from ((text, text) for text in request.feedback if len(list(words(text))) >= _FEWEST)


def marked(issue: IssueText) -> Iterator[tuple[str, str]]:
    """What an author marked as a criterion, each with its quote: sections, open boxes, scenarios."""
    yield from ((text, "") for f in issue.fences for text in in_gherkin(f.language, f.text))
    listed_in = {p.head for p in issue.of(Part.CRITERIA) if p.form is not PassageKind.PROSE}

    def is_marked(passage: Passage) -> bool:
        beside = passage.form is PassageKind.PROSE and passage.head in listed_in  # only a remark
        if passage.form in {PassageKind.QUOTE, PassageKind.TICKED} or beside:
            return False
        boxed = passage.form is PassageKind.BOX and passage.part in _OPEN
        listed = passage.form is PassageKind.ITEM and passage.part is Part.TASKS
        return passage.part in _MARKED or boxed or listed or scenario(passage.text) is not None

    yield from _told(issue, is_marked)


def _in_lists(issue: IssueText) -> Iterator[tuple[str, str]]:
    """The items of lists that ask for something; a name alone, `shop/a.py`, only beside what says more."""
    lists = groupby(issue.passages, lambda p: (p.form is PassageKind.ITEM, p.part, p.at))
    asking = set[Passage]()
    for (listed, part, _), found in lists:
        items = list(found)
        if (
            listed
            and part is Part.DESCRIPTION
            and any(CODE.sub("", one.text).strip(" .,;") for one in items)
        ):
            asking.update(items)
    return _told(issue, asking.__contains__)


def _told(issue: IssueText, wanted: Callable[[Passage], bool]) -> Iterator[tuple[str, str]]:
    """The wanted passages, each with its quote; none that only leads to a list, or is a question."""
    for passage, lead in _with_leads(issue):
        item, asks = passage.text, not passage.text.endswith((*COLONS, "?", "\uff1f"))
        if asks and wanted(passage) and len(list(words(item))) >= _FEWEST:
            short = len(item.split()) <= _SHORT or len(lead.split()) <= _LEAD
            together = short or lead == _titled(issue)
            quote = "" if scenario(item) or ";" in item else item
            told = f"{lead}{item}" if together else item
            yield capital(told.rstrip(" .;,")), quote if together else lead.strip()


def _with_leads(issue: IssueText) -> Iterator[tuple[Passage, str]]:
    """Each passage with what it cannot stand without: the line before its list, the label of a limit."""
    line, head, at = "", "", 0
    for passage in issue.passages:
        prose, label, lead = passage.form is PassageKind.PROSE, passage.head, ""
        if prose or passage.at != at:  # a heading ends what an earlier line leads to
            line = f"{passage.text} " if prose and passage.text.endswith(COLONS) else ""
        if line and not prose:
            titled = _titled(issue) if passage.part is Part.DESCRIPTION else ""
            lead = next((one for one in (line, titled) if len(one) <= _LONGEST), "")
        elif (
            passage.part is Part.LIMITS and len(label) <= _LONGEST and len(label.split()) > _FEWEST
        ):
            lead = "" if prose and label == head else f"{label}: "
        yield passage, lead
        head, at = label, passage.at


def _titled(issue: IssueText) -> str:
    """What stands before an item whose own line is too long; nothing where there is no title."""
    return f"{goal_of(issue)}: " if issue.title else ""


def _of_title(issue: IssueText, intent: Intent) -> DraftCriterion:
    goal = goal_of(issue)
    fault = intent is Intent.BUG  # a fault can be shown; what else a title asks for, only read
    text = f"{'Solved' if fault else 'Done as the issue describes it'}: “{goal}”"
    return DraftCriterion(id="c1", text=text, quote=issue.title, kind="derived", test=fault)


def goal_of(issue: IssueText) -> str:
    """The title without the tags of a form before it: `[Bug]: x` is `x`."""
    tags = _TAGS.match(issue.title)
    title = issue.title[tags.end() :].rstrip(" :-") if tags else issue.title
    told = (issue.title, *(p.text for p in issue.passages), *issue.spans)
    return capital(title) or shortened(next((t for t in told if t), "Do what the issue shows"), 100)


def planned(
    tasks: tuple[DraftTask, ...], criteria: Mapping[str, DraftCriterion]
) -> tuple[DraftTest, ...]:
    """One test for each criterion of each task.

    A criterion that reads as Given/When/Then becomes a Gherkin scenario, one of a task that changes an
    interface an integration test, any other a unit test. Where no criterion can be tested, one test is
    planned all the same: nothing is built without one.
    """
    met = [(criteria[id_], task) for task in tasks for id_ in task.criteria]
    if met and not any(c.test for c, _ in met):
        return (_test(*met[0]).having(asserts=UNSTATED, name=""),)
    return tuple(_test(c, task) for c, task in met if c.test)


def _test(criterion: DraftCriterion, task: DraftTask) -> DraftTest:
    read = scenario(criterion.text)
    changed = [f.path for f in task.files if f.action != "read"]
    path = test_file(criterion.text, [p for p in changed if is_test(p)])
    if read:
        title = shortened(read.then, 80)
        asserts = read.gherkin(title[:1].upper() + title[1:])
        return DraftTest(criterion=criterion.id, kind="gherkin", path=path, asserts=asserts)
    faces = any(place(p) is Place.INTERFACE for p in changed if not is_test(p))
    return DraftTest(
        criterion=criterion.id,
        kind="integration" if faces else "unit",
        path=path,
        name=_named(criterion) if path.endswith(".py") else "",
        asserts=criterion.text,
    )


def test_file(criterion: str, tests: Sequence[str]) -> str:
    """The file for the test of a criterion: the one whose subject it names, else the first, if any."""
    told = re.findall(r"\w+", criterion.lower())
    return next((p for p in tests if subject(p) in told), next(iter(tests), ""))


def _named(criterion: DraftCriterion) -> str:
    own = criterion.quote in criterion.text  # without the title that stands before it
    text = criterion.quote if criterion.quote and own else criterion.text
    bare = normalize("NFKD", text).encode("ascii", "ignore").decode()  # `gelöscht` is `geloscht`
    told = list(words(bare))[:8]
    return f"test_{'_'.join(told)}" if told else ""
