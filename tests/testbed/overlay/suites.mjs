// Check suites: GitHub keeps one per commit and App, emulate one per commit.
import { ctx, nodeId } from "./state.mjs";

// From worst to best, as GitHub sums up a suite.
const CONCLUSIONS = ["startup_failure", "failure", "timed_out", "cancelled", "action_required", "stale", "success"];
CONCLUSIONS.push("neutral", "skipped");

export const suiteOf = (repoId, sha, appId) =>
  ctx.gh.checkSuites.findBy("repo_id", repoId).find((suite) => suite.head_sha === sha && suite.app_id === appId);

export function newSuite(fields) {
  const row = ctx.gh.checkSuites.insert({ node_id: "", status: "queued", conclusion: null, ...fields });
  ctx.gh.checkSuites.update(row.id, { node_id: nodeId("CheckSuite", row.id) });
  return ctx.gh.checkSuites.get(row.id);
}

// Moves a new check run to the suite of the App that made it; returns the suite's id.
export function claimRun(runId, appId) {
  const run = ctx.gh.checkRuns.get(runId);
  const before = ctx.gh.checkSuites.get(run.check_suite_id);
  if (before.app_id === appId) return before.id;
  const { repo_id, head_branch, head_sha, after } = before;
  const existing = suiteOf(repo_id, head_sha, appId);
  if (!existing && before.app_id === null) return ctx.gh.checkSuites.update(before.id, { app_id: appId }) && before.id;
  const suite = existing ?? newSuite({ repo_id, head_branch, head_sha, before: before.before, after, app_id: appId });
  ctx.gh.checkRuns.update(runId, { check_suite_id: suite.id });
  for (const { id } of [before, suite]) sumUp(id, repo_id);
  return suite.id;
}

function sumUp(suiteId, repoId) {
  const runs = ctx.gh.checkRuns.findBy("repo_id", repoId).filter((run) => run.check_suite_id === suiteId);
  const done = runs.length > 0 && runs.every((run) => run.status === "completed");
  const status = done ? "completed" : runs.some((run) => run.status !== "queued") ? "in_progress" : "queued";
  const conclusion = done ? CONCLUSIONS.find((name) => runs.some((run) => run.conclusion === name)) : null;
  ctx.gh.checkSuites.update(suiteId, { status, conclusion: conclusion ?? null });
}
