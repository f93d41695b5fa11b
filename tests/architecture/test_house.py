"""The house rules that no linter checks: sizes, what may touch the world, and names that stand twice."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import settings as examples

from bot.domain.verdict import RowCode
from bot.effects import Message, NoticeKind, NoticeMessage
from bot.entrypoints import door
from tests import house
from tests.architecture.parsed import FILES, PATHS, ROOT, trees
from tests.testbed.node import MissingTestBed
from tests.testbed.workflow_schema import workflow_errors

TEMPLATES = ROOT / "templates"
AGENTS = (ROOT / "AGENTS.md").read_text("utf-8")
CODE = re.compile(r"PLANGATE-[A-Z]+-[0-9]{3}")


def test_no_file_is_long():
    """No file of the package has more than 300 lines."""
    # STYLE 2
    lines = {name: len(path.read_text("utf-8").splitlines()) for name, path in PATHS.items()}

    assert {name: count for name, count in lines.items() if count > 300} == {}


def test_every_file_says_what_it_is():
    """A file's first line is a docstring, and `__init__.py` holds nothing."""
    # STYLE 1, 11
    said = {
        n: t.body == [] if n.endswith("__init__.py") else ast.get_docstring(t)
        for n, t in trees().items()
    }

    assert [name for name, right in said.items() if not right] == []


FORBIDDEN_CALLS = {"print", "eval", "exec", "compile", "__import__", "input", "breakpoint", "open"}
PROCESSES = {"subprocess", "multiprocessing", "pty", "pexpect", "ctypes", "pickle", "marshal"}
IN_OS = {"system", "popen", "fork", "forkpty", "execv", "execve", "spawnv", "posix_spawn"}


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call in a file."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def methods(tree: ast.AST) -> set[str]:
    """Every name that a file calls on something else."""
    return {call.func.attr for call in calls(tree) if isinstance(call.func, ast.Attribute)}


def imported(tree: ast.AST) -> set[str]:
    """Every top-level module that a file imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_nothing_is_evaluated_printed_or_opened():
    """No print, eval, exec, input or bare open(): output goes through click, files through Path."""
    # S3.13, T14
    found = [
        (name, call.func.id)
        for name, tree in trees().items()
        for call in calls(tree)
        if isinstance(call.func, ast.Name) and call.func.id in FORBIDDEN_CALLS
    ]

    assert found == []


def test_only_one_file_starts_processes():
    """Processes are started in adapters/git.py and nowhere else; nothing is unpickled."""
    # DESIGN: only adapters/git.py may start a process
    found = [
        (name, used)
        for name, tree in trees().items()
        if name != "bot/adapters/git.py"
        for used in sorted(imported(tree) & PROCESSES | methods(tree) & IN_OS)
    ]

    assert found == []


def test_no_shell_anywhere():
    """The one file that starts processes uses no shell."""
    # T14
    words = {
        keyword.arg: keyword.value
        for call in calls(trees()["bot/adapters/git.py"])
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


RUN_BY_ACTIONS = [
    *(ROOT / "workflows").glob("plangate*.yml"),
    *(ROOT / ".github/workflows").glob("*.yml"),
]


INPUTS = {
    "github-token": "GITHUB_TOKEN",
    "config-path": "PLANGATE_CONFIG_PATH",
    "engine": "PLANGATE_ENGINE",
    "model-base-url": "PLANGATE_MODEL_BASE_URL",
    "model-name": "PLANGATE_MODEL_NAME",
    "model-api-key": "PLANGATE_MODEL_API_KEY",
    "model-path": "PLANGATE_MODEL_PATH",
    "record-key": "PLANGATE_RECORD_KEY",
    "workspace": "PLANGATE_WORKSPACE",
    "dry-run": "PLANGATE_DRY_RUN",
}
"""Inputs of `action.yml` and the variables it hands them on by."""


@pytest.fixture(scope="module")
def action() -> dict:
    """`action.yml`."""
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def test_the_actions_inputs_are_the_settings(action):
    """`action.yml` has the inputs of CONTRACT.md, and hands each on by its variable."""
    # CONTRACT: inputs
    [step] = [s for s in action["runs"]["steps"] if s.get("id") == "handle"]

    handed = {n: f"${{{{ inputs.{i} }}}}" for i, n in INPUTS.items()}

    assert list(INPUTS) == list(action["inputs"])
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
    texts = [(ROOT / "action.yml").read_text(), *(path.read_text() for path in RUN_BY_ACTIONS)]
    used = [u for t in texts for u in re.findall(r"^ +(?:- )?uses: *([^ #\n]+)", t, re.MULTILINE)]

    assert used
    assert [u for u in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", u)] == []


def test_github_accepts_the_workflow_and_the_action():
    """GitHub's own parser finds nothing wrong with them."""
    # C: Action
    files = [*RUN_BY_ACTIONS, ROOT / "action.yml"]
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


@functools.cache
def codes() -> dict[str, set[str]]:
    """Every error code with the files that raise it (or hold it as a constant)."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and CODE.fullmatch(value):
                found[value].add(name)
    return found


SHARED = {
    "PLANGATE-CLI-003": "a file is not JSON",
    "PLANGATE-PLAN-001": "the request cannot be planned as it is",
    "PLANGATE-RECORD-001": "a record is not JSON",
    "PLANGATE-RECORD-003": "a record's schema is newer than ours",
    "PLANGATE-RECORD-002": "a record does not fit its schema",
}
"""Codes that several files raise, and the one thing each of them means."""


def test_a_code_means_one_thing():
    """An error code belongs to one file, to GitHub's documented table, or means the same everywhere."""
    # CONTRACT: errors
    table = ast.get_docstring(trees()["bot/adapters/github_errors.py"]) or ""
    known = {code for code in codes() if code in SHARED or f"| {code} |" in table}

    assert {c: files for c, files in codes().items() if len(files) > 1 and c not in known} == {}


def test_there_are_codes_for_every_area():
    """The scan finds codes at all: an empty one would prove nothing."""
    areas = {code.split("-")[1] for code in codes()}

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


def test_examples_are_counted_in_one_place():
    """How many examples Hypothesis tries, and that none has a deadline, stands in tests/conftest.py.

    Only what `make proof` alone runs, and whole lives, have a count of their own.
    """
    own = {"conftest.py", "test_life.py", "test_neutral_attacks.py", "test_house.py"}
    word = re.compile(r"\bmax_examples=|\bdeadline=(?:None|\d)")
    tests = [p for p in (ROOT / "tests").rglob("*.py") if "node_modules" not in p.parts]

    assert [p.name for p in tests if p.name not in own and word.search(p.read_text())] == []


@pytest.mark.parametrize("profile", ["test", "proof"])
def test_no_example_fails_for_its_time(profile):
    """A slow machine fails no test: neither profile has a deadline, nor has a whole life its own."""
    # issue 19, 6
    lives = (ROOT / "tests/stateful/test_life.py").read_text("utf-8")

    assert examples.get_profile(profile).deadline is None
    assert re.findall(r"\bdeadline=(?!None)", lives) == []


def drawn() -> dict[str, set[str]]:
    """The folders that AGENTS.md draws, each with what it says that they may import."""
    rows = re.findall(r"^\| `(bot/\w+)/` \|[^|]*\|([^|]*)\|", AGENTS, re.MULTILINE)
    return {folder: set(re.findall(r"\w+", may)) for folder, may in rows}


def test_the_drawing_fits_the_house():
    """AGENTS.md draws the folders of the package, and what they import is no more than it says."""
    folders = [name for name, *_ in house.folders() if name.count("/") == 1]
    needs = {folder: house.imports(ROOT / folder) for folder in folders}
    more = {
        folder: needs[folder] - may
        for folder, may in drawn().items()
        if "everything" not in may and needs[folder] - may
    }

    assert sorted(drawn()) == sorted(folders)
    assert more == {}


def test_the_longest_chain_of_imports_is_found():
    """Depth counts the modules of the longest chain, and a circle does not go on for ever."""
    needs = {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"e"}, "e": {"d", "c"}}

    found = house.depths_of(needs)

    assert (found["a"], found["b"], found["c"]) == (3, 2, 1)
    assert found["d"] >= 2


def test_slow_tests_say_what_they_show(tmp_path):
    """What `make test` wrote is read: a slow test stands there with its sentence, a quick one does not."""
    file = tmp_path / "tests.xml"
    here = 'classname="tests.architecture.test_house" name="test_slow_tests_say_what_they_show[x]"'
    file.write_text(f'<s><testcase {here} time="9"/><testcase {here} time="1"/></s>')

    [(seconds, name, words)] = house.slowest(file)

    assert (seconds, name.partition("[")[0]) == (9.0, "test_slow_tests_say_what_they_show")
    assert words.startswith("What `make test` wrote is read")
    assert house.tested(file) == [("tests/architecture", 2, 10.0)]


def test_what_is_over_its_limit_is_told():
    """A limit says what was found and what may be."""
    kept, over = house.Limit("lines", 3, 3), house.Limit("lines", 4, 3)

    assert (kept.kept, over.kept) == (True, False)
    assert house.told(over) == "OVER lines: 4 of at most 3"
