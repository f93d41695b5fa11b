"""A load for webhook servers, as a process of its own: signed deliveries, a fresh id each.

`python -m tests.bench_load PORT CONNECTIONS SECONDS RATE` prints one line of JSON. RATE 0 sends as
fast as answers come; otherwise at that rate, and a delay counts from when one should have been sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import json
import os
import sys
import time
from dataclasses import dataclass, field

import uvloop

SECRET = "a-secret-of-32-characters-or-more"
SUBJECTS = 200


def payloads() -> list[tuple[bytes, bytes]]:
    """Edited comments of 200 issues, 8 KB each, with their signatures. None of them folds."""
    made = []
    for n in range(1, SUBJECTS + 1):
        body = json.dumps(
            {
                "action": "edited",
                "issue": {"number": n, "title": "t" * 60, "body": "b" * 6000},
                "comment": {"id": n, "body": "c" * 900},
                "changes": {"body": {"from": "before"}},
                "repository": {"full_name": "acme/shop", "id": 5, "default_branch": "main"},
                "sender": {"login": "bob", "id": 2, "type": "User"},
                "installation": {"id": 2},
            }
        ).encode()
        digest = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
        made.append((body, digest.encode()))
    return made


@dataclass
class Load:
    """What was sent and how it was answered."""

    port: int
    seconds: float
    rate: float
    taken: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the payloads, and ids that no earlier load used."""
        self.payloads = payloads()
        self.ids = (b"%x-%d" % (os.getpid() ^ time.time_ns(), n) for n in itertools.count())
        self.turn = itertools.count()

    def request(self) -> bytes:
        """The next delivery's bytes."""
        body, digest = self.payloads[next(self.turn) % SUBJECTS]
        return (
            b"POST /webhook HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"X-GitHub-Event: issue_comment\r\nX-GitHub-Delivery: %s\r\nX-Hub-Signature-256: sha256=%s\r\n"
            b"Content-Length: %d\r\n\r\n%s"
        ) % (next(self.ids), digest, len(body), body)

    async def line(self, number: int, lines: int) -> None:
        """One connection, kept open."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        began = time.perf_counter()
        turn = 0
        while time.perf_counter() - began < self.seconds:
            due = time.perf_counter()
            if self.rate:
                due = began + (turn * lines + number) / self.rate
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            turn += 1
            writer.write(self.request())
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
            await reader.readexactly(length)
            self.delays.append(time.perf_counter() - due)
            good = head.split(b" ", 2)[1] in (b"200", b"202")
            self.taken += good
            self.refused += not good
        writer.close()

    async def run(self, lines: int) -> None:
        """All connections at once."""
        await asyncio.gather(*(self.line(n, lines) for n in range(lines)))


def main() -> None:
    """Load a server and print what it did."""
    port, lines = int(sys.argv[1]), int(sys.argv[2])
    seconds, rate = float(sys.argv[3]), float(sys.argv[4])
    load = Load(port, seconds, rate)
    began = time.perf_counter()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(load.run(lines))
    took = time.perf_counter() - began
    delays = sorted(load.delays)
    print(
        json.dumps(
            {
                "taken": load.taken,
                "refused": load.refused,
                "persecond": load.taken / took,
                "p50": delays[len(delays) // 2] * 1000,
                "p99": delays[int(len(delays) * 0.99)] * 1000,
            }
        )
    )


if __name__ == "__main__":
    main()
