// The five GraphQL queries a bot asks for.
import { json } from "../http.mjs";
import { issueBy, pullBy, repoBy } from "../people.mjs";
import { app, bodyOf, caller } from "../router.mjs";
import { senderJson } from "../shapes.mjs";
import { CLOSES, ctx, kept, nodeId } from "../state.mjs";

app.post("/graphql", async (c) => {
  const b = await bodyOf(c);
  const q = String(b.query ?? "");
  const v = b.variables ?? {};
  const m = caller(c);
  if (/\bclosingIssuesReferences\b/.test(q)) {
    const r = repoBy(v.owner, v.name ?? v.repo);
    const p = r && pullBy(r, v.number ?? v.pr);
    if (!p)
      return json({
        data: { repository: null },
        errors: [{ type: "NOT_FOUND", path: ["repository"], message: "Could not resolve to a PullRequest" }],
      });
    const base = ctx.gh.branches.findBy("repo_id", r.id).find((x) => x.name === p.base_ref);
    const ns = [...new Set([...(p.body ?? "").matchAll(CLOSES)].map((x) => Number(x[1])))]
      .map((n) => issueBy(r, n))
      .filter((i) => i && !i.is_pull_request);
    return json({
      data: {
        ...(/\bviewer\b/.test(q) ? { viewer: { login: (await senderJson(m)).login } } : {}),
        repository: {
          pullRequest: {
            reviews: { totalCount: ctx.gh.reviews.all().filter((x) => x.repo_id === r.id && x.pull_number === p.number).length },
            baseRef: base ? { name: base.name, target: { oid: base.sha } } : null,
            closingIssuesReferences: {
              totalCount: ns.length,
              pageInfo: { hasNextPage: false, endCursor: null },
              nodes: ns.map((i) => ({
                id: i.node_id,
                databaseId: i.id,
                number: i.number,
                state: i.state.toUpperCase(),
                repository: { nameWithOwner: r.full_name },
              })),
            },
          },
        },
      },
    });
  }
  if (/\bmergeQueue\b/.test(q)) {
    const repo = repoBy(v.owner, v.name);
    const told = kept.merging?.repo === repo?.id && kept.merging?.branch === v.branch ? kept.merging.entries : null;
    const nodes = told?.map((e, n) => ({
      position: n + 1,
      pullRequest: { number: e.number },
      headCommit: { oid: e.head },
      baseCommit: { oid: e.base },
    }));
    return json({ data: { repository: { mergeQueue: nodes ? { entries: { nodes } } : null } } });
  }
  if (/\bminimizeComment\b/.test(q))
    return json({
      data: { minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: "outdated" } } },
    });
  if (/\buserContentEdits\b/.test(q)) {
    const comment = ctx.gh.comments.all().find((x) => nodeId("IssueComment", x.id) === v.id || x.node_id === v.id);
    const nodes = (kept.edits.get(comment?.id) ?? []).map(({ by, at, text }) => ({
      editedAt: at,
      diff: text,
      editor: { __typename: by.type, login: by.login.replace(/\[bot\]$/, "") },
    }));
    return json({ data: { node: comment ? { userContentEdits: { nodes: nodes.reverse() } } : null } });
  }
  if (/\bviewer\b/.test(q)) return json({ data: { viewer: await viewer(m, q) } });
  return json({
    errors: [{ message: "the overlay knows only closingIssuesReferences, mergeQueue, userContentEdits, minimizeComment and viewer" }],
  });
});

// Unlike GET /user, `viewer` answers installation tokens too: with the login of the App's bot, "slug[bot]".
async function viewer(me, query) {
  const { login, id, type } = await senderJson(me);
  const known = { login, databaseId: id, id: nodeId(type, id) };
  return Object.fromEntries(Object.entries(known).filter(([field]) => new RegExp(`\\b${field}\\b`).test(query)));
}
