"""The overview of a repository through GraphQL, and the dashboard's issue: the port `Dashboards`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.adapters import github_facts as facts
from bot.adapters.github_account import Account
from bot.adapters.github_authors import connection
from bot.adapters.github_client import GitHubClient
from bot.adapters.github_facts import Json
from bot.adapters.github_pages import listed
from bot.adapters.github_trails import person
from bot.domain import dashboard, markers
from bot.domain.dashboard import LabelledIssues, ListedPull, Overview
from bot.domain.facts import Issue, Person
from bot.domain.people import GHOST
from bot.domain.verdict import CHECK
from bot.errors import GitHubError, RateLimited

_ISSUES = "/repos/{repo}/issues"
_ISSUE = "/repos/{repo}/issues/{number}"
MOST_HOMES = 100
# https://docs.github.com/en/graphql/reference/objects#repository (issues, pullRequests)
_LIST = """l{n}: issues(labels: $l{n}, states: OPEN, first: {first},
      orderBy: {{field: CREATED_AT, direction: {way}}}) {{ totalCount nodes {{ ...Row }} }}"""
# https://docs.github.com/en/graphql/reference/input-objects#checkrunfilter
_PULLS = f"""pullRequests(states: OPEN, first: {dashboard.MOST_PULLS},
      orderBy: {{field: CREATED_AT, direction: DESC}}) {{
      totalCount
      nodes {{ number title isDraft author {{ __typename login }} commits(last: 1) {{ nodes {{ commit {{
        checkSuites(first: 10, filterBy: {{checkName: $check}}) {{ nodes {{
          app {{ databaseId }}
          checkRuns(first: 1, filterBy: {{checkName: $check, checkType: LATEST}}) {{
            nodes {{ databaseId conclusion title summary externalId }}
          }}
        }} }}
      }} }} }} }}
    }}"""
_ROW = """fragment Row on Issue {
  number title body createdAt author { __typename login } labels(first: 50) { nodes { name } }
}"""
# https://docs.github.com/en/graphql/reference/mutations#pinissue
_PIN = "mutation ($id: ID!) { pinIssue(input: {issueId: $id}) { issue { number } } }"
_NEXT = "👉 **Next: "
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\n]{1,500}\)")


def with_home(row: Json, account: Account) -> Issue:
    """An issue that knows whether it is a dashboard of our own: who we are is asked only where it may be.

    With a personal token a person's own issues are ours, too: there the label alone says nothing.
    """
    found = facts.issue(row)
    labels = found.labels if found.author.is_bot else frozenset()
    if not markers.of_dashboard(found.body, labels):
        return found
    return replace(found, dashboard=found.author.login.lower() == account.login.lower())


class GitHubDashboards:
    """The port `Dashboards` on one client."""

    def __init__(self, client: GitHubClient, account: Account) -> None:
        """`account` tells which issues and checks are ours."""
        self._client, self._account = client, account

    def overview(self, stages: Iterable[str], asking: Iterable[str]) -> Overview:
        """Open issues by label, and open pull requests with our check."""
        asked = [(name, dashboard.MOST, "ASC") for name in stages]
        asked += [(name, dashboard.MOST_LABELLED, "DESC") for name in asking]
        given: dict[str, Any] = {**self._account.here, "check": CHECK}
        lists = [_LIST.format(n=n, first=first, way=way) for n, (_, first, way) in enumerate(asked)]
        labels = "".join(f", $l{n}: [String!]" for n in range(len(asked)))
        query = f"""query ($owner: String!, $name: String!, $check: String!{labels}) {{
  repository(owner: $owner, name: $name) {{ {" ".join((*lists, _PULLS))} }}
}}
{_ROW}"""
        given |= {f"l{n}": [label] for n, (label, _, _) in enumerate(asked)}
        found = self._account.ask(query, given).get("repository") or {}
        if not {"pullRequests", *(f"l{n}" for n in range(len(asked)))} <= set(found):
            what = "GitHub refused the query that the overview needs"
            remedy = "Let the token read issues, pull requests and checks"
            raise GitHubError("PLANGATE-GITHUB-015", what, remedy)
        return Overview(
            {label: _issues(found[f"l{n}"]) for n, (label, _, _) in enumerate(asked)},
            tuple(self._pull(node) for node in found["pullRequests"]["nodes"] if node),
            found["pullRequests"]["totalCount"],
        )

    def homes(self) -> tuple[Issue, ...]:
        """The issues of dashboards by their label, oldest first; with none, also such as lost the label.

        https://docs.github.com/en/rest/issues/issues#list-repository-issues
        """
        query = {"labels": markers.DASHBOARD_LABEL, "state": "all"}
        query |= {"sort": "created", "direction": "asc"}
        return self._homes(query) or self._homes({"state": "open", "sort": "created"})[::-1]

    def open(self, title: str, body: str) -> Issue:
        """Open the issue; after a lost answer look whether it is there."""
        asked = {"title": title[:250], "body": body, "labels": [markers.DASHBOARD_LABEL]}
        return self._client.settle(
            lambda: with_home(self._client.write("POST", _ISSUES, asked), self._account),
            lambda: next(iter(self.homes()), None),
        )

    def close(self, number: int) -> None:
        """Close an issue; that can be repeated.

        https://docs.github.com/en/rest/issues/issues#update-an-issue
        """
        asked = {"state": "closed", "state_reason": "not_planned"}
        self._client.repeat("PATCH", _ISSUE, asked, number=number)

    def pin(self, issue: Issue) -> str:
        """Pin it; GitHub refuses tokens that may not, and a fourth pinned issue."""
        try:
            answer = self._client.graphql(_PIN, {"id": issue.node_id})
        except RateLimited:
            raise
        except GitHubError as refused:
            return refused.what
        return "; ".join(str(e.get("message", "")) for e in answer.get("errors") or ())

    def _homes(self, query: Mapping[str, str]) -> tuple[Issue, ...]:
        rows = listed(self._client, _ISSUES, query, cap=MOST_HOMES * 3).rows
        told_ = (with_home(row, self._account) for row in rows if "pull_request" not in row)
        return tuple(issue for issue in told_ if issue.dashboard)

    def _pull(self, node: Json) -> ListedPull:
        """A pull request with our newest check on its newest commit; with a token by its name and id."""
        commits = [n["commit"] for n in connection(node, "commits").rows]
        suites = [s for c in commits for s in connection(c, "checkSuites").rows]
        ours = self._account.app_id
        runs = [
            run
            for suite in suites
            if ours in (0, (suite.get("app") or {}).get("databaseId"))
            for run in connection(suite, "checkRuns").rows
            if str(run.get("externalId") or "").startswith("pr:")
        ]
        newest: Json = max(runs, key=lambda run: run["databaseId"], default={})
        author = person(node.get("author")) or Person(GHOST)
        return ListedPull(
            node["number"],
            node["title"],
            author.login,
            bool(node.get("isDraft")),
            str(newest.get("conclusion") or "").lower(),
            _remedy(newest.get("summary") or "") or str(newest.get("title") or ""),
        )


def _issues(found: Json) -> LabelledIssues:
    listed_ = tuple(_issue(node) for node in found["nodes"] if node)
    return LabelledIssues(found["totalCount"], listed_)


def _issue(node: Json) -> Issue:
    return Issue(
        number=node["number"],
        title=node["title"],
        body=node.get("body") or "",
        author=person(node.get("author")) or Person(GHOST),
        created_at=facts.moment(node["createdAt"]),
        labels=frozenset(label["name"] for label in connection(node, "labels").rows),
    )


def _remedy(summary: str) -> str:
    """The line of a check's summary that says what comes next, without its markup (gate.md.j2)."""
    line = next((x for x in summary.split("\n") if x.startswith(_NEXT)), "")
    return _LINK.sub(r"\1", line.removeprefix(_NEXT).replace("**", ""))
