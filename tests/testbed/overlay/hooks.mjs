// Webhooks: payloads as GitHub sends them, signing, delivery, and what a push sets off.
import { createHmac, randomUUID } from "node:crypto";
import { ask } from "./http.mjs";
import { issueBy, ownerLogin, pullBy, repoBy } from "./people.mjs";
import { fixRepository, fullPull, issueJson, repoJson, shape } from "./shapes.mjs";
import { claimRun, newSuite, suiteOf } from "./suites.mjs";
import { ctx, kept, newId, nodeId, now, requestScope, wholeSeconds } from "./state.mjs";

// The event, action and payload GitHub would send for what emulate dispatches; null for none.
async function translate(event, action, raw, owner, repoName) {
  if (event === "branch_protection_rule") return null; // not the shape GitHub sends
  const { me, before = {} } = requestScope.getStore() ?? {};
  const repo = repoName ? repoBy(owner, repoName) : null;
  if (action === "created" || action === "opened") noteApp(event, me, raw);
  let payload = shape(structuredClone(raw));
  if (event === "issues" && payload.issue && "diff_url" in payload.issue) {
    event = "pull_request";
    payload.pull_request = payload.issue;
    delete payload.issue;
  }
  if (repo) payload = (await TRANSLATORS[event]?.(payload, { action, before, repo })) ?? payload;
  if (repo && payload.label && !("id" in payload.label)) payload.label = labelJson(repo, payload.label);
  payload.repository &&= fixRepository(shape(payload.repository), event);
  if (repo?.owner_type === "Organization") payload.organization = organizationJson(ctx.gh.orgs.get(repo.owner_id));
  if (action !== undefined) payload = { ...payload, action };
  return { event, action, payload };
}

// Which App made it: known only here, before the answer is written.
function noteApp(event, me, payload) {
  if (me?.kind !== "app") return;
  const { appId } = me.inst;
  if (event === "check_run") kept.runApp.set(payload.check_run.id, appId);
  if (event === "issues") kept.viaApp.set("issue:" + payload.issue.id, appId);
  if (event === "issue_comment") kept.viaApp.set("comment:" + payload.comment.id, appId);
  if (event === "check_run") payload.check_run.check_suite.id = claimRun(payload.check_run.id, appId);
}

const TRANSLATORS = {
  issues: (payload, { action, before }) => {
    if (action === "edited") payload.changes = changesOf(payload.issue, before);
  },
  issue_comment: async (payload, { action, before, repo }) => {
    const issue = issueBy(repo, /(\d+)$/.exec(payload.comment.issue_url)[1]);
    if (issue) payload.issue = await issueJson(repo, ctx.gh.issues.get(issue.id));
    if (action !== "edited") return;
    const changed = before.comment !== undefined && before.comment !== payload.comment.body;
    payload.changes = changed ? { body: { from: before.comment } } : {};
  },
  pull_request: async (payload, { action, before, repo }) => {
    const pull = payload.pull_request;
    payload.number = pull.number;
    const row = pullBy(repo, pull.number);
    if (row) await fullPull(repo, row, pull);
    // GitHub has not computed them yet
    if (pull.state === "open") Object.assign(pull, { mergeable: null, mergeable_state: "unknown", rebaseable: null });
    pull.active_lock_reason ??= null;
    if (action === "edited") payload.changes = changesOf(pull, before);
  },
  pull_request_review: (payload) => {
    payload.review.state = payload.review.state.toLowerCase();
    payload.review.body ||= null;
    delete payload.review.created_at;
    payload.pull_request.active_lock_reason ??= null;
    payload.pull_request = Object.fromEntries(SHORT_PULL.map((key) => [key, payload.pull_request[key]]));
  },
  push: (payload, { repo }) => {
    const push = pushJson(repo, payload);
    requestScope.exit(() => queueMicrotask(() => afterPush(repo, push).catch((error) => console.error(error))));
    return push;
  },
};

// A review carries a shorter pull request than other events do.
const SHORT_PULL = [
  ...["_links", "active_lock_reason", "assignee", "assignees", "author_association", "auto_merge", "base", "body"],
  ...["closed_at", "comments_url", "commits_url", "created_at", "diff_url", "draft", "head", "html_url", "id"],
  ...["issue_url", "labels", "locked", "merge_commit_sha", "merged_at", "milestone", "node_id", "number", "patch_url"],
  ...["requested_reviewers", "requested_teams", "review_comment_url", "review_comments_url", "state", "statuses_url"],
  ...["title", "updated_at", "url", "user"],
];

function changesOf(after, before) {
  const changes = {};
  for (const key of ["title", "body"])
    if (before[key] !== undefined && before[key] !== after[key]) changes[key] = { from: before[key] ?? "" };
  if (after.base && before.ref && before.ref !== after.base.ref)
    changes.base = { ref: { from: before.ref }, sha: { from: before.sha } };
  return changes;
}

function labelJson(repo, label) {
  const row = ctx.gh.labels.findBy("repo_id", repo.id).find((x) => x.name === label.name);
  if (!row) return label;
  const { id, node_id, name, color, description } = row;
  const url = `${ctx.baseUrl}/repos/${repo.full_name}/labels/${encodeURIComponent(name)}`;
  return { id, node_id, url, name, color, default: row.default, description };
}

function organizationJson({ login, id, node_id, description }) {
  const url = `${ctx.baseUrl}/orgs/${login}`;
  return {
    login,
    id,
    node_id,
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${ctx.baseUrl}/avatars/o/${login}`,
    description: description ?? "",
  };
}

// ---- pushes

const NO_COMMIT = "0".repeat(40);

function pushJson(repo, { ref, before, after, commits, repository, sender }) {
  const pushed = commitsBetween(repo, before, after);
  const files = new Map((commits ?? []).map((commit) => [commit.id, commit]));
  const json = (commit) => pushedCommit(repo, commit, files.get(commit.sha) ?? {}, sender.login);
  return {
    ref,
    before,
    after,
    created: before === NO_COMMIT,
    deleted: after === NO_COMMIT,
    forced: false,
    base_ref: null,
    compare: `${ctx.baseUrl}/${repo.full_name}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: pushed.map(json),
    head_commit: pushed.length ? json(pushed.at(-1)) : null,
    pusher: { name: sender.login, email: null },
    repository,
    sender,
  };
}

// First parents from `after` back to `before` (for a new branch: to the default branch), oldest first, at most 20.
function commitsBetween(repo, before, after) {
  const commits = new Map(ctx.gh.commits.findBy("repo_id", repo.id).map((commit) => [commit.sha, commit]));
  const trunk = ctx.gh.branches.findBy("repo_id", repo.id).find((branch) => branch.name === repo.default_branch);
  const end = before === NO_COMMIT && trunk?.sha !== after ? trunk?.sha : before;
  const found = [];
  for (let sha = after; sha !== end && commits.has(sha) && found.length < 20; sha = found[0].parent_shas?.[0])
    found.unshift(commits.get(sha));
  return found;
}

const pushedCommit = (repo, commit, { added = [], removed = [], modified = [] }, username) => ({
  id: commit.sha,
  tree_id: commit.tree_sha,
  distinct: true,
  message: commit.message,
  timestamp: commit.committer_date,
  url: `${ctx.baseUrl}/${repo.full_name}/commit/${commit.sha}`,
  author: { name: commit.author_name, email: commit.author_email, username },
  committer: { name: commit.committer_name, email: commit.committer_email, username },
  added,
  removed,
  modified,
});

async function afterPush(repo, push) {
  if (!push.ref.startsWith("refs/heads/") || push.deleted) return;
  const branch = push.ref.replace("refs/heads/", "");
  for (const pull of ctx.gh.pullRequests.findBy("repo_id", repo.id))
    if (pull.state === "open" && pull.head_repo_id === repo.id && pull.head_ref === branch)
      if (pull.head_sha !== push.after) await synchronize(repo, pull, push);
  await openSuite(repo, branch, push);
}

async function synchronize(repo, pull, { after, sender }) {
  const before = pull.head_sha;
  ctx.gh.pullRequests.update(pull.id, { head_sha: after });
  const pull_request = (await ask("GET", `/repos/${repo.full_name}/pulls/${pull.number}`)).body;
  await emit(repo, "pull_request", "synchronize", { before, after, pull_request, sender });
}

// GitHub opens a suite for every App with checks: write; only ours is of interest.
async function openSuite(repo, head_branch, { before, after, sender }) {
  const appId = ctx.cfg.app.id;
  if (suiteOf(repo.id, after, appId)) return;
  const row = newSuite({ repo_id: repo.id, head_branch, head_sha: after, before, after, app_id: appId });
  const check_suite = shape((await ask("GET", `/repos/${repo.full_name}/check-suites/${row.id}`)).body);
  delete check_suite.repository;
  await emit(repo, "check_suite", "requested", { check_suite, sender });
}

// Sends an event of a repository; the payload lacks only what all events have.
export async function emit(repo, event, action, payload) {
  const full = { ...(action ? { action } : {}), ...payload, repository: await repoJson(repo) };
  await dispatch(event, action, full, ownerLogin(repo), repo.name);
}

// ---- delivery

function installationsFor(event, repo, owner) {
  const always = event === "installation" || event === "installation_repositories" || event === "ping";
  return ctx.gh.appInstallations
    .all()
    .filter(
      (i) =>
        i.account_login === owner &&
        (always || !i.suspended_at) &&
        (always || i.events.includes(event) || i.events.includes("*")) &&
        (!repo || i.repository_selection === "all" || i.repository_ids.includes(repo.id)),
    );
}

export async function send(d, redelivery = false) {
  const app = ctx.gh.apps.all().find((a) => a.app_id === d.app_id);
  const body = d.body;
  const started = Date.now();
  const mac = (alg) =>
    createHmac(alg, app.webhook_secret ?? "")
      .update(body)
      .digest("hex");
  const headers = {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-event": d.event,
    "x-github-delivery": d.guid,
    "x-github-hook-id": String(d.hook_id),
    "x-github-hook-installation-target-type": "integration",
    "x-github-hook-installation-target-id": String(d.app_id),
    ...(app.webhook_secret
      ? { "x-hub-signature": "sha1=" + mac("sha1"), "x-hub-signature-256": "sha256=" + mac("sha256") }
      : {}),
  };
  const rec = {
    id: newId(),
    guid: d.guid,
    delivered_at: now(),
    redelivery,
    duration: 0,
    status: "OK",
    status_code: 0,
    event: d.event,
    action: d.action ?? null,
    installation_id: d.installation_id,
    repository_id: d.repository_id,
    throttled_at: null,
    request: { headers, payload: JSON.parse(body) },
    response: { headers: null, payload: null },
    src: d,
  };
  kept.deliveries.push(rec);
  if (kept.deliveries.length > 3000) kept.deliveries.shift();
  try {
    const r = await fetch(app.webhook_url, { method: "POST", headers, body, signal: AbortSignal.timeout(10000) }); // GitHub gives 10 seconds and never retries by itself
    rec.status_code = r.status;
    rec.status = r.ok ? "OK" : `Invalid HTTP Response: ${r.status}`;
    rec.response = { headers: Object.fromEntries(r.headers), payload: (await r.text()).slice(0, 1000) };
  } catch (e) {
    rec.status_code = e.name === "TimeoutError" ? 504 : 502;
    rec.status = e.name === "TimeoutError" ? "timed out" : "failed to connect to host";
  }
  rec.duration = (Date.now() - started) / 1000;
  return rec;
}

export function deliver({ event, action, payload }, owner, repo) {
  const guid = randomUUID();
  for (const inst of installationsFor(event, repo, owner)) {
    const app = ctx.gh.apps.all().find((a) => a.app_id === inst.app_id);
    if (!app?.webhook_url) continue;
    const full =
      event === "installation" || event === "ping"
        ? payload
        : {
            ...payload,
            installation: { id: inst.installation_id, node_id: nodeId("Installation", inst.installation_id) },
          };
    const d = {
      guid,
      event,
      action,
      app_id: app.app_id,
      hook_id: 55500000 + app.app_id,
      installation_id: inst.installation_id,
      repository_id: repo?.id ?? null,
      body: wholeSeconds(JSON.stringify(full)),
    };
    const epoch = kept.epoch;
    kept.queue = kept.queue.then(() => (epoch === kept.epoch ? send(d) : null)).catch((e) => console.error(e)); // nothing of the last test reaches the next
  }
}

// Takes the place of the plugin's own dispatch.
export async function dispatch(event, action, payload, owner, repoName) {
  const scope = requestScope.getStore();
  const translated = requestScope.run(scope, () => translate(event, action, payload, owner, repoName));
  const epoch = kept.epoch;
  const born = event === "issues" && action === "opened" ? (payload.issue.labels ?? []) : [];
  const labeled = () => {
    for (const { name, color } of born)
      dispatch("issues", "labeled", { ...payload, action: "labeled", label: { name, color } }, owner, repoName);
  };
  // GitHub sends one "labeled" per label given at creation, in no fixed order
  if (born.length && kept.labeledFirst) labeled();
  else if (born.length) queueMicrotask(() => requestScope.run(scope, labeled));
  kept.queue = kept.queue
    .then(async () => {
      const hook = await translated;
      if (!hook || epoch !== kept.epoch) return;
      // repository and organisation hooks
      ctx.hookDispatch(hook.event, hook.action, hook.payload, owner, repoName).catch(() => {});
      deliver(hook, owner, repoName ? repoBy(owner, repoName) : null);
    })
    .catch((error) => console.error("dispatch", error));
}
