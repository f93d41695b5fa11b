"""`plan run --engine model` and `plan replay`, against a scripted model server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.adapters import model_client
from tests.adapters.model_server import Answer, ModelServer, model_server
from tests.adapters.model_voices import VOICES
from tests.entrypoints.cli import inside
from tests.examining.given import sat
from tests.planning.model.given import BODY, SHOP, TITLE, draft

CHAT = VOICES["openai"]


PROBED = [
    CHAT.says("yes"),
    CHAT.says('{"colour": "red", "count": 3}'),
    CHAT.says("", ("read_file", {"path": "src/app.py"})),
    CHAT.says("", ("submit", {"answer": "heliotrope"})),
]
PLANNED = [
    CHAT.says("", ("read", {"path": "shop/orders.py"})),
    CHAT.says("", ("submit", draft())),
    CHAT.says("", ("report", {"findings": []})),
]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as made:
        yield made


@pytest.fixture
def issue(tmp_path: Path) -> Path:
    for path, text in SHOP.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text, encoding="utf-8")
    (tmp_path / "issue.md").write_text(f"# {TITLE}\n\n{BODY}\n", encoding="utf-8")
    return tmp_path / "issue.md"


def environ(server: ModelServer, folder: Path) -> dict[str, str]:
    return {
        "PLANGATE_MODEL_BASE_URL": server.address,
        "PLANGATE_MODEL_NAME": "small",
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def test_a_run_is_written_down_and_replayed(server, issue, tmp_path):
    """The transcript gives the same plan without the server."""
    server.script = [*PROBED, *PLANNED]
    file = tmp_path / "run.json"
    ran = inside(
        *("plan", "run", issue, "--workspace", tmp_path / "shop"),
        *("--engine", "model", "--transcript", file, "--json"),
        **environ(server, tmp_path),
    )
    assert ran.code == 0, ran.err
    made = json.loads(ran.out)
    again = inside("plan", "replay", file, "--json")

    assert made["telemetry"]["engine"] == "small", made["telemetry"]
    assert made["telemetry"]["caveat"] == "small was not examined."
    assert "small was not examined." not in made["risks"]  # the plan's last line says it
    assert json.loads(again.out)["plan"] == made["plan"]
    assert oct(file.stat().st_mode & 0o777) == "0o600"


def test_a_model_that_nobody_named_is_examined_first(server, issue, tmp_path):
    """Under `auto` the first use takes the exam; only a person at a terminal can do without."""
    server.script = [*PROBED, *sat(CHAT)[:9], *PLANNED]
    ran = inside(
        *("plan", "run", issue, "--workspace", tmp_path / "shop", "--json"),
        **environ(server, tmp_path),
    )

    assert json.loads(ran.out)["telemetry"]["engine"] == "small"
    assert len(server.seen) == len(PROBED) + 9 + len(PLANNED)


def test_a_trusted_model_is_not_probed(server, issue, tmp_path):
    """The first request is the plan's own, and the plan says that nobody examined the model."""
    server.script = [
        CHAT.says("", ("submit", draft())),
        CHAT.says("", ("report", {"findings": []})),
    ]
    ran = inside(
        *("plan", "run", issue, "--workspace", tmp_path / "shop", "--engine", "model", "--json"),
        **environ(server, tmp_path),
        PLANGATE_MODEL_EXAM="off",
    )
    made = json.loads(ran.out)

    assert made["telemetry"]["engine"] == "small", made["telemetry"]
    assert (
        made["telemetry"]["caveat"]
        == "small was not examined; its plans are used all the same, since PLANGATE_MODEL_EXAM is off."
    )
    assert len(server.seen) == 2


def test_a_model_that_is_down_costs_nothing(issue, tmp_path, monkeypatch):
    """The built-in plan comes, with the reason and its remedy, and exit code 0."""
    monkeypatch.setattr(model_client, "_FIRST_WAIT", 0.0)
    with model_server() as gone:
        told = environ(gone, tmp_path)
    run = ("plan", "run", issue, "--workspace", tmp_path / "shop", "--engine", "model")
    ran, shown = inside(*run, "--json", **told), inside(*run, **told)

    assert (ran.code, shown.code) == (0, 0), ran.err
    assert json.loads(ran.out)["telemetry"]["fallback"]["code"] == "PLANGATE-MODEL-001"
    assert "/plan replan" not in ran.out + shown.out  # no comment is read here
    why = "PLANGATE-MODEL-001: the model server at 127.0.0.1:"
    assert shown.err.startswith(f"The model small was not used. {why}")
    assert shown.err.endswith(
        ". Check PLANGATE_MODEL_BASE_URL and the network, and that the server runs.\n"
    )


def test_a_person_is_told_what_the_plan_rests_on(server, issue, tmp_path):
    """Beside the plan: that nobody examined the model, or why it did not plan."""
    server.script = [
        CHAT.says("", ("submit", draft())),
        CHAT.says("", ("report", {"findings": []})),
        Answer(status=401),
    ]
    told = {**environ(server, tmp_path), "PLANGATE_MODEL_EXAM": "off"}
    run = ("plan", "run", issue, "--workspace", tmp_path / "shop", "--engine", "model")
    trusted, without = inside(*run, **told), inside(*run, **told)

    assert (
        trusted.err
        == "small was not examined; its plans are used all the same, since PLANGATE_MODEL_EXAM is off.\n"
    )
    assert without.err.startswith("The model small was not used. PLANGATE-MODEL-002: ")
    assert trusted.out.startswith("Task Plan") and without.out.startswith("Task Plan")


def test_a_model_that_is_wanted_must_be_configured(issue):
    """Else it is an error with a code."""
    ran = inside("plan", "run", issue, "--engine", "model")

    assert ran.code == 2 and "PLANGATE-CONFIG-008" in ran.err


def test_without_a_model_the_built_in_engine_plans(issue):
    """`auto` takes the model where there is one."""
    for choice in ((), ("--engine", "auto"), ("--engine", "builtin")):
        ran = inside("plan", "run", issue, *choice, "--json")
        assert json.loads(ran.out)["telemetry"]["engine"] == "builtin"


@pytest.mark.parametrize("text", ["", "[]", "{}", "no", '{"format": "plangate-transcript/9"}'])
def test_what_is_no_transcript_is_told(tmp_path, text):
    """With a code and a remedy, as wrong usage: no model takes part."""
    (tmp_path / "t.json").write_text(text, encoding="utf-8")
    ran = inside("plan", "replay", tmp_path / "t.json")

    assert ran.code == 2 and re_code(ran.err)


def test_a_transcript_that_cannot_be_written_is_told(server, issue, tmp_path):
    """Before anything is lost: the folder is missing."""
    server.script = [CHAT.says("yes")]
    ran = inside(
        *("plan", "run", issue, "--engine", "model", "--transcript", tmp_path / "no" / "t.json"),
        **environ(server, tmp_path),
    )

    assert (
        ran.code == 2 and "PLANGATE-CLI-018" in ran.err and "(its folder does not exist)" in ran.err
    )


def re_code(text: str) -> bool:
    return text.startswith(("PLANGATE-CLI-003", "PLANGATE-CLI-019", "PLANGATE-MODEL-033"))


def test_a_transcript_that_was_not_written_is_said(tmp_path):
    """Where no model was used there is none: the path is not left to be looked for."""
    (tmp_path / "issue.md").write_text("# Refuse a negative `Order.total`\n")

    ran = inside("plan", "run", "issue.md", "--transcript", "t.json", cwd=tmp_path)

    assert ran.code == 0 and not (tmp_path / "t.json").exists()
    assert ran.err.endswith("t.json was not written: no model was used.\n")
