// Check suites, annotations and commit statuses.
import { ask, err, json, paged } from "../http.mjs";
import { atLeast, ownerLogin, roleOf } from "../people.mjs";
import { R, app, bodyOf, caller, needApp, repoIn } from "../router.mjs";
import { fixRepository, repoJson, senderJson, shape } from "../shapes.mjs";
import { ctx, kept, newId, nodeId, now } from "../state.mjs";

// check suites, with a whole repository in them
const suites = (path) =>
  app.get(R + path, async (c) => {
    const d = needApp(c, "checks", "read");
    const r = repoIn(c);
    if (d && r.private) return d;
    const u = new URL(c.req.url);
    const x = await ask("GET", u.pathname + u.search);
    if (x.status !== 200) return json(x.body, x.status);
    const full = fixRepository(await repoJson(r));
    for (const s of x.body.check_suites ?? [x.body]) s.repository = full;
    return json(shape(x.body));
  });
suites("/commits/:ref{.+}/check-suites");
suites("/check-suites/:id");
// commit statuses
const shaOf = (r, ref) => {
  const s = String(ref).replace(/^refs\//, "");
  return (
    ctx.gh.commits.findBy("repo_id", r.id).find((x) => x.sha === s || (s.length >= 7 && x.sha.startsWith(s)))?.sha ??
    ctx.gh.branches.findBy("repo_id", r.id).find((b) => b.name === s.replace(/^heads\//, ""))?.sha
  );
};

app.post(R + "/statuses/:sha", async (c) => {
  const r = repoIn(c);
  const m = caller(c);
  const b = await bodyOf(c);
  const sha = shaOf(r, c.req.param("sha"));
  const d = needApp(c, "statuses");
  if (d) return d;
  if (m.kind === "user" && !atLeast(roleOf(m.user, r), "write")) return err(r.private ? 404 : 403, "Not Found");
  if (!sha) return err(422, `No commit found for SHA: ${c.req.param("sha")}`);
  if (!["error", "failure", "pending", "success"].includes(b.state))
    return err(422, "Validation Failed", [{ resource: "Status", field: "state", code: "custom" }]);
  const sid = newId();
  const creator = await senderJson(m);
  const t = now();
  const j = {
    url: `${ctx.baseUrl}/repos/${r.full_name}/statuses/${sha}`,
    avatar_url: creator.avatar_url,
    id: sid,
    node_id: nodeId("StatusContext", sid),
    state: b.state,
    description: b.description ?? null,
    target_url: b.target_url ?? null,
    context: b.context ?? "default",
    created_at: t,
    updated_at: t,
    creator,
  };
  kept.statuses.push({ repo: r.id, sha, context: j.context, state: j.state, json: j });
  const commit = (await ask("GET", `/repos/${r.full_name}/commits/${sha}`)).body;
  const { creator: _c, url: _u, ...flat } = j;
  ctx.webhooks.dispatch(
    "status",
    undefined,
    {
      ...flat,
      sha,
      name: r.full_name,
      commit: { ...commit, stats: undefined, files: undefined },
      branches: ctx.gh.branches
        .findBy("repo_id", r.id)
        .filter((x) => x.sha === sha)
        .map((x) => ({ name: x.name, commit: { sha, url: commit.url }, protected: x.protected })),
      repository: await repoJson(r),
      sender: creator,
    },
    ownerLogin(r),
    r.name,
  );
  return json(j, 201);
});

const latest = (r, sha) => [
  ...new Map(kept.statuses.filter((s) => s.repo === r.id && s.sha === sha).map((s) => [s.context, s])).values(),
];
app.get(R + "/commits/:ref{.+}/status", async (c) => {
  const r = repoIn(c);
  const sha = shaOf(r, c.req.param("ref"));
  if (!sha) return err(404, "Not Found");
  const l = latest(r, sha);
  const st = l.map((s) => s.state);
  const { creator: _x, ...z } = {};
  return json({
    state: st.some((s) => s === "failure" || s === "error")
      ? "failure"
      : !st.length || st.includes("pending")
        ? "pending"
        : "success",
    statuses: l.map((s) => {
      const { creator, ...rest } = s.json;
      return { ...rest, required: false };
    }),
    sha,
    total_count: l.length,
    repository: fixRepository(await repoJson(r)),
    commit_url: `${ctx.baseUrl}/repos/${r.full_name}/commits/${sha}`,
    url: `${ctx.baseUrl}/repos/${r.full_name}/commits/${sha}/status`,
  });
});

app.get(R + "/commits/:ref{.+}/statuses", (c) => {
  const r = repoIn(c);
  const sha = shaOf(r, c.req.param("ref"));
  return paged(
    c,
    kept.statuses
      .filter((s) => s.repo === r.id && s.sha === sha)
      .map((s) => s.json)
      .reverse(),
  );
});

app.get(R + "/statuses/:sha", (c) => {
  const r = repoIn(c);
  const sha = shaOf(r, c.req.param("sha"));
  return paged(
    c,
    kept.statuses
      .filter((s) => s.repo === r.id && s.sha === sha)
      .map((s) => s.json)
      .reverse(),
  );
}); // old path, PyGithub's get_statuses

app.get(R + "/check-runs/:id/annotations", async (c) => {
  const d = needApp(c, "checks", "read");
  const r = repoIn(c);
  if (d && r.private) return d;
  const x = await ask("GET", `/repos/${r.full_name}/check-runs/${c.req.param("id")}/annotations?per_page=100`);
  return x.status === 200
    ? paged(
        c,
        x.body.check_annotations.map(({ id, ...a }) => a),
      )
    : json(x.body, x.status);
}); // the emulator wraps the list
