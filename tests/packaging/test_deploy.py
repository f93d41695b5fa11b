"""What is deployed: the Dockerfile's rules and steps, the compose file, the unit, the dashboard."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.exposition import generate_latest

from bot.ports.inbox import Counts
from bot.service.metrics import Metrics
from tests.packaging.dockerfile import Builder, steps

ROOT = Path(__file__).parents[2]
STEPS = steps(ROOT / "Dockerfile")


def texts(name: str) -> list[str]:
    """The instructions of a name."""
    return [step.text for step in STEPS if step.name == name]


def test_the_image_is_pinned_small_and_run_by_nobody():
    """Both stages start from one digest; the last runs as a number that is not root, with a health check."""
    # T22, issue 7: packaging
    bases = {text.split()[0] for text in texts("FROM")}

    assert len(texts("FROM")) == 2
    assert [
        bool(re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", base)) for base in bases
    ] == [True]
    assert texts("USER") == ["65532:65532"]
    assert STEPS.index(next(s for s in STEPS if s.name == "USER")) > len(STEPS) // 2
    assert "/healthz" in texts("HEALTHCHECK")[0]
    assert all("--require-hashes" in text for text in texts("RUN") if "install -r" in text)
    assert "ADD" not in {step.name for step in STEPS}
    assert not re.search("secret|token|key", " ".join(texts("ENV")), re.IGNORECASE)


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_the_steps_build_a_program_that_runs(tmp_path):
    """Executed in a clean folder, they leave a plangate that starts, finds its templates, and has no pip."""
    env = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "UV_", "SSL_", "HOME"))}
    builder = Builder(ROOT, tmp_path / "image", env)
    builder.build(ROOT / "Dockerfile")
    program = builder.root / "opt" / "plangate" / "bin"

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, env=builder.env, capture_output=True, text=True, check=False
        )
        return f"{done.returncode} {done.stdout}{done.stderr}"

    assert run(str(program / "plangate"), "serve", "--help").startswith("0 Usage")
    assert run(str(program / "plangate"), "worker", "--help").startswith("0 Usage")
    page = "from bot.wiring.setup import page; page('setup.html.j2', step='closed', app=True)"
    assert run(str(program / "python"), "-c", page) == "0 "
    assert "No module named pip" in run(str(program / "python"), "-m", "pip")
    assert (
        run(str(program / "python"), "-c", "import psycopg, procrastinate, uvloop, httptools")
        == "0 "
    )


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file."""
    return yaml.safe_load((ROOT / "deploy" / "compose.yml").read_text())


def test_compose_runs_two_servers_and_three_workers_on_postgresql(compose):
    """As the issue asks, read-only, with no capabilities, and time to drain."""
    # issue 7: build 2
    services = compose["services"]

    assert services["server"]["deploy"]["replicas"] == 2
    assert services["worker"]["deploy"]["replicas"] == 3
    assert services["server"]["command"] == ["serve", "--no-worker"]
    for name in ("server", "worker"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert int(services[name]["stop_grace_period"].rstrip("s")) > 30
        assert "state:/var/lib/plangate" in services[name]["volumes"]
    published = {name: s["ports"] for name, s in services.items() if "ports" in s}
    assert published.pop("front") == ["80:80", "443:443"]
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


def test_two_commands_bring_compose_up(tmp_path, compose):
    """`./prepare HOST` writes all that compose.yml asks for, generated once; it keeps what is there."""
    # issue 24
    for name in ("prepare", "app.env.example"):
        shutil.copy(ROOT / "deploy" / name, tmp_path / name)
    prepare = [tmp_path / "prepare", "plangate.test"]
    ran = subprocess.run(prepare, check=True, capture_output=True)
    files = {name: (tmp_path / name).read_text() for name in (".env", "app.env")}
    subprocess.run(prepare, check=True, capture_output=True)
    assert files == {name: (tmp_path / name).read_text() for name in files}

    given = dict(line.split("=", 1) for line in files[".env"].splitlines())
    asked = set(re.findall(r"\$\{(\w+):\?", (ROOT / "deploy" / "compose.yml").read_text()))
    assert asked == set(given) == {"SITE", "DATABASE_PASSWORD"}
    assert re.search(r"^PLANGATE_WEBHOOK_SECRET=[0-9a-f]{64}$", files["app.env"], re.MULTILINE)
    assert (tmp_path / ".env").stat().st_mode & 0o77 == 0
    assert b"PLANGATE_APP_ID" in ran.stdout


def test_the_kubernetes_manifests_are_closed_in():
    """Servers and workers run read-only as nobody with time to drain; metrics are for one namespace alone."""
    # issue 24
    found = list(yaml.safe_load_all((ROOT / "deploy" / "kubernetes" / "plangate.yaml").read_text()))
    pods = [one["spec"]["template"]["spec"] for one in found if one["kind"] == "Deployment"]

    assert len(pods) == 2
    for pod in pods:
        [container] = pod["containers"]
        assert pod["securityContext"]["runAsNonRoot"] and pod["terminationGracePeriodSeconds"] > 30
        assert container["securityContext"]["readOnlyRootFilesystem"]
    [policy] = [one["spec"]["ingress"] for one in found if one["kind"] == "NetworkPolicy"]
    assert [rule["ports"][0]["port"] for rule in policy if "from" not in rule] == [8080]


def test_the_unit_is_closed_in():
    """The systemd unit runs `plangate serve` as a user of its own and gives it time to drain."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "deploy" / "plangate.service")
    service = unit["Service"]

    assert service["ExecStart"] == "/opt/plangate/bin/plangate serve"
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert int(service["TimeoutStopSec"]) > 30


def test_dashboard_and_alerts_use_numbers_that_exist():
    """Every metric of dashboard and alerts is one that the service exposes; an alert says what to do."""
    # issue 7: observability
    metrics = Metrics(Counts, lambda: {"acme": 1})
    exposed = set(
        re.findall(r"^# TYPE (\w+)", generate_latest(metrics.registry).decode(), re.MULTILINE)
    )
    board = json.loads((ROOT / "deploy" / "grafana" / "plangate.json").read_text())
    queries = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    rules = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())["groups"][0]["rules"]
    queries += " ".join(rule["expr"] for rule in rules)
    shown = {name.removesuffix("_bucket") for name in re.findall(r"plangate_\w+", queries)}

    assert len(board["panels"]) >= 8
    assert all(rule["annotations"].keys() == {"summary", "fix"} for rule in rules)
    assert sorted(shown - exposed) == []
