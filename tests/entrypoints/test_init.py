"""`plangate init`: the starter files, fitted to the repository, and nothing overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
import yaml
from click.testing import CliRunner

from bot.adapters.github_tag import commit_of
from bot.domain import policy_text
from bot.domain.policy import Policy
from bot.entrypoints.init import PLACEHOLDER, init, pinned, starter, workflow, workflow_names
from bot.errors import GitHubError, UsageError

REF = "acme/plangate@" + "a" * 40


def run(folder: Path, *options: str):
    """Run `plangate init`."""
    return CliRunner().invoke(init, [str(folder), *options])


def a_workflow(folder: Path, name: str, text: str) -> None:
    """Put a workflow into a repository."""
    (folder / ".github" / "workflows").mkdir(parents=True, exist_ok=True)
    (folder / ".github" / "workflows" / name).write_text(text)


def written(folder: Path) -> dict:
    """The workflow that was written, as YAML reads it."""
    return yaml.safe_load((folder / ".github" / "workflows" / "plangate.yml").read_text())


def test_it_writes_workflow_and_policy(tmp_path):
    """Both files are written; the policy is the default one, the workflow is valid YAML."""
    # C: Action
    done = run(tmp_path)

    assert done.exit_code == 0
    assert Policy() == policy_text.parse((tmp_path / ".github" / "plangate.yml").read_text())
    assert written(tmp_path)["name"] == "plangate"
    assert PLACEHOLDER in done.output


def test_it_listens_to_the_workflows_there_are(tmp_path):
    """CI workflows are found by name, or by file where they have none; ours and others are left out."""
    a_workflow(tmp_path, "ci.yml", "name: Build and test\non: [push, pull_request]\n")
    a_workflow(tmp_path, "lint.yaml", "on: pull_request\n")
    a_workflow(tmp_path, "groups.yml", 'name: "Grüße \'n\' \\"quotes\\""\non:\n  merge_group:\n')
    a_workflow(tmp_path, "nightly.yml", "name: Nightly\non:\n  schedule: []\n")
    a_workflow(tmp_path, "broken.yml", "on: [\n")
    a_workflow(tmp_path, "empty.yml", "")
    a_workflow(tmp_path, "nothing.yml", "name: x\n")

    run(tmp_path, "--action-ref", REF)

    names = written(tmp_path)[True]["workflow_run"]["workflows"]
    assert names == [
        "plangate heard",
        "Build and test",
        "Grüße 'n' \"quotes\"",
        ".github/workflows/lint.yaml",
    ]


def test_the_workflow_hears_of_deleted_comments(tmp_path):
    """A deletion may void an approval: it wakes us as well as new and edited comments do."""
    run(tmp_path, "--action-ref", REF)

    assert written(tmp_path)[True]["issue_comment"]["types"] == ["created", "edited", "deleted"]


def test_the_workflow_hears_of_whatever_ends_an_issue(tmp_path):
    """Closed, locked, moved or deleted, it opens no gate any more: nobody waits for the sweep."""
    # issue 18, 10
    run(tmp_path, "--action-ref", REF)

    types = set(written(tmp_path)[True]["issues"]["types"])
    assert types >= {"closed", "locked", "transferred", "deleted"}


def test_without_ci_only_reviews_of_outsiders_are_heard_through_a_workflow(tmp_path):
    """A repository without CI workflows hears of no results, and is told why."""
    done = run(tmp_path, "--action-ref", REF)

    assert written(tmp_path)[True]["workflow_run"]["workflows"] == ["plangate heard"]
    assert {"issues", "issue_comment", "pull_request_target", "schedule"} <= set(
        written(tmp_path)[True]
    )
    assert "only at the next event or sweep" in done.output


def test_a_kept_workflow_is_told_which_workflow_it_lacks(tmp_path):
    """CI that came after `init`: the name to add, once; before that, nothing is said to come from it."""
    run(tmp_path, "--action-ref", REF)
    a_workflow(tmp_path, "ci.yml", "name: Build\non: push\n")

    later = run(tmp_path)
    told = json.loads(run(tmp_path, "--json").stdout)

    add = 'Add "Build" to the list `workflows:` in .github/workflows/plangate.yml'
    assert add in later.output.splitlines() and "come from" not in later.output
    assert (told["workflows"], told["next"][0]) == ([], add)

    a_workflow(tmp_path, "plangate.yml", held(tmp_path).replace('heard"]', 'heard", "Build"]'))
    done = run(tmp_path)
    assert "CI results come from: Build" in done.output and "Add" not in done.output


@pytest.mark.parametrize("text", ["on: [\n", "- x\n", "on: push\n", "on:\n  workflow_run:\n"])
def test_a_kept_workflow_of_any_shape_is_read(tmp_path, text):
    """Whatever stands in it names no workflow of CI, and stops nothing."""
    a_workflow(tmp_path, "plangate.yml", text)
    a_workflow(tmp_path, "ci.yml", "name: Build\non: push\n")

    assert 'Add "Build"' in run(tmp_path).output


def test_files_that_are_there_are_kept(tmp_path):
    """Existing files stay as they are, unless --force."""
    config = tmp_path / ".github" / "plangate.yml"
    config.parent.mkdir()
    config.write_text("automation: full\n")

    kept = run(tmp_path)
    assert config.read_text() == "automation: full\n"
    assert "kept" in kept.output

    run(tmp_path, "--force")
    assert starter("config.yml") == config.read_text()


def test_the_action_is_pinned(tmp_path):
    """The action stands in the workflow by its full commit SHA."""
    # T11: supply chain
    run(tmp_path, "--action-ref", REF)

    text = (tmp_path / ".github" / "workflows" / "plangate.yml").read_text()
    assert f"uses: {REF}" in text
    assert PLACEHOLDER not in text


def answering(status: int, text: str):
    """A GitHub that answers so, and what it was asked."""
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(status, text=text)

    return httpx.MockTransport(answer), asked


def test_a_tag_is_pinned_by_the_commit_it_names():
    """A version becomes its full SHA, with the version as a comment that Dependabot understands."""
    # issue 24, T11
    hub, asked = answering(200, "a" * 40)

    ref = pinned("acme/plangate@v0.2.0", lambda r, t: commit_of("https://api", r, t, "", hub))

    assert ref == f"{REF} # v0.2.0"
    assert asked == ["/repos/acme/plangate/commits/tags/v0.2.0"]
    assert f"uses: {REF} # v0.2.0\n" in workflow(starter("plangate.yml"), ["CI"], ref)


@pytest.mark.parametrize(("status", "text"), [(404, "none"), (200, "<html>"), (200, "a" * 39)])
def test_a_tag_that_names_no_commit_is_refused(status, text):
    """No such tag, or an answer that is no SHA: nothing is written with it."""
    # T11
    hub, _ = answering(status, text)

    told = r"PLANGATE-INIT-004: cannot look up the commit of acme/plangate@v9 \(GitHub answered (404|with)"
    with pytest.raises(GitHubError, match=told) as caught:
        commit_of("https://api", "acme/plangate", "v9", "", hub)
    assert caught.value.remedy.startswith("Check the tag, the token and the API address, or name ")


@pytest.mark.parametrize(
    "ref",
    [
        "acme/plangate", "acme/plangate@1.2", "acme/plangate@main", "acme/plangate@" + "a" * 39,
        "acme/plangate@" + "A" * 40, "plangate@" + "a" * 40, REF + "\nrun: evil", "a/b/c@" + "a" * 40,
    ],
)  # fmt: skip
def test_another_reference_is_refused(tmp_path, ref):
    """A branch or a short SHA is refused before anything is written."""
    # T11
    done = run(tmp_path, "--action-ref", ref)

    assert isinstance(done.exception, UsageError)
    assert done.exception.code == "PLANGATE-INIT-001"
    assert list(tmp_path.iterdir()) == []


def test_the_workflow_hears_what_the_gate_needs():
    """Pushes and edits of pull requests, reviews, results of CI, and a merge queue that asks."""
    # B3
    on = yaml.safe_load(workflow(starter("plangate.yml"), ["CI"], REF))[True]

    assert on["merge_group"] == {"types": ["checks_requested"]}
    assert {"opened", "synchronize", "edited", "ready_for_review"} <= set(
        on["pull_request_target"]["types"]
    )
    assert on["pull_request_review"] == {"types": ["submitted", "dismissed"]}
    assert on["workflow_run"]["types"] == ["completed"]


def test_the_workflow_never_checks_out_a_pull_request():
    """Whatever triggers it, only the default branch is checked out, without credentials."""
    # T5
    job = yaml.safe_load(workflow(starter("plangate.yml"), ["CI"], REF))["jobs"]["handle"]

    [checkout] = [s for s in job["steps"] if s.get("uses", "").startswith("actions/checkout@")]
    assert checkout["with"] == {
        "ref": "${{ github.event.repository.default_branch }}",
        "persist-credentials": False,
        "fetch-depth": 0,
        "filter": "blob:none",
    }


ODD = {
    "events of a mapping": ("on:\n  push:\n    branches: [main]\n", 1),
    "one event": ("on: push\n", 1),
    "no events": ("on:\n", 0),
    "a list at the top": ("- x\n", 0),
    "quoted": ("'on': push\n", 1),
    "a number for events": ("on: 5\n", 0),
    "a list of mappings": ("on: [{push: x}]\n", 0),
}


@pytest.mark.parametrize(("text", "found"), ODD.values(), ids=ODD)
def test_odd_workflows_are_read(tmp_path, text, found):
    """A workflow of any shape is read, or left out; it never stops init."""
    a_workflow(tmp_path, "ci.yml", text)

    assert found == len(workflow_names(tmp_path / ".github" / "workflows"))


def held(folder: Path) -> str:
    """The text of the workflow."""
    return (folder / ".github" / "workflows" / "plangate.yml").read_text()


def test_a_reference_given_later_fills_the_placeholder_alone(tmp_path):
    """The first run left the placeholder; a second with --action-ref keeps everything else."""
    run(tmp_path)
    a_workflow(tmp_path, "plangate.yml", held(tmp_path) + "# our own line\n")
    before = held(tmp_path)

    done = run(tmp_path, "--action-ref", REF)

    assert held(tmp_path).replace(REF, "") == re.sub(f"{PLACEHOLDER}.*", "", before)
    assert "wrote" in done.output and "Replace" not in done.output


def test_a_workflow_with_another_reference_is_kept_and_said_so(tmp_path):
    """What was pinned by hand stays, and the output says how to change it."""
    run(tmp_path, "--action-ref", REF)
    before = held(tmp_path)
    newer = REF.replace("a" * 40, "b" * 40)

    done = run(tmp_path, "--action-ref", newer)

    assert held(tmp_path) == before
    assert "kept" in done.output and newer in done.output and "--force" in done.output


def test_what_cannot_be_written_has_its_code(tmp_path):
    """No such folder, or a file where a folder must be: one error, and nothing is created."""
    # CONTRACT: errors
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / ".github").write_text("a file")

    for folder in (tmp_path / "no" / "such", tmp_path / "taken"):
        error = run(folder).exception
        assert isinstance(error, UsageError)
        assert error.code == "PLANGATE-INIT-003"
    assert not (tmp_path / "no").exists()


def test_our_own_workflow_is_never_listened_to(tmp_path):
    """A workflow named plangate is ours, whatever its file is called: it would wake itself."""
    a_workflow(tmp_path, "bot.yml", "name: plangate\non: [push]\n")

    assert workflow_names(tmp_path / ".github" / "workflows") == []
