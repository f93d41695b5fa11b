"""Ports for servers of tests."""

from __future__ import annotations

import random
import socket
from contextlib import suppress
from pathlib import Path

EPHEMERAL = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""The first and last port that Linux gives to whoever connects or binds to port 0."""


def free_port() -> int:
    """A free port of this machine that stays ours while our server restarts.

    It lies below the ports that the kernel hands out by itself: one of those can go to any connection as soon
    as its server ends, and who connects to one may even reach itself.
    """
    first = int(EPHEMERAL.read_text().split()[0]) if EPHEMERAL.exists() else 32_768
    while True:
        port = random.randrange(10_000, first)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
