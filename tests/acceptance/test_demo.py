"""`plangate demo` with a model: whatever it asks is answered, and the story ends in the merge."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.test_cli import typed
from tests.adapters.model_server import Answer, ModelServer, model_server
from tests.adapters.model_voices import VOICES
from tests.planning.model.given import asking, draft

pytestmark = pytest.mark.acceptance
CHAT = VOICES["openai"]
FORMAT = asking(quote="The file could be CSV or XLSX.", question="Which format should it have?")
WHEN = asking(quote="the export should run at once", question="When does the export run?")
ASKS = {**FORMAT, "intent": "feature", "questions": [*FORMAT["questions"], *WHEN["questions"]]}
HEADER = "The export contains order number, date, customer and total"
PLANS = draft(intent="feature", criteria=[{"id": "c1", "text": HEADER, "quote": HEADER}])


class Asks(ModelServer):
    """Asks two questions first, and plans once they are decided."""

    def next(self) -> Answer:
        """The form that the last request offers, filled in; a word where it offers none."""
        body = self.seen[-1].body
        tools = [t["function"]["name"] for t in body.get("tools", ())]
        if "submit" in tools:
            told = str(body["messages"])
            return CHAT.says(
                "", ("submit", PLANS if "<decision-" in told.split("user", 1)[1] else ASKS)
            )
        return (
            CHAT.says("", (tools[0], {"findings": [], "broken": []})) if tools else CHAT.says("yes")
        )


def test_the_demo_answers_all_that_a_model_asks(tmp_path: Path) -> None:
    """Two questions at once, each with a recommended answer: one reply takes both."""
    # issue 20: Done means, `make demo MODEL_URL=…`
    with model_server(Asks) as server:
        ran = typed(
            "demo",
            env={
                "PLANGATE_MODEL_BASE_URL": server.address,
                "PLANGATE_MODEL_NAME": "small",
                "PLANGATE_MODEL_EXAM": "off",
                "XDG_STATE_HOME": str(tmp_path),
            },
        )

    assert ran.code == 0, ran.err
    assert "takes what is recommended: 1A, 2A" in ran.out
    assert "planned by small" in ran.out and "done in" in ran.out
