"""What the planner's classifier learns from: labelled issues in one file, and the trainer beside it."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("issues.jsonl.xz")
