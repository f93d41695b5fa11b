"""Asks a planner for a proposal, but only if one is wanted. A model call would be a read, and stand here."""

from __future__ import annotations

from dataclasses import replace

from bot.domain import exceptions
from bot.domain.children import read_marker
from bot.domain.facts import Comment, Facts, Issue
from bot.domain.globs import matches
from bot.domain.policy import Policy
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.flow.canonical import canonical
from bot.flow.stage import PlannerStage
from bot.intents import replies
from bot.intents.commands import beside, commands
from bot.planning.beginnings import asked, beginnings
from bot.planning.condensing import CHARACTERS_PER_TOKEN, condensed
from bot.planning.exercised import exercised, retired
from bot.planning.guides import changelog, is_kept, titled
from bot.planning.habits import guide, habits, manifests
from bot.planning.mentions import linked, linked_lines
from bot.planning.names import about, members, names
from bot.planning.namesakes import named_files
from bot.planning.packages import titled_package
from bot.planning.places import Place, is_test, place
from bot.planning.proposal import Declined, OpenIssue, Proposal, Request, Tree
from bot.planning.reading import read
from bot.planning.spoken import held, strongest
from bot.planning.spots import Told, spots
from bot.planning.testhabits import tests_of
from bot.ports.world import Workspace, World
from bot.roles.heard import Heard

FILES_TO_READ = 30
DOCUMENTS_TO_READ = 6
TESTS_TO_READ = 8
PROVED = 1
"""Of how many of the files with most of the words the tests are asked whether they take new ones."""
MANIFESTS_OF = 8
NAMED_TO_READ = 6
RANKS_APART = 3
REAL_TEXT = 4_000
"""Fewer characters than that in all files together tell nothing about what they are for."""
LONG_TEXT = 20_000
EPIC = "plan:epic"
"""How a planner hears that several stories are wanted, whatever the policy calls the label."""
CODE = frozenset((Place.SCHEMA, Place.SOURCE, Place.INTERFACE))
LONG_TREE = 20_000
LONG_FILE = 400_000


def propose(facts: Facts, heard: Heard, world: World) -> Proposal | None:
    """A proposal for the issue as heard, or nothing when nobody wants a plan.

    Other issues are read for the first planning only: who answers questions has seen it is no duplicate.
    """
    if not heard.wants_plan or heard.record is None or facts.issue is None:
        return None
    others = () if heard.record.planner.questions else _others(facts, world)
    request = request_of(facts, heard.record, others)
    return _proposed(_keeping(facts, heard.record), world, request)


def _keeping(facts: Facts, record: Record) -> Facts:
    """The facts under a policy that keeps protected files out of sight, where no exception is wanted."""
    if not exceptions.refused(record):
        return facts
    rules = facts.policy.planner
    hidden = (*rules.context_excludes, *facts.policy.gate.protected)
    kept = rules.model_copy(update={"context_excludes": hidden})
    return replace(facts, policy=facts.policy.model_copy(update={"planner": kept}))


def _proposed(facts: Facts, world: World, request: Request) -> Proposal:
    """Ask the planner; a twin that is none after all (closed, or it points here) is left out."""
    found = stage(facts, world).run(request)
    while isinstance(found, Declined) and found.duplicate_of is not None:
        twin = canonical(facts, world, found)
        if twin is not None:
            return twin
        left = tuple(o for o in request.open_issues if o.number != found.duplicate_of)
        if len(left) == len(request.open_issues):
            return found
        request = replace(request, open_issues=left)
        found = stage(facts, world).run(request)
    return found


def stage(facts: Facts, world: World) -> PlannerStage:
    """The planner's stage for the issue of these facts."""
    number = facts.issue.number if facts.issue else 0

    def context(request: Request) -> Tree:
        return read_tree(world.workspace, facts.policy, request)

    session = f"{facts.repository.full_name}#{number}"
    return PlannerStage(session, facts.policy, world.watch, context, world.watch.elapsed())


def takes_long(facts: Facts, world: World) -> bool:
    """Say whether planning may take more than a few seconds, by the size of request and repository."""
    text = len(facts.issue.body) if facts.issue else 0
    return text > LONG_TEXT or len(world.workspace.paths()) > LONG_TREE


def request_of(facts: Facts, record: Record | None, others: tuple[OpenIssue, ...] = ()) -> Request:
    """The issue as a planner sees it. Comments of bots, and our own, are no part of the request.

    Nor are replies to questions: what counts of them stands in the answers, and `1B` read as prose
    would seem to settle what nobody answered yet.
    """
    issue = facts.issue
    assert issue is not None  # noqa: S101 - the caller looked
    history = record.history if record else ()
    planner = record.planner if record else None
    asked = planner.questions if planner else ()
    own = {q.id for q in asked if not exceptions.is_exception(q)}
    return Request(
        repository=facts.repository.full_name,
        number=issue.number,
        title=issue.title,
        body=issue.body,
        author=issue.author.login,
        created_at=issue.created_at,
        labels=issue.labels | ({EPIC} if issue.has(facts.policy.labels.epic) else set()),
        comments=tuple(c for c in facts.comments if _is_prose(c, asked)),
        questions=tuple(q for q in asked if not exceptions.is_exception(q)),
        answers=tuple(a for a in planner.answers if a.question_id in own) if planner else (),
        feedback=tuple(
            a.reason
            for a in history
            if a.action in {"reject", "replan"} and a.outcome == "done" and a.reason
        ),
        earlier=record.plan if record else None,
        open_issues=others,
        forced=any(a.action == "force" and a.outcome == "done" for a in history),
    )


def _is_prose(comment: Comment, asked: tuple[Question, ...]) -> bool:
    """Say whether a comment is part of the request: by a person, and no reply to our questions."""
    if comment.ours or comment.author.is_bot:
        return False
    since = min((q.requested_at or comment.created_at for q in asked), default=None)
    if since is None or comment.created_at < since:
        return True
    body = beside(comment.body) if commands(comment.body) else comment.body
    return not (replies.picks(body, asked) or replies.seems(body, asked))


def read_tree(workspace: Workspace, policy: Policy, request: Request) -> Tree:
    """The repository's paths, and the files that seem relevant, brought into the token budget.

    The best are read in full, others as outlines or one line each: `bot/planning/condensing.py`.
    """
    paths = tuple(p for p in workspace.paths() if in_context(policy, p))
    reading = read(request.title, request.body)
    allowed = frozenset(paths)
    found = [p for p in _ranked(workspace, request, about(reading)) if p in allowed]
    chosen = tuple(found[:FILES_TO_READ])
    tests = tuple(p for p in found[FILES_TO_READ:] if is_test(p))[:TESTS_TO_READ]
    told = tuple(p for p in found[FILES_TO_READ:] if place(p) is Place.DOC)[:DOCUMENTS_TO_READ]
    told = tuple(dict.fromkeys((*told, *titled(request.title, paths)[:DOCUMENTS_TO_READ])))
    log = changelog(paths, titled_package(request.title, paths))
    tokens = policy.planner.max_context_tokens
    # One character more than fits: a file that was cut here must not pass for whole.
    limit = max(LONG_FILE, tokens * CHARACTERS_PER_TOKEN) + 1
    wanted = names(reading)
    links = (*reading.links, reading.text)
    shown = linked(links, paths)
    lines = linked_lines(links, paths)
    told_of = Told(request.title, lines, members(reading))
    said = asked(reading, wanted, lines)
    named = (*shown, *named_files(wanted, paths))[:NAMED_TO_READ]
    own = (p for p in (log, guide(paths)) if p)
    texts = workspace.texts(tuple(dict.fromkeys((*chosen, *told, *named, *own, *tests))), limit)
    kept = condensed([(p, texts[p]) for p in chosen if p in texts], tokens)
    looked = workspace.looked()
    real = sum(map(len, texts.values())) >= REAL_TEXT
    code = ((p, t) for p, t in texts.items() if real and place(p) in CODE)
    read_in = [held(p, t) for p, t in code]
    begin = {h.path: beginnings(said, h) for h in read_in}
    built = workspace.texts(manifests(paths, chosen[:MANIFESTS_OF]), LONG_TEXT)
    tree = Tree(
        paths,
        kept.texts,
        bool(looked.get("cut")),
        kept.forms,
        looked,
        spots(wanted, texts, told_of) if real else {},
        tuple(p for p in chosen if p in texts) if real else (),
        log if is_kept(texts.get(log, "")) else "",
        habits(texts.get(guide(paths), ""), built),
        begin,
        exercised(begin, texts),
        strongest(said.terms, read_in),
    )
    own = (t for p in chosen[:PROVED] if place(p) in CODE for t in tests_of(p, tree, wanted))
    return replace(tree, retired=retired(workspace.texts(tuple(own), LONG_TEXT)))


def _ranked(workspace: Workspace, request: Request, plain: str) -> tuple[str, ...]:
    """The files that whole text and plain words speak of, brought together by their ranks.

    Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009), with a small constant: the first ranks
    count most.
    """
    whole = f"{request.title}\n{request.body}"
    first = workspace.relevant(whole, 5 * FILES_TO_READ)
    other = workspace.relevant(plain, 5 * FILES_TO_READ)
    scores: dict[str, float] = {}
    for listed in (other, first):
        for rank, path in enumerate(listed):
            scores[path] = scores.get(path, 0.0) + 1 / (RANKS_APART + rank)
    return tuple(sorted(scores, key=lambda p: -scores[p]))


def in_context(policy: Policy, path: str) -> bool:
    """Say whether the policy lets the planner look at a file (`planner.context_includes`/`_excludes`)."""
    rules = policy.planner
    wanted = any(matches(glob, path) for glob in rules.context_includes)
    return wanted and not any(matches(glob, path) for glob in rules.context_excludes)


def _others(facts: Facts, world: World) -> tuple[OpenIssue, ...]:
    """Open issues that this one may repeat: not its own stories, nor those beside it or above it."""
    me = facts.issue
    if me is None:
        return ()
    return tuple(
        OpenIssue(i.number, i.title, i.body)
        for i in world.issues.open_issues()
        if i.number != me.number and not _of_one_family(facts, me, i)
    )


def _of_one_family(facts: Facts, me: Issue, other: Issue) -> bool:
    mine, theirs = read_marker(me.body), read_marker(other.body)
    above = mine[0] if mine else me.parent
    if above and above in {other.number, other.parent, theirs[0] if theirs else 0}:
        return True
    if me.number in {other.parent, theirs[0] if theirs else 0}:
        return True
    listed = other.title.casefold() in me.body.casefold() or f"#{other.number}" in me.body
    return me.has(facts.policy.labels.epic) and listed
