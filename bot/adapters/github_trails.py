"""What GraphQL tells of an issue or pull request: the questions, and their answers as facts.

REST's `updated_at` has whole seconds and names nobody; GraphQL's `lastEditedAt` is empty where a text
was never edited, and `editor` says who did it.
https://docs.github.com/en/graphql/reference/interfaces#comment
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapters.github_authors import HANDS, connection
from bot.adapters.github_facts import Json, moment
from bot.domain.facts import Person
from bot.domain.listing import Listing
from bot.domain.people import GHOST, Deletion, LastEdit, Trail

_LAST_EDIT = "lastEditedAt editor { __typename login }"
_COMMENTS = f"nodes {{ id {_LAST_EDIT} }}"
_GIVEN = """given: timelineItems(last: 100, itemTypes: [LABELED_EVENT]) {
    pageInfo { hasPreviousPage startCursor }
    nodes { ... on LabeledEvent { createdAt actor { __typename login } label { name } } }
  }"""
_GONE = """gone: timelineItems(last: 100, itemTypes: [COMMENT_DELETED_EVENT]) {
    pageInfo { hasPreviousPage startCursor }
    nodes { ... on CommentDeletedEvent {
      createdAt actor { __typename login } deletedCommentAuthor { __typename login }
    } }
  }"""
EVENTS = {"given": _GIVEN, "gone": _GONE}
"""The newest events of each kind: https://docs.github.com/en/graphql/reference/unions#issuetimelineitems"""
_TRAIL = f"""fragment Trail on Issue {{
  {_LAST_EDIT}
  {_GIVEN}
  {_GONE}
  first: comments(first: 100) {{ {_COMMENTS} }}
  newest: comments(last: 100) {{ {_COMMENTS} }}
}}"""
# https://docs.github.com/en/graphql/reference/unions#pullrequesttimelineitems
_TURNED = """turned: timelineItems(
        last: 1, itemTypes: [BASE_REF_CHANGED_EVENT, AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT]
      ) {
        nodes {
          ... on BaseRefChangedEvent { createdAt }
          ... on AutomaticBaseChangeSucceededEvent { createdAt }
        }
      }"""
# Keyword and sidebar links alike; empty for keywords when the base is not the default branch.
_PULL = f"""pullRequest(number: $number) {{
      closingIssuesReferences(first: 100) {{
        nodes {{ number repository {{ nameWithOwner }} }}
        pageInfo {{ hasNextPage }}
      }}
      baseRef {{ name target {{ oid }} }}
      reviews(first: 1) {{ totalCount }}
      head: commits(last: 1) {{ nodes {{ commit {{ oid status {{ id }} }} }} }}
      repository {{
        open: pullRequests(first: 100, states: OPEN, orderBy: {{field: CREATED_AT, direction: DESC}}) {{
          nodes {{ number headRefOid }}
          pageInfo {{ hasNextPage }}
        }}
      }}
      {HANDS}
      {_LAST_EDIT}
      {_TURNED}
      QUEUES
    }}"""
# HEAD is the default branch. https://docs.github.com/en/graphql/reference/objects#repository
_HOME = """defaultBranchRef { name target { oid } }
    policy: object(expression: $policy) { ... on Blob { text isTruncated } }"""
LAST_EDITS = (
    f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on IssueComment {{ id {_LAST_EDIT} }} }} }}"
)
"""The last edits of comments, by their node ids (100 at most)."""


def question(issues: Iterable[int], *, pull: bool, queues: bool = True) -> str:
    """The one query of a run: who we are, the default branch, a pull request (`$number`), issues.

    Without `queues` for servers that know no merge queue: they refuse a question about it as a whole.
    """
    more = "\n    ".join(f"i{number}: issue(number: {number}) {{ ...Trail }}" for number in issues)
    number = ", $number: Int!" if pull else ""
    about = _PULL.replace("QUEUES", "isInMergeQueue" if queues else "") if pull else ""
    return f"""query ($owner: String!, $name: String!, $policy: String!{number}) {{
  viewer {{ login }}
  repository(owner: $owner, name: $name) {{
    {_HOME}
    {about}
    {more}
  }}
}}
{_TRAIL if more else ""}"""


def issues_in(repository: Json) -> dict[int, Json]:
    """What an answer tells of issues, by their numbers."""
    return {
        int(alias[1:]): node
        for alias, node in repository.items()
        if node and alias[:1] == "i" and alias[1:].isdigit()
    }


def is_whole(node: Json) -> bool:
    """Say whether an answer tells of an issue all that was asked, be it that there is nothing."""
    return all("nodes" in (node.get(part) or {}) for part in ("given", "gone", "first", "newest"))


def trail(node: Json, given: Listing[Json], gone: Listing[Json], me: str) -> Trail:
    """The trail of an issue; `given` are its labels' events, `gone` those of deleted comments, oldest first.

    Not complete: there are older ones, or some cannot be read.
    """
    rows = (*connection(node, "first").rows, *connection(node, "newest").rows)
    deletions = tuple(_deletion(row, me) for row in gone.rows if row)
    return Trail(
        last_edit(node),
        last_edits(rows),
        labelled(given.rows),
        tuple(d for d in deletions if not (d.by and _same(d.by.login, me))),
        gone.complete,
    )


def _deletion(row: Json, me: str) -> Deletion:
    """A deleted comment; its author has left where GitHub names who deleted it, and nobody as its author.

    What GitHub refuses to tell is missing in the answer. Where it names neither, it may hide both.
    https://github.com/orgs/community/discussions/24888
    """
    by, author = person(row.get("actor")), person(row.get("deletedCommentAuthor"))
    if by and row.get("deletedCommentAuthor", by) is None:
        author = Person(GHOST)
    ours = author is not None and _same(author.login, me)
    return Deletion(moment(row["createdAt"]), by, author, ours)


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def labelled(events: Iterable[Json]) -> dict[str, str]:
    """Who gave each label last; what a program or nobody gave is nobody's.

    An event that is not told may be about any label: who gave one before it is not known.
    """
    found: dict[str, str] = {}
    for event in events:
        if "label" not in event:
            found.clear()
        elif event["label"]:
            by = person(event.get("actor"))
            found[event["label"]["name"].casefold()] = by.login if by and not by.is_bot else ""
    return {name: login for name, login in found.items() if login}


def last_edits(rows: Iterable[Json | None]) -> dict[str, LastEdit]:
    """The last edits of comments by their node ids, of those that are told."""
    told = ((row["id"], last_edit(row)) for row in rows if row and row.get("id"))
    return {node_id: found for node_id, found in told if found}


def last_edit(node: Json) -> LastEdit | None:
    """The last edit of a text; None where the answer does not say whether there was one."""
    if "lastEditedAt" not in node:
        return None
    at = node["lastEditedAt"]
    return LastEdit(moment(at) if at else None, person(node.get("editor")))


def person(node: Json | None) -> Person | None:
    """An account by the name that REST shows: GraphQL leaves the suffix of a bot out."""
    if not node or not node.get("login"):
        return None
    is_bot = node.get("__typename") == "Bot"
    login = str(node["login"]).removesuffix("[bot]") + ("[bot]" if is_bot else "")
    return Person(login, is_bot=is_bot)
