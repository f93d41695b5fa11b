"""A secret in an issue, a comment, an answer or a reason is in nothing that we write."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.records import GitHubRecords
from tests.acceptance import shop
from tests.flow.given import Shop

SECRETS = ("hunter2horse", "swordfishes", "correctbattery")
BODY = f"""{shop.BODY}
- [ ] The mail server is reached with password={SECRETS[0]}

```yaml
mail:
  api_key: {SECRETS[1]}
```

```json
{{"client_secret": "{SECRETS[2]}"}}
```
"""


@pytest.mark.shows("NFR-011")
def test_no_secret_leaves_wherever_it_was_written():
    """Plan, questions, card, record and branch: the words stay, the values are gone."""
    # T11
    story = Shop()
    renderer = MarkdownRenderer(story.hub.full_name)
    records = GitHubRecords(story.world.issues, renderer, b"key")
    story.world = replace(story.world, renderer=renderer, records=records)
    story.issue = story.hub.open_issue("carol", f"Export with token={SECRETS[1]}", BODY)
    story.hub.comment("carol", story.issue, f"Log in with `password: {SECRETS[0]}` to see it.")
    story.hub.set_labels(story.issue, ["plan"])
    story.look()
    story.hub.comment("carol", story.issue, f"1: by mail, the passphrase={SECRETS[2]}")
    story.look()
    story.hub.comment("alice", story.issue, f"/plan answer 2: at once, token={SECRETS[1]}")
    story.look()
    while story.stage == "awaiting_human":
        story.answer()
        story.look()
    story.hub.comment("alice", story.issue, f"/plan replan use api_key: {SECRETS[1]}")
    story.look()

    record = story.record
    assert {a.by for a in record.planner.answers if a.text} == {"carol", "alice"}
    assert record.plan is not None and record.plan.version == 2
    written = [c.body for c in story.hub.comments_of(story.issue) if c.ours]
    written += [record.model_dump_json(), *story.labels()]
    assert [s for s in SECRETS for text in written if s in text] == []
    assert any("removed: looks like a secret" in text for text in written)
