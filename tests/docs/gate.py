"""The tables of docs/gate.md, drawn from the code and from the words in `templates/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.adapters import templating
from bot.adapters.neutral import Trusted
from bot.domain.evidence_kinds import RULES, Maker
from bot.domain.facts import Permission
from bot.domain.languages import LANGUAGES
from bot.domain.objections import Objection
from bot.domain.policy import Policy
from bot.domain.verdict import Row, RowCode, RowState, Verdict
from bot.effects import GateMessage
from bot.roles.waivers import WAIVABLE
from tests.docs import tables

STATES: Mapping[RowCode, tuple[RowState, ...]] = {
    RowCode.GATE_WORKED: (RowState.MISSING, RowState.WAITING),
    RowCode.RECORD_INTACT: (RowState.UNDECIDED,),
    RowCode.QUESTIONS_ANSWERED: (RowState.UNDECIDED,),
    RowCode.PLAN_MADE: (RowState.MISSING, RowState.UNDECIDED),
    RowCode.PLAN_SOUND: (RowState.UNDECIDED,),
    RowCode.PLAN_APPROVED: (RowState.UNDECIDED,),
    RowCode.PLANS_APART: (RowState.UNDECIDED,),
    RowCode.CHANGES_READ: (RowState.UNDECIDED,),
    RowCode.CLAIMS_HOLD: (RowState.CONTRADICTED, RowState.MISSING),
    RowCode.SCOPE_KEPT: (RowState.UNDECIDED,),
    RowCode.CHECKS_PASSED: (RowState.MISSING, RowState.WAITING),
    RowCode.REVIEW_APPROVED: (RowState.MISSING, RowState.UNDECIDED),
}
"""The states each requirement can be in that keep the gate closed; all others can only be missing."""
_DATA: Mapping[tuple[RowCode, RowState], dict[str, Any]] = {
    (RowCode.REVIEW_APPROVED, RowState.MISSING): {"rejected_by": ["LOGIN"]},
    (RowCode.PLAN_APPROVED, RowState.UNDECIDED): {"digest": "DIGEST"},
    (RowCode.ISSUE_REACHED, RowState.MISSING): {"why": "missing"},
    (RowCode.GROUP_MEMBER, RowState.MISSING): {"pull": 34},
    (RowCode.PLANS_APART, RowState.UNDECIDED): {"others": [5], "paths": ["PATH"], "intensity": 0.6},
}


def closing() -> list[tuple[RowCode, RowState]]:
    """Every reason that can close the gate."""
    return [(code, state) for code in RowCode for state in STATES.get(code, (RowState.MISSING,))]


def words(code: RowCode, state: RowState) -> dict[str, str]:
    """What is asked, what is found and who mends it, as the check says it of issue 12."""
    issue = (
        0 if code.value.startswith(("G", "POLICY", "CH", "TESTS_CH", "CL", "SC", "REVIEW")) else 12
    )
    row = Row(code, state, issue, _DATA.get((code, state), {}))
    verdict = Verdict(34, "a" * 40, "main", "b" * 40, (row,), issues=(12,), revisions=(1,))
    env = templating.markdown()
    here = {"here": Trusted("../.."), "repository": Trusted("owner/repo"), "plain": True}
    made = env.from_string(
        '{% import "gate_rows.md.j2" as g with context %}'
        "{{ g.asked(row) }}\x1e{{ g.icon(row) }}\x1e"
        "{{ g.found(row) }}\x1e{{ g.whole(row) }}"
    ).render(here, m=GateMessage(verdict, Policy()), row=row)
    asked, icon, found, mend = made.split("\x1e")
    return {
        "asked": asked,
        "icon": icon,
        "found": found.strip(),
        "mend": mend.strip().partition(" To set this aside")[0],
    }


def requirements() -> str:
    """Every requirement with each state that closes the gate, and its remedy."""
    rows = []
    for code, state in closing():
        said = words(code, state)
        cells = [f"`{code.value}`", said["asked"], f"{said['icon']} {state.value}", said["mend"]]
        rows.append(cells)
    return tables.table(["Code", "Requirement", "State", "Who acts, and how"], rows)


def waivable() -> str:
    """What a maintainer may set aside."""
    listed = ", ".join(f"`{code.value}`" for code in WAIVABLE)
    return f"These can be waived: {listed}. An intact, approved plan is always required."


def exemptions() -> str:
    """Why nothing is asked of a pull request."""
    return tables.table(["Exemption", "What the check says"], _said("exemptions"))


def objections() -> str:
    """What keeps an approval from counting, and how long."""
    until = {
        Objection.MUTED: "the label is gone",
        Objection.UNTOLD: "it is known, or it is given again",
    }
    words = _words_of("objection_words")
    rows = [[f"`{o.value}`", words[o.value], until.get(o, "it is given again")] for o in Objection]
    return tables.table(["Code", "What the check says", "Until"], rows)


def claims() -> str:
    """The four states of a claim."""
    means = {
        "verified": "a passing check, or a test added here, names the claim, and all checks passed",
        "supported": "all checks passed, and either tests changed, or a reviewer approved; a claim that "
        "names a file of the plan (`docs/admin.md says …`) needs a change of that file, and a planned test "
        "needs a changed test",
        "unproven": "nothing here shows it, or checks failed or still run; blocks only with "
        "`gate.claims: unproven`",
        "contradicted": "ticked as done or passed in the description, but a check failed; or ticked as "
        "tested, but no test file changed; blocks",
    }
    badges = _words_of("badges", "_words.md.j2")
    rows = [[badge, means[state]] for state, badge in badges.items()]
    return tables.table(["Badge", "When"], rows)


def evidence() -> str:
    """What counts as evidence, from whom, and from whom not."""
    rows = []
    for kind, rule in RULES.items():
        can = [maker.value for maker in Maker if maker in rule.makers]
        cannot = [maker.value for maker in Maker if maker not in rule.makers]
        need = (
            f"{rule.permission.value} permission" if rule.permission is not Permission.NONE else ""
        )
        cells = ["anybody" if not cannot else "; ".join(can) or "nobody", "; ".join(cannot), need]
        rows.append([kind.value[0].upper() + kind.value[1:], *cells, rule.shows])
    head = ["Evidence", "Counts from", "Does not count from", "Needs", "What it shows"]
    return tables.table(head, rows)


def languages() -> str:
    """Whose tests are known line by line, and which files their runners take."""
    rows = [
        [
            language.name,
            ", ".join(f"`.{suffix}`" for suffix in sorted(language.suffixes)),
            ", ".join(f"`{glob}`" for glob in language.collected),
        ]
        for language in LANGUAGES
    ]
    return (
        tables.table(["Language", "Files", "Collected by its runner"], rows)
        + "\n\nSource code of other languages counts if any code was added; other files never count."
    )


def _said(name: str) -> list[list[str]]:
    return [[key, text] for key, text in _words_of(name).items()]


def _words_of(name: str, template: str = "gate_rows.md.j2") -> dict[str, str]:
    env = templating.markdown()
    here = {"here": Trusted(""), "repository": Trusted("")}
    verdict = Verdict(34, "a" * 40, "main", "b" * 40, ())
    module = env.get_template(template).make_module({"m": GateMessage(verdict, Policy()), **here})
    held: dict[str, str] = getattr(module, name)
    return held


TABLES: dict[str, Callable[[], str]] = {
    "requirements": requirements,
    "waivable": waivable,
    "exemptions": exemptions,
    "objections": objections,
    "claims": claims,
    "languages": languages,
    "evidence": evidence,
}
