// Runs of GitHub Actions workflows, as the `workflow_run` event shows them.
import { pullsOfSha, repoJson } from "./shapes.mjs";
import { userBy, userJson } from "./people.mjs";
import { ctx, newId, nodeId, now } from "./state.mjs";
import { newSuite, suiteOf } from "./suites.mjs";

export function workflowJson(repo, name) {
  const file = name.toLowerCase().replace(/[^a-z0-9]+/g, "-") + ".yml";
  const path = `.github/workflows/${file}`;
  const id = 16000000 + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900000, 7);
  return {
    id,
    node_id: nodeId("Workflow", id),
    name,
    path,
    state: "active",
    created_at: repo.created_at,
    updated_at: repo.updated_at,
    url: `${ctx.baseUrl}/repos/${repo.full_name}/actions/workflows/${id}`,
    html_url: `${ctx.baseUrl}/${repo.full_name}/blob/${repo.default_branch}/${path}`,
    badge_url: `${ctx.baseUrl}/${repo.full_name}/workflows/${encodeURIComponent(name)}/badge.svg`,
  };
}

export async function workflowRunJson(repo, workflow, { head_sha, conclusion, event, head_branch, login }) {
  const id = newId();
  const commit = ctx.gh.commits.findBy("repo_id", repo.id).find((row) => row.sha === head_sha);
  const branch = head_branch ?? branchOf(repo, head_sha);
  const suite = suiteFor(repo, head_sha, branch);
  const url = `${ctx.baseUrl}/repos/${repo.full_name}/actions/runs/${id}`;
  const suiteUrl = `${ctx.baseUrl}/repos/${repo.full_name}/check-suites/${suite.id}`;
  const actor = userJson(userBy(login ?? "alice"));
  const repository = minimal(await repoJson(repo));
  return {
    id,
    node_id: nodeId("WorkflowRun", id),
    name: workflow.name,
    path: workflow.path,
    display_title: commit?.message.split("\n")[0] ?? workflow.name,
    head_branch: branch,
    head_sha,
    head_commit: commit ? headCommit(commit) : null,
    run_number: 1,
    run_attempt: 1,
    event: event ?? "push",
    status: conclusion ? "completed" : "in_progress",
    conclusion: conclusion ?? null,
    workflow_id: workflow.id,
    workflow_url: workflow.url,
    check_suite_id: suite.id,
    check_suite_node_id: suite.node_id,
    check_suite_url: suiteUrl,
    pull_requests: pullsOfSha(repo.full_name, head_sha),
    referenced_workflows: [],
    actor,
    triggering_actor: actor,
    created_at: now(),
    updated_at: now(),
    run_started_at: now(),
    previous_attempt_url: null,
    url,
    html_url: `${ctx.baseUrl}/${repo.full_name}/actions/runs/${id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    repository,
    head_repository: repository,
  };
}

const branchOf = (repo, sha) =>
  ctx.gh.branches.findBy("repo_id", repo.id).find((branch) => branch.sha === sha)?.name ?? repo.default_branch;

// GitHub Actions is the seeded App that is not the one under test.
function suiteFor(repo, head_sha, head_branch) {
  const actions = ctx.gh.apps.all().find((app) => app.app_id !== ctx.cfg.app.id);
  const app_id = actions?.app_id ?? ctx.cfg.app.id;
  const fields = { repo_id: repo.id, head_branch, head_sha, before: "", after: head_sha, app_id };
  return suiteOf(repo.id, head_sha, app_id) ?? newSuite(fields);
}

const headCommit = (commit) => ({
  id: commit.sha,
  tree_id: commit.tree_sha,
  message: commit.message,
  timestamp: commit.committer_date,
  author: { name: commit.author_name, email: commit.author_email },
  committer: { name: commit.committer_name, email: commit.committer_email },
});

const MINIMAL = new Set(["id", "node_id", "name", "full_name", "private", "owner", "description", "fork", "url"]);
const NOT_MINIMAL = new Set(["git_url", "ssh_url", "clone_url", "svn_url", "mirror_url"]);

const minimal = (repository) =>
  Object.fromEntries(
    Object.entries(repository).filter(([key]) => MINIMAL.has(key) || (key.endsWith("_url") && !NOT_MINIMAL.has(key))),
  );
