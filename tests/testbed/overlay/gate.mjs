// What must hold before a pull request may be merged, and the merge itself.
import { ask, err, json } from "./http.mjs";
import { atLeast, issueBy, ownerLogin, roleOf } from "./people.mjs";
import { repoJson, senderJson } from "./shapes.mjs";
import { CLOSES, PASSING, ctx, kept } from "./state.mjs";

export function required(repo, branch) {
  const out = [];
  const bp = ctx.gh.branchProtections.findBy("repo_id", repo.id).find((b) => b.branch_name === branch);
  for (const c of bp?.required_status_checks?.contexts ?? [])
    out.push({
      context: c,
      app:
        kept.requiredApp.get(
          `${ctx.baseUrl}/repos/${repo.full_name}/branches/${encodeURIComponent(branch)}/protection ${c}`,
        ) ?? null,
    });
  for (const rs of kept.rulesets.filter((r) => r.repo === repo.id && r.enforcement === "active"))
    for (const rule of rs.rules ?? [])
      if (rule.type === "required_status_checks")
        for (const k of rule.parameters?.required_status_checks ?? [])
          out.push({ context: k.context, app: k.integration_id ?? null });
  return { checks: out, bp };
}

export function gate(repo, p) {
  const { checks, bp } = required(repo, p.base_ref);
  const missing = [];
  const runs = ctx.gh.checkRuns.findBy("repo_id", repo.id).filter((r) => r.head_sha === p.head_sha);
  const sts = kept.statuses.filter((s) => s.repo === repo.id && s.sha === p.head_sha);
  const latestRun = (n, app) =>
    runs
      .filter((r) => r.name === n && (app == null || app === -1 || kept.runApp.get(r.id) === app))
      .sort((a, b) => b.id - a.id)[0];
  for (const { context, app } of checks) {
    const run = latestRun(context, app);
    const st = app == null || app === -1 ? sts.filter((s) => s.context === context).at(-1) : undefined;
    const bad = (run && !(run.status === "completed" && PASSING.has(run.conclusion))) || (st && st.state !== "success");
    if (!run && !st) missing.push(`Required status check "${context}" is expected.`);
    else if (bad)
      missing.push(
        `Required status check "${context}" is ${run ? (run.status === "completed" ? "failing" : "in progress") : st.state === "pending" ? "pending" : "failing"}.`,
      );
  }
  const rv = bp?.required_pull_request_reviews;
  let reviews = null;
  if (rv) {
    const last = new Map();
    for (const r of ctx.gh.reviews
      .findBy("repo_id", repo.id)
      .filter((r) => r.pull_number === p.number && ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(r.state)))
      last.set(r.user_id, r);
    const good = [...last.values()].filter(
      (r) => r.state === "APPROVED" && atLeast(roleOf(ctx.gh.users.get(r.user_id), repo), "write"),
    ).length;
    if ([...last.values()].some((r) => r.state === "CHANGES_REQUESTED")) reviews = "Changes requested.";
    else if (good < rv.required_approving_review_count)
      reviews = `At least ${rv.required_approving_review_count} approving review is required by reviewers with write access.`;
  }
  const names = [...new Set(runs.map((r) => r.name))];
  const unstable = names.some((n) => {
    const r = latestRun(n);
    return r.status === "completed" && !PASSING.has(r.conclusion);
  });
  return { missing, reviews, unstable, bp };
}

// both sides since the merge base, file by file (no line merge: the same file on both sides is a conflict)
export async function mergePlan(repo, p) {
  const base = ctx.gh.branches.findBy("repo_id", repo.id).find((b) => b.name === p.base_ref);
  if (!base) return { conflicts: [], moved: false };
  const theirs = (await ask("GET", `/repos/${repo.full_name}/compare/${p.head_sha}...${base.sha}`)).body;
  const ours = (await ask("GET", `/repos/${repo.full_name}/compare/${base.sha}...${p.head_sha}`)).body;
  if (!theirs?.files || !ours?.files) return { conflicts: [], moved: false };
  const t = new Map(theirs.files.map((f) => [f.filename, f.sha]));
  const conflicts = ours.files.filter((f) => t.has(f.filename) && t.get(f.filename) !== f.sha).map((f) => f.filename);
  return {
    conflicts,
    moved: theirs.files.length > 0,
    baseTree: ctx.gh.commits.findBy("repo_id", repo.id).find((c) => c.sha === base.sha)?.tree_sha,
    changes: ours.files.flatMap((f) =>
      f.status === "removed"
        ? [{ path: f.filename, mode: "100644", type: "blob", sha: null }]
        : [
            { path: f.filename, mode: "100644", type: "blob", sha: f.sha },
            ...(f.status === "renamed" ? [{ path: f.previous_filename, mode: "100644", type: "blob", sha: null }] : []),
          ],
    ),
  };
}

export async function merge(repo, p, body, me, token) {
  if (me.kind === "user" && !atLeast(roleOf(me.user, repo), "write"))
    return err(403, "Must have write access to merge");
  if (p.merged || p.state !== "open") return err(405, "Pull Request is not mergeable");
  if (p.draft) return err(405, "Pull Request is still a draft");
  if (typeof body.sha === "string" && body.sha !== p.head_sha)
    return err(409, "Head branch was modified. Review and try the merge again.");
  const g = gate(repo, p);
  const bypass = g.bp && !g.bp.enforce_admins && me.kind === "user" && roleOf(me.user, repo) === "admin";
  const why = [...g.missing, ...(g.reviews ? [g.reviews] : [])];
  if (why.length && !bypass)
    return err(
      405,
      g.missing.length > 1
        ? `${g.missing.length} of ${required(repo, p.base_ref).checks.length} required status checks have not succeeded.`
        : why.join(" "),
      undefined,
      "https://docs.github.com/articles/about-protected-branches",
    );
  const base = ctx.gh.branches.findBy("repo_id", repo.id).find((b) => b.name === p.base_ref);
  const before = base.sha;
  const plan = await mergePlan(repo, p);
  if (plan.conflicts.length) return err(405, "Pull Request is not mergeable");
  let tree = null;
  if (plan.moved) {
    const t = await ask("POST", `/repos/${repo.full_name}/git/trees`, {
      base_tree: plan.baseTree,
      tree: plan.changes,
    });
    if (t.status === 201) tree = t.body.sha;
  }
  ctx.gh.pullRequests.update(p.id, { base_sha: base.sha });
  const bp = g.bp;
  const keep = bp && {
    required_status_checks: bp.required_status_checks,
    required_pull_request_reviews: bp.required_pull_request_reviews,
  };
  if (bp) ctx.gh.branchProtections.update(bp.id, { required_status_checks: null, required_pull_request_reviews: null });
  let r;
  try {
    r = await ask("PUT", `/repos/${repo.full_name}/pulls/${p.number}/merge`, body, token);
  } finally {
    if (bp) ctx.gh.branchProtections.update(bp.id, keep);
  }
  if (r.status !== 200) return json(r.body, r.status);
  if (tree) {
    const c = ctx.gh.commits.findBy("repo_id", repo.id).find((x) => x.sha === r.body.sha);
    ctx.gh.commits.update(c.id, { tree_sha: tree });
  } // the emulator takes the head's tree and so drops what came in between
  const sender = await senderJson(me);
  ctx.webhooks.dispatch(
    "push",
    undefined,
    { ref: `refs/heads/${p.base_ref}`, before, after: r.body.sha, repository: await repoJson(repo), sender },
    ownerLogin(repo),
    repo.name,
  );
  if (p.base_ref === repo.default_branch)
    for (const m of (p.body ?? "").matchAll(CLOSES)) {
      const i = issueBy(repo, m[1]);
      if (i && i.state === "open" && !i.is_pull_request)
        await ask(
          "PATCH",
          `/repos/${repo.full_name}/issues/${i.number}`,
          { state: "closed", state_reason: "completed" },
          me.kind === "user" ? token : undefined,
        );
    }
  return json(r.body);
}
