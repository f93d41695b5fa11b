"""`python -m tests.bench_model [ROUNDS]`: what the model engine adds to the main story, its model aside.

The story against the embedded GitHub by the webhook server, in turn with the built-in engine and with a model
server that answers at once. A model's answers are scripted, so what is measured is everything around it. The
steps that answer the built-in engine's questions are left out of both: a model plans at the label.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Mapping
from typing import Any

from tests.acceptance import shop
from tests.acceptance.demo import OF_BUILTIN
from tests.acceptance.doors import WebhookDoor
from tests.acceptance.story import SECRET, STEPS, Story, label, reply_answer
from tests.adapters.model_server import Answer, ModelServer, model_server
from tests.adapters.model_voices import VOICES
from tests.planning.model.given import draft
from tests.testbed.emulator import GitHubEmulator

CHAT = VOICES["openai"]
ROUNDS = 5
CRITERION = {
    "id": "c1",
    "text": "The export contains order number, date, customer and total",
    "quote": "The export contains order number, date, customer and total",
}
REPLIES: Mapping[str, Mapping[str, Any]] = {
    "submit": draft(intent="feature", criteria=[CRITERION]),
    "report": {"findings": [], "broken": []},
    "verdict": {"broken": []},
}


class AtOnce(ModelServer):
    """Fills in whatever form it is asked for."""

    def next(self) -> Answer:
        """The form that the last request offers; the first word of a probe where it offers none."""
        tools = [t["function"]["name"] for t in self.seen[-1].body.get("tools", ())]
        form = next((name for name in REPLIES if name in tools), "")
        return CHAT.says("", (form, REPLIES[form])) if form else CHAT.says("yes")


def played(**model: str) -> dict[str, float]:
    """Play the story once; the seconds of each step until the bot is done with it."""
    times: dict[str, float] = {}
    with GitHubEmulator(files=shop.FILES, secret=SECRET) as hub:
        door = WebhookDoor(hub, **model)
        try:
            door.attach()
            story = Story(hub, door, app_id=hub.app_id)
            for step in STEPS:
                if model and step in OF_BUILTIN:
                    continue
                began = time.monotonic()
                story.play(step)
                times[step.__name__] = time.monotonic() - began
            if model:
                _is_planned_by_it(story)
        finally:
            door.close()
    return times


def _is_planned_by_it(story: Story) -> None:
    told = json.dumps([c["body"] for c in story.comments()])
    if "small" not in told or "could not plan" in told:
        raise RuntimeError("the scripted model did not plan the story")


def main(rounds: int = ROUNDS) -> int:
    """Measure and print what each engine's story takes, and the session that plans."""
    taken: dict[str, list[float]] = {
        n: [] for n in ("built-in", "model", "plans, built-in", "plans")
    }
    with model_server(AtOnce) as server:
        setup = {
            "PLANGATE_MODEL_BASE_URL": server.address,
            "PLANGATE_MODEL_NAME": "small",
            "PLANGATE_MODEL_EXAM": "off",
        }
        for _ in range(rounds):
            plain, asked = played(), played(**setup)
            shared = plain.keys() & asked.keys()
            taken["built-in"].append(sum(plain[n] for n in shared))
            taken["model"].append(sum(asked[n] for n in shared))
            taken["plans, built-in"].append(plain[reply_answer.__name__])
            taken["plans"].append(asked[label.__name__])
    sys.stdout.write(
        f"{rounds} stories each, in turn, seconds: the steps that both play, and the one that plans\n\n"
    )
    for name, runs in taken.items():
        sys.stdout.write(
            f"{name:20}{min(runs):8.2f}{statistics.median(runs):8.2f}{max(runs):8.2f}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(n) for n in sys.argv[1:2])))
