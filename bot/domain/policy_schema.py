"""The JSON Schema of a policy: accepts what the parser accepts, and nothing else."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from bot.domain.policy import Policy

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BEYOND = (
    "One rule is beyond JSON Schema: all labels must differ, whatever their case. "
    "`plangate config validate` checks it, too."
)

SAYS = {
    "automation": "What may pass without a person: nothing, small plans without questions, or every plan",
    "labels": "The labels that people use to talk to the bot, and those by which it shows the stage",
    "labels.plan": "Asks for a plan of the issue",
    "labels.epic": "Beside `plan`: asks for several stories, each with a plan of its own",
    "labels.ignore": "Keeps the bot away; counts only if somebody with write permission added it",
    "labels.stages": "The label of each stage; exactly one of them stands on a planned issue",
    "labels.stages.planning": "A plan is being made",
    "labels.stages.awaiting_human": "Questions wait for an answer",
    "labels.stages.staged": "A plan waits for approval",
    "labels.stages.implementing": "An approved plan is being worked on",
    "labels.stages.review": "A pull request waits for its review",
    "labels.stages.verification": "A pull request was approved and waits for its merge",
    "labels.stages.done": "The work was merged",
    "answers": "Who may answer questions, and how long they wait",
    "answers.timeout": "After this time the recommended option is taken; never for questions on policy",
    "answers.who": "Who may answer: the issue's author, its assignees, everybody with write permission",
    "answers.bots": "Accounts of programs that may answer too, never on policy; they may do nothing else",
    "gate": "What a pull request must show before it may be merged",
    "gate.require": "Judge all pull requests, or only those whose issue was planned",
    "gate.since": "Pull requests opened before this day pass; remove it when those are merged",
    "gate.approvals": "How many approving reviews of people with write permission the head commit needs",
    "gate.tests": "Files whose tests count; in default folders only those with a test name (test_*.py)",
    "gate.test_evidence": "One changed test is enough, or each planned one is found, declared or waived",
    "gate.ignore_checks": "Checks that are not looked at",
    "gate.checks": "Names of checks that must have passed; a skipped check does not count",
    "gate.claims": "Which claims close the gate: only contradicted ones, or unproven ones, too",
    "gate.scope": "Changed files that no task names: list them, or close the gate",
    "gate.protected": "Files whose change needs an exception, which takes the role Maintain or Admin",
    "gate.repositories": "Other repositories whose issues count for pull requests here",
    "gate.overlap": "Another approved plan that writes the same file: it is listed, or closes the gate",
    "gate.exempt": "Pull requests that pass without requirements: by author, label or files",
    "gate.exempt.authors": "A pull request is exempt if such an account opened it and signed all its commits",
    "gate.exempt.labels": "A pull request is exempt if somebody with write permission added such a label",
    "gate.exempt.paths": "A pull request is exempt if it changes only these files",
    "planner": "How plans are made",
    "planner.engine": "`auto` takes the language model where the operator has configured one",
    "planner.model": "Limits of a run of the model; they can only lower the operator's",
    "planner.model.areas": "Files whose plans always take the deeper model",
    "planner.model.max_calls": "Model calls per run",
    "planner.model.max_input_tokens": "Tokens that a run may send",
    "planner.model.max_output_tokens": "Tokens that a run may receive",
    "planner.model.timeout": "Seconds that a run may take",
    "planner.timeout": "Seconds; then PLANGATE-PLAN-007 is posted on the issue",
    "planner.max_context_tokens": "How much of the repository the built-in planner reads",
    "planner.context_includes": "Files that may be read",
    "planner.context_excludes": "Files that are never read, nor shown to a model",
    "planner.max_complexity": "A plan whose complexity is higher suggests phases",
    "store": "Where the record lives: a comment, or the end of the issue's body (needs PLANGATE_RECORD_KEY)",
    "tasks": "What the tasks of an approved plan become: a checklist, or sub-issues",
    "dashboard": "Whether plangate keeps an issue that shows what waits for whom (docs/dashboard.md)",
    "constraints": "Documents that a plan has to keep to, such as docs/adr/**",
    "former_authors": "Accounts whose signed records are accepted, such as after moving to an App",
}
"""What each property is, in one sentence; docs/configuration.md is drawn from it."""


def policy_schema() -> dict[str, Any]:
    """The schema as data: defaults as people write them, each setting under both of its names.

    An empty file is a policy, so `null` is accepted at the top.
    """
    made = Policy.model_json_schema(by_alias=False)
    sections = {kind.__name__: (path, kind) for path, kind in _sections(Policy)}
    for name, schema in made["$defs"].items():
        _complete(schema, *sections[name])
    _complete(made, "", Policy)
    made["type"] = ["object", "null"]
    return {"$schema": DIALECT, "$comment": BEYOND, **made}


def _sections(kind: type[BaseModel], path: str = "") -> list[tuple[str, type[BaseModel]]]:
    """Each section below one, with the path of its properties (`gate.exempt.`)."""
    inner = [(f"{path}{name}.", field.annotation) for name, field in kind.model_fields.items()]
    found = [(p, i) for p, i in inner if isinstance(i, type) and issubclass(i, BaseModel)]
    return [*found, *(deeper for p, one in found for deeper in _sections(one, p))]


def _complete(schema: dict[str, Any], path: str, kind: type[BaseModel]) -> None:
    """Describe each property, write defaults as people do, and name settings in camelCase, too.

    Never both ways at once.
    """
    written, rules = kind().model_dump(mode="json"), []
    for name, field in kind.model_fields.items():
        node = schema["properties"][name]
        node.pop("title", None)  # its name is title enough
        if "default" in node:
            node["default"] = written[name]
        if f"{path}{name}" in SAYS:
            node["description"] = SAYS[f"{path}{name}"]
        if field.alias and field.alias != name:
            schema["properties"][field.alias] = node
            rules.append({"not": {"type": "object", "required": [name, field.alias]}})
    if rules:
        schema["allOf"] = rules
