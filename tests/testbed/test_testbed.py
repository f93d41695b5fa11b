"""The rules the test bed itself keeps: what it says about GitHub must be true."""

from __future__ import annotations

import gzip
import http.server
import json
import textwrap
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import github
import pytest

from tests.testbed.action_runner import Annotation, Run, run_action, run_job
from tests.testbed.emulator import CI_APP, OUR_APP, GitHubEmulator
from tests.testbed.openapi import SLIM, check, main, violations
from tests.testbed.shop import SHOP
from tests.testbed.sink import Relay
from tests.testbed.workflow_schema import workflow_errors


def refused(status: int) -> Any:
    """Expect GitHub to refuse with this status."""
    return pytest.raises(github.GithubException, check=lambda error: error.status == status)


# ---- the process


def test_reset_restores_the_first_state(hub: GitHubEmulator) -> None:
    """After a reset the address is the same, the seeded files are there and nothing else is."""
    address = hub.url
    hub.as_user("carol").get_repo(hub.repo).create_issue("Gone after the reset")
    hub.push_file("bob", "shop/cart.py", "changed")
    begin = time.monotonic()
    hub.reset()
    assert time.monotonic() - begin < 10  # a new start takes longer than that on a busy machine
    assert hub.url == address
    assert hub.exchanges() == [] and hub.sink.deliveries == []
    repository = hub.as_user("alice").get_repo(hub.repo)
    assert list(repository.get_issues(state="all")) == []
    cart = repository.get_contents("shop/cart.py")
    assert not isinstance(cart, list) and cart.decoded_content.decode() == SHOP["shop/cart.py"]


def test_exchanges_name_their_actor(hub: GitHubEmulator) -> None:
    """Every recorded request tells who sent it."""
    hub.as_user("carol").get_user().login  # noqa: B018
    hub.as_app().get_repo(hub.repo)
    hub.ci(hub.head(), "pytest")
    assert {"carol", "app", "jwt", "github-actions"} <= {e["actor"] for e in hub.exchanges()}


def test_private_repository_is_hidden_from_strangers(hub_process: GitHubEmulator) -> None:
    """In a private repository carol may read, and mallory gets 404."""
    with GitHubEmulator(private=True) as hub:
        assert hub.as_user("carol").get_repo(hub.repo).private
        with refused(404):
            hub.as_user("mallory").get_repo(hub.repo)


def test_plain_emulator_runs_without_the_overlay(hub_process: GitHubEmulator) -> None:
    """The emulator can be run as it is, so that a bot also meets code that is not ours."""
    with GitHubEmulator(overlay=False, files={"a.txt": "a"}) as hub:
        hub.as_user("alice").get_repo(hub.repo).create_issue("Plain")
        assert hub.sink.wait("issues", "opened").signed
        hub.reset()
        assert hub.sink.deliveries == []


# ---- who may do what


def test_unknown_token_is_refused(hub: GitHubEmulator) -> None:
    """A token nobody made is answered with 401."""
    with pytest.raises(github.BadCredentialsException):
        hub.as_token("made-up").get_repo(hub.repo)


def test_expired_token_is_refused(hub: GitHubEmulator) -> None:
    """An expired installation token is answered with 401, and a new one works."""
    old = hub.as_app()
    hub.expire_tokens()
    with pytest.raises(github.BadCredentialsException):
        old.get_repo(hub.repo)
    assert hub.as_app().get_repo(hub.repo).full_name == hub.repo


@pytest.mark.parametrize("login", ["carol", "mallory", "trent"])
def test_only_writers_edit_the_bots_comment(hub: GitHubEmulator, login: str) -> None:
    """Without write access nobody edits somebody else's comment; with it anybody does."""
    issue = hub.as_user("carol").get_repo(hub.repo).create_issue("Add validation")
    comment = hub.as_app().get_repo(hub.repo).get_issue(issue.number).create_comment("plan")
    theirs = hub.as_user(login).get_repo(hub.repo).get_issue(issue.number)
    with refused(403):
        theirs.get_comment(comment.id).edit("approved")
    bob = hub.as_user("bob").get_repo(hub.repo).get_issue(issue.number)
    bob.get_comment(comment.id).edit("rewritten")
    assert comment.raw_data["user"]["login"] == OUR_APP.login


@pytest.mark.parametrize("login", ["carol", "mallory", "trent"])
def test_only_writers_push(hub: GitHubEmulator, login: str) -> None:
    """Without write access nobody pushes, labels or merges."""
    with refused(403):
        hub.push_file(login, "shop/cart.py", "mine now")
    number = hub.open_pull("bob", {"a.txt": "a"}, branch="feature")
    with refused(403):
        hub.merge(login, number)


@pytest.mark.parametrize(
    ("login", "permission", "role"),
    [
        ("alice", "admin", "admin"),
        ("bob", "write", "write"),
        ("trent", "read", "triage"),
        ("carol", "read", "read"),
        ("mallory", "read", "read"),
    ],
)
def test_permission_endpoint_tells_the_role(
    hub: GitHubEmulator, login: str, permission: str, role: str
) -> None:
    """The permission endpoint answers with GitHub's coarse permission and the exact role."""
    path = f"/repos/{hub.repo}/collaborators/{login}/permission"
    answer = hub.as_app().requester.requestJsonAndCheck("GET", path)[1]
    assert (answer["permission"], answer["role_name"]) == (permission, role)


def test_graphql_viewer_tells_who_asks(hub: GitHubEmulator) -> None:
    """GraphQL `viewer` answers an installation token with the bot's login, a user with theirs."""
    query = "query { viewer { login } }"
    assert hub.graphql(hub.as_app(), query) == {"viewer": {"login": "plangate[bot]"}}
    assert hub.graphql(hub.as_user("bob"), query) == {"viewer": {"login": "bob"}}


# ---- checks and merging


def test_merge_waits_for_the_required_check(hub: GitHubEmulator) -> None:
    """A merge is refused with 405 until the required App says success."""
    hub.protect("plangate", app_id=hub.app_id)
    number = hub.open_pull("bob", {"shop/tax.py": "RATE = 19\n"}, branch="feature")
    with refused(405):
        hub.merge("bob", number)
    checks = hub.as_app().get_repo(hub.repo)
    checks.create_check_run("plangate", hub.head("feature"), conclusion="success")
    assert hub.merge("bob", number)["merged"]


def test_another_apps_check_does_not_open_the_gate(hub: GitHubEmulator) -> None:
    """A check of the same name made by another App does not count."""
    hub.protect("plangate", app_id=hub.app_id)
    number = hub.open_pull("bob", {"a.txt": "a"}, branch="feature")
    hub.ci(hub.head("feature"), "plangate")
    with refused(405):
        hub.merge("bob", number)


def test_newer_failure_beats_older_success(hub: GitHubEmulator) -> None:
    """Only the latest run of a required check counts."""
    hub.protect("plangate")
    number = hub.open_pull("bob", {"a.txt": "a"}, branch="feature")
    checks = hub.as_app().get_repo(hub.repo)
    for conclusion in ("success", "failure"):
        checks.create_check_run("plangate", hub.head("feature"), conclusion=conclusion)
    with refused(405):
        hub.merge("bob", number)


def test_ci_makes_check_runs_of_its_own_app(hub: GitHubEmulator) -> None:
    """CI's runs carry the App of GitHub Actions, in a suite of their own."""
    hub.push_file("bob", "a.txt", "a", branch="feature")
    sha = hub.head("feature")
    ours = hub.as_app().get_repo(hub.repo)
    own = ours.create_check_run("plangate", sha, status="in_progress")
    run = ours.get_check_run(hub.ci(sha, "pytest", "failure")).raw_data
    assert run["app"]["id"] == run["check_suite"]["app"]["id"] == CI_APP.id
    assert run["check_suite"]["conclusion"] == "failure"
    assert own.raw_data["check_suite"]["app"]["id"] == hub.app_id
    assert own.raw_data["check_suite"]["conclusion"] is None
    assert hub.sink.wait("check_run", "completed").actor == CI_APP.login


def test_push_moves_the_pull_requests_head(hub: GitHubEmulator) -> None:
    """A push to the branch of a pull request moves its head and sends `synchronize`."""
    number = hub.open_pull("bob", {"a.txt": "a"}, branch="feature")
    before = hub.head("feature")
    after = hub.push_files("bob", {"a.txt": None, "b.txt": "b"}, "feature")
    event = hub.sink.wait("pull_request", "synchronize").payload
    assert (event["before"], event["after"]) == (before, after)
    pull = hub.as_user("carol").get_repo(hub.repo).get_pull(number)
    assert pull.head.sha == after
    assert [file.filename for file in pull.get_files()] == ["b.txt"]


# ---- webhooks


def test_webhooks_are_signed_and_in_order(hub: GitHubEmulator) -> None:
    """Every delivery is signed over its raw bytes, numbered, and names who caused it."""
    issue = hub.as_user("carol").get_repo(hub.repo).create_issue("Add validation")
    hub.as_app().get_repo(hub.repo).get_issue(issue.number).create_comment("hello")
    hub.settle()
    seen = [(d.number, str(d), d.actor, d.signed) for d in hub.sink.deliveries]
    assert seen == [
        (1, "issues/opened", "carol", True),
        (2, "issue_comment/created", "plangate[bot]", True),
    ]


def test_new_branch_sends_push(hub: GitHubEmulator) -> None:
    """A new branch sends a `push` event with the commits it brings."""
    sha = hub.push_file("bob", "a.txt", "a", branch="feature", message="Add a")
    push = hub.sink.wait("push").payload
    assert (push["ref"], push["after"], push["created"]) == ("refs/heads/feature", sha, True)
    assert [commit["message"] for commit in push["commits"]] == ["Add a"]


@pytest.mark.parametrize("conclusion", ["success", "failure", None])
def test_workflow_run_event(hub: GitHubEmulator, conclusion: str | None) -> None:
    """A `workflow_run` event has the shape GitHub's webhook schema asks for."""
    hub.open_pull("bob", {"a.txt": "a"}, branch="feature")
    sent = hub.workflow_run("ci", hub.head("feature"), conclusion)
    action = "completed" if conclusion else "in_progress"
    payload = hub.sink.wait("workflow_run", action).payload
    assert payload["workflow_run"] == sent["workflow_run"]
    assert payload["workflow_run"]["conclusion"] == conclusion
    assert payload["workflow_run"]["head_branch"] == "feature"
    assert violations(hub.sink.recording()) == []


class Receiver:
    """A server that keeps what it gets."""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, bytes]] = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.bodies.append((self.headers["x-hub-signature-256"], body))
                self.send_response(207)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Keep the test output clean."""

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A running receiver."""
    made = Receiver()
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


def test_relay_forwards_drops_doubles_and_holds(hub: GitHubEmulator, receiver: Receiver) -> None:
    """A relay hands on raw bytes with GitHub's headers, and loses or repeats what it is told."""
    relay = hub.sink.forward = Relay(receiver.url, drop={1}, double={2}, hold={3})
    repository = hub.as_user("carol").get_repo(hub.repo)
    for title in ("one", "two", "three", "four"):
        repository.create_issue(title)
    hub.settle()
    relay.release()
    sent = [(f.delivery.payload["issue"]["title"], f.status) for f in relay.forwarded]
    assert sent == [("two", 207), ("two", 207), ("four", 207), ("three", 207)]
    expected = [
        (f.delivery.headers["x-hub-signature-256"], f.delivery.body) for f in relay.forwarded
    ]
    assert receiver.bodies == expected


def test_relay_reports_a_dead_server(hub: GitHubEmulator) -> None:
    """Where nobody listens the relay keeps status 0 and GitHub sees 502."""
    relay = hub.sink.forward = Relay("http://127.0.0.1:9/hook")
    hub.as_user("carol").get_repo(hub.repo).create_issue("lost")
    hub.settle()
    assert [f.status for f in relay.forwarded] == [0]
    assert [d["status_code"] for d in hub.control("GET", "/deliveries")][-1] == 502


# ---- faults and limits


def test_faults_hit_once(hub: GitHubEmulator) -> None:
    """A planted fault answers the next matching request, then it is gone."""
    hub.fail("/issues$", method="POST", status=502, message="Bad gateway")
    repository = hub.as_user("carol").get_repo(hub.repo)
    with refused(502):
        repository.create_issue("first")
    assert repository.create_issue("second").number == 1


def test_rate_limit_is_per_actor(hub: GitHubEmulator) -> None:
    """When our App has used up its limit it is refused, and others are not."""
    hub.limit(remaining=0)
    with pytest.raises(github.RateLimitExceededException):
        hub.as_app().get_repo(hub.repo)
    assert hub.as_user("carol").get_repo(hub.repo).full_name == hub.repo


# ---- the OpenAPI checker


def good_recording(hub: GitHubEmulator) -> list[dict[str, Any]]:
    """Record a small story and return its requests and webhooks."""
    issue = hub.as_user("carol").get_repo(hub.repo).create_issue("Add validation", body="Please")
    bot = hub.as_app().get_repo(hub.repo)
    bot.get_issue(issue.number).create_comment("plan").edit("better plan")
    number = hub.open_pull("bob", {"a.txt": "a"}, branch="feature", body=f"Closes #{issue.number}")
    bot.create_check_run("plangate", hub.head("feature"), conclusion="success")
    hub.ci(hub.head("feature"), "pytest")
    hub.workflow_run("ci", hub.head("feature"))
    hub.graphql(hub.as_app(), "{ viewer { login } }")
    hub.merge("bob", number)
    hub.settle()
    return hub.exchanges() + hub.sink.recording()


def test_good_recording_has_no_violations(hub: GitHubEmulator) -> None:
    """A story told with the emulator agrees with GitHub's description, GraphQL passed over."""
    report = check(good_recording(hub), base=hub.url)
    assert report.errors == []
    assert report.graphql == 1
    assert report.exchanges > 15 and report.webhooks >= 10


def test_planted_faults_are_found() -> None:
    """The checker finds a wrong path, method, parameter, body, answer and payload."""
    issues = "/repos/acme/shop/issues"
    planted: list[dict[str, Any]] = [
        {"method": "GET", "url": "/repos/acme/shop/isues", "status": 404},
        {"method": "PUT", "url": issues, "status": 404},
        {"method": "GET", "url": f"{issues}?state=opened", "status": 422},
        {"method": "POST", "url": issues, "request_body": '{"title": ["x"]}', "status": 422},
        {"method": "GET", "url": f"{issues}/1", "status": 200, "response_body": '{"id": 1}'},
        {"webhook": "issues", "payload": {"action": "opened"}},
    ]
    expected = {
        (0, "no-such-path"),
        (1, "no-such-method"),
        (2, "query-param"),
        (3, "request-body"),
        (4, "response-body"),
        (5, "webhook-payload"),
    }
    assert expected <= {(finding.exchange, finding.kind) for finding in violations(planted)}


def test_checker_command(
    hub: GitHubEmulator, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints the findings of a recording and fails when there are any."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.jsonl"
    hub.as_app().get_repo(hub.repo)
    good.write_text(json.dumps(hub.exchanges()))
    bad.write_text('{"method": "GET", "url": "/nowhere", "status": 404}\n')
    assert main([str(good), "--base", hub.url]) == 0
    assert main([str(bad)]) == 1
    assert "no-such-path GET /nowhere" in capsys.readouterr().out


def test_packaged_examples_are_readable() -> None:
    """The packaged webhook examples are real payloads of the events a planning bot meets."""
    path = SLIM.with_name("webhook_examples.json.gz")
    examples = json.loads(gzip.decompress(path.read_bytes()))
    assert {"issues", "issue_comment", "pull_request", "check_run"} <= {
        e["event"] for e in examples
    }


# ---- the action runner

ACTION = """
name: tiny
description: Says hello
inputs:
  who:
    description: whom to greet
    default: world
outputs:
  greeting:
    description: the greeting
    value: ${{ steps.say.outputs.greeting }}
runs:
  using: composite
  steps:
    - id: say
      shell: bash
      env:
        WHO: ${{ inputs.who }}
      run: |
        echo "greeting=Hello $WHO from $GITHUB_REPOSITORY" >> "$GITHUB_OUTPUT"
        printf 'TEXT<<END\\ntwo\\nlines\\nEND\\n' >> "$GITHUB_ENV"
        echo "# Hello" >> "$GITHUB_STEP_SUMMARY"
        echo "::stop-commands::pause"
        echo "::error::not a command"
        echo "::pause::"
        echo "::warning file=a.py,line=3::careful%2C now"
        echo "token is $TOKEN"
      continue-on-error: ${{ inputs.who == 'nobody' }}
    - id: later
      shell: bash
      run: test "$TEXT" = "$(printf 'two\\nlines')" && test -z "${INPUT_WHO:-}"
    - id: never
      if: failure()
      shell: bash
      run: exit 1
"""


def tiny_action(folder: Path, **inputs: str) -> Run:
    """Run the tiny action on an issue event."""
    (folder / "action.yml").write_text(ACTION)
    return run_action(
        folder,
        inputs,
        event_name="issues",
        event={"action": "opened", "sender": {"login": "carol", "id": 5}},
        repository="acme/shop",
        token="secret-token",
        env={"TOKEN": "secret-token"},
    )


def test_action_outputs_summary_and_env(tmp_path: Path, hub_process: GitHubEmulator) -> None:
    """Outputs, summary and environment files reach later steps and the caller."""
    run = tiny_action(tmp_path, who="carol")
    assert (run.conclusion, run.errors) == ("success", [])
    assert run.outputs == {"greeting": "Hello carol from acme/shop"}
    assert run.summary == "# Hello\n"
    assert run.env["TEXT"] == "two\nlines"
    outcomes = {name: step.outcome for name, step in run.steps.items()}
    assert outcomes == {"say": "success", "later": "success", "never": "skipped"}


def test_action_commands_and_masking(tmp_path: Path, hub_process: GitHubEmulator) -> None:
    """Between stop-commands nothing is obeyed, annotations are unescaped, the token is masked."""
    run = tiny_action(tmp_path)
    warning = Annotation("warning", "careful, now", {"file": "a.py", "line": "3"})
    assert run.annotations == [warning]
    assert "::error::not a command" in run.log
    assert "token is ***" in run.log and "secret-token" not in run.log


def test_job_stops_after_a_failure(hub_process: GitHubEmulator) -> None:
    """After a failed step only steps that ask for it run, and the job fails."""
    steps = [
        {"id": "bad", "run": "exit 3"},
        {"id": "skipped", "run": "echo no"},
        {"id": "cleanup", "if": "always()", "run": "echo cleaning"},
    ]
    run = run_job(steps, event_name="push", event={"ref": "refs/heads/main"}, repository="a/b")
    assert run.conclusion == "failure"
    assert [step.outcome for step in run.steps.values()] == ["failure", "skipped", "success"]
    assert run.annotations == [Annotation("error", "Process completed with exit code 3.")]


def test_malformed_output_file_fails_the_step(hub_process: GitHubEmulator) -> None:
    """A block whose end is missing fails the step, as on GitHub."""
    steps = [{"id": "bad", "run": "printf 'A<<END\\nopen\\n' >> \"$GITHUB_OUTPUT\""}]
    run = run_job(steps, event_name="push", event={"ref": "refs/heads/main"}, repository="a/b")
    assert run.conclusion == "failure"
    assert "Matching delimiter not found" in run.annotations[0].message


# ---- GitHub's own file parser


def test_workflow_parser_finds_errors(tmp_path: Path, hub_process: GitHubEmulator) -> None:
    """A wrong event type and a missing shell are found, and good files pass."""
    good, bad = tmp_path / "good.yml", tmp_path / "bad.yml"
    good.write_text(SHOP[".github/workflows/ci.yml"])
    bad.write_text(good.read_text().replace("[push, pull_request]", "{issues: {types: [opend]}}"))
    action = tmp_path / "action.yml"
    action.write_text(textwrap.dedent(ACTION))
    assert workflow_errors([good, action]) == []
    action.write_text(ACTION.replace("shell: bash", "", 1))
    messages = workflow_errors([bad, action])
    assert any("opend" in message for message in messages)
    assert any("shell" in message for message in messages)


def test_controls_are_no_part_of_github(hub: GitHubEmulator) -> None:
    """The controls under /_test are neither recorded nor counted against a limit."""
    hub.control("POST", "/idle")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{hub.url}/_test/nothing")
    assert hub.exchanges() == []
