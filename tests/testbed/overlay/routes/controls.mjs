// The test bed's own controls under /_test: faults, limits, and what only GitHub itself can do.
import { deliver, emit } from "../hooks.mjs";
import { workflowJson, workflowRunJson } from "../workflows.mjs";
import { ask, json, noContent } from "../http.mjs";
import { ownerLogin, pullBy, repoBy, userBy, userJson } from "../people.mjs";
import { app, bodyOf, num } from "../router.mjs";
import { brief, setSuspended } from "./apps.mjs";
import { fixRepository, repoJson, shape } from "../shapes.mjs";
import { ctx, kept } from "../state.mjs";

const T = "/_test";
app.post(T + "/faults", async (c) => {
  for (const f of [].concat(await bodyOf(c)))
    kept.faults.push({ times: 1, ...f, path: f.path ? new RegExp(f.path) : null });
  return noContent();
}); // {method?, path?, times, status?, headers?, body?, delay_ms?, drop?, after?}

// {sha, by, web}: GitHub verified this commit's signature, by the account's key or by its own for that account
app.post(T + "/sign", async (c) => {
  const signature = await bodyOf(c);
  kept.signatures.set(signature.sha, signature);
  return noContent();
});

// {comment, version}: "Delete revision from history"; who wrote it and when stay told, its text is null
app.post(T + "/delete-version", async (c) => {
  const { comment, version } = await bodyOf(c);
  kept.edits.get(comment).at(version).text = null;
  return noContent();
});

app.delete(T + "/faults", () => {
  kept.faults = [];
  return noContent();
});

app.post(T + "/order", async (c) => {
  kept.labeledFirst = Boolean((await bodyOf(c)).labeled_first);
  return noContent();
});

app.post(T + "/limits", async (c) => {
  const b = await bodyOf(c);
  kept.limits.set(b.actor ?? "app", {
    remaining: b.remaining,
    reset: Math.floor(Date.now() / 1000) + (b.reset_in ?? 3600),
  });
  return noContent();
});

app.post(T + "/expire-tokens", () => {
  for (const [t, u] of ctx.tokenMap) if (u.installation) kept.revoked.add(t);
  return noContent();
});

app.post(T + "/suspend", async (c) => {
  const b = await bodyOf(c);
  setSuspended(
    ctx.gh.appInstallations.all().find((i) => i.app_id === ctx.cfg.app.id),
    b.on ?? true,
  );
  return noContent();
});

app.get(T + "/deliveries", (c) => json(kept.deliveries.map(brief)));
app.post(T + "/idle", async () => {
  let q;
  do {
    q = kept.queue;
    await q;
    await new Promise((r) => setTimeout(r, 1));
  } while (q !== kept.queue);
  return noContent();
}); // all webhooks delivered

app.post(T + "/check-run/:id/:action", async (c) => {
  // what a person does in the checks tab: rerequested, requested_action {identifier, user}
  const run = ctx.gh.checkRuns.get(num(c, "id"));
  const b = await bodyOf(c);
  const r = ctx.gh.repos.get(run.repo_id);
  const act = c.req.param("action");
  const j = shape((await ask("GET", `/repos/${r.full_name}/check-runs/${run.id}`)).body);
  ctx.webhooks.dispatch(
    "check_run",
    act,
    {
      action: act,
      check_run: j,
      ...(act === "requested_action" ? { requested_action: { identifier: b.identifier } } : {}),
      repository: await repoJson(r),
      sender: userJson(userBy(b.user ?? "alice")),
    },
    ownerLogin(r),
    r.name,
  );
  return noContent();
});

app.post(T + "/deliver", async (c) => {
  const b = await bodyOf(c);
  deliver(
    { event: b.event, action: b.payload.action, payload: b.payload },
    b.owner ?? ctx.gh.orgs.all()[0].login,
    b.repo ? repoBy(...b.repo.split("/")) : null,
  );
  return noContent();
});

// What GitHub Actions says of a workflow's run: {repo, name, head_sha, conclusion, event?, head_branch?, login?}
app.post(T + "/workflow-run", async (c) => {
  const body = await bodyOf(c);
  const repo = repoBy(...body.repo.split("/"));
  const workflow = workflowJson(repo, body.name);
  const workflow_run = await workflowRunJson(repo, workflow, body);
  const action = body.conclusion ? "completed" : "in_progress";
  const sender = userJson(userBy(body.login ?? "alice"));
  await emit(repo, "workflow_run", action, { workflow_run, workflow, sender });
  return json({ action, workflow_run, workflow, repository: fixRepository(await repoJson(repo)), sender });
});
