"""What `doctor` and `plangate model check` find at a model, on a server of each dialect."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bot import settings
from bot.adapters.model_client import EndpointModel
from bot.errors import ModelError
from bot.examining.cases import cases
from bot.examining.first_use import FirstUseEngine
from bot.ports.explorer import NoCommit
from bot.ports.model_faults import ModelFault
from bot.wiring import model_checkup
from bot.wiring.engines import model_engine, models_of
from bot.wiring.model_checkup import Checkup, diagnoses
from tests.adapters.model_server import Answer, ModelServer, as_json, model_server, problem
from tests.adapters.model_voices import VOICES, Voice
from tests.entrypoints.cli import ROOT, inside
from tests.examining.given import exam, sat

NAME = "small-1"
LISTED = as_json({"data": [{"id": NAME, "max_model_len": 32_768}, {"id": "other"}]})
POEM = "The sea, the sea"
KEPT = json.dumps({"colour": "blue", "count": 3})
READS = ("read_file", {"path": "src/app.py"})
SUBMITS = ("submit", {"answer": "heliotrope"})


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path) -> None:
    """A state folder of our own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.fixture(params=VOICES)
def voice(request) -> Voice:
    """Each dialect."""
    return VOICES[request.param]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model server that lists two models."""
    with model_server() as made:
        made.listing = LISTED
        yield made


def environ(server: ModelServer, voice: Voice, **more: str) -> Any:
    return {
        "PLANGATE_MODEL_BASE_URL": server.address,
        "PLANGATE_MODEL_NAME": NAME,
        "PLANGATE_MODEL_API_KEY": "k-4711",
        "PLANGATE_MODEL_PROVIDER": voice.dialect.name,
        **more,
    }


def checkup(env: dict[str, str]) -> Checkup:
    """The models of an environment; none waits before another try."""
    read = settings.from_environ(env)
    models = models_of(read)
    assert models
    if isinstance(models.default, EndpointModel):
        models.default._sleep = lambda seconds: None
    return Checkup(read, models)


def found(env: dict[str, str]) -> list[tuple[str, str, str]]:
    """What doctor says: state, what, remedy."""
    return [(d.state, d.what, d.remedy) for d in diagnoses(checkup(env))]


def able(voice: Voice) -> list[Answer]:
    """The answers of a model that can do everything."""
    return [
        voice.says("yes"),
        voice.says(KEPT),
        voice.says("", READS),
        voice.says("", SUBMITS),
        voice.says("heliotrope"),
        voice.says("1 2 3"),
    ]


def test_a_check_is_kept_and_shown(server: ModelServer, voice: Voice):
    """The command prints what it found; doctor shows it from then on, with the day."""
    server.script = [*able(voice), *sat(voice, failed=("trace", "stories"))]
    env = environ(server, voice)
    ran = inside("model", "check", **env)

    assert ran.code == 0, ran.err
    assert re.search(r"trace +proceed +WRONG  reject\n", ran.out)
    assert re.search(r"destroys +ask \(POLICY_RISK\) +right  ask \(POLICY_RISK\)\n", ran.out)
    assert f"{NAME} passed its exam (10 of 12 cases right)" in ran.out
    for line in ("keeps schemas", "calls tools", "plans by tool calls", "context of 32768 tokens"):
        assert f"\n  {line}\n" in ran.out

    server.script = [voice.says("yes")]
    states = {what: state for state, what, _ in found(env)}
    [told] = [what for what in states if "checked on" in what]
    assert states[told] == "ok"
    assert "keeps schemas, calls tools, reads long texts, context of 32768 tokens" in told
    assert states[f"{NAME} passed its exam (10 of 12 cases right)"] == "ok"


def test_a_person_sees_what_is_waited_for(server: ModelServer):
    """On a terminal the case that is being planned stands on a line that goes away; programs see none."""
    voice = VOICES["openai"]
    server.script = [*able(voice), *sat(voice)]
    screen, terminal = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "bot", "model", "check"],
        env={**os.environ, **environ(server, voice)},
        stdout=subprocess.DEVNULL, stderr=terminal, cwd=ROOT, check=True, timeout=120,
    )  # fmt: skip
    os.close(terminal)
    shown = os.read(screen, 65_536).decode()
    os.close(screen)

    assert f"\r\x1b[K{NAME}: its exam…" in shown
    assert "\r\x1b[Kcase 12 of 12…" in shown
    assert shown.endswith("\r\x1b[K")


def test_a_check_as_json_is_one_object(server: ModelServer, voice: Voice):
    """Programs get what is kept."""
    server.script = [*able(voice), *sat(voice)]
    ran = inside("model", "check", "--json", **environ(server, voice))
    row: dict[str, Any] = json.loads(ran.out)

    assert (row["name"], row["ability"]["toolsCalled"]) == (NAME, True)
    assert [m["right"] for m in row["exam"]["marked"]] == [True] * 12


def test_both_models_are_checked(server: ModelServer):
    """The deep model is asked, too, and each has its own result; the exam is for the one that decides."""
    voice = VOICES["openai"]
    server.script = [*able(voice), *sat(voice), *able(voice)]
    ran = inside("model", "check", **environ(server, voice, PLANGATE_MODEL_DEEP_NAME="large-1"))

    assert ran.code == 0, ran.err
    assert [line for line in ran.out.splitlines() if line[0] != " "] == [NAME, "large-1"]
    assert {seen.body["model"] for seen in server.seen} == {NAME, "large-1"}


WRONG = {
    "a wrong key": (problem(401, "bad key"), "MODEL-002", "PLANGATE_MODEL_API_KEY"),
    "no credit": (problem(402, "pay"), "MODEL-003", "Top it up"),
    "an unknown model": (problem(404, "no such model"), "MODEL-004", "PLANGATE_MODEL_NAME"),
    "down": (problem(500, "boom"), "MODEL-006", "Check the model server"),
    "a redirect": (
        Answer(status=301, headers={"location": "http://example.invalid"}),
        "MODEL-009",
        "final address",
    ),
    "a web page": (Answer(b"<html>", kind="text/html"), "MODEL-010", "PLANGATE_MODEL_BASE_URL"),
    "a wrong path": (Answer(b"404 page not found", 404, "text/plain"), "MODEL-010", "/v1"),
    "another dialect": (as_json({"hello": 1}), "MODEL-011", "PLANGATE_MODEL_PROVIDER"),
    "a context too small": (
        problem(400, "This model's maximum context length is 512 tokens."),
        "MODEL-016",
        "longer context",
    ),
}


@pytest.mark.parametrize(("answer", "code", "remedy"), WRONG.values(), ids=WRONG)
def test_doctor_says_what_is_wrong(server: ModelServer, voice: Voice, answer, code, remedy):
    """Each failing case has its code and what to do, on a server of each dialect."""
    server.script = [answer]
    wrong = [(what, how) for state, what, how in found(environ(server, voice)) if state == "wrong"]

    assert len(wrong) == 1
    assert code in wrong[0][0]
    assert remedy in wrong[0][1]
    assert "k-4711" not in str(wrong)


def test_no_remedy_goes_in_a_circle():
    """`model check` prints every fault of a model, so no remedy sends people to `model check`."""
    assert [fault for fault in ModelFault if "model check" in str(fault.value)] == []


LOCAL = {
    "Ollama without the model": (
        problem(404, 'model "small-1" not found, try pulling it first'),
        "MODEL-004",
        "PLANGATE_MODEL_NAME",
    ),
    "LM Studio without /v1": (
        as_json({"error": "Unexpected endpoint or method. (POST /chat/completions)"}),
        "MODEL-004",
        "/v1",
    ),
    "LM Studio with nothing loaded": (
        problem(404, "No models loaded. Please load a model or use the `lms load` command."),
        "MODEL-004",
        "PLANGATE_MODEL_NAME",
    ),
}


@pytest.mark.parametrize(("answer", "code", "remedy"), LOCAL.values(), ids=LOCAL)
def test_doctor_knows_the_words_of_local_servers(server: ModelServer, answer, code, remedy):
    """Ollama and LM Studio say it in their own way, the latter with a status of 200."""
    server.script = [answer]
    told = [row for row in found(environ(server, VOICES["openai"])) if row[0] == "wrong"]

    assert len(told) == 1 and code in told[0][1] and remedy in told[0][2]


def test_doctor_says_that_nobody_listens(server: ModelServer, voice: Voice):
    """Whoever has not started the server is told to look."""
    server.shutdown()
    server.server_close()
    first = found(environ(server, voice))[0]

    assert first[0] == "wrong"
    assert "PLANGATE-MODEL-001" in first[1]
    assert "that the server runs" in first[2]


def test_doctor_names_the_models_that_are_there(server: ModelServer, voice: Voice):
    """Whoever misspelled a name sees the right ones."""
    server.script = [problem(404, "no such model")]
    env = environ(server, voice, PLANGATE_MODEL_NAME="smal-1")

    assert ("note", f"the server lists other, {NAME}", "") in found(env)


@pytest.mark.parametrize(
    "speaks, asked",
    [(s, a) for s in VOICES for a in VOICES if s != a],
)
def test_a_wrong_provider_is_found(server: ModelServer, speaks: str, asked: str):
    """A server that speaks one dialect and was configured with another one: doctor names the variable."""
    server.script = [VOICES[speaks].says("yes")]
    first = found(environ(server, VOICES[asked]))[0]

    assert first[0] == "wrong"
    assert "PLANGATE-MODEL-011" in first[1]
    assert "PLANGATE_MODEL_PROVIDER" in first[2]


def test_a_context_too_small_is_wrong(server: ModelServer):
    """A server that forgets the start of a long text makes plans of half an issue: load it otherwise."""
    voice = VOICES["openai"]
    server.script = [
        *able(voice)[:4],
        voice.says("which word?"),
        voice.says("1"),
        *sat(voice),
        voice.says("yes"),
    ]
    env = environ(server, voice)
    assert inside("model", "check", **env).code == 0
    wrong = [(what, how) for state, what, how in found(env) if state == "wrong"]

    assert "forgets the start of a long text" in wrong[0][0]
    assert "longer context" in wrong[0][1]


def test_money_is_told(server: ModelServer):
    """Without a price nothing is counted; with a budget doctor says what is left of the day."""
    voice = VOICES["openai"]
    server.script = [voice.says("yes")]
    told = [what for _, what, _ in found(environ(server, voice))]
    assert f"no price is known for {NAME}: money is not counted" in told

    paid = {"PLANGATE_MODEL_PRICES": "1/1/1", "PLANGATE_MODEL_DAILY_BUDGET": "2"}
    told = [what for _, what, _ in found(environ(server, voice, **paid))]
    assert "0.00 of 2.00 are spent today" in told

    told = [what for _, what, _ in found(environ(server, voice, **paid, GITHUB_ACTIONS="true"))]
    assert "there is no database here: the daily budget applies to each job" in told


def test_a_file_that_is_missing_is_told(tmp_path):
    """A model file that is not there is wrong, with the variable that names it."""
    rows = found({"PLANGATE_MODEL_PATH": str(tmp_path / "q.gguf")})

    assert rows[0][0] == "wrong"
    assert "PLANGATE-MODEL-022" in rows[0][1]
    assert "PLANGATE_MODEL_PATH" in rows[0][2]


def test_without_a_model_nothing_is_wrong():
    """The built-in planner needs no model; only `model check` insists on one."""
    assert [d.state for d in diagnoses(None)] == ["ok"]

    ran = inside("model", "check")
    assert (ran.code, ran.err.startswith("PLANGATE-CONFIG-013")) == (2, True)


def test_a_check_that_cannot_reach_the_model_fails(server: ModelServer):
    """One line with the code, and exit code 6; nothing is kept."""
    server.script = [problem(401, "bad key")]
    ran = inside("model", "check", **environ(server, VOICES["openai"]))

    assert (ran.code, ran.err.count("\n")) == (6, 1)
    assert ran.err.startswith("PLANGATE-MODEL-002")
    assert ran.out == ""


def test_the_first_plan_finds_out_and_the_next_one_knows(server: ModelServer):
    """Four small calls and an exam before the first use, nothing before the second."""
    voice = VOICES["openai"]
    server.script = [*able(voice)[:2], voice.says("no tool for me"), *sat(voice, by_call=False)]
    env = environ(server, voice)
    first, again = checkup(env), checkup(env)

    assert [made.know(lambda n: None).way.value for made in (first, again)] == ["schema", "schema"]
    assert len(server.seen) == 3 + 9  # nine right ones are enough


def test_a_model_that_failed_the_exam_does_not_decide(server: ModelServer):
    """What is kept of the exam says whether a model decides; probing it again changes nothing there."""
    voice = VOICES["openai"]
    env = environ(server, voice)
    made = checkup(env)
    model = made.models.default
    server.script = able(voice)
    known = made.probe(model).model_copy(update={"exam": exam(right=8, wrong=4)})
    model_checkup._file().keep(known)
    server.script = able(voice)
    standing = made.know(lambda n: None)

    assert not standing.decides
    assert "did not pass its exam (8 of 12 cases right; 9 are needed)" in standing.caveat
    assert made.probe(model).exam == exam(right=8, wrong=4)


def test_a_trusted_model_is_asked_nothing(server: ModelServer):
    """`PLANGATE_MODEL_EXAM=off`: it decides unexamined, and what nobody found out is taken for granted."""
    made = checkup(environ(server, VOICES["openai"], PLANGATE_MODEL_EXAM="off"))
    standing = made.know(lambda n: None)

    assert (standing.way.value, standing.decides) == ("native", True)
    assert (
        standing.caveat
        == f"{NAME} was not examined; its plans are used all the same, since PLANGATE_MODEL_EXAM is off."
    )
    assert server.seen == []


def test_a_model_that_passed_needs_no_trust(server: ModelServer):
    """Whoever switches the exam off for a model that passed it sees no caveat on its plans."""
    voice = VOICES["openai"]
    env = environ(server, voice)
    server.script = [*able(voice)[:4], *sat(voice)]
    checkup(env).know(lambda phase: None)
    standing = checkup({**env, "PLANGATE_MODEL_EXAM": "off"}).know(lambda phase: None)

    assert (standing.decides, standing.caveat) == (True, "")


def test_an_exam_of_other_cases_does_not_count(server: ModelServer):
    """Marks belong to the cases they were given for: a later release examines again."""
    voice = VOICES["openai"]
    made = checkup(environ(server, voice))
    server.script = able(voice)
    kept = made.probe(made.models.default)
    passed = exam(right=12).model_copy(update={"edition": "another"})
    model_checkup._file().keep(kept.model_copy(update={"exam": passed}))

    known = made.known(made.models.default)
    assert known and known.exam is None


def test_an_exam_that_breaks_off_goes_on_later(server: ModelServer):
    """What was marked is kept: the next plan asks the rest, and until then the model does not decide."""
    voice = VOICES["openai"]
    env = environ(server, voice)
    server.script = [*able(voice)[:4], *sat(voice)[:5], problem(500, "boom")]
    with pytest.raises(ModelError):
        checkup(env).know(lambda phase: None)
    server.script = [voice.says("yes")]
    unfinished = (
        f"the exam of {NAME} is not finished (5 of 12 cases were asked within time and budget)"
    )
    assert any(what.startswith(unfinished) for _, what, _ in found(env))

    asked = len(server.seen)
    server.script = sat(voice)[5:]
    assert checkup(env).know(lambda phase: None).decides
    assert len(server.seen) == asked + 4


def test_an_exam_without_money_leaves_the_decision_to_the_built_in_engine(server: ModelServer):
    """The budget of a run bounds it: the model does not decide, and its plans say why."""
    voice = VOICES["openai"]
    server.script = able(voice)[:4]
    paid = {"PLANGATE_MODEL_PRICES": "1/1/1", "PLANGATE_MODEL_RUN_BUDGET": "0.000001"}
    standing = checkup(environ(server, voice, **paid)).know(lambda phase: None)

    assert not standing.decides
    assert "is not finished (0 of 12 cases were asked" in standing.caveat
    assert "the built-in planner decided" in standing.caveat
    assert len(server.seen) == 4


def test_doctor_says_that_the_operator_trusts_a_model(server: ModelServer):
    """What no exam showed is no secret; what was found out of the endpoint is shown, too."""
    voice = VOICES["openai"]
    env = environ(server, voice, PLANGATE_MODEL_EXAM="off")
    server.script = [voice.says("yes")]
    note = (
        "note",
        f"{NAME} was not examined; its plans are used all the same, since PLANGATE_MODEL_EXAM is off",
    )
    assert note in [found[:2] for found in found(env)]

    server.script = [*able(voice), *sat(voice, failed=[c.id for c in cases()])]
    assert inside("model", "check", **env).code == 0
    server.script = [voice.says("yes")]
    failed = f"{NAME} did not pass its exam (0 of 12 cases right; 9 are needed); its plans are used"
    assert any(kind == "note" and told.startswith(failed) for kind, told, *_ in found(env))


def test_another_address_is_another_model(server: ModelServer):
    """What one server can do says nothing of another one with a model of the same name."""
    voice = VOICES["openai"]
    server.script = able(voice)
    made = checkup(environ(server, voice))
    made.probe(made.models.default)
    other = checkup({**environ(server, voice), "PLANGATE_MODEL_BASE_URL": "http://localhost:1/v1"})

    assert made.known(made.models.default)
    assert other.known(other.models.default) is None


def test_what_no_file_can_keep_is_known_as_long_as_the_process_lives(server: ModelServer, tmp_path):
    """A state folder that cannot be written does not have a model examined before every plan."""
    (tmp_path / "plangate").write_text("no folder")
    voice = VOICES["openai"]
    made = checkup(environ(server, voice))
    server.script = [*able(voice)[:4], *sat(voice)]
    made.know(lambda phase: None)
    asked = len(server.seen)
    again = Checkup(made.settings, made.models).know(lambda phase: None)

    assert again.decides and len(server.seen) == asked == 13


DAMAGED = ["", "{", "[1]", '[{"name": 1}]', "null", '{"a": 1}']


@pytest.mark.parametrize("text", DAMAGED)
def test_what_is_damaged_is_found_out_again(server: ModelServer, tmp_path, text):
    """A file that nobody can read stops nothing."""
    path = tmp_path / "plangate" / "models.json"
    path.parent.mkdir()
    path.write_text(text)
    voice = VOICES["openai"]
    server.script = able(voice)
    made = checkup(environ(server, voice))
    assert made.known(made.models.default) is None
    kept = made.probe(made.models.default)

    assert made.known(made.models.default) == kept


def test_the_engine_asks_before_it_is_used(server: ModelServer):
    """The engine of a model nobody knows finds out first; where it cannot, its spare is there."""
    read = settings.from_environ(environ(server, VOICES["openai"]))
    made = model_engine(read, models_of(read), NoCommit)

    assert isinstance(made, FirstUseEngine)
    assert (made.name, made.last.engine) == (NAME, NAME)
    assert made.patience == 300 + 300  # a run, and the exam before the first one
    assert server.seen == []
