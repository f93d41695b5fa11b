// Around every request: faults, identity, rate limits, visibility, rules, and the shape of the answer.
import { createHash, randomUUID } from "node:crypto";
import { emit } from "./hooks.mjs";
import { aliased, ask, err, json } from "./http.mjs";
import { appJson, installationOf, issueBy, pullBy, repoBy, roleOf, userBy, whoIs } from "./people.mjs";
import { ownAnswer } from "./router.mjs";
import { rules } from "./rules.mjs";
import { fullPull, pullAsIssue, repoNameIn, senderJson, shape } from "./shapes.mjs";
import { claimRun } from "./suites.mjs";
import { note, standing } from "./trails.mjs";
import { DOC, ctx, kept, now, requestScope, wholeSeconds } from "./state.mjs";

const LIMIT = 5000;
const LIMIT_DOC = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const REPO_PATH = /^\/repos\/([^/]+)\/([^/]+)/;

export async function around(request) {
  const call = await callOf(request);
  if (call.path.startsWith("/_")) return (await ownAnswer(request, call.path, call.text)) ?? ctx.inner(resent(call));
  const fault = takeFault(call);
  if (fault?.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
  if (fault && (fault.drop || fault.status) && !fault.after) return faulty(fault);
  if (call.me.kind === "bad") return err(401, "Bad credentials");
  call.limit = limitOf(call.actor);
  const refusal = spend(call) ?? hidden(call) ?? readBody(call) ?? forbidden(call);
  if (refusal) return refusal;
  const scope = { me: call.me, before: beforeEdit(call), method: call.method, path: call.path };
  const before = standing(call);
  const answer = await requestScope.run(scope, () => perform(call));
  if (answer.status < 300) note(call, before);
  if (fault?.after) return faulty(fault);
  if (answer.status < 300) noteCrossReferences(call);
  if (answer.status < 300 && turned(call)) await requestScope.run(scope, () => tellOfTurn(call));
  return finish(call, answer);
}

async function callOf(request) {
  const method = request.method.toUpperCase();
  const path = new URL(request.url).pathname;
  const me = whoIs(request);
  const match = REPO_PATH.exec(path);
  return {
    request,
    method,
    path,
    me,
    actor: actorOf(me),
    match,
    repo: match && repoBy(match[1], match[2]),
    text: method === "GET" || method === "HEAD" ? null : await request.text(),
    body: {},
  };
}

// "app" is the App under test; other Apps go by their slug.
export function actorOf(me) {
  if (me.kind !== "app") return me.login ?? me.kind;
  return me.inst.appId === ctx.cfg.app.id ? "app" : me.login.replace("[bot]", "");
}

const resent = ({ request, method, text }) =>
  text === null ? request : new Request(request.url, { method, headers: request.headers, body: text || undefined });

// ---- faults

function takeFault({ method, path, actor }) {
  const fault = kept.faults.find(
    (f) =>
      f.times > 0 &&
      (!f.method || f.method === method) &&
      (!f.path || f.path.test(path)) &&
      (!f.actor || f.actor === actor),
  );
  if (fault) fault.times--;
  return fault;
}

function faulty(fault) {
  if (fault.drop) return new Response(new ReadableStream({ start: (stream) => stream.error(new Error("dropped")) }));
  const body = fault.body ?? { message: fault.message ?? "fault", documentation_url: DOC };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status: fault.status, headers: { ...JSON_TYPE, ...fault.headers } });
}

// ---- rate limits, per actor

function limitOf(actor) {
  const known = kept.limits.get(actor);
  if (known) return known;
  const limit = { remaining: LIMIT, reset: Math.floor(Date.now() / 1000) + 3600 };
  kept.limits.set(actor, limit);
  return limit;
}

const rateHeaders = ({ limit, path }) => ({
  "x-ratelimit-limit": String(LIMIT),
  "x-ratelimit-remaining": String(limit.remaining),
  "x-ratelimit-used": String(LIMIT - limit.remaining),
  "x-ratelimit-reset": String(limit.reset),
  "x-ratelimit-resource": path.startsWith("/search") ? "search" : "core",
  "x-github-media-type": "github.v3; format=json",
  "x-github-api-version-selected": "2022-11-28",
  "x-github-request-id": randomUUID().slice(0, 18).toUpperCase(),
  server: "github.com",
});

function spend(call) {
  const { limit, me, path } = call;
  if (path === "/rate_limit") return rateLimitAnswer(call);
  if (limit.remaining <= 0 && Date.now() / 1000 < limit.reset) {
    const whom = me.kind === "app" ? `installation ID ${me.inst.installationId}` : `user ID ${me.user?.id}`;
    const message = `API rate limit exceeded for ${whom}.`;
    return json({ message, documentation_url: LIMIT_DOC, status: "403" }, 403, rateHeaders(call));
  }
  if (limit.remaining <= 0) limit.remaining = LIMIT;
  limit.remaining--;
  return null;
}

function rateLimitAnswer(call) {
  const { remaining, reset } = call.limit;
  const core = { limit: LIMIT, used: LIMIT - remaining, remaining, reset, resource: "core" };
  const search = { ...core, limit: 30, used: 0, remaining: 30, resource: "search" };
  const graphql = { ...core, used: 0, remaining: LIMIT, resource: "graphql" };
  return json({ resources: { core, search, graphql }, rate: core }, 200, rateHeaders(call));
}

// ---- what is not to be seen or done

function hidden({ me, match, method, path, repo }) {
  if (!match) return null;
  if (!repo) return err(404, "Not Found");
  if (path === `${match[0]}/installation`) return null;
  const stranger = me.kind === "anon" || (me.kind === "user" && roleOf(me.user, repo) === "none");
  if (repo.private && stranger) return err(404, "Not Found");
  if (me.kind !== "app" || installedIn(me.inst, repo)) return null;
  if (repo.private) return err(404, "Not Found");
  return method === "GET" ? null : err(403, "Resource not accessible by integration");
}

const installedIn = (installation, repo) =>
  repo.owner_id === installation.accountId &&
  repo.owner_type === installation.accountType &&
  (installation.repositorySelection === "all" || installation.repositoryIds.includes(repo.id));

function readBody(call) {
  if (!call.text) return null;
  try {
    call.body = JSON.parse(call.text);
  } catch {
    return err(400, "Problems parsing JSON");
  }
  return null;
}

function forbidden(call) {
  const { me, method, path, repo } = call;
  if (call.body === null || typeof call.body !== "object") return null;
  const bareList = Array.isArray(call.body); // PyGithub posts labels as a bare list
  if (bareList) call.body = { labels: call.body };
  if (repo) {
    const refusal = rules(me, method, path, repo, call.body);
    if (refusal) return withHeaders(refusal, rateHeaders(call));
    if (call.text) call.text = JSON.stringify(bareList ? call.body.labels : call.body);
  }
  return suspended(call);
}

function suspended(call) {
  const minting = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(call.path);
  const installation = installationOf(minting ? Number(minting[1]) : call.me.inst?.installationId);
  if (installation?.suspended_at) return err(403, "This installation has been suspended");
  if (minting && call.body.permissions && !Object.keys(call.body.permissions).length) {
    delete call.body.permissions; // PyGithub sends {}; GitHub takes it for "all"
    call.text = JSON.stringify(call.body);
  }
  return null;
}

function withHeaders(response, headers) {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

// ---- doing it

// What an edit is about to change, for the event's `changes`.
function beforeEdit({ method, path, repo }) {
  if (method !== "PATCH" || !repo) return {};
  const comment = /\/issues\/comments\/(\d+)$/.exec(path);
  if (comment) return { comment: ctx.gh.comments.get(Number(comment[1]))?.body };
  const issue = /\/(?:issues|pulls)\/(\d+)$/.exec(path);
  const row = issue && issueBy(repo, issue[1]);
  const base = row?.is_pull_request ? pullBy(repo, issue[1]) : null;
  return row ? { title: row.title, body: row.body, ref: base?.base_ref, sha: base?.base_sha } : {};
}

// emulate tells of a new title or body, and not of a new base
const turned = ({ body, method, path }) =>
  method === "PATCH" && /\/pulls\/\d+$/.test(path) && body?.base && !("title" in body || "body" in body || "state" in body);

async function tellOfTurn({ me, path, repo }) {
  const pull_request = (await ask("GET", path)).body;
  await emit(repo, "pull_request", "edited", { pull_request, sender: await senderJson(me) });
}

async function perform(call) {
  const { body, me, method, path, repo, request, text } = call;
  const headers = new Headers(request.headers);
  if (me.token && me.kind !== "jwt") headers.set("authorization", "Bearer " + aliased(me.token));
  const pull = method === "PATCH" && repo && /^\/repos\/[^/]+\/[^/]+\/issues\/(\d+)$/.exec(path);
  if (pull && pullBy(repo, pull[1])) return editPullAsIssue(call, pull[1], headers, body);
  const own = await ownAnswer(request, path, text);
  if (own) return own;
  return ctx.inner(new Request(innerUrl(request), { method, headers, body: text || undefined }));
}

// emulate compares `since` as text, with milliseconds.
function innerUrl(request) {
  const url = new URL(request.url);
  const since = url.searchParams.get("since");
  if (since && /:\d\dZ$/.test(since)) url.searchParams.set("since", since.replace("Z", ".000Z"));
  return url;
}

async function editPullAsIssue({ me, method, path, repo }, number, headers, { labels, ...rest }) {
  if (labels) await ask("PUT", `${path}/labels`, { labels }, me.token);
  if (Object.keys(rest).length) {
    const address = ctx.baseUrl + path.replace("/issues/", "/pulls/");
    const answer = await ctx.inner(new Request(address, { method, headers, body: JSON.stringify(rest) }));
    if (answer.status >= 300) return answer;
  }
  return json(await pullAsIssue(repo, number));
}

function noteCrossReferences({ body, me, method, path, repo }) {
  if (!repo || typeof body?.body !== "string" || !["POST", "PATCH"].includes(method)) return;
  const from = Number(sourceNumber(path, repo));
  if (!from) return;
  for (const [, number] of body.body.matchAll(/(?:^|[^\w&])#(\d+)\b/g)) {
    const target = issueBy(repo, number);
    if (!target || target.number === from) continue;
    if (kept.xrefs.some((x) => x.target === target.id && x.number === from)) continue;
    const by = userBy(me.login)?.id ?? issueBy(repo, from).user_id;
    kept.xrefs.push({ target: target.id, repo: repo.id, number: from, by, at: now() });
  }
}

function sourceNumber(path, repo) {
  const named = /\/(?:issues|pulls)\/(\d+)(?:\/comments)?$/.exec(path);
  if (named) return named[1];
  if (!/\/(?:issues|pulls)$/.test(path)) return null;
  return Math.max(...ctx.gh.issues.findBy("repo_id", repo.id).map((issue) => issue.number));
}

// ---- the answer

async function finish(call, answer) {
  const headers = { ...Object.fromEntries(answer.headers), ...rateHeaders(call) };
  if (answer.status === 204 || answer.status === 304) return new Response(null, { status: answer.status, headers });
  let { status } = answer;
  let text = await answer.text();
  if ((headers["content-type"] ?? "").includes("json") && text) {
    const data = JSON.parse(text);
    text = wholeSeconds(JSON.stringify(status >= 400 ? errorBody(call, status, data) : await goodBody(call, data)));
    status = statusOf(call, status);
  }
  delete headers["content-length"];
  if (call.method === "GET" && status === 200) {
    headers.etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
    headers["cache-control"] = "private, max-age=60, s-maxage=60";
    if (call.request.headers.get("if-none-match")?.split(/,\s*/).includes(headers.etag))
      return notModified(call, headers);
  }
  return new Response(text || null, { status, headers });
}

function notModified(call, { etag }) {
  call.limit.remaining++; // a 304 costs nothing
  return new Response(null, { status: 304, headers: { ...rateHeaders(call), etag } });
}

function statusOf({ method, path }, status) {
  if (method !== "POST") return status;
  if (/\/issues\/\d+\/assignees$/.test(path)) return 201;
  return /\/pulls\/\d+\/reviews$/.test(path) && status === 201 ? 200 : status;
}

function errorBody({ me }, status, data) {
  if (me.kind === "app" && data.message === "Forbidden") data.message = "Resource not accessible by integration";
  if (data.message === "Validation failed") data.message = "Validation Failed";
  if (!data.documentation_url || data.documentation_url.includes("emulate.dev")) data.documentation_url = DOC;
  data.status ??= String(status);
  if (status === 422 && data.message === "Validation Failed")
    data.errors ??= [{ resource: "Resource", field: "field", code: "invalid" }];
  return data;
}

async function goodBody(call, data) {
  const { match, me, method, path, repo } = call;
  if (method === "POST" && me.kind === "app") noteAuthor(me.inst.appId, path, data);
  if (path === "/search/issues") await shapeSearch(data);
  shape(data, me.kind === "user" && repo ? roleOf(me.user, repo) : undefined);
  if (repo && ((method === "POST" && /\/pulls$/.test(path)) || (method === "PATCH" && /\/pulls\/\d+$/.test(path))))
    await fullPull(repo, pullBy(repo, data.number), data);
  if (repo && /^(POST|PATCH)$/.test(method) && /\/git\/refs(\/heads\/.+)?$/.test(path))
    kept.pushes.set(data.object.sha, me);
  if (repo && method === "POST" && /\/git\/refs$/.test(path)) await pushOfNewBranch(call, data);
  if (match && path === match[0]) shapeRepository(me, data);
  if (path === "/app" && "installations_count" in data)
    return { ...appJson(data.id), installations_count: data.installations_count };
  return data;
}

function noteAuthor(appId, path, data) {
  if (/\/check-runs$/.test(path)) {
    kept.runApp.set(data.id, appId);
    data.check_suite.id = claimRun(data.id, appId);
  }
  if (/\/issues\/\d+\/comments$/.test(path)) kept.viaApp.set("comment:" + data.id, appId);
  if (/^\/repos\/[^/]+\/[^/]+\/issues$/.test(path)) kept.viaApp.set("issue:" + data.id, appId);
}

async function shapeSearch(data) {
  data.search_type = "lexical";
  const item = async (found) => {
    const repo = ctx.gh.repos.all().find((row) => row.full_name === repoNameIn(found.url));
    return { ...(found.diff_url ? await pullAsIssue(repo, found.number) : shape(found)), score: 1 };
  };
  data.items = await Promise.all(data.items.map(item));
}

function shapeRepository(me, data) {
  data.network_count = 0;
  data.subscribers_count = 0;
  if (me.kind !== "app") return;
  const push = me.inst.permissions.contents === "write";
  data.permissions = { admin: false, maintain: false, push, triage: false, pull: true };
}

// GitHub sends `create` and `push` for a new branch; emulate only `create`.
async function pushOfNewBranch({ me, repo }, { ref, object }) {
  if (!ref.startsWith("refs/heads/")) return;
  const push = { ref, before: "0".repeat(40), after: object.sha, sender: await senderJson(me) };
  await emit(repo, "push", undefined, push);
}
