// Issues, their comments, events, timeline and reactions.
import { ask, askAll, err, json, noContent, paged } from "../http.mjs";
import { issueBy, userJson } from "../people.mjs";
import { R, app, bodyOf, caller, needApp, num, repoIn } from "../router.mjs";
import { issueJson, pullAsIssue, senderJson, shape } from "../shapes.mjs";
import { ctx, kept, newId, nodeId, now } from "../state.mjs";

// comments of the whole repository (shadowed in the emulator by /issues/:issue_number), and `since`
app.get(R + "/issues/comments", async (c) => {
  const r = repoIn(c);
  const q = (k) => c.req.query(k);
  const out = [];
  for (const x of ctx.gh.comments.findBy("repo_id", r.id).filter((x) => x.comment_type === "issue"))
    out.push(shape((await ask("GET", `/repos/${r.full_name}/issues/comments/${x.id}`)).body));
  const key = q("sort") === "updated" ? "updated_at" : "created_at";
  const since = q("since");
  const l = since ? out.filter((x) => Date.parse(x.updated_at) >= Date.parse(since)) : out;
  l.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.id - b.id));
  if (q("sort") && q("direction") !== "asc") l.reverse();
  return paged(c, l);
});

app.get(R + "/issues/:n/comments", async (c) => {
  const r = repoIn(c);
  const i = issueBy(r, c.req.param("n"));
  if (!i) return err(404, "Not Found");
  const d = needApp(
    c,
    i.is_pull_request && caller(c).inst?.permissions.pull_requests ? "pull_requests" : "issues",
    "read",
  );
  if (d && r.private) return d;
  const since = c.req.query("since");
  const l = shape(await askAll(`/repos/${r.full_name}/issues/${i.number}/comments`));
  return paged(c, since ? l.filter((x) => Date.parse(x.updated_at) >= Date.parse(since)) : l);
});

// issues API on pull-request numbers
app.get(R + "/issues/:n{[0-9]+}", async (c) => {
  const r = repoIn(c);
  const i = issueBy(r, c.req.param("n"));
  if (!i) return err(404, "Not Found");
  const d = needApp(c, "issues", "read") && needApp(c, "pull_requests", "read");
  if (d && r.private) return d;
  return json(await issueJson(r, i));
});

app.get(R + "/issues", async (c) => {
  const r = repoIn(c);
  const q = new URL(c.req.url).searchParams;
  q.delete("page");
  q.delete("per_page");
  const d = needApp(c, "issues", "read");
  if (d && r.private) return d;
  const since = q.get("since");
  q.delete("since");
  let l = shape(await askAll(`/repos/${r.full_name}/issues?${q}`));
  const state = q.get("state") ?? "open";
  const labels = (q.get("labels") ?? "").split(",").filter(Boolean);
  const creator = q.get("creator");
  const asg = q.get("assignee");
  for (const p of ctx.gh.pullRequests.findBy("repo_id", r.id)) {
    if (state !== "all" && p.state !== state) continue;
    const names = p.label_ids.map((x) => ctx.gh.labels.get(x)?.name);
    if (
      !labels.every((x) => names.includes(x)) ||
      (creator && ctx.gh.users.get(p.user_id)?.login !== creator) ||
      asg ||
      q.get("milestone")
    )
      continue;
    l.push(await pullAsIssue(r, p.number));
  }
  if (since) l = l.filter((x) => Date.parse(x.updated_at) >= Date.parse(since));
  const key = { updated: "updated_at", comments: "comments" }[q.get("sort")] ?? "created_at";
  l.sort((a, b) => (a[key] < b[key] ? 1 : a[key] > b[key] ? -1 : b.number - a.number));
  if (q.get("direction") === "asc") l.reverse();
  return paged(c, l);
});

const NOT_EVENTS = new Set(["opened", "edited"]);
app.get(R + "/issues/:n/events", async (c) => {
  const r = repoIn(c);
  const i = issueBy(r, c.req.param("n"));
  if (!i) return err(404, "Not Found");
  return paged(
    c,
    (await timeline(r, i)).filter((e) => "id" in e && "issue" in e),
  );
});

app.get(R + "/issues/:n/timeline", async (c) => {
  const r = repoIn(c);
  const i = issueBy(r, c.req.param("n"));
  if (!i) return err(404, "Not Found");
  const l = await timeline(r, i);
  return paged(
    c,
    l.map(({ issue, ...e }) => e),
  );
});

// emulate keeps a pull request's events and does not list them
async function eventsOfPull(r, i) {
  const rows = ctx.gh.issueEvents.findBy("repo_id", r.id).filter((e) => e.issue_number === i.number);
  const url = (e) => `${ctx.baseUrl}/repos/${r.full_name}/issues/events/${e.id}`;
  const label = (e) => ctx.gh.labels.findBy("repo_id", r.id).find((x) => x.name === e.label_name);
  return rows
    .filter((e) => !NOT_EVENTS.has(e.event))
    .map((e) => ({
      id: e.id,
      node_id: e.node_id,
      url: url(e),
      event: e.event,
      actor: userJson(ctx.gh.users.get(e.actor_id)),
      commit_id: null,
      commit_url: null,
      created_at: e.created_at,
      ...(e.label_name ? { label: { name: e.label_name, color: label(e)?.color ?? "ededed" } } : {}),
      issue: { number: i.number },
      performed_via_github_app: null,
    }));
}

async function timeline(r, i) {
  const ev = i.is_pull_request
    ? await eventsOfPull(r, i)
    : (await askAll(`/repos/${r.full_name}/issues/${i.number}/events`))
        .filter((e) => !NOT_EVENTS.has(e.event))
        .map((e) => {
          const o = { ...shape(e), performed_via_github_app: null };
          for (const k of ["label", "assignee", "milestone", "rename"]) if (o[k] === null) delete o[k];
          return o;
        });
  const cm = shape(await askAll(`/repos/${r.full_name}/issues/${i.number}/comments`)).map((x) => ({
    ...x,
    event: "commented",
    actor: x.user,
  }));
  const xr = await Promise.all(
    kept.xrefs
      .filter((x) => x.target === i.id)
      .map(async (x) => ({
        event: "cross-referenced",
        actor: userJson(ctx.gh.users.get(x.by)),
        created_at: x.at,
        updated_at: x.at,
        source: {
          type: "issue",
          issue: await issueJson(ctx.gh.repos.get(x.repo), issueBy(ctx.gh.repos.get(x.repo), x.number)),
        },
      })),
  );
  return [...ev, ...cm, ...xr].sort((a, b) => a.created_at.localeCompare(b.created_at));
}

// reactions
const react = (kind, path, find) => {
  app.get(R + path + "/reactions", (c) => {
    const t = find(c);
    return t
      ? paged(
          c,
          kept.reactions.filter((x) => x.kind === kind && x.target === t.id).map((x) => x.json),
        )
      : err(404, "Not Found");
  });
  app.post(R + path + "/reactions", async (c) => {
    const t = find(c);
    const m = caller(c);
    const b = await bodyOf(c);
    if (!t) return err(404, "Not Found");
    const d = needApp(c, "issues") && needApp(c, "pull_requests");
    if (d) return d;
    if (!["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"].includes(b.content))
      return err(422, "Validation Failed", [{ resource: "Reaction", field: "content", code: "invalid" }]);
    const old = kept.reactions.find(
      (x) => x.kind === kind && x.target === t.id && x.content === b.content && x.json.user.login === m.login,
    );
    if (old) return json(old.json, 200);
    const rid = newId();
    const j = {
      id: rid,
      node_id: nodeId("Reaction", rid),
      user: await senderJson(m),
      content: b.content,
      created_at: now(),
    };
    kept.reactions.push({ kind, target: t.id, content: b.content, json: j });
    return json(j, 201);
  });
  app.delete(R + path + "/reactions/:rid", (c) => {
    const k = kept.reactions.findIndex((x) => x.json.id === num(c, "rid"));
    if (k < 0) return err(404, "Not Found");
    kept.reactions.splice(k, 1);
    return noContent();
  });
};

react("comment", "/issues/comments/:cid", (c) => {
  const x = ctx.gh.comments.get(num(c, "cid"));
  return x?.comment_type === "issue" ? x : null;
});

react("issue", "/issues/:n", (c) => issueBy(repoIn(c), c.req.param("n")));
