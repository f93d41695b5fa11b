"""Runs the steps of a composite action (or of one job) as GitHub's runner does, without Docker.

    run = run_action(".", {"command": "plan"}, event_name="issues", event=payload,
                     repository="acme/shop", token=token, api_url=hub.url)
    run.conclusion, run.outputs, run.summary, run.annotations, run.log, run.steps["main"].outcome

Follows actions/runner 2.336: which `github.*` become GITHUB_* variables, the files a step writes
and their grammar, shells and working directory, conditions, commands on standard output, and that
a composite action's `run` steps get no INPUT_* variables.  Expressions are evaluated by GitHub's
own engine.  `uses:` steps are handed to `uses` (skipped without one); post steps, problem
matchers and job time-outs are left out.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.testbed.node import HERE, find_node, find_package

Json = dict[str, Any]
Uses = Callable[[str, dict[str, str], Json], "Mapping[str, Any] | None"]
Script = Callable[[Mapping[str, str]], tuple[int, str]]
"""What is run with a step's environment: its exit code, and what it printed."""

# The entries of the `github` context that become environment variables; the token is not one.
EXPORTED = {
    "action",
    "action_path",
    "action_ref",
    "action_repository",
    "actor",
    "actor_id",
    "api_url",
    "artifacts",
    "artifacts_list",
    "base_ref",
    "env",
    "event_name",
    "event_path",
    "graphql_url",
    "head_ref",
    "job",
    "output",
    "path",
    "ref",
    "ref_name",
    "ref_protected",
    "ref_type",
    "repository",
    "repository_id",
    "repository_owner",
    "repository_owner_id",
    "retention_days",
    "run_attempt",
    "run_id",
    "run_number",
    "server_url",
    "sha",
    "state",
    "step_summary",
    "triggering_actor",
    "workflow",
    "workflow_ref",
    "workflow_sha",
    "workspace",
}
COMMAND_FILES = {
    "env": "set_env_",
    "output": "set_output_",
    "path": "add_path_",
    "state": "save_state_",
    "step_summary": "step_summary_",
}
SHELLS = {
    "bash": ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "{0}"],
    "python": ["python", "{0}"],
    "sh": ["sh", "-e", "{0}"],
}
EXTENSIONS = {"bash": ".sh", "python": ".py", "sh": ".sh"}
SUMMARY_LIMIT = 1024 * 1024
DEFAULT_TIMEOUT = 300.0


class ActionError(ValueError):
    """What the runner refuses before or while it reads a step."""


@dataclass(frozen=True)
class Annotation:
    """An `::error::`, `::warning::`, `::notice::` or `::debug::` line."""

    level: str
    message: str
    properties: dict[str, str] = field(default_factory=dict)


@dataclass
class Step:
    """What became of one step."""

    id: str
    name: str
    outcome: str = "skipped"
    conclusion: str = "skipped"
    outputs: dict[str, str] = field(default_factory=dict)
    log: str = ""
    summary: str = ""
    exit_code: int | None = None
    env: dict[str, str] = field(default_factory=dict)

    @property
    def scope(self) -> Json:
        """The step as later expressions see it."""
        return {"outputs": self.outputs, "outcome": self.outcome, "conclusion": self.conclusion}


@dataclass
class Run:
    """What became of the action or job."""

    conclusion: str = "success"
    outputs: dict[str, str] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)
    annotations: list[Annotation] = field(default_factory=list)
    masked: set[str] = field(default_factory=set)
    env: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def log(self) -> str:
        """What all steps printed, secrets masked."""
        return "".join(step.log for step in self.steps.values())

    @property
    def summary(self) -> str:
        """The job summary."""
        return "".join(step.summary for step in self.steps.values())

    def annotate(self, level: str, message: str, **properties: str) -> None:
        """Add an annotation."""
        self.annotations.append(Annotation(level, message, properties))

    def mask(self, text: str) -> str:
        """Replace every secret by stars."""
        for secret in sorted(self.masked, key=len, reverse=True):
            text = text.replace(secret, "***")
        return text


class Expressions:
    """GitHub's expression engine in a Node process; it remembers nothing between two expressions."""

    def __init__(self) -> None:
        find_package("@actions/expressions")
        self._process = subprocess.Popen(
            [find_node(), str(HERE / "expressions.mjs"), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def text(self, value: Any, contexts: Json, status: str = "success", root: str = ".") -> str:
        """Replace every `${{ }}` in a value of the file."""
        template = plain_text(value)
        if "${{" not in template:
            return template
        return self._ask(text=template, contexts=contexts, status=status, hash_root=root)

    def holds(self, condition: Any, contexts: Json, status: str, root: str = ".") -> bool:
        """Evaluate an `if`; without a status function it means `success() && (...)`."""
        text = plain_text(condition)
        query: Json = {"text": text, "contexts": contexts, "status": status, "hash_root": root}
        return self._ask(**query, **{"if": True})

    def _ask(self, **query: Any) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(json.dumps(query) + "\n")
        stdin.flush()
        answer = json.loads(stdout.readline())
        if "error" in answer:
            raise ActionError(f"{answer['error']} in {query['text']!r}")
        return answer["value"]

    def close(self) -> None:
        """End the process."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait(5)
        if self._process.stdout:
            self._process.stdout.close()


def plain_text(value: Any) -> str:
    """Write a YAML scalar as the runner does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


# ---- the github context


def github_context(  # noqa: PLR0913 - named options
    event_name: str,
    event: Json,
    repository: str,
    *,
    sha: str | None = None,
    ref: str | None = None,
    actor: str | None = None,
    token: str = "",
    api_url: str = "https://api.github.com",
    server_url: str = "https://github.com",
    workspace: str = ".",
    job: str = "test",
    workflow: str = "test",
    **more: str,
) -> Json:
    """Return what GitHub's server puts into the job, for the usual events."""
    repo, sender = event.get("repository") or {}, event.get("sender") or {}
    pull = (event.get("pull_request") or {}) if event_name.startswith("pull_request") else {}
    ref = ref or _event_ref(event_name, event)
    sha = sha or _event_sha(event_name, event) or "0" * 40
    actor = actor or sender.get("login", "octocat")
    return {
        "action_status": "success",
        "actor": actor,
        "actor_id": str(sender.get("id", 1)),
        "api_url": api_url,
        "base_ref": (pull.get("base") or {}).get("ref", ""),
        "event": event,
        "event_name": event_name,
        "graphql_url": f"{api_url}/graphql",
        "head_ref": (pull.get("head") or {}).get("ref", ""),
        "job": job,
        "ref": ref,
        "ref_name": re.sub(r"^refs/(heads|tags|pull)/", "", ref),
        "ref_protected": False,
        "ref_type": "tag" if ref.startswith("refs/tags/") else "branch",
        "repository": repository,
        "repository_id": str(repo.get("id", 1)),
        "repository_owner": repository.split("/")[0],
        "repository_owner_id": str((repo.get("owner") or {}).get("id", 1)),
        "retention_days": "90",
        "run_attempt": "1",
        "run_id": "9876543210",
        "run_number": "1",
        "server_url": server_url,
        "sha": sha,
        "token": token,
        "triggering_actor": actor,
        "workflow": workflow,
        "workflow_ref": f"{repository}/.github/workflows/{workflow}.yml@{ref}",
        "workflow_sha": sha,
        "workspace": workspace,
        **more,
    }


def _event_ref(event_name: str, event: Json) -> str:
    if event_name == "pull_request" and event.get("pull_request"):
        return f"refs/pull/{event['pull_request']['number']}/merge"
    if event_name == "push":
        return event["ref"]
    if event_name == "merge_group":
        return event["merge_group"]["head_ref"]
    return f"refs/heads/{(event.get('repository') or {}).get('default_branch', 'main')}"


def _event_sha(event_name: str, event: Json) -> str | None:
    if event_name == "pull_request":
        return (event.get("pull_request") or {}).get("merge_commit_sha")
    if event_name == "push":
        return event.get("after")
    return event["merge_group"]["head_sha"] if event_name == "merge_group" else None


# ---- running


def run_action(  # noqa: PLR0913 - named options
    folder: str | Path,
    inputs: Mapping[str, Any] | None = None,
    *,
    event_name: str,
    event: Json,
    repository: str,
    token: str = "",
    env: Mapping[str, str] | None = None,
    uses: Uses | None = None,
    instead: Mapping[str, Script] | None = None,
    **context: Any,
) -> Run:
    """Run the composite action in a folder; `context` is handed to `github_context`.

    `instead` holds what is called in place of a step's script, by the step's id.
    """
    action_folder = Path(folder).resolve()
    action = _read_action(action_folder)
    run = Run()
    expressions = _expressions()
    with _workspace(context) as workspace:
        github = github_context(event_name, event, repository, token=token, **context)
        values = _input_values(action, inputs or {}, github, expressions, run)
        extra: Json = {"inputs": values}
        runner = _Runner(run, expressions, github, extra, dict(env or {}), uses, action_folder)
        runner.instead = instead or {}
        runner.run(action["runs"]["steps"], workspace)
        scope = {key: step.scope for key, step in run.steps.items()}
        contexts = {**_outer_contexts(runner.github), "inputs": values, "steps": scope, "env": {}}
        for name, output in (action.get("outputs") or {}).items():
            run.outputs[name] = expressions.text(output["value"], contexts)
    return run


def run_job(  # noqa: PLR0913 - named options
    steps: Sequence[Json],
    *,
    event_name: str,
    event: Json,
    repository: str,
    token: str = "",
    env: Mapping[str, str] | None = None,
    secrets: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
    uses: Uses | None = None,
    condition: str = "",
    **context: Any,
) -> Run:
    """Run the steps of one workflow job (secrets and vars exist here, action_path does not).

    `condition` is the job's `if`; where it does not hold, nothing runs and the conclusion is `skipped`.
    """
    run = Run()
    extra: Json = {
        "needs": {},
        "secrets": {"GITHUB_TOKEN": token, **(secrets or {})},
        "vars": dict(variables or {}),
    }
    with _workspace(context) as workspace:
        github = github_context(event_name, event, repository, token=token, **context)
        if condition and not _expressions().holds(condition, _outer_contexts(github), "success"):
            run.conclusion = "skipped"
            return run
        runner = _Runner(run, _expressions(), github, extra, dict(env or {}), uses)
        runner.run(steps, workspace)
    return run


@functools.cache
def _expressions() -> Expressions:
    """The expression engine of all runs of this process."""
    made = Expressions()
    atexit.register(made.close)
    return made


@contextmanager
def _workspace(context: Json) -> Iterator[Path]:
    """Yield the given workspace, or one that is removed afterwards."""
    if "workspace" in context:
        context["workspace"] = str(context["workspace"])
        yield Path(context["workspace"])
        return
    with tempfile.TemporaryDirectory(prefix="workspace-") as folder:
        context["workspace"] = folder
        yield Path(folder)


def _read_action(folder: Path) -> Json:
    for name in ("action.yml", "action.yaml"):
        if (folder / name).exists():
            action = yaml.safe_load((folder / name).read_text(encoding="utf-8"))
            if action["runs"]["using"] != "composite":
                raise ActionError("only composite actions can be run here")
            return action
    raise ActionError(f"no action.yml in {folder}")


def _input_values(
    action: Json, given: Mapping[str, Any], github: Json, expressions: Expressions, run: Run
) -> dict[str, str]:
    """Return the inputs with their defaults; the runner does not enforce `required`."""
    texts = {name.lower(): plain_text(value) for name, value in given.items()}
    declared = {name.lower(): spec or {} for name, spec in (action.get("inputs") or {}).items()}
    for name in sorted(texts.keys() - declared.keys()):
        run.annotate("warning", f"Unexpected input(s) '{name}', valid inputs are {list(declared)}")
    contexts = _outer_contexts(github)
    defaults = {
        name: expressions.text(spec.get("default"), contexts)
        for name, spec in declared.items()
        if name not in texts
    }
    return {name: texts[name] if name in texts else defaults[name] for name in declared}


def _outer_contexts(github: Json) -> Json:
    return {"github": github, "job": {}, "matrix": {}, "runner": {}, "strategy": {}}


@dataclass
class _Runner:
    """The steps of one run, their shared environment and files."""

    result: Run
    expressions: Expressions
    github: Json
    extra: Json
    env: dict[str, str]
    uses: Uses | None = None
    action_folder: Path | None = None
    instead: Mapping[str, Script] = field(default_factory=dict)
    search_path: list[str] = field(default_factory=list)
    status: str = "success"

    def __post_init__(self) -> None:
        secret = (self.github["token"], *self.extra.get("secrets", {}).values())
        self.result.masked |= {text for text in secret if text}
        if self.action_folder:
            self.github["action_path"] = str(self.action_folder)

    def run(self, steps: Sequence[Json], workspace: Path) -> None:
        """Run all steps in the workspace."""
        self.workspace = workspace
        self.temp = Path(tempfile.mkdtemp(prefix="runner-temp-"))
        try:
            self._lay_out()
            for number, spec in enumerate(steps):
                self._step(spec, spec.get("id") or f"__{number}")
            self.result.env = self.env
        finally:
            shutil.rmtree(self.temp, ignore_errors=True)

    def _lay_out(self) -> None:
        self.commands = self.temp / "_runner_file_commands"
        self.commands.mkdir()
        event = self.temp / "_github_workflow" / "event.json"
        event.parent.mkdir()
        event.write_text(json.dumps(self.github["event"]), encoding="utf-8")
        self.github["event_path"] = str(event)
        self.runner = {
            "arch": "X64",
            "environment": "github-hosted",
            "name": "local",
            "os": "Linux",
            "temp": str(self.temp),
            "tool_cache": self.env.get("RUNNER_TOOL_CACHE") or str(self.temp / "_tool"),
            "workspace": str(self.workspace),
        }

    def _step(self, spec: Json, step_id: str) -> None:
        title = plain_text(spec.get("name") or spec.get("run") or spec.get("uses"))
        step = self.result.steps[step_id] = Step(step_id, title.split("\n")[0])
        files = self._command_files()
        github = {**self.github, **files, "action": step_id, "action_status": self.status}
        contexts = self._contexts(github, step_id)
        try:
            step_env = {key: self._text(v, contexts) for key, v in (spec.get("env") or {}).items()}
            contexts["env"] = {**self.env, **step_env}
            if not self._holds(spec.get("if"), contexts):
                return
            if "uses" in spec:
                self._use(spec, step, contexts)
                return
            step.env = self._environment(github, step_env)
            failed = self._run_script(spec, step, contexts)
        except ActionError as error:
            self.result.errors.append(str(error))
            failed = True
        failed = self._read_files(step, files) or failed
        self._conclude(spec, step, contexts, failed)

    def _command_files(self) -> dict[str, str]:
        """Make the files a step may write to, new and empty for each."""
        suffix = secrets.token_hex(16)
        files = {kind: self.commands / (name + suffix) for kind, name in COMMAND_FILES.items()}
        for file in files.values():
            file.touch()
        return {kind: str(file) for kind, file in files.items()}

    def _contexts(self, github: Json, step_id: str) -> Json:
        steps = self.result.steps.items()
        named = {k: s.scope for k, s in steps if k != step_id and not k.startswith("__")}
        return {
            "env": dict(self.env),
            "github": github,
            "job": {"status": self.status},
            "matrix": {},
            "runner": self.runner,
            "steps": named,
            "strategy": {},
            **self.extra,
        }

    def _text(self, value: Any, contexts: Json) -> str:
        return self.expressions.text(value, contexts, self.status, str(self.workspace))

    def _holds(self, condition: Any, contexts: Json) -> bool:
        return self.expressions.holds(condition, contexts, self.status, str(self.workspace))

    def _use(self, spec: Json, step: Step, contexts: Json) -> None:
        given = {
            key: self._text(value, contexts) for key, value in (spec.get("with") or {}).items()
        }
        outputs = self.uses(spec["uses"], given, contexts) if self.uses else None
        if outputs is None:
            step.log += f"(uses {spec['uses']}: skipped here)\n"
            return
        step.outputs.update({key: plain_text(value) for key, value in outputs.items()})
        step.outcome = step.conclusion = "success"

    def _environment(self, github: Json, step_env: dict[str, str]) -> dict[str, str]:
        env = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        env |= self.env | step_env
        for name, value in github.items():
            if name in EXPORTED and isinstance(value, str | bool):
                env[f"GITHUB_{name.upper()}"] = plain_text(value)
        env |= {f"RUNNER_{name.upper()}": value for name, value in self.runner.items()}
        env["GITHUB_ACTIONS"] = "true"
        env.setdefault("CI", "true")
        env["PATH"] = os.pathsep.join([*reversed(self.search_path), env.get("PATH", os.defpath)])
        return env

    def _run_script(self, spec: Json, step: Step, contexts: Json) -> bool:
        """Run a script and return whether it failed."""
        if self.action_folder and not spec.get("shell"):
            raise ActionError("Required property is missing: shell")
        script = self.instead.get(step.id)
        step.exit_code, printed = (
            script(step.env) if script else self._shell(spec, step.env, contexts)
        )
        self._read_output(printed, step)
        return step.exit_code != 0

    def _shell(self, spec: Json, env: dict[str, str], contexts: Json) -> tuple[int, str]:
        """Run a script in the shell it names; its exit code, and what it printed."""
        shell = self._text(spec.get("shell") or "bash -e {0}", contexts)
        script = self.temp / (secrets.token_hex(16) + EXTENSIONS.get(shell.split()[0], ""))
        script.write_text(self._text(spec["run"], contexts), encoding="utf-8")
        folder = self.workspace / self._text(spec.get("working-directory"), contexts)
        minutes = spec.get("timeout-minutes")
        done = subprocess.run(
            _command_line(shell, script),
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=float(minutes) * 60 if minutes else DEFAULT_TIMEOUT,
            check=False,
        )
        return done.returncode, done.stdout

    def _read_output(self, output: str, step: Step) -> None:
        """Obey the commands among the lines a step printed, and keep the rest."""
        stopped: str | None = None
        for line in output.splitlines(keepends=True):
            command = re.match(r"::([\w-]+)(?: ([^\n]*?))?::(.*)", line.rstrip("\n"))
            if stopped is not None:
                if command and command[1] == stopped:
                    stopped = None
                step.log += self.result.mask(line)
            elif command and command[1] == "stop-commands":
                stopped = command[3]
            elif not command or not self._obey(command[1], command[2] or "", command[3]):
                step.log += self.result.mask(line)

    def _obey(self, name: str, properties: str, message: str) -> bool:
        """Carry out one command; False when it is just shown in the log."""
        if name == "add-mask":
            if message.strip():
                self.result.masked.add(_unescape(message))
            return True
        if name not in ("error", "warning", "notice", "debug"):
            return False
        pairs = (part.split("=", 1) for part in properties.split(",") if "=" in part)
        given = {key.strip(): _unescape(value) for key, value in pairs}
        self.result.annotate(name, self.result.mask(_unescape(message)), **given)
        return True

    def _read_files(self, step: Step, files: dict[str, str]) -> bool:
        """Take over what the step wrote into its files; True when they were malformed."""
        written = {kind: Path(path).read_text(encoding="utf-8") for kind, path in files.items()}
        self._read_summary(step, written["step_summary"])
        try:
            step.outputs.update(parse_pairs(written["output"]))
            for name, value in parse_pairs(written["env"]):
                self._set_env(name, value)
        except ActionError as error:
            self.result.annotate("error", f"Unable to process file command: {error}")
            return True
        self.search_path += [line for line in written["path"].splitlines() if line]
        return False

    def _set_env(self, name: str, value: str) -> None:
        if name.upper() == "NODE_OPTIONS":
            message = "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command."
            self.result.annotate("error", message)
        else:
            self.env[name] = value

    def _read_summary(self, step: Step, text: str) -> None:
        size = len(text.encode())
        if size <= SUMMARY_LIMIT:
            step.summary = self.result.mask(text)
            return
        limit = f"supports content up to a size of {SUMMARY_LIMIT // 1024}k, got {size // 1024}k"
        self.result.annotate("error", f"$GITHUB_STEP_SUMMARY upload aborted, {limit}.")

    def _conclude(self, spec: Json, step: Step, contexts: Json, failed: bool) -> None:
        step.outcome = "failure" if failed else "success"
        if step.exit_code:
            message = f"Process completed with exit code {step.exit_code}."
            self.result.annotate("error", message)
        goes_on = self._text(spec.get("continue-on-error"), contexts) == "true"
        step.conclusion = "success" if failed and goes_on else step.outcome
        if step.conclusion == "failure":
            self.status = self.result.conclusion = "failure"


def _command_line(shell: str, script: Path) -> list[str]:
    words = SHELLS.get(shell) or (shell.split() if "{0}" in shell else None)
    if words is None:
        raise ActionError(
            "Invalid shell option. Shell must be a valid built-in (bash, sh, cmd, powershell, pwsh)"
            " or a format string containing '{0}'"
        )
    return [word.replace("{0}", str(script)) for word in words]


def _unescape(text: str) -> str:
    escapes = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
    return re.sub("%(?:0D|0A|3A|2C|25)", lambda match: escapes[match[0]], text)


def parse_pairs(text: str) -> list[tuple[str, str]]:
    """Read NAME=VALUE lines and NAME<<DELIMITER blocks, as the runner does."""
    lines = iter(text.removesuffix("\n").split("\n"))
    return [_pair(line, lines) for line in lines if line]


def _pair(line: str, lines: Iterator[str]) -> tuple[str, str]:
    equals, block = line.find("="), line.find("<<")
    if equals >= 0 and (block < 0 or equals < block):
        name, value = line.split("=", 1)
        return name, value
    if block < 0:
        raise ActionError(f"Invalid format '{line}'")
    name, delimiter = line.split("<<", 1)
    if not name or not delimiter:
        raise ActionError(f"Invalid format '{line}'. Name and delimiter must not be empty")
    value_lines: list[str] = []
    for value_line in lines:
        if value_line == delimiter:
            return name, "\n".join(value_lines)
        value_lines.append(value_line)
    raise ActionError(f"Invalid value. Matching delimiter not found '{delimiter}'")
