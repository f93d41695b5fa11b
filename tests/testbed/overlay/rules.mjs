// Refusals: what GitHub forbids and emulate allows.
import { err } from "./http.mjs";
import { atLeast, issueBy, ownerLogin, pullBy, roleOf } from "./people.mjs";
import { MAX_BODY, MAX_OUTPUT, ctx, kept } from "./state.mjs";

const NO_ADMIN = "Must have admin rights to Repository.";
const NO_INTEGRATION = "Resource not accessible by integration";

// A Response to answer with, or null to go on; may change `body`.
export function rules(me, method, path, repo, body) {
  if (method === "GET" || method === "HEAD") return null;
  if (me.kind === "anon") return err(401, "Requires authentication");
  const rest = path.replace(/^\/repos\/[^/]+\/[^/]+/, "");
  const role = me.kind === "user" ? roleOf(me.user, repo) : me.kind === "app" ? "app" : "none";
  const call = { me, method, rest, role, repo, body };
  for (const rule of [appPermissions, sizes, labels, issues, comments, pulls, reviews, checks]) {
    const refusal = rule(call);
    if (refusal) return refusal;
  }
  noteRequiredApps(call);
  return null;
}

const needs = ({ me, role }, least, message = NO_ADMIN) =>
  me.kind === "user" && !atLeast(role, least) ? err(403, message) : null;

const invalid = (resource, code, more) => err(422, "Validation Failed", [{ resource, code, ...more }]);
const length = (text) => (typeof text === "string" ? [...text].length : 0);
const bytes = (text) => Buffer.byteLength(String(text ?? ""), "utf8");

// ---- Apps

function appPermissions({ me, rest, repo }) {
  if (me.kind !== "app") return null;
  const issue = issueNamed(repo, rest);
  if (!issue) return null;
  const { issues, pull_requests } = me.inst.permissions;
  const allowed = issues === "write" || (issue.is_pull_request && pull_requests === "write");
  return allowed ? null : err(403, NO_INTEGRATION);
}

function issueNamed(repo, rest) {
  const direct = /^\/issues\/(\d+)(?:\/(?:comments|labels))?$/.exec(rest);
  if (direct) return issueBy(repo, direct[1]);
  const comment = /^\/issues\/comments\/(\d+)$/.exec(rest);
  return comment ? issueBy(repo, ctx.gh.comments.get(Number(comment[1]))?.issue_number) : null;
}

// ---- sizes

function sizes({ rest, body }) {
  const tooLong = (field, most) => ({ field, message: `${field} is too long (maximum is ${most} characters)` });
  if (/^\/(?:issues|pulls)(\/\d+)?$/.test(rest)) {
    if (length(body.body) > MAX_BODY) return invalid("Issue", "custom", tooLong("body", MAX_BODY));
    if (length(body.title) > 256) return invalid("Issue", "custom", tooLong("title", 256));
  }
  if (/^\/issues\/(\d+\/comments|comments\/\d+)$/.test(rest) && length(body.body) > MAX_BODY) {
    const message = `Body is too long (maximum is ${MAX_BODY} characters)`;
    return invalid("IssueComment", "unprocessable", { field: "data", message });
  }
  if (/^\/labels/.test(rest) && length(body.name) > 50) return invalid("Label", "custom", tooLong("name", 50));
  return null;
}

// ---- issues

function labels(call) {
  const { repo, rest, body } = call;
  if (Array.isArray(body.labels)) body.labels = body.labels.map((label) => knownName(repo, label));
  return /^\/labels/.test(rest) ? needs(call, "write") : null;
}

// Label names are case-insensitive.
function knownName(repo, label) {
  const name = typeof label === "object" ? label?.name : label;
  const wanted = String(name).toLowerCase();
  return ctx.gh.labels.findBy("repo_id", repo.id).find((row) => row.name.toLowerCase() === wanted)?.name ?? name;
}

function issues(call) {
  const { me, method, rest, role, repo, body } = call;
  const stranger = me.kind === "user" && !atLeast(role, "triage");
  const edited = method === "PATCH" && /^\/issues\/(\d+)$/.exec(rest);
  if (edited) {
    const refusal = editIssue(call, issueBy(repo, edited[1]));
    if (refusal) return refusal;
  }
  // GitHub drops these silently
  if (stranger && (edited || rest === "/issues"))
    for (const field of ["labels", "assignees", "assignee", "milestone"]) delete body[field];
  return /^\/issues\/\d+\/(labels|assignees|lock)/.test(rest) ? needs(call, "triage") : null;
}

function editIssue(call, issue) {
  const { me, body } = call;
  if (body.state !== undefined && !["open", "closed"].includes(body.state))
    return invalid("Issue", "invalid", { field: "state" });
  const author = issue && me.kind === "user" && issue.user_id === me.user.id;
  if (!author) {
    const refusal =
      ("title" in body || "body" in body ? needs(call, "triage") : null) ??
      ("state" in body ? needs(call, "triage") : null);
    if (refusal) return refusal;
  }
  if (issue && body.state) {
    const duplicate = body.state === "closed" && body.state_reason === "duplicate";
    kept.dup[duplicate ? "add" : "delete"](issue.id);
  }
  return null;
}

function comments(call) {
  const { me, rest, repo } = call;
  if (me.kind !== "user") return null;
  const added = /^\/issues\/(\d+)\/comments$/.exec(rest);
  if (added && issueBy(repo, added[1])?.locked)
    return needs(call, "write", "Unable to create comment because issue is locked.");
  const changed = /^\/issues\/comments\/(\d+)$/.exec(rest);
  const own = changed && ctx.gh.comments.get(Number(changed[1]))?.user_id === me.user.id;
  return changed && !own ? needs(call, "write") : null;
}

// ---- pull requests

function pulls(call) {
  const { me, method, rest, repo, body } = call;
  if (rest === "/pulls" && method === "POST") return openPull(repo, body);
  const edited = method === "PATCH" && /^\/pulls\/(\d+)$/.exec(rest);
  if (!edited) return null;
  delete body.draft; // only GraphQL can change it
  return me.kind === "user" && pullBy(repo, edited[1])?.user_id !== me.user.id ? needs(call, "write") : null;
}

function openPull(repo, { base, head }) {
  const branches = ctx.gh.branches.findBy("repo_id", repo.id);
  const shaOf = (name) => branches.find((branch) => branch.name === name)?.sha;
  const owner = ownerLogin(repo);
  const from = String(head ?? "").replace(new RegExp(`^${owner}:`), "");
  const refused = (message) => invalid("PullRequest", "custom", { message });
  if (!shaOf(base)) return invalid("PullRequest", "invalid", { field: "base" });
  if (from.includes(":")) return null;
  if (!shaOf(from)) return invalid("PullRequest", "invalid", { field: "head" });
  const same = (pull) => pull.state === "open" && pull.head_ref === from && pull.base_ref === base;
  if (ctx.gh.pullRequests.findBy("repo_id", repo.id).some(same))
    return refused(`A pull request already exists for ${owner}:${from}.`);
  return shaOf(from) === shaOf(base) ? refused(`No commits between ${base} and ${from}`) : null;
}

function reviews({ me, method, rest, repo, body }) {
  const review = method === "POST" && me.kind === "user" && /^\/pulls\/(\d+)\/reviews$/.exec(rest);
  if (!review || pullBy(repo, review[1])?.user_id !== me.user.id) return null;
  const verb = { APPROVE: "approve", REQUEST_CHANGES: "request changes on" }[body.event];
  return verb ? err(422, "Unprocessable Entity", [`Review Can not ${verb} your own pull request`]) : null;
}

// ---- check runs

function checks({ me, rest, repo, body }) {
  if (!/^\/check-(runs|suites)/.test(rest)) return null;
  if (me.kind !== "app") return err(403, "You must authenticate via a GitHub App.");
  const refusal = outputLimits(body.output) ?? actionLimits(body.actions);
  if (refusal) return refusal;
  if (body.conclusion) body.status ??= "completed"; // documented: a conclusion sets the status
  if (rest === "/check-runs") return knownCommit(repo, body.head_sha);
  const edited = /^\/check-runs\/(\d+)$/.exec(rest);
  return edited ? editRun(me, Number(edited[1]), body.output) : null;
}

function outputLimits(output) {
  if (!output) return null;
  for (const field of ["summary", "text"]) {
    const message = `${field} exceeds a maximum bytesize of ${MAX_OUTPUT}`;
    if (length(output[field]) > MAX_OUTPUT) return tooMany("characters", MAX_OUTPUT, length(output[field]));
    if (bytes(output[field]) > MAX_OUTPUT) return invalid("CheckRun", "custom", { field, message });
  }
  for (const field of ["title", "summary"])
    if (!(field in output)) return err(422, `Invalid request.\n\n"${field}" wasn't supplied.`);
  const count = output.annotations?.length ?? 0;
  return count > 50 ? noMoreThan(50, count) : null;
}

function actionLimits(actions = []) {
  if (actions.length > 3) return noMoreThan(3, actions.length);
  for (const action of actions) {
    for (const [field, most] of Object.entries({ label: 20, identifier: 20, description: 40 }))
      if (length(action[field]) > most) return tooMany("characters", most, length(action[field]));
    action.id ??= action.identifier;
  }
  return null;
}

const tooMany = (what, most, count) =>
  err(422, `Invalid request.\n\nOnly ${most} ${what} are allowed; ${count} were supplied.`);
const noMoreThan = (most, count) =>
  err(422, `Invalid request.\n\nNo more than ${most} items are allowed; ${count} were supplied.`);

// A repository holds the commits of its forks, too.
function knownCommit(repo, sha) {
  const held = ctx.gh.commits.all().filter((commit) => commit.sha === sha);
  const fork = held.find((commit) => ctx.gh.repos.get(commit.repo_id).forked_from_id === repo.id);
  const known = held.some((commit) => commit.repo_id === repo.id);
  if (fork && !known) ctx.gh.commits.insert({ ...fork, id: undefined, repo_id: repo.id });
  return known || fork ? null : err(422, `No commit found for SHA: ${sha}`);
}

function editRun(me, runId, output) {
  const { appId } = me.inst;
  if (kept.runApp.get(runId) !== appId) {
    const message = `Invalid app_id \`${appId}\` - check run can only be modified by the GitHub App that created it.`;
    return err(403, message);
  }
  const before = ctx.gh.checkRuns.get(runId)?.output?.annotations ?? [];
  if (output) output.annotations = [...before, ...(output.annotations ?? [])]; // GitHub appends
  return null;
}

// ---- branch protection

// emulate ignores `checks: [{context, app_id}]`: keep the App each context must come from.
function noteRequiredApps({ method, rest, repo, body }) {
  const branch = method === "PUT" && /^\/branches\/(.+)\/protection$/.exec(rest);
  const required = body.required_status_checks;
  if (!branch || !required) return;
  const prefix = `${ctx.baseUrl}/repos/${repo.full_name}/branches/${branch[1]}/protection `;
  for (const key of kept.requiredApp.keys()) if (key.startsWith(prefix)) kept.requiredApp.delete(key);
  const checks = required.checks ?? [];
  for (const { context, app_id } of checks) kept.requiredApp.set(prefix + context, app_id ?? null);
  if (checks.length) required.contexts = [...new Set([...(required.contexts ?? []), ...checks.map((c) => c.context)])];
}
