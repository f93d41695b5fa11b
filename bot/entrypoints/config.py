"""`plangate config validate|schema`: check a policy file, or print its JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.domain.policy import POLICY_PATH
from bot.domain.policy_schema import policy_schema
from bot.entrypoints.reading import read_policy


@click.group()
def config() -> None:
    """Check the policy file, or print its JSON Schema."""


@config.command("validate", short_help="Check the policy file.")
@click.argument("file", default=POLICY_PATH, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def validate(file: Path, as_json: bool) -> None:
    """Check FILE (default: .github/plangate.yml), and list every error in it."""
    read_policy(file)
    click.echo(json.dumps({"file": str(file), "valid": True}) if as_json else f"{file} is valid")


@config.command("schema")
def schema() -> None:
    """Print the JSON Schema of .github/plangate.yml."""
    click.echo(json.dumps(policy_schema(), indent=2, ensure_ascii=True))
