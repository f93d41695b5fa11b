"""The house rules that no linter checks: sizes, what may touch the world, and names that stand twice."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from bot import settings
from bot.domain.stages import TRANSITIONS, Stage
from bot.domain.verdict import RowCode
from bot.effects import Message, NoticeKind, NoticeMessage
from bot.entrypoints import door
from tests.testbed.node import MissingTestBed
from tests.testbed.workflow_schema import workflow_errors

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "bot").rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in FILES]
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in zip(NAMES, FILES, strict=True)}
TEMPLATES = ROOT / "templates"
CODE = re.compile(r"PLANGATE-[A-Z]+-[0-9]{3}")


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_file_is_long(path):
    """No file of the package has more than 300 lines."""
    # STYLE 2
    assert len(path.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("name", [n for n in NAMES if not n.endswith("__init__.py")])
def test_every_file_says_what_it_is(name):
    """A file's first line is a docstring; packages are empty."""
    # STYLE 1, 11
    assert ast.get_docstring(TREES[name])


@pytest.mark.parametrize("name", [n for n in NAMES if n.endswith("__init__.py")])
def test_packages_are_empty(name):
    """`__init__.py` holds nothing."""
    # STYLE 11
    assert TREES[name].body == []


FORBIDDEN_CALLS = {"print", "eval", "exec", "compile", "__import__", "input", "breakpoint"}
PROCESSES = {"subprocess", "multiprocessing", "pty", "pexpect", "ctypes", "pickle", "marshal"}
IN_OS = {"system", "popen", "fork", "forkpty", "execv", "execve", "spawnv", "posix_spawn"}


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call in a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def imported(tree: ast.AST) -> set[str]:
    """Every top-level module that a file imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_evaluated_printed_or_opened(name):
    """No print, eval, exec, input or bare open(): output goes through click, files through Path."""
    # S3.13, T14
    named = {call.func.id for call in calls(TREES[name]) if isinstance(call.func, ast.Name)}

    assert set() == named & (FORBIDDEN_CALLS | {"open"})


@pytest.mark.parametrize("name", [n for n in NAMES if n != "bot/adapters/git.py"])
def test_only_one_file_starts_processes(name):
    """Processes are started in adapters/git.py and nowhere else; nothing is unpickled."""
    # DESIGN: only adapters/git.py may start a process
    tree = TREES[name]
    os_calls = {call.func.attr for call in calls(tree) if isinstance(call.func, ast.Attribute)}

    assert set() == imported(tree) & PROCESSES
    assert set() == os_calls & IN_OS


def test_no_shell_anywhere():
    """The one file that starts processes uses no shell."""
    # T14
    words = {
        keyword.arg: keyword.value
        for call in calls(TREES["bot/adapters/git.py"])
        for keyword in call.keywords
    }

    assert "shell" not in words


def test_every_message_has_its_template():
    """Each message and each kind of notice has a template file."""
    # STYLE 12
    wanted = {m.template for m in Message.__args__ if isinstance(m.__dict__.get("template"), str)}
    wanted |= {NoticeMessage(kind, "bob").template for kind in NoticeKind}

    assert set() == wanted - {path.name for path in TEMPLATES.iterdir()}
    assert len(wanted) >= len(NoticeKind) + 4


def test_every_template_is_used():
    """Each template file belongs to a message, to the renderer, or to another template."""
    # STYLE 12
    sources = [p.read_text("utf-8") for p in (*FILES, *TEMPLATES.glob("*.j2"))]
    named = {name for text in sources for name in re.findall(r"[a-z_]+\.(?:md|txt|html)\.j2", text)}
    named |= {NoticeMessage(kind, "bob").template for kind in NoticeKind}

    assert sorted({path.name for path in TEMPLATES.glob("*.j2")} - named) == []


def test_every_row_has_its_words():
    """Everything the gate may ask for has its words in the gate's template."""
    # B1
    words = (TEMPLATES / "gate_rows.md.j2").read_text("utf-8")

    assert [code.value for code in RowCode if code.value not in words] == []


@pytest.fixture(scope="module")
def action() -> dict:
    """`action.yml`."""
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def test_the_actions_inputs_are_the_settings(action):
    """`action.yml` has the inputs that settings know, and hands each on by its variable."""
    # CONTRACT: inputs
    [step] = [s for s in action["runs"]["steps"] if s.get("id") == "handle"]

    handed = {n: f"${{{{ inputs.{i} }}}}" for i, n in settings.INPUTS.items()}

    assert list(settings.INPUTS) == list(action["inputs"])
    assert handed == {n: v for n, v in step["env"].items() if n in handed}
    assert all(given["description"] for given in action["inputs"].values())


def test_the_actions_outputs_are_the_doors(action):
    """`action.yml` has the outputs that the door sets, each taken from the step that sets it."""
    # CONTRACT: outputs
    wanted = {name: f"${{{{ steps.handle.outputs.{name} }}}}" for name in door.outputs([])}

    assert wanted == {name: given["value"] for name, given in action["outputs"].items()}


def test_no_expression_stands_in_a_script(action):
    """No `${{ … }}` is pasted into a shell script: values come through the environment."""
    # T16
    workflow = yaml.safe_load((ROOT / "workflows" / "plangate.yml").read_text("utf-8"))
    steps = [*action["runs"]["steps"], *(s for j in workflow["jobs"].values() for s in j["steps"])]

    assert [step["name"] for step in steps if "${{" in step.get("run", "")] == []


def test_every_action_is_pinned(action):
    """Every action used is pinned to a full commit SHA."""
    # T11
    texts = [(ROOT / "action.yml").read_text(), (ROOT / "workflows" / "plangate.yml").read_text()]
    used = [u for t in texts for u in re.findall(r"^ +(?:- )?uses: *([^ #\n]+)", t, re.MULTILINE)]

    assert used
    assert [u for u in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", u)] == []


def test_github_accepts_the_workflow_and_the_action():
    """GitHub's own parser finds nothing wrong with them."""
    # C: Action
    files = [ROOT / "workflows" / "plangate.yml", ROOT / "action.yml"]
    try:
        errors = workflow_errors(files)
    except MissingTestBed as missing:
        pytest.skip(str(missing))

    assert errors == []


def test_no_job_is_named_like_our_check():
    """A job named `plangate` would itself count as the required check."""
    # B1
    workflow = yaml.safe_load((ROOT / "workflows" / "plangate.yml").read_text("utf-8"))

    names = {*workflow["jobs"], *(job.get("name") for job in workflow["jobs"].values())}

    assert "plangate" not in names
    assert workflow["permissions"] == {}


README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.skipif("stateDiagram" not in README, reason="README draws no stage diagram yet")
def test_readme_draws_the_transition_table():
    """README's diagram shows every way between stages and no other; the ends are told in words."""
    # S2.11
    diagram = README.partition("stateDiagram-v2")[2].partition("```")[0]
    ends = {Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE}
    table = {
        (a.value, b.value) for a, ways in TRANSITIONS.items() for b in ways if not {a, b} & ends
    }

    drawn = set(re.findall(r"^\s*(\w+) --> (\w+)", diagram, re.MULTILINE))

    assert table == drawn
    assert all(f"`{end.value}`" in README for end in ends)


def codes() -> dict[str, set[str]]:
    """Every error code with the files that raise it (or hold it as a constant)."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and CODE.fullmatch(value):
                found[value].add(name)
    return found


SHARED = {
    "PLANGATE-CONFIG-001": "a policy file cannot be used",
    "PLANGATE-CONFIG-006": "a policy file cannot be read",
    "PLANGATE-CLI-002": "the target is neither owner/repo#12 nor a readable file",
    "PLANGATE-CLI-003": "a file is not JSON",
    "PLANGATE-PLAN-001": "the request cannot be planned as it is",
    "PLANGATE-RECORD-001": "a record is not JSON",
    "PLANGATE-RECORD-003": "a record's schema is newer than ours",
    "PLANGATE-RECORD-002": "a record does not fit its schema",
}
"""Codes that several files raise, and the one thing each of them means."""
CODES = codes()


@pytest.mark.parametrize("code", CODES)
def test_a_code_means_one_thing(code):
    """An error code belongs to one file, to GitHub's documented table, or means the same everywhere."""
    # CONTRACT: errors
    table = ast.get_docstring(TREES["bot/adapters/github_errors.py"]) or ""
    files = CODES[code]

    assert len(files) == 1 or code in SHARED or f"| {code} |" in table, files


def test_there_are_codes_for_every_area():
    """The scan finds codes at all: an empty one would prove nothing."""
    areas = {code.split("-")[1] for code in CODES}

    assert {"PLAN", "RECORD", "GITHUB", "CONFIG", "CLI", "ACTION", "INIT", "DEMO"} <= areas


def test_no_mocks_outside_adapters_and_doors():
    """Only tests of adapters and doors replace parts of the program."""
    # STYLE: no mock.patch in tests/ except tests/adapters and tests/entrypoints
    allowed = {"adapters", "entrypoints", "testbed", "acceptance", "architecture", "packaging"}
    word = re.compile(r"\bmock\.patch|\bunittest\.mock|monkeypatch\.setattr|\bmocker\b")
    tests = [p for p in (ROOT / "tests").rglob("*.py") if "node_modules" not in p.parts]

    found = [
        str(p.relative_to(ROOT))
        for p in tests
        if not allowed & set(p.relative_to(ROOT / "tests").parts)
        and word.search(p.read_text("utf-8"))
    ]

    assert found == []
