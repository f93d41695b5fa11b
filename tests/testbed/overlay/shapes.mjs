// JSON as GitHub shapes it.
import { gate, mergePlan } from "./gate.mjs";
import { ask } from "./http.mjs";
import { appJson, issueBy, permissionsOf, pullBy, userBy, userJson } from "./people.mjs";
import { ctx, kept, now } from "./state.mjs";

const reactionsOf = (kind, rid, url) => {
  const rs = kept.reactions.filter((r) => r.kind === kind && r.target === rid);
  const n = (c) => rs.filter((r) => r.content === c).length;
  return {
    url: url + "/reactions",
    total_count: rs.length,
    "+1": n("+1"),
    "-1": n("-1"),
    laugh: n("laugh"),
    hooray: n("hooray"),
    confused: n("confused"),
    heart: n("heart"),
    rocket: n("rocket"),
    eyes: n("eyes"),
  };
};

export const pullsOfSha = (repoName, sha) =>
  ctx.gh.pullRequests
    .all()
    .filter((p) => p.head_sha === sha && p.state === "open" && ctx.gh.repos.get(p.repo_id)?.full_name === repoName)
    .map((p) => {
      const r = ctx.gh.repos.get(p.repo_id);
      const ref = { id: r.id, url: `${ctx.baseUrl}/repos/${r.full_name}`, name: r.name };
      return {
        url: `${ctx.baseUrl}/repos/${r.full_name}/pulls/${p.number}`,
        id: p.id,
        number: p.number,
        head: { ref: p.head_ref, sha: p.head_sha, repo: ref },
        base: { ref: p.base_ref, sha: p.base_sha, repo: ref },
      };
    });
export const repoNameIn = (url) => /\/repos\/([^/]+\/[^/?]+)/.exec(url ?? "")?.[1];
function subSummary(iid) {
  const kids = kept.subs.get(iid) ?? [];
  const done = kids.filter((k) => ctx.gh.issues.get(k)?.state === "closed").length;
  return {
    total: kids.length,
    completed: done,
    percent_completed: kids.length ? Math.round((100 * done) / kids.length) : 0,
  };
}

function depSummary(iid) {
  const by = [...(kept.blockedBy.get(iid) ?? [])];
  const ing = [...kept.blockedBy].filter(([, v]) => v.has(iid)).map(([k]) => k);
  const open = (x) => x.filter((k) => ctx.gh.issues.get(k)?.state === "open").length;
  return { blocked_by: open(by), total_blocked_by: by.length, blocking: open(ing), total_blocking: ing.length };
}

// Completes, in place, everything in an answer or payload that GitHub shows and emulate leaves out.
export function shape(value, role) {
  if (!value || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    for (const item of value) shape(item, role);
    return value;
  }
  for (const key of Object.keys(value)) if (key !== "permissions") shape(value[key], role);
  for (const [is, complete] of KINDS) if (is(value)) complete(value, role);
  return value;
}

const has =
  (...keys) =>
  (value) =>
    keys.every((key) => key in value);

const isShortUser = (v) =>
  typeof v.login === "string" &&
  typeof v.id === "number" &&
  !("followers_url" in v) &&
  (v.type === "Organization" || v.type === "User" || "repos_url" in v);

const KINDS = [
  [isShortUser, (v) => Object.assign(v, { ...userJson(v), ...v })],
  [has("labels_url", "timeline_url"), completeIssue],
  [(v) => has("issue_url", "body", "author_association")(v) && !("diff_url" in v), completeComment],
  [has("check_suite", "external_id"), completeCheckRun],
  [has("before", "after", "head_branch", "repository"), (v) => Object.assign(v, suiteExtra(v.id, repoNameIn(v.url)))],
  [has("access_tokens_url"), completeInstallation],
  [(v) => /\/protection$/.test(v.url) && has("required_linear_history", "enforce_admins")(v), completeProtection],
  [(v) => /\/protection\/required_status_checks$/.test(v.url) && Array.isArray(v.contexts), completeRequiredChecks],
  [
    has("subscription_url", "ssh_url"),
    (v, role) => {
      if (role) v.permissions = permissionsOf(role);
    },
  ],
];

const authorApp = (key, value) => {
  if (kept.viaApp.has(key)) value.performed_via_github_app = appJson(kept.viaApp.get(key));
};

function completeIssue(v) {
  v.reactions = reactionsOf("issue", v.id, v.url);
  if (kept.dup.has(v.id) && v.state === "closed") v.state_reason = "duplicate";
  authorApp("issue:" + v.id, v);
  v.type ??= null;
  v.sub_issues_summary = subSummary(v.id);
  v.issue_dependencies_summary = depSummary(v.id);
  const parent = ctx.gh.issues.get(kept.parent.get(v.id));
  if (parent) {
    const { full_name } = ctx.gh.repos.get(parent.repo_id);
    v.parent_issue_url = `${ctx.baseUrl}/repos/${full_name}/issues/${parent.number}`;
  }
  const repo = ctx.gh.repos.get(ctx.gh.issues.get(v.id)?.repo_id);
  const row = repo && issueBy(repo, v.number);
  if (row?.is_pull_request) v.pull_request ??= prLinks(repo, pullBy(repo, v.number));
}

function completeComment(v) {
  v.reactions = reactionsOf("comment", v.id, v.url);
  v.pin ??= null;
  authorApp("comment:" + v.id, v);
  const repo = ctx.gh.repos.all().find((row) => row.full_name === repoNameIn(v.url));
  const number = Number(/(\d+)$/.exec(v.issue_url)?.[1]);
  if (repo && pullBy(repo, number)) v.html_url = v.html_url.replace(/\/issues\/(\d+)#/, "/pull/$1#");
}

function completeCheckRun(v) {
  v.app = appJson(kept.runApp.get(v.id) ?? null);
  v.output.annotations_url = v.url + "/annotations";
  v.pull_requests = pullsOfSha(repoNameIn(v.url), v.head_sha);
  v.started_at ??= ctx.gh.checkRuns.get(v.id)?.created_at ?? null;
  v.details_url ??= v.app?.external_url ?? null;
  if (v.check_suite) Object.assign(v.check_suite, suiteExtra(v.check_suite.id, repoNameIn(v.url)));
}

function completeInstallation(v) {
  v.target_id = v.account?.id;
  v.client_id = "Iv23li" + v.app_id;
}

function completeProtection(v) {
  for (const key of ["required_pull_request_reviews", "restrictions", "required_status_checks"])
    if (v[key] === null) delete v[key];
  if (v.required_status_checks) v.required_status_checks.checks = requiredChecks(v.url, v.required_status_checks);
}

function completeRequiredChecks(v) {
  v.checks = requiredChecks(v.url.replace(/\/required_status_checks$/, ""), v);
}

const requiredChecks = (url, { contexts }) =>
  contexts.map((context) => ({ context, app_id: kept.requiredApp.get(`${url} ${context}`) ?? null }));

const prLinks = (repo, p) => ({
  url: `${ctx.baseUrl}/repos/${repo.full_name}/pulls/${p.number}`,
  html_url: `${ctx.baseUrl}/${repo.full_name}/pull/${p.number}`,
  diff_url: `${ctx.baseUrl}/${repo.full_name}/pull/${p.number}.diff`,
  patch_url: `${ctx.baseUrl}/${repo.full_name}/pull/${p.number}.patch`,
  merged_at: p.merged_at,
});

function suiteExtra(sid, repoName) {
  const s = ctx.gh.checkSuites.get(sid);
  if (!s) return {};
  const c = ctx.gh.commits.findBy("repo_id", s.repo_id).find((x) => x.sha === s.head_sha);
  const head = ctx.gh.pullRequests.findBy("repo_id", s.repo_id).find((p) => p.head_sha === s.head_sha);
  return {
    head_branch: head?.head_ref ?? s.head_branch,
    before: s.before || "0".repeat(40),
    after: s.after,
    status: s.status,
    conclusion: s.conclusion,
    app: appJson(s.app_id ?? ctx.cfg.app.id),
    pull_requests: pullsOfSha(repoName, s.head_sha),
    created_at: s.created_at,
    updated_at: s.updated_at,
    url: `${ctx.baseUrl}/repos/${repoName}/check-suites/${sid}`,
    latest_check_runs_count: ctx.gh.checkRuns.findBy("repo_id", s.repo_id).filter((r) => r.check_suite_id === sid)
      .length,
    check_runs_url: `${ctx.baseUrl}/repos/${repoName}/check-suites/${sid}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
    head_commit: {
      id: s.head_sha,
      tree_id: c?.tree_sha ?? "",
      message: c?.message ?? "",
      timestamp: c?.committer_date ?? now(),
      author: { name: c?.author_name ?? "", email: c?.author_email ?? "" },
      committer: { name: c?.committer_name ?? "", email: c?.committer_email ?? "" },
    },
  };
}

export async function comparePull(repo, p) {
  const r = await ask("GET", `/repos/${repo.full_name}/compare/${p.base_sha}...${p.head_sha}`);
  return r.status === 200 ? r.body : { files: [], commits: [], total_commits: 0 };
}

// A commit with the signature that GitHub verified; what its own pages make is committed by `web-flow`.
const WEB_FLOW = { login: "web-flow", id: 19864447, type: "User" };
export function signed(row) {
  const signature = kept.signatures.get(row.sha);
  if (!signature) return row;
  const { author, committer, tree } = row.commit;
  const by = signature.web ? WEB_FLOW : userBy(signature.by);
  const name = signature.web ? { name: "GitHub", email: "noreply@github.com" } : { name: by.name, email: by.email };
  row.committer = userJson(by);
  row.commit.committer = { ...name, date: committer.date };
  row.commit.verification = {
    verified: true,
    reason: "valid",
    signature: "-----BEGIN PGP SIGNATURE-----",
    payload: `tree ${tree.sha}\nauthor ${author.name} <${author.email}>\n`,
    verified_at: committer.date,
  };
  return row;
}

export async function fullPull(repo, p, j) {
  const cmp = await comparePull(repo, p);
  j.changed_files = cmp.files.length;
  j.additions = cmp.files.reduce((a, f) => a + f.additions, 0);
  j.deletions = cmp.files.reduce((a, f) => a + f.deletions, 0);
  j.commits = cmp.total_commits;
  if (p.state === "open") {
    const g = gate(repo, p);
    const dirty = (await mergePlan(repo, p)).conflicts.length > 0;
    j.mergeable = !dirty;
    j.mergeable_state = dirty
      ? "dirty"
      : p.draft
        ? "draft"
        : g.missing.length || g.reviews
          ? "blocked"
          : g.unstable
            ? "unstable"
            : "clean";
  }
  return shape(j);
}

export async function pullJson(repo, p) {
  return fullPull(repo, p, (await ask("GET", `/repos/${repo.full_name}/pulls/${p.number}`)).body);
}

export async function pullAsIssue(repo, n) {
  const row = issueBy(repo, n);
  const p = pullBy(repo, n);
  const j = (await ask("GET", `/repos/${repo.full_name}/pulls/${n}`)).body;
  const u = `${ctx.baseUrl}/repos/${repo.full_name}`;
  const pick = (k) => Object.fromEntries(k.split(" ").map((x) => [x, j[x]]));
  return shape({
    url: `${u}/issues/${n}`,
    repository_url: u,
    labels_url: `${u}/issues/${n}/labels{/name}`,
    comments_url: `${u}/issues/${n}/comments`,
    events_url: `${u}/issues/${n}/events`,
    html_url: j.html_url,
    timeline_url: `${u}/issues/${n}/timeline`,
    id: row.id,
    node_id: row.node_id,
    comments: row.comments,
    state_reason: null,
    ...pick(
      "number title user labels state locked assignee assignees milestone created_at updated_at closed_at body author_association draft",
    ),
    active_lock_reason: null,
    closed_by: null,
    performed_via_github_app: null,
    pull_request: prLinks(repo, p),
  });
}

export const issueJson = async (repo, i) =>
  i.is_pull_request
    ? pullAsIssue(repo, i.number)
    : shape((await ask("GET", `/repos/${repo.full_name}/issues/${i.number}`)).body);
export const senderJson = async (me) =>
  userJson(userBy(me.login) ?? { login: me.login, id: 4242, type: me.kind === "app" ? "Bot" : "User" });
export const repoJson = async (repo) => shape((await ask("GET", `/repos/${repo.full_name}`)).body);
export function fixRepository(r, event) {
  const {
    permissions,
    allow_rebase_merge,
    allow_squash_merge,
    allow_merge_commit,
    allow_auto_merge,
    delete_branch_on_merge,
    ...rest
  } = r;
  rest.web_commit_signoff_required = false;
  rest.custom_properties = {};
  if (event === "push") {
    const t = (s) => (s ? Math.floor(Date.parse(s) / 1000) : null);
    rest.created_at = t(r.created_at);
    rest.pushed_at = t(r.pushed_at);
    rest.owner = { name: r.owner?.login, email: null, ...rest.owner };
    rest.stargazers = r.stargazers_count;
    rest.master_branch = r.default_branch;
    if (r.owner?.type === "Organization") rest.organization = r.owner.login;
    rest.url = r.html_url;
  }
  return rest;
}
