// The GraphQL queries a bot asks for: what stands in them is answered, whichever fields are named.
import { ask, json } from "../http.mjs";
import { issueBy, pullBy, repoBy } from "../people.mjs";
import { app, bodyOf, caller } from "../router.mjs";
import { comparePull, senderJson, signed } from "../shapes.mjs";
import { CLOSES, ctx, kept, nodeId } from "../state.mjs";
import { board, deleted, pinned } from "../board.mjs";
import { actor, lastEdit } from "../trails.mjs";

const PAGE = 100;
const AUTHORS = 20;

app.post("/graphql", async (c) => {
  const b = await bodyOf(c);
  const q = String(b.query ?? "");
  const v = b.variables ?? {};
  const m = caller(c);
  const told = /\bviewer\b/.test(q) ? { viewer: await viewer(m, q) } : {};
  if (/\bpinIssue\(/.test(q)) return json(pinned(m, v.id));
  if (/\bdeleteIssue\(/.test(q)) return json(deleted(m, v.id));
  if (/\bpullRequests\(states: OPEN/.test(q)) return json({ data: { repository: board(q, v) } });
  if (/\bmergeQueue\b/.test(q)) return json({ data: { ...told, repository: queued(v) } });
  if (/\bminimizeComment\b/.test(q))
    return json({
      data: { minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: "outdated" } } },
    });
  if (/\buserContentEdits\b/.test(q)) return json({ data: { node: versions(v.id, q) } });
  if (/\bnodes\(ids:/.test(q)) return json(comments(v.ids, told));
  if (/\bp0_0: object\(expression:/.test(q)) return json({ data: { repository: await objects(q, v) } });
  if (/\brepository\(/.test(q)) return json(await ofRepository(q, v, told));
  if (told.viewer) return json({ data: told });
  return json({ errors: [{ message: "the overlay knows none of these fields" }] });
});

function comments(ids, told) {
  if (ids.length <= PAGE) return { data: { ...told, nodes: ids.map(commentNode) } };
  const message = `You may not provide more than ${PAGE} node ids; you provided ${ids.length}.`;
  return { data: null, errors: [{ type: "ARGUMENT_LIMIT", path: ["nodes"], message }] };
}

// ---- a repository: its default branch, a pull request, issues by number

async function ofRepository(q, v, told) {
  const repo = repoBy(v.owner, v.name ?? v.repo);
  if (!repo) return { data: { ...told, repository: null }, errors: [missing("repository", "Repository")] };
  const repository = {};
  const errors = [];
  if (/\bdefaultBranchRef\b/.test(q)) repository.defaultBranchRef = branchJson(repo, repo.default_branch);
  if (v.policy) repository.policy = await fileAt(repo, v.policy.replace(/^HEAD:/, ""));
  if (/\bpullRequest\(/.test(q)) {
    const pull = pullBy(repo, v.number ?? v.pr);
    repository.pullRequest = pull ? { ...(await pullJson(repo, pull)), ...(await hands(repo, pull, v.before)) } : null;
    if (!pull) errors.push(missing("pullRequest", "PullRequest"));
  }
  if (/\bissue\(number: \$number\)/.test(q)) {
    const [, alias, kind] = /(\w+): timelineItems\([^)]*itemTypes: \[(\w+)\]/.exec(q);
    const row = issueBy(repo, v.number);
    repository.issue = row ? { [alias]: timeline(row, kind, v.before) } : null;
  }
  for (const [, alias, number] of q.matchAll(/(\w+): issue\(number: (\d+)\)/g)) {
    const row = issueBy(repo, number);
    repository[alias] = row && !row.is_pull_request ? issueJson(repo, row) : null;
    if (!repository[alias]) errors.push(missing(alias, "Issue"));
  }
  return { data: { ...told, repository }, ...(errors.length ? { errors } : {}) };
}

const missing = (path, kind) => ({ type: "NOT_FOUND", path: ["repository", path], message: `Could not resolve to a ${kind}` });

function branchJson(repo, name) {
  const found = ctx.gh.branches.findBy("repo_id", repo.id).find((x) => x.name === name);
  return found ? { name: found.name, target: { oid: found.sha } } : null;
}

async function fileAt(repo, path) {
  const file = await ask("GET", `/repos/${repo.full_name}/contents/${path}?ref=${repo.default_branch}`);
  if (file.status !== 200) return null;
  return { text: Buffer.from(file.body.content, "base64").toString(), isTruncated: false };
}

const waits = (repo, pull) =>
  Boolean(kept.merging?.repo === repo.id && kept.merging.entries.some((e) => e.number === pull.number));

// The hundred newest, as `first: 100` asks for them.
function openPulls(repo) {
  const open = ctx.gh.pullRequests.findBy("repo_id", repo.id).filter((p) => p.state === "open");
  const nodes = open.map((p) => ({ number: p.number, headRefOid: p.head_sha })).sort((a, b) => b.number - a.number);
  return { nodes: nodes.slice(0, PAGE), pageInfo: { hasNextPage: nodes.length > PAGE } };
}

async function pullJson(repo, pull) {
  const row = issueBy(repo, pull.number);
  const numbers = [...new Set([...(pull.body ?? "").matchAll(CLOSES)].map((x) => Number(x[1])))];
  const nodes = numbers
    .map((n) => issueBy(repo, n))
    .filter((i) => i && !i.is_pull_request)
    .map((i) => ({
      id: i.node_id,
      databaseId: i.id,
      number: i.number,
      state: i.state.toUpperCase(),
      repository: { nameWithOwner: repo.full_name },
    }));
  return {
    reviews: { totalCount: ctx.gh.reviews.all().filter((x) => x.repo_id === repo.id && x.pull_number === pull.number).length },
    baseRef: branchJson(repo, pull.base_ref),
    ...(kept.merging || kept.groups.size === 0 ? { isInMergeQueue: waits(repo, pull) } : {}),
    head: {
      nodes: [{ commit: {
        oid: pull.head_sha,
        status: kept.statuses.some((s) => s.repo === repo.id && s.sha === pull.head_sha) ? { id: "S_1" } : null,
      } }],
    },
    repository: { open: openPulls(repo) },
    ...lastEdit(kept.texts.get(row?.id)),
    turned: { nodes: kept.turns.has(row?.id) ? [{ createdAt: kept.turns.get(row.id) }] : [] },
    closingIssuesReferences: { totalCount: nodes.length, pageInfo: { hasNextPage: false, endCursor: null }, nodes },
  };
}

function issueJson(repo, row) {
  const comments = ctx.gh.comments.findBy("repo_id", repo.id).filter((x) => x.issue_number === row.number && x.comment_type === "issue");
  return {
    number: row.number,
    ...lastEdit(kept.texts.get(row.id)),
    first: { nodes: comments.slice(0, PAGE).map(commentJson) },
    newest: { nodes: comments.slice(-PAGE).map(commentJson) },
    gone: timeline(row, "COMMENT_DELETED_EVENT"),
    given: timeline(row, "LABELED_EVENT"),
  };
}

// The newest events before a cursor, oldest first, as `last: 100` asks for them.
function timeline(row, kind, before) {
  const all = events(row, kind);
  const end = before ? Number(before) : all.length;
  const start = Math.max(0, end - PAGE);
  return { pageInfo: { hasPreviousPage: start > 0, startCursor: String(start) }, nodes: all.slice(start, end) };
}

function events(row, kind) {
  if (kind === "LABELED_EVENT")
    return kept.labelings
      .filter((x) => x.issue === row?.id)
      .map((x) => ({ createdAt: x.at, actor: actor(x.by), label: { name: x.name } }));
  return kept.deletions
    .filter((x) => x.issue === row?.id)
    .map((x) => ({ createdAt: x.at, actor: actor(x.by), deletedCommentAuthor: actor(x.author) }));
}

// Who pushed each commit (a push is known by the check suites it began) and who is named as author or co-author.
async function hands(repo, pull, before) {
  const rows = (await comparePull(repo, pull)).commits.map(signed);
  const end = before ? Number(before) : rows.length;
  const start = Math.max(0, end - PAGE);
  const nodes = rows.slice(start, end).map(({ sha, commit }) => {
    const trailers = [...commit.message.matchAll(/^Co-authored-by:[^<\n]*<([^>\n]+)>/gim)].map(([, email]) => email);
    const me = kept.pushes.get(sha);
    const pusher = me && { __typename: me.kind === "app" ? "Bot" : "User", login: me.login.replace("[bot]", "") };
    const { verified } = commit.verification;
    return {
      commit: {
        oid: sha,
        signature: verified ? { isValid: true, wasSignedByGitHub: commit.committer.name === "GitHub" } : null,
        authors: {
          nodes: [commit.author.email, ...trailers].slice(0, AUTHORS).map(byEmail),
          pageInfo: { hasNextPage: trailers.length >= AUTHORS },
        },
        checkSuites: { nodes: [{ push: pusher ? { pusher } : null }] },
      },
    };
  });
  const pageInfo = { hasPreviousPage: start > 0, startCursor: String(start) };
  return { headRefOid: pull.head_sha, commits: { totalCount: rows.length, pageInfo, nodes } };
}

function byEmail(email) {
  const user = ctx.gh.users.all().find((row) => row.email === email);
  return { user: user ? { login: user.login } : null };
}

// `SHA:path` names a file of a commit; null where there is none.
async function objects(q, v) {
  const repo = repoBy(v.owner, v.name);
  const found = {};
  for (const [, alias, key] of q.matchAll(/(\w+): object\(expression: \$(\w+)\)/g)) {
    const [ref, ...path] = String(v[key]).split(":");
    const file = encodeURI(path.join(":"));
    const answer = await ask("GET", `/repos/${repo.full_name}/contents/${file}?ref=${ref}`);
    found[alias] = answer.status === 200 ? { __typename: Array.isArray(answer.body) ? "Tree" : "Blob" } : null;
  }
  return found;
}

// ---- comments

const commentBy = (id) => ctx.gh.comments.all().find((x) => nodeId("IssueComment", x.id) === id || x.node_id === id);
const commentJson = (row) => ({ id: row.node_id || nodeId("IssueComment", row.id), ...lastEdit(kept.edits.get(row.id)) });

function commentNode(id) {
  const row = commentBy(id);
  return row ? { ...commentJson(row), id } : null;
}

function versions(id, q) {
  const pull = /\.\.\. on PullRequest /.test(q) && ctx.gh.pullRequests.all().find((x) => x.node_id === id);
  const issue = ctx.gh.issues.all().find((x) => x.node_id === id || (pull && x.repo_id === pull.repo_id && x.number === pull.number));
  const comment = commentBy(id) ?? issue;
  const told = kept.edits.get(comment?.id) ?? kept.texts.get(comment?.id) ?? [];
  const nodes = told.map(({ by, at, text }) => ({ editedAt: at, diff: text, editor: actor(by) }));
  return comment ? { userContentEdits: { nodes: nodes.reverse(), pageInfo: { hasNextPage: false } } } : null;
}

// ---- the rest

function queued(v) {
  const repo = repoBy(v.owner, v.name);
  const told = kept.merging?.repo === repo?.id && kept.merging?.branch === v.branch ? kept.merging.entries : null;
  const nodes = told?.map((e, n) => ({
    position: n + 1,
    pullRequest: { number: e.number },
    headCommit: { oid: e.head },
    baseCommit: { oid: e.base },
  }));
  if (!nodes && kept.groups.size) return {}; // the token may not read it
  return { mergeQueue: nodes ? { entries: { nodes, pageInfo: { hasNextPage: false } } } : null };
}

// Unlike GET /user, `viewer` answers installation tokens too: with the login of the App's bot, "slug[bot]".
async function viewer(me, query) {
  const { login, id, type } = await senderJson(me);
  const known = { login, databaseId: id, id: nodeId(type, id) };
  const body = /viewer \{([^}]*)\}/.exec(query)?.[1] ?? query;
  return Object.fromEntries(Object.entries(known).filter(([field]) => new RegExp(`\\b${field}\\b`).test(body)));
}
