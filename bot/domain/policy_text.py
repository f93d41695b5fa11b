"""YAML text -> Policy, or the line and reason why it cannot be used. Strict: unknown keys are refused."""

from __future__ import annotations

import yaml
from pydantic import ValidationError

from bot.domain.facts import PolicyBroken
from bot.domain.policy import POLICY_PATH, Policy

LIMIT = 65_536
DEEPEST = 20
_FORBIDDEN = (yaml.AliasToken, yaml.AnchorToken, yaml.TagToken)
_OPENING = (
    yaml.BlockMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.FlowSequenceStartToken,
)
_CLOSING = (yaml.BlockEndToken, yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)


def parse(text: str, file: str = POLICY_PATH) -> Policy | PolicyBroken:
    """Read a policy. Anchors, aliases and tags are refused: settings need none, bombs do."""
    if len(text) > LIMIT:
        return PolicyBroken(file, 1, f"larger than {LIMIT} characters")
    try:
        forbidden = _forbidden(text)
        if forbidden:
            return PolicyBroken(file, *forbidden)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        return _not_yaml(file, problem)
    twice = _twice(root)
    if twice:
        return PolicyBroken(file, twice[0], f"the key {twice[1]!r} stands twice")
    if data is None:
        return Policy()
    if not isinstance(data, dict):
        return PolicyBroken(file, 1, "the top must be a mapping of settings")
    try:
        return Policy.model_validate(data)
    except ValidationError as problem:
        return _misfit(file, root, problem)


def _forbidden(text: str) -> tuple[int, str] | None:
    depth = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        line = int(token.start_mark.line) + 1
        if isinstance(token, _FORBIDDEN):
            return line, "anchors, aliases and tags are refused"
        if depth > DEEPEST:
            return line, "nested too deeply"
    return None


def _not_yaml(file: str, problem: Exception) -> PolicyBroken:
    mark = getattr(problem, "problem_mark", None)
    why = getattr(problem, "problem", None) or "not YAML"
    return PolicyBroken(file, mark.line + 1 if mark else 1, str(why))


def _misfit(file: str, root: yaml.Node | None, problem: ValidationError) -> PolicyBroken:
    error = problem.errors()[0]
    path = tuple(error["loc"])
    why = "unknown setting" if error["type"] == "extra_forbidden" else error["msg"]
    return PolicyBroken(file, _line(root, path), f"{'.'.join(str(p) for p in path)}: {why}")


def _twice(node: yaml.Node | None) -> tuple[int, str] | None:
    if isinstance(node, yaml.SequenceNode):
        return next((t for t in (_twice(n) for n in node.value) if t), None)
    if not isinstance(node, yaml.MappingNode):
        return None
    seen: set[str] = set()
    for key, value in node.value:
        if key.value in seen:
            return key.start_mark.line + 1, str(key.value)
        seen.add(str(key.value))
        inner = _twice(value)
        if inner:
            return inner
    return None


def _line(node: yaml.Node | None, path: tuple[object, ...]) -> int:
    line = 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((p for p in node.value if p[0].value == part), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif (
            isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value)
        ):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line
