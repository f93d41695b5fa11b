"""The document: every field of the contract, typed, open for later ones, free of run-time details."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel

from bot.domain import codec
from bot.domain.artifacts import (
    Artifact,
    ArtifactStatus,
    DoneArtifact,
    NeedsPlanning,
    Shown,
    StagingPayload,
    StoryEnd,
)
from bot.domain.children import SubIssue, TaskProgress
from bot.domain.claim import ClaimAttempt
from bot.domain.contracts import MAY_WRITE, Role
from bot.domain.history import Notice
from bot.domain.overlap import Overlap
from bot.domain.plan import Dependency, PlanChange, PlanningRun
from bot.domain.plan_delta import PlanDelta
from bot.domain.questionnaire import Answer, AnswerSource, AwaitingHuman
from bot.domain.record import (
    Approval,
    Claim,
    Orchestration,
    PlanDecision,
    Record,
    Waiver,
)
from bot.domain.stages import Stage
from bot.domain.value import Stored
from bot.errors import RecordError
from tests.domain.given import a_full_record, an_action, json_values
from tests.factories import NOW, a_question

BY: dict[str, Any] = {"by": "bob", "at": NOW, "permission": "write"}
CLAIM = Claim(
    id="c-1",
    text="A negative count raises",
    kind="planned_test",
    state="supported",
    attempts=(ClaimAttempt(at=NOW, source="check: tests", outcome="passed"),),
)
FULL = a_full_record(
    claims=(CLAIM,),
    waivers=(Waiver(requirement="CHECKS_PASSED", reason="flaky", **BY),),
    orchestrator=Orchestration(
        outcome="STAGING_PAYLOAD",
        confidence=0.9,
        reasons=("clear",),
        needs_planning=NeedsPlanning(todo="Refuse negative counts"),
        staging_payload=StagingPayload(slug="refuse", agent="quick-fixer", model="default"),
    ),
)
FULL = FULL.move(Stage.CANCELLED, an_action()).move(
    Stage.DONE, an_action("comment:2:0", notice=Notice(kind="help", to="bob"))
)
ANSWER = Answer(question_id="q1", choice="A", by="bob", how=AnswerSource.TICK, at=NOW)
FULL = FULL.model_copy(
    update={
        "awaiting_human_artifact": AwaitingHuman.asking((a_question(),), NOW, 1, NOW).with_answers(
            (ANSWER,)
        ),
        "done_artifact": DoneArtifact(
            completed_at=NOW,
            summary=("#8",),
            stories=(StoryEnd(number=8, title="?", state="done", criteria=(Shown(text="!"),)),),
        ),
        "planner": FULL.planner.model_copy(
            update={
                "plan": FULL.planner.plan
                and FULL.planner.plan.model_copy(update={"planned_by": PlanningRun()}),
                "decisions": (PlanDecision(question="?", answer="!"),),
                "questions": (a_question(),),
                "answers": (ANSWER,),
                "sub_issues": (SubIssue(key="t-1", number=8),),
                "progress": (TaskProgress(key="t-1", done=True, by="bob", how="tick", at=NOW),),
                "overlaps": (Overlap(issue=9, paths=("a.py",), since=NOW),),
            }
        ),
    }
)

# CONTRACT "The record" and seed 2, written down a second time
FIELDS: dict[str, tuple[str, ...]] = {
    "": ("schemaVersion", "canonicalTaskId", "stage", "revision", "transitionNote"),
    "workflow.": ("owner", "baseBranch", "branchName", "pullRequestUrl", "pullRequests"),
    "planningArtifact.": ("createdAt", "goals", "steps", "risks"),
    "testingArtifacts.": ("schemaVersion",),
    "testingArtifacts.planned.": (
        "gherkinScenarios", "unitTestIntent", "integrationTestIntent", "notes",
    ),
    "testingArtifacts.implemented.": (
        "testsAddedOrUpdated", "evidenceLinks", "commandsRun", "notes",
    ),
    "reviewArtifact.": ("changeSummary", "filesTouched", "knownRisks", "decision"),
    "reviewArtifact.planReview.": ("findings", "decision", "remediation", "exceptions"),
    "verificationArtifact.": ("commands", "result", "notes"),
    "awaitingHumanArtifact.": ("question", "recommendedOption", "requestedAt", "questions"),
    "awaitingHumanArtifact.options.0.": ("label", "description"),
    "awaitingHumanArtifact.context.": ("reasonCodes", "affectedSections"),
    "awaitingHumanArtifact.questions.0.": (
        "question", "options", "recommendedOption", "requestedAt", "context",
    ),
    "doneArtifact.": ("completedAt", "summary", "verification"),
    "retrospectives.0.": ("lessons", "followUps"),
    "workflowRuntime.actionHistory.0.": ("key", "at", "actor", "role", "reason", "blocking"),
    "orchestrator.": ("outcome", "confidence", "reasons"),
    "planner.": ("versions", "decisions", "telemetry"),
    "planner.plan.": ("id", "version", "digest", "where"),
    "approval.": ("by", "at", "planDigest", "permission", "how"),
    "waivers.0.": ("requirement", "reason", "by", "at", "permission"),
    "claims.0.": ("id", "text", "kind", "state"),
    "claims.0.attempts.0.": ("at", "source", "outcome"),
}  # fmt: skip
PATHS = [where + name for where, names in FIELDS.items() for name in names]


def models(kind: type[BaseModel], seen: dict[str, type[BaseModel]] | None = None) -> Any:
    """A model and all that its fields hold, by name."""
    found = {} if seen is None else seen
    if kind.__name__ not in found:
        found[kind.__name__] = kind
        for field in kind.model_fields.values():
            for inner in held(field.annotation):
                models(inner, found)
    return found


def held(annotation: Any) -> list[type[BaseModel]]:
    """The models an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for part in getattr(annotation, "__args__", ()) for kind in held(part)]


MODELS = models(Record)
HELD = {name: held(field.annotation) for name, field in Record.model_fields.items()}
ARTIFACTS = {n: k for n, kinds in HELD.items() for k in kinds if issubclass(k, Artifact)}


def at(node: Any, path: str) -> Any:
    """What stands at a path of names and numbers."""
    for part in path.split("."):
        node = node[int(part)] if part.isdigit() else node[part]
    return node


def test_every_field_of_the_contract_is_there():
    """Each field of seed 2 and of the contract stands in a full record under its own name."""
    # S2.7
    whole = FULL.model_dump(mode="json", by_alias=True)

    assert [path for path in PATHS if not _stands(whole, path)] == []


def _stands(whole: Any, path: str) -> bool:
    parent, _, name = path.rpartition(".")
    node = at(whole, parent) if parent else whole
    return int(name) < len(node) if name.isdigit() else name in node


def test_the_full_record_holds_one_of_everything():
    """The record these tests look at leaves out no kind of value a record can hold."""
    # S2.7
    change = (PlanChange(kind="added", what="a task"),)
    needs = (Dependency(task="t-1", needs="t-0"),)
    plan = FULL.planner.plan
    body = plan.body.model_copy(update={"changes": change, "dependencies": needs})
    version = FULL.planner.versions[-1].model_copy(
        update={"before": PlanDelta.between(plan.body, body)}
    )
    planner = FULL.planner.model_copy(
        update={"plan": plan.model_copy(update={"body": body}), "versions": (version,)}
    )

    assert set(MODELS) == names_in(FULL.model_copy(update={"planner": planner}))


def names_in(value: Any) -> set[str]:
    """The names of the models a value holds."""
    if isinstance(value, tuple):
        return {name for inner in value for name in names_in(inner)}
    if not isinstance(value, BaseModel):
        return set()
    parts = [getattr(value, name) for name in type(value).model_fields]
    return {type(value).__name__} | names_in(tuple(parts))


def test_there_are_the_artifacts_of_the_seed():
    """Six artifacts are handed from role to role."""
    # S2.7
    assert {
        "planning_artifact",
        "testing_artifacts",
        "review_artifact",
        "verification_artifact",
        "awaiting_human_artifact",
        "done_artifact",
    } == set(ARTIFACTS)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_every_artifact_says_how_finished_it_is_and_who_wrote_it(name):
    """Status, updatedAt and updatedBy are in each artifact; a write fills in when and who."""
    # S2.9
    artifact = getattr(FULL, name)
    role = next(r for r in Role if name in MAY_WRITE[r])
    change = {"status": ArtifactStatus.SUPERSEDED}

    written = FULL.write(role, NOW, "why", **{name: artifact.model_copy(update=change)})

    shown = written.model_dump(mode="json", by_alias=True)[to_camel(name)]
    assert ("superseded", "2026-11-20T12:00:00Z", role.value) == (
        shown["status"],
        shown["updatedAt"],
        shown["updatedBy"],
    )


@pytest.mark.parametrize("kind", MODELS.values(), ids=MODELS)
def test_every_part_is_frozen_camel_case_and_open(kind):
    """Parts of a record cannot be changed in place, are stored in camelCase, and keep unknown fields."""
    # S2.7
    assert issubclass(kind, Stored)
    assert (kind.model_config["frozen"], kind.model_config["extra"]) == (True, "allow")
    aliases = [field.alias for field in kind.model_fields.values()]
    assert [a for a in aliases if a is None or not re.fullmatch(r"[a-z][A-Za-z0-9]*", a)] == []


def every_object(node: Any) -> list[dict[str, Any]]:
    """Every JSON object of a record, but the free-form ones."""
    found = [node] if isinstance(node, dict) else []
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return found + [inner for part in parts for inner in every_object(part)]


@given(json_values)
def test_fields_of_the_future_are_kept_at_every_level(value):
    """A field we do not know, in whatever object it stands, is written back as it was."""
    # S2.7, S2.12
    data = json.loads(codec.to_json(FULL))
    for node in every_object(data):
        node["addedLater"] = value
    expected = json.dumps(data, sort_keys=True)

    written = json.loads(codec.to_json(codec.from_json(json.dumps(data))))

    assert expected == json.dumps(written, sort_keys=True)


RUNTIME = re.compile(
    r"model|engine|provider|runtime|token|temperature|endpoint|prompt|session|host|llm|"
    r"api|latency|duration|cost|attempt|retry",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_artifacts_hold_no_details_of_run_time_or_provider(name):
    """What runs plangate can be swapped: no artifact has a field for it, at any depth."""
    # S2.14
    kinds = models(ARTIFACTS[name])

    fields = [(n, f) for n, kind in kinds.items() for f in kind.model_fields]

    assert [(n, f) for n, f in fields if RUNTIME.search(f)] == []


WRONG: dict[str, tuple[Role, dict[str, Any], str]] = {
    "a string for an artifact": (Role.PLANNER, {"planning_artifact": "later"}, "planningArtifact"),
    "another artifact": (Role.RETROSPECTIVE, {"done_artifact": CLAIM}, "doneArtifact"),
    "a string for a list": (Role.TESTER, {"claims": "tests pass"}, "claims"),
    "a claim in a state nobody knows": (
        Role.TESTER, {"claims": ({"text": "x", "state": "proven"},)}, "claims.0.state",
    ),
    "an approval of nobody": (Role.HUMAN, {"approval": {"at": NOW}}, "approval.by"),
    "waivers that are none": (Role.HUMAN, {"waivers": (Approval(plan_digest="d", how="x", **BY),)},
                              "waivers.0"),
}  # fmt: skip


@pytest.mark.parametrize(("role", "change", "where"), WRONG.values(), ids=WRONG)
def test_a_write_of_the_wrong_shape_is_refused(role, change, where):
    """Shapes are checked when they are written, not when somebody reads them later."""
    # S2.10
    with pytest.raises(RecordError) as caught:
        Record.new(7).write(role, NOW, "why", **change)

    assert caught.value.code == "PLANGATE-RECORD-002"
    assert where in caught.value.what


def test_a_claim_of_an_unknown_state_is_none():
    """A claim is verified, supported, unproven or contradicted; nothing said, it is unproven."""
    # S2.7
    assert Claim(text="x").state == "unproven"
    for state in ("verified", "supported", "unproven", "contradicted"):
        assert Claim.model_validate({"text": "x", "state": state}).state == state
    with pytest.raises(ValidationError):
        Claim.model_validate({"text": "x", "state": "proven"})


def test_a_record_is_never_changed_in_place():
    """Writing gives a new record; the old one stays what it was."""
    # S2.7
    before = codec.to_json(FULL)

    FULL.write(Role.TESTER, NOW, claims=())

    assert before == codec.to_json(FULL)
    with pytest.raises(ValidationError):
        FULL.stage = Stage.DONE
