"""The model server looked over for `plangate doctor`: does it answer, and does it know the model?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import httpx

from bot.adapters.github_checkup import Diagnosis


def looked_over(
    environ: Mapping[str, str], transport: httpx.BaseTransport | None = None
) -> Iterator[Diagnosis]:
    """What is found at PLANGATE_MODEL_BASE_URL; without one the built-in planner needs nothing."""
    address = environ.get("PLANGATE_MODEL_BASE_URL", "").rstrip("/")
    name = environ.get("PLANGATE_MODEL_NAME", "")
    if not address:
        yield Diagnosis("ok", "plans are made by the built-in planner: no model server is needed")
        return
    key = environ.get("PLANGATE_MODEL_API_KEY", "")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with httpx.Client(timeout=5, trust_env=False, transport=transport) as client:
            answer = client.get(f"{address}/models", headers=headers)
            rows = answer.raise_for_status().json()["data"]
            names = [str(row["id"]) for row in rows]
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError) as problem:
        what = f"the model server does not answer as it should ({type(problem).__name__})"
        yield Diagnosis(
            "wrong", what, "Start it, and check PLANGATE_MODEL_BASE_URL (it ends in /v1)"
        )
        return
    if name and name not in names:
        yield Diagnosis(
            "wrong", "the model server does not have PLANGATE_MODEL_NAME", "Load that model"
        )
    else:
        yield Diagnosis("ok", f"the model server answers, with {len(names)} models")
