"""`plangate serve`: it starts or says why in one line; it drains; it sweeps; it does not hear itself."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.entrypoints.cli import ROOT, inside, plangate
from tests.testbed.ports import free_port

SECRET = "a-secret-of-32-characters-or-more"


ENVIRON = {"GITHUB_TOKEN": "t", "PLANGATE_WEBHOOK_SECRET": SECRET}
WRONG = {
    "no secret": ({"PLANGATE_WEBHOOK_SECRET": ""}, "PLANGATE-CONFIG-003"),
    "no port": ({"PLANGATE_PORT": "0"}, "PLANGATE-CONFIG-004"),
    "too high a port": ({"PLANGATE_PORT": "65536"}, "PLANGATE-CONFIG-004"),
    "no host": ({"PLANGATE_HOST": "a b"}, "PLANGATE-CONFIG-004"),
    "somebody else's address": ({"PLANGATE_HOST": "192.0.2.1"}, "PLANGATE-SERVE-001"),
    "an endless name": ({"PLANGATE_HOST": "a" * 250}, "PLANGATE-SERVE-001"),
    "a key that is no text": (
        {"PLANGATE_APP_ID": "1", "PLANGATE_PRIVATE_KEY_PATH": sys.executable},
        "PLANGATE-CONFIG-005",
    ),
}


@pytest.mark.parametrize(("environ", "code"), WRONG.values(), ids=WRONG)
def test_what_stops_the_start_is_one_line(environ, code):
    """Whatever is wrong at the start: one line with its code, and exit 2."""
    # CONTRACT: errors
    ran = inside("serve", **(ENVIRON | environ))

    assert (ran.code, ran.err.count("\n"), ran.err[: len(code) + 1]) == (2, 1, f"{code}:")


def test_a_taken_port_is_one_line():
    """A port in use is such an error, and leaves no process that hangs."""
    environ: Any = ENVIRON
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = plangate("serve", PLANGATE_PORT=str(taken.getsockname()[1]), **environ)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-SERVE-001: cannot listen on 127.0.0.1:")
    assert ran.err.count("127.0.0.1") == 1
    assert ran.err.endswith("Stop what uses it, or change PLANGATE_PORT.\n")


def test_a_host_of_another_machine_is_named_alone():
    """No port is in use where the host is wrong."""
    ran = inside("serve", **(ENVIRON | {"PLANGATE_HOST": "192.0.2.1", "PLANGATE_PORT": "8099"}))

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-SERVE-001: cannot listen on 192.0.2.1:8099 (")
    assert ran.err.endswith(". Correct PLANGATE_HOST.\n")


def test_metrics_have_a_port_of_their_own_on_this_machine_alone(tmp_path):
    """They are served on loopback, not on the webhook's port; a named port that is taken is an error."""
    # issue 19: the webhook's port is public, and metrics name accounts
    port, metrics = free_port(), free_port()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    told = ENVIRON | {
        "PLANGATE_METRICS_PORT": str(metrics),
        "PLANGATE_DATABASE_URL": f"sqlite://{tmp_path}/inbox.db",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "serve"], cwd=ROOT, stderr=subprocess.DEVNULL,
        env=clean | told | {"PLANGATE_PORT": str(port)},
    )  # fmt: skip
    try:
        wait_for(port)
        with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics") as answer:
            assert b"plangate_inbox_up 1.0" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics")
        with pytest.raises(OSError):  # any other address of this machine
            socket.create_connection(("127.0.0.2", metrics), 2)
        ran = inside("serve", **(told | {"PLANGATE_PORT": str(free_port())}))
    finally:
        process.terminate()
        process.wait(20)

    assert (ran.code, ran.err.count("\n"), ran.err[:18]) == (2, 1, "PLANGATE-SERVE-003")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(name, tmp_path):
    """SIGTERM and Ctrl+C end the server with exit 0; one line says what it is, one what was left.

    The first says that the database is new: a mistyped path makes one, too.
    """
    port = free_port()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    own = {"PLANGATE_PORT": str(port), "PLANGATE_METRICS_PORT": "0"}
    own["PLANGATE_DATABASE_URL"] = f"sqlite://{tmp_path}/inbox.db"
    command, env = [sys.executable, "-m", "bot", "serve"], clean | ENVIRON | own
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=env)
    try:
        wait_for(port)
        process.send_signal(name)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()

    made, began, *_, said = map(json.loads, err.splitlines())
    assert process.returncode == 0
    assert (made["event"], made["path"]) == ("database created", f"{tmp_path}/inbox.db")
    assert (began["event"], began["listens"]) == ("started", f"127.0.0.1:{port}")
    assert (began["database"], began["acts_as"]) == (f"SQLite {tmp_path}/inbox.db", "token")
    assert (began["engine"], began["workers"]) == ("builtin", 2)
    assert (said["event"], said["left"], said["unfinished"]) == ("stopped", 0, 0)


def wait_for(port: int) -> None:
    """Wait until the server answers."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("serve did not start")
