"""Checks action.yml and workflow files with GitHub's own parser and schemas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.testbed.node import HERE, find_node, find_package


def workflow_errors(files: Iterable[Path]) -> list[str]:
    """Return one line per error GitHub would report for these files."""
    paths = [str(path) for path in files]
    find_package("@actions/workflow-parser")
    command = [find_node(), str(HERE / "expressions.mjs"), "check", *paths]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(f"the workflow parser failed: {answer.stderr[-2000:]}")
    return [f"{found['file']}: {found['message']}" for found in json.loads(answer.stdout)]
