"""The dashboard: kept in one issue, however many write to it, and quiet where nothing moved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.domain import markers
from bot.domain.facts import Issue, Person, Witness
from bot.domain.policy import POLICY_PATH
from bot.errors import PlanError
from bot.events.wake import DashboardTarget, IssueTarget, PullTarget
from bot.planning.draft import Draft
from bot.planning.proposal import Brief
from tests.fakes.dashboards import FakeDashboards
from tests.fakes.engine import FakeEngine
from tests.fakes.issues import FakeIssues
from tests.fakes.watch import FakeWatch
from tests.flow.given import Shop, told

ON = "dashboard: true\n"


def broken(_: Brief) -> Draft:
    """An engine that fails."""
    raise PlanError("PLANGATE-PLAN-007", "The plan took too long", "Raise planner.timeout")


@dataclass
class Board(Shop):
    """The shop with a dashboard that is written in the real words."""

    watch: FakeWatch = field(default_factory=FakeWatch)

    def __post_init__(self) -> None:
        super().__post_init__()
        words = MarkdownRenderer(self.hub.full_name)
        self.world = replace(self.world, renderer=words, watch=self.watch)
        if self.hub.branches["main"].get(POLICY_PATH) != ON:
            self.hub.push_files("alice", {POLICY_PATH: ON})

    def refresh(self, witness: Witness | None = None) -> None:
        """Let the bot look at the whole, or at the dashboard's issue with an event."""
        target = IssueTarget(self.home.number) if witness else DashboardTarget()
        self.wake(target, witness)

    @property
    def homes(self) -> list[Issue]:
        """The issues of dashboards that are open."""
        found = self.world.dashboards.homes()
        return [issue for issue in found if issue.state == "open"]

    @property
    def home(self) -> Issue:
        """The one dashboard."""
        (found,) = self.homes
        return found

    @property
    def text(self) -> str:
        """What it says."""
        return markers.text_of(self.home.body)

    def part(self, heading: str) -> str:
        """What stands under a heading."""
        return self.text.partition(f"#### {heading}")[2].partition("\n#### ")[0]

    def tick(self, login: str, box: str) -> Witness:
        """Tick a box, as the event tells of it."""
        before, number = self.home.body, self.home.number
        empty = f"- [ ] <!-- plangate:{box} -->"
        assert empty in before, self.text
        after = before.replace(empty, empty.replace("[ ]", "[x]"))
        self.hub.edit_issue(number, login, body=after)
        return Witness("issues", "edited", Person(login), body_before=before, body_after=after)


def a_board(until: str = "") -> Board:
    """The story up to a deed, with a dashboard that was looked at."""
    hub = told(until).hub if until else None
    first = told(until) if until else None
    made = Board(hub=hub, issue=first.issue, pull=first.pull) if hub and first else Board()
    made.refresh()
    return made


def many(board: Board, count: int, label: str) -> None:
    """So many open issues with a label."""
    for n in range(count):
        number = board.hub.open_issue("carol", f"Wish {n}")
        board.hub.set_labels(number, [label])


def test_without_the_policy_there_is_none():
    """The dashboard is asked for: a sweep alone makes no issue."""
    story = told("open_issue")

    assert story.writes(story.sweep) == []
    story.wake(DashboardTarget())
    assert story.world.dashboards.homes() == ()


def test_each_list_says_who_and_what():
    """Questions with their end, a plan to approve, work, a blocked pull request with its remedy."""
    asked = a_board("open_issue")
    record = asked.record.awaiting_human_artifact
    assert record is not None and record.deadline is not None
    assert "Waiting for answers (1)" in asked.text
    assert f"until {record.deadline:%Y-%m-%d %H:%M} UTC" in asked.part("Waiting")
    assert "`carol` (who opened the issue)" in asked.part("Waiting")

    assert "Plans to approve (1)" in a_board("answer").text
    assert ": implementing" in a_board("approve").part("Work in progress (1)")

    blocked = a_board("open_pull")
    assert f"[ ] <!-- plangate:look.{blocked.pull} -->" in blocked.part("Blocked pull requests (1)")


def test_planning_that_failed_is_listed_with_its_reason():
    """A run that failed, and an issue of which nobody knows why it has no plan, each with a box."""
    board = Board()
    board.world = replace(board.world, engine=FakeEngine(broken))
    board.open_issue()
    board.look()
    lost = board.hub.open_issue("carol", "Nobody looked at this")
    board.hub.set_labels(lost, ["plan"])
    board.refresh()

    shown = board.part("No plan yet, or planning failed (2)")
    assert f"plangate:plan.{board.issue} -->" in shown
    assert "planning failed: The plan took too long" in shown
    assert f"plangate:plan.{lost} -->" in shown


def test_an_unchanged_repository_costs_no_write():
    """Another look, and a whole sweep, write nothing."""
    board = a_board("open_pull")
    board.sweep()

    assert board.writes(board.refresh) == []
    assert board.writes(board.sweep) == []


def test_two_hundred_issues_have_counts_and_few_rows():
    """Counts are whole, rows fifteen a list, and no more records are read than there are rows."""
    board = Board()
    for label in ("stage: awaiting human", "stage: staged", "stage: review", "plan"):
        many(board, 50, label)
    read: list[int] = []

    class Counting(FakeIssues):
        def comments(self, number: int):
            read.append(number)
            return super().comments(number)

    board.world = replace(board.world, issues=Counting(board.hub))
    board.refresh()

    text = board.text
    assert "Waiting for answers (50)" in text
    assert "… and 35 more with the label `stage: staged`" in text
    assert text.count("Wish") == 60
    assert "I looked at the newest 15 of 50 issues without a plan." in board.part("No plan")
    assert len(set(read)) == 30
    assert board.writes(board.refresh) == []


def test_a_hand_edit_is_overwritten():
    """What people write into it is gone after the next look, and does nothing."""
    board = a_board("open_pull")
    before = board.home.body
    forged = before + "\n- [x] <!-- plangate:plan.1 -->\n"
    board.hub.edit_issue(board.home.number, "bob", body=forged)

    board.refresh(Witness("issues", "edited", Person("bob"), body_before=before, body_after=forged))

    assert board.home.body == before
    number = board.home.number
    for words in ("", "no marker any more"):
        board.hub.edit_issue(number, "bob", body=words)
        board.refresh()
        assert (board.home.number, board.home.body) == (number, before)


def test_a_tick_beside_forged_words_is_void():
    """Who changes more than boxes may have put a box where another stood: nothing is done."""
    board = a_board("push_tests")
    board.ci()
    seen = board.tick("bob", f"look.{board.pull}")
    forged = board.home.body.replace("Change export", "Something else")
    board.hub.edit_issue(board.home.number, "bob", body=forged)

    board.refresh(replace(seen, body_after=forged))

    assert board.verdict == "failure"
    assert "[x]" not in board.text


def test_a_deleted_one_is_made_anew():
    """Whoever deletes it gets a new one with the next look; it is pinned again."""
    board = a_board("open_issue")
    gone, text = board.home.number, board.text
    del board.hub.issues[gone]

    board.refresh()

    assert (board.text, board.home.has(markers.DASHBOARD_LABEL)) == (text, True)
    assert isinstance(board.world.dashboards, FakeDashboards)
    assert board.world.dashboards.pinned == [gone, board.home.number]


def test_a_closed_one_stays_closed():
    """A maintainer who closes it is heard: it says how to have it back, and no other appears."""
    board = a_board("open_issue")
    number = board.home.number
    board.hub.edit_issue(number, "alice", state="closed")

    board.refresh()

    assert board.homes == []
    assert "Reopen it" in board.hub.issues[number].body
    assert board.writes(board.refresh) == []
    board.hub.edit_issue(number, "alice", state="open")
    board.refresh()
    assert "Waiting for answers (1)" in board.text


def test_a_label_that_was_taken_is_given_back():
    """Without its label it is still found, so no second one appears."""
    board = a_board()
    board.hub.set_labels(board.home.number, (), [markers.DASHBOARD_LABEL])

    board.refresh()

    assert board.home.has(markers.DASHBOARD_LABEL)


def test_two_that_open_it_at_once_leave_one():
    """Of two issues opened at one time the older is the dashboard; the other is closed, and names it."""
    board = a_board("open_issue")
    del board.hub.issues[board.home.number]
    other = Board(hub=board.hub, issue=board.issue)

    class Late(FakeDashboards):
        def open(self, title: str, body: str) -> Issue:
            board.world = replace(board.world, dashboards=FakeDashboards(board.hub))
            other.refresh()
            return super().open(title, body)

    late = Late(board.hub)
    board.world = replace(board.world, dashboards=late)
    first = max(board.hub.issues) + 1
    board.refresh()

    assert board.home.number == first
    twin = board.hub.issues[first + 1]
    assert (twin.state, f"[#{first}]" in twin.body) == ("closed", True)
    assert (late.pinned, board.writes(board.refresh)) == ([], [])


def test_two_that_write_at_once_end_with_what_is():
    """Who finds another text than it read looks again; the text is right, whoever writes last."""
    board = a_board("open_issue")
    other = Board(hub=board.hub, issue=board.issue)

    class Overtaken(FakeIssues):
        def edit_body(self, issue: Issue, body: str) -> None:
            board.world = replace(board.world, issues=FakeIssues(board.hub))
            many(board, 1, "stage: review")
            other.refresh()
            super().edit_body(issue, body)

    many(board, 1, "stage: staged")
    board.world = replace(board.world, issues=Overtaken(board.hub))
    board.refresh()

    assert "Plans to approve (1)" in board.text
    assert "Work in progress (1)" in board.text


@pytest.mark.parametrize(("login", "planned"), [("mallory", False), ("trent", True)])
def test_a_tick_takes_the_permission_of_the_command(login: str, planned: bool):
    """A reader's tick is refused and logged, one of somebody with triage plans; both boxes are emptied."""
    board = Board()
    board.world = replace(board.world, engine=FakeEngine(broken))
    board.open_issue()
    board.look()
    board.refresh()
    board.world = replace(board.world, engine=FakeEngine())
    seen = board.tick(login, f"plan.{board.issue}")

    board.refresh(seen)

    assert (board.stage == "awaiting_human") is planned
    assert "[x]" not in board.text
    refused = [f["who"] for name, f in board.watch.events if name == "refused"]
    assert refused == ([] if planned else [login])
    assert not planned or board.record.history[-2].actor == login


def test_an_edit_of_the_title_ticks_nothing():
    """Who changes the title while a box of somebody else's is ticked has not ticked it."""
    board = a_board("push_tests")
    board.ci()
    seen = board.tick("trent", f"look.{board.pull}")

    board.refresh(Witness("issues", "edited", Person("bob"), body_after=seen.body_after))

    assert board.verdict == "failure"


def test_a_lost_event_is_made_up_by_the_edit_history():
    """Without an event GitHub's edit history names who ticked; where it tells nothing, nobody did."""
    board = Board()
    lost = board.hub.open_issue("carol", "Nobody looked at this")
    board.hub.set_labels(lost, ["plan"])
    board.refresh()
    board.tick("bob", f"plan.{lost}")

    board.refresh()

    board.issue = lost
    assert board.record.history[0].actor == "bob"
    assert "[x]" not in board.text


@pytest.mark.parametrize(("login", "verdict"), [("trent", "failure"), ("bob", "action_required")])
def test_looking_again_takes_what_pressing_re_run_takes(login: str, verdict: str):
    """A writer's tick at a pull request has it judged again; somebody with triage may not ask for it."""
    board = a_board("push_tests")
    board.ci()
    seen = board.tick(login, f"look.{board.pull}")

    board.refresh(seen)

    assert board.verdict == verdict
    assert "[x]" not in board.text


def test_hostile_titles_are_only_text():
    """Mentions, references, boxes and comments in a title are shown and do nothing."""
    board = Board()
    attack = "x @alice #1 --> <!-- plangate:plan.1 --> - [ ] <img src=x> [a](https://evil.example)"
    number = board.hub.open_issue("mallory", attack)
    board.hub.set_labels(number, ["stage: staged"])
    board.refresh()

    assert "plangate:plan.1 -->" not in board.text
    assert "- [ ]" not in board.text
    assert "](https://evil" not in board.text
    words = MarkdownRenderer(board.hub.full_name)
    assert words.findings(board.text) == ()


def test_the_dashboard_is_neither_planned_nor_gated():
    """Labels and commands on it plan nothing, and a change that closes it serves no issue."""
    board = a_board()
    number = board.home.number
    board.hub.set_labels(number, ["plan"])
    board.hub.comment("alice", number, "/plan")
    pull = board.hub.open_pull("bob", {"a.py": "1\n"}, branch="a", body=f"Closes #{number}")

    board.wake(IssueTarget(number), Witness("issues", "labeled", Person("alice")))
    board.wake(PullTarget(pull))

    assert not [c for c in board.hub.comments_of(number) if c.ours]
    (run,) = board.hub.runs[board.hub.pulls[pull].head_sha]
    assert (run.conclusion, f"there is no issue [#{number}]" in run.summary) == ("failure", True)


@pytest.mark.parametrize(("earlier", "looks"), [(frozenset(), 0), ({"issues.edited"}, 1)])
def test_a_comment_on_it_costs_no_look_at_the_repository(earlier: frozenset[str], looks: int):
    """Anybody may comment there, again and again; an edit of its text that folded into it is heard."""
    board = a_board("open_issue")
    asked: list[str] = []

    class Counting(FakeDashboards):
        def homes(self) -> tuple[Issue, ...]:
            asked.append("homes")
            return super().homes()

    home = board.home
    board.hub.comment("mallory", home.number, "first!")
    board.hub.edit_issue(home.number, "alice", body=f"{home.body} x")
    board.world = replace(board.world, dashboards=Counting(board.hub))
    seen = Witness("issue_comment", "created", Person("mallory"), earlier=frozenset(earlier))
    board.wake(IssueTarget(home.number), seen)

    assert len(asked) == looks
    assert (board.home.body == home.body) is bool(looks)


def test_where_it_cannot_be_pinned_it_works_all_the_same():
    """A token that may not pin is no failure: the log says so."""
    board = Board()
    refusal = "Resource not accessible by integration"
    board.world = replace(board.world, dashboards=FakeDashboards(board.hub, refusal))

    board.refresh()

    assert board.watch.of("dashboard_unpinned")["why"] == refusal
