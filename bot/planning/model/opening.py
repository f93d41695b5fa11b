"""The first turn: everything known before exploring, each piece of other people's text marked as data."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bot.domain.globs import fits
from bot.domain.invisible import shown
from bot.domain.plan import TaskPlan
from bot.planning.model.contents import bounded, clean, numbered
from bot.planning.model.tools import Toolbox
from bot.planning.proposal import Brief, Request
from bot.planning.repository.commands import command_for
from bot.planning.repository.context import Detail, condensed
from bot.planning.repository.evidence import bag
from bot.planning.repository.places import is_decision, is_rule, is_test
from bot.ports.explorer import Revision

TINY = 8_000
"""Bytes of all files together below which exploring finds nothing that the first turn does not show."""
_LONG_BODY, _LONG_COMMENT, _LONG_TALK = 30_000, 4_000, 30_000
_LONG_RULES, _MOST_RULES, _LONG_ISSUE, _LONG_PLAN = 2_500, 4, 400, 12_000
_MOST_ISSUES, _MOST_PATHS, _MOST_FOLDERS, _MOST_DECISIONS = 40, 200, 60, 30
_CHANGES_READ, _MOST_CHANGED, _MOST_CHANGES = 300, 10, 3
_UNFIT = re.compile(r'[<>"\n\r]')


def opened(brief: Brief, toolbox: Toolbox, tokens: int) -> tuple[dict[str, Any], bool]:
    """The data of the first turn, and whether there is anything to explore beyond it.

    What is shown of files is written into the ledger; `tokens` bounds their texts.
    """
    request = brief.request
    tiny = sum(toolbox.files.values()) <= TINY
    ranked = [p for p in brief.tree.ranked if p in toolbox.files and not is_rule(p)]
    placed = [p for p, size in toolbox.files.items() if size] if tiny else ranked
    files = _whole(placed, toolbox) if tiny else _files(placed, toolbox, tokens)
    changes = toolbox.changes("", _CHANGES_READ) if placed else None
    inside = request.author.lower() in request.writers
    by = {"by": request.author, "trust": "maintainer" if inside else "author"}
    about = next((p for p in placed if not is_test(p)), "")
    data: dict[str, Any] = {
        "title": piece("title", request.title),
        "body": piece("issue", shown(request.body), _LONG_BODY, **by),
        "labels": [_attribute(label) for label in sorted(request.labels)],
        "comments": list(_comments(request)),
        "decided": list(_decided(request)),
        "feedback": [piece("feedback", text, most=_LONG_COMMENT) for text in request.feedback],
        "earlier": _earlier(request.earlier) if request.earlier else "",
        "issues": list(_issues(request)),
        "forced": request.forced,
        "epic": "plan:epic" in request.labels,
        "overview": "" if tiny and placed else _overview(toolbox),
        "files": files,
        "whole": tiny and bool(toolbox.files),
        "changes": list(_changes(placed, changes)),
        "known_history": changes is not None,
        "rules": list(_rules(brief, toolbox)),
        "decisions": [p for p in toolbox.files if is_decision(p)][:_MOST_DECISIONS],
        "command": command_for(about, tuple(toolbox.files), {}) if about else "",
    }
    return data, bool(toolbox.files) and not tiny


def piece(kind: str, text: str, most: int = _LONG_COMMENT, **attributes: str) -> str:
    """A text of others between marks that it cannot close itself: they hold a digest of all of it."""
    body = bounded(clean(text), most)
    mark = f"{kind}-{hashlib.sha256(body.encode('utf-8', 'replace')).hexdigest()[:12]}"
    told = "".join(f' {key}="{_attribute(value)}"' for key, value in attributes.items())
    return f"<{mark}{told}>\n{body}\n</{mark}>"


def _attribute(value: str) -> str:
    return _UNFIT.sub(" ", clean(value))[:100]


def _comments(request: Request) -> Iterator[str]:
    """The conversation, oldest first; what is too long for the room loses its oldest part."""
    room = _LONG_TALK
    kept: list[str] = []
    for comment in reversed(request.comments):
        by = comment.author.login
        told = {"by": by, "association": comment.association, "trust": request.trusts(by)}
        made = piece("comment", shown(comment.body), _LONG_COMMENT, **told)
        room -= len(made)
        if room < 0 and kept:
            kept.append(f"({len(request.comments) - len(kept)} older comments are left out.)")
            break
        kept.append(made)
    yield from reversed(kept)


def _decided(request: Request) -> Iterator[str]:
    for one in request.decided:
        own = " (left to the planner)" if one.answer.planner_decision else ""
        yield piece("decision", f"{one.question.question}\n-> {one.chosen}{own}", by=one.answer.by)


def _earlier(plan: TaskPlan) -> str:
    rows = [
        {
            "title": t.title,
            "status": t.status.value,
            "criteria": [c.text for c in t.acceptance_criteria],
            "files": list(t.written),
        }
        for t in plan.live
    ]
    text = json.dumps({"goal": plan.goal, "tasks": rows}, ensure_ascii=False, indent=1)
    return piece("plan", text, most=_LONG_PLAN, version=str(plan.version))


def _issues(request: Request) -> Iterator[str]:
    """The open issues that share most words with this one, by number."""
    mine = bag(f"{request.title}\n{request.body[:_LONG_COMMENT]}").keys()
    words = ((o, bag(f"{o.title}\n{o.body[:_LONG_COMMENT]}")) for o in request.open_issues)
    alike = sorted(words, key=lambda one: (-len(mine & one[1].keys()), one[0].number))
    ranked = [other for other, _ in alike]
    for other in sorted(ranked[:_MOST_ISSUES], key=lambda o: o.number):
        text = f"{other.title}\n{shown(other.body)[:_LONG_ISSUE]}"
        yield piece("other", text, number=str(other.number))
    if len(ranked) > _MOST_ISSUES:
        yield f"({len(ranked) - _MOST_ISSUES} open issues that share fewer words are left out.)"


def _files(placed: Sequence[str], toolbox: Toolbox, tokens: int) -> list[str]:
    """Each file whole, as an outline, or as one line, by rank and room."""
    texts = toolbox.texts(placed)
    kept = condensed([(p, texts[p]) for p in placed if p in texts], tokens)
    rows = []
    for path, text in kept.texts.items():
        whole = kept.forms[path] is Detail.WHOLE
        toolbox.show(path, text.count("\n") + 1 if whole else 0)
        told = "\n".join(numbered(text.removesuffix("\n").split("\n"))) if whole else text
        rows.append(piece("file", told, most=len(told), path=path, form=kept.forms[path].value))
    return rows


def _whole(placed: Sequence[str], toolbox: Toolbox) -> list[str]:
    """All files of a tiny tree with all that they hold, in one piece."""
    texts = toolbox.texts(placed)
    for path, text in texts.items():
        toolbox.show(path, text.count("\n") + 1)
    told = "\n".join(f"== {_attribute(path)}\n{text.strip()}" for path, text in texts.items())
    return [piece("files", told, most=2 * TINY)] if texts else []


def _overview(toolbox: Toolbox) -> str:
    paths = list(toolbox.files)
    if len(paths) <= _MOST_PATHS:
        return "\n".join(_attribute(p) for p in paths)
    counts = Counter("/".join(p.split("/")[:-1][:2]) for p in paths)
    rows = [f"{_attribute(f) or '.'}/ ({n} files)" for f, n in counts.most_common(_MOST_FOLDERS)]
    left = len(counts) - len(rows)
    return "\n".join((*sorted(rows), *((f"… and {left} more folders",) if left else ())))


def _changes(placed: Sequence[str], changes: Sequence[Revision] | None) -> Iterator[str]:
    """The newest changes of the files that are most likely to be changed."""
    for path in placed[:_MOST_CHANGED]:
        for change in [c for c in changes or () if path in c.files][:_MOST_CHANGES]:
            subject = change.message.strip().split("\n")[0]
            yield _attribute(f"{path}: {change.at:%Y-%m-%d} {change.commit[:9]} {subject}")


def _rules(brief: Brief, toolbox: Toolbox) -> Iterator[str]:
    """What the repository asks of everybody who works on it."""
    named = [p for p in toolbox.files if is_rule(p)]
    named += [p for p in toolbox.files if fits(brief.policy.constraints, p)]
    for path, text in toolbox.texts(dict.fromkeys(named[:_MOST_RULES])).items():
        toolbox.show(path, text[:_LONG_RULES].count("\n") + (len(text) <= _LONG_RULES))
        yield piece("rules", text, most=_LONG_RULES, path=path)
