// Sub-issues and issue dependencies.
import { err, json, paged } from "../http.mjs";
import { atLeast, issueBy, ownerLogin, roleOf } from "../people.mjs";
import { R, app, bodyOf, caller, needApp, num, repoIn } from "../router.mjs";
import { fixRepository, issueJson, repoJson, senderJson } from "../shapes.mjs";
import { ctx, kept } from "../state.mjs";

const bare = (i) => issueJson(ctx.gh.repos.get(i.repo_id), i);
const canWrite = (c, r) => {
  const m = caller(c);
  return m.kind === "app"
    ? needApp(c, "issues")
    : m.kind === "user" && atLeast(roleOf(m.user, r), "triage")
      ? null
      : err(r.private ? 404 : 403, "Must have triage access");
};

const related = async (event, action, c, r, extra) =>
  ctx.webhooks.dispatch(
    event,
    action,
    { action, ...extra, repository: await repoJson(r), sender: await senderJson(caller(c)) },
    ownerLogin(r),
    r.name,
  );
app.get(R + "/issues/:n/sub_issues", async (c) => {
  const i = issueBy(repoIn(c), c.req.param("n"));
  if (!i) return err(404, "Not Found");
  return paged(c, await Promise.all((kept.subs.get(i.id) ?? []).map((k) => bare(ctx.gh.issues.get(k)))));
});

app.get(R + "/issues/:n/parent", async (c) => {
  const i = issueBy(repoIn(c), c.req.param("n"));
  const p = i && ctx.gh.issues.get(kept.parent.get(i.id));
  return p ? json(await bare(p)) : err(404, "Not Found");
});

app.post(R + "/issues/:n/sub_issues", async (c) => {
  const r = repoIn(c);
  const d = canWrite(c, r);
  if (d) return d;
  const i = issueBy(r, c.req.param("n"));
  const b = await bodyOf(c);
  const k = ctx.gh.issues.get(Number(b.sub_issue_id));
  if (!i || !k) return err(404, "Not Found");
  const kids = kept.subs.get(i.id) ?? [];
  const invalid = (m) => err(422, "Validation Failed", [m]);
  if (k.id === i.id) return invalid("Sub issue may not be its own parent");
  if (kids.includes(k.id)) return invalid("Issue may not contain duplicate sub-issues");
  if (kept.parent.has(k.id) && !b.replace_parent) return invalid("Sub issue may only have one parent");
  if (kids.length >= 100) return invalid("Parent cannot have more than 100 sub-issues");
  let depth = 1;
  for (let a = i.id; kept.parent.has(a); a = kept.parent.get(a)) {
    depth++;
    if (kept.parent.get(a) === k.id) return invalid("Sub issues may not create a cycle");
  }
  if (depth > 8) return invalid("Sub-issues can be nested up to 8 levels");
  if (kept.parent.has(k.id))
    kept.subs.set(
      kept.parent.get(k.id),
      kept.subs.get(kept.parent.get(k.id)).filter((x) => x !== k.id),
    );
  kept.subs.set(i.id, [...kids, k.id]);
  kept.parent.set(k.id, i.id);
  const [pj, kj] = [await bare(i), await bare(k)];
  await related("sub_issues", "sub_issue_added", c, r, {
    sub_issue_id: k.id,
    sub_issue: kj,
    sub_issue_repo: fixRepository(await repoJson(r)),
    parent_issue_id: i.id,
    parent_issue: pj,
  });
  return json(kj, 201);
});

app.delete(R + "/issues/:n/sub_issue", async (c) => {
  const r = repoIn(c);
  const d = canWrite(c, r);
  if (d) return d;
  const i = issueBy(r, c.req.param("n"));
  const k = Number((await bodyOf(c)).sub_issue_id);
  const kids = kept.subs.get(i?.id) ?? [];
  if (!kids.includes(k)) return err(404, "Not Found");
  kept.subs.set(
    i.id,
    kids.filter((x) => x !== k),
  );
  kept.parent.delete(k);
  return json(await bare(ctx.gh.issues.get(k)));
});

app.patch(R + "/issues/:n/sub_issues/priority", async (c) => {
  const r = repoIn(c);
  const d = canWrite(c, r);
  if (d) return d;
  const i = issueBy(r, c.req.param("n"));
  const b = await bodyOf(c);
  const kids = (kept.subs.get(i.id) ?? []).filter((x) => x !== b.sub_issue_id);
  const at = b.after_id !== undefined ? kids.indexOf(b.after_id) + 1 : kids.indexOf(b.before_id);
  kids.splice(Math.max(0, at), 0, b.sub_issue_id);
  kept.subs.set(i.id, kids);
  return json(await bare(ctx.gh.issues.get(b.sub_issue_id)));
});

app.get(R + "/issues/:n/dependencies/blocked_by", async (c) => {
  const i = issueBy(repoIn(c), c.req.param("n"));
  if (!i) return err(404, "Not Found");
  return paged(c, await Promise.all([...(kept.blockedBy.get(i.id) ?? [])].map((k) => bare(ctx.gh.issues.get(k)))));
});

app.get(R + "/issues/:n/dependencies/blocking", async (c) => {
  const i = issueBy(repoIn(c), c.req.param("n"));
  if (!i) return err(404, "Not Found");
  return paged(
    c,
    await Promise.all([...kept.blockedBy].filter(([, v]) => v.has(i.id)).map(([k]) => bare(ctx.gh.issues.get(k)))),
  );
});

app.post(R + "/issues/:n/dependencies/blocked_by", async (c) => {
  const r = repoIn(c);
  const d = canWrite(c, r);
  if (d) return d;
  const i = issueBy(r, c.req.param("n"));
  const k = ctx.gh.issues.get(Number((await bodyOf(c)).issue_id));
  if (!i || !k) return err(404, "Not Found");
  const s = kept.blockedBy.get(i.id) ?? new Set();
  if (k.id === i.id || s.has(k.id)) return err(422, "Validation Failed", ["Target issue has already been taken"]);
  s.add(k.id);
  kept.blockedBy.set(i.id, s);
  await related("issue_dependencies", "blocked_by_added", c, r, {
    blocked_issue_id: i.id,
    blocked_issue: await bare(i),
    blocking_issue_id: k.id,
    blocking_issue: await bare(k),
    blocking_issue_repo: fixRepository(await repoJson(r)),
  });
  return json(await bare(i), 201);
});

app.delete(R + "/issues/:n/dependencies/blocked_by/:id", async (c) => {
  const r = repoIn(c);
  const d = canWrite(c, r);
  if (d) return d;
  const i = issueBy(r, c.req.param("n"));
  if (!kept.blockedBy.get(i?.id)?.delete(num(c, "id"))) return err(404, "Not Found");
  return json(await bare(i));
});
