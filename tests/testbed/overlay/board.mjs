// What GraphQL tells of a whole repository: open issues by label, open pull requests with a check; pins, deletions.
import { atLeast, repoBy, roleOf } from "./people.mjs";
import { ctx, kept } from "./state.mjs";
import { actor } from "./trails.mjs";

const MOST_PINNED = 3;
const LIST = /(\w+): issues\(labels: \$(\w+), states: OPEN, first: (\d+),\s*orderBy: \{field: CREATED_AT, direction: (ASC|DESC)\}\)/g;

export function board(q, v) {
  const repo = repoBy(v.owner, v.name);
  if (!repo) return null;
  const open = ctx.gh.issues.findBy("repo_id", repo.id).filter((x) => x.state === "open" && !x.is_pull_request);
  const found = { pullRequests: pulls(repo, v.check) };
  for (const [, alias, name, first, way] of q.matchAll(LIST)) {
    const wanted = v[name].map((label) => label.toLowerCase());
    const rows = open.filter((row) => labelsOf(row).some((label) => wanted.includes(label.toLowerCase())));
    rows.sort((a, b) => (way === "ASC" ? 1 : -1) * (a.number - b.number));
    found[alias] = { totalCount: rows.length, nodes: rows.slice(0, Number(first)).map(issue) };
  }
  return found;
}

const labelsOf = (row) => row.label_ids.map((id) => ctx.gh.labels.get(id)?.name).filter(Boolean);
const slugOf = (id) => ctx.gh.apps.all().find((a) => a.app_id === id)?.slug;
const typed = (login, type) => actor({ login, type });

function authorOf(row) {
  const app = kept.viaApp.get("issue:" + row.id);
  return app ? typed(slugOf(app), "Bot") : typed(ctx.gh.users.get(row.user_id)?.login ?? "ghost", "User");
}

const issue = (row) => ({
  number: row.number,
  title: row.title,
  body: row.body ?? "",
  createdAt: row.created_at,
  author: authorOf(row),
  labels: { nodes: labelsOf(row).map((name) => ({ name })) },
});

function pulls(repo, name) {
  const rows = ctx.gh.pullRequests.findBy("repo_id", repo.id).filter((x) => x.state === "open");
  rows.sort((a, b) => b.number - a.number);
  return { totalCount: rows.length, nodes: rows.slice(0, 100).map((row) => pull(repo, row, name)) };
}

function pull(repo, row, name) {
  const runs = ctx.gh.checkRuns.findBy("repo_id", repo.id).filter((x) => x.head_sha === row.head_sha && x.name === name);
  const suites = Map.groupBy(runs, (run) => kept.runApp.get(run.id) ?? 0);
  const nodes = [...suites].map(([id, found]) => {
    const run = found.reduce((a, b) => (a.id > b.id ? a : b));
    const { title = null, summary = null } = run.output ?? {};
    const conclusion = run.conclusion?.toUpperCase() ?? null;
    const told = { databaseId: run.id, conclusion, title, summary, externalId: run.external_id ?? null };
    return { app: { databaseId: id }, checkRuns: { nodes: [told] } };
  });
  return {
    number: row.number,
    title: row.title,
    isDraft: Boolean(row.draft),
    author: typed(ctx.gh.users.get(row.user_id)?.login ?? "ghost", "User"),
    commits: { nodes: [{ commit: { checkSuites: { nodes } } }] },
  };
}

// ---- mutations

const byNode = (id) => ctx.gh.issues.all().find((x) => x.node_id === id);
const refused = (message) => ({ data: null, errors: [{ type: "FORBIDDEN", message }] });

function mayOn(me, row, least) {
  const repo = row && ctx.gh.repos.get(row.repo_id);
  return me.kind === "user" ? atLeast(roleOf(me.user, repo), least) : me.inst?.permissions.issues === "write";
}

// Three at most; GitHub does not say which App permission it takes: here `issues: write` does.
export function pinned(me, id) {
  const row = byNode(id);
  if (!row || !mayOn(me, row, "write")) return refused("Resource not accessible by integration");
  if (kept.pins.length >= MOST_PINNED) return refused("Maximum 3 pinned issues per repository");
  if (!kept.pins.includes(row.number)) kept.pins.push(row.number);
  return { data: { pinIssue: { issue: { number: row.number } } } };
}

// Only an administrator deletes an issue.
export function deleted(me, id) {
  const row = byNode(id);
  if (!row || me.kind !== "user" || !mayOn(me, row, "admin")) return refused("You do not have permission to delete this issue");
  ctx.gh.issues.delete(row.id);
  return { data: { deleteIssue: { clientMutationId: null } } };
}
