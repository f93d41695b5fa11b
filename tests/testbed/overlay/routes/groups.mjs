// Merge groups: a commit on top of the base branch for each pull request, and a branch for each that names it.
import { ask, json } from "../http.mjs";
import { ownerLogin, pullBy, repoBy, userBy, userJson } from "../people.mjs";
import { app, bodyOf } from "../router.mjs";
import { repoJson } from "../shapes.mjs";
import { ctx, kept } from "../state.mjs";

// {repo, pulls, method: "merge" | "squash" | "rebase", queue: whether GraphQL tells of it, branches: whether
// those in front have their branch still}
app.post("/_test/merge-group", async (c) => {
  const b = await bodyOf(c);
  const r = repoBy(...b.repo.split("/"));
  const pulls = b.pulls.map((n) => pullBy(r, n));
  const base = ctx.gh.branches.findBy("repo_id", r.id).find((x) => x.name === pulls[0].base_ref);
  const entries = [];
  let sha = base.sha;
  for (const p of pulls) {
    const head = await commit(r, p, sha, b.method ?? "merge");
    entries.push({ number: p.number, head, base: sha });
    sha = head;
  }
  const branchOf = (e) => `gh-readonly-queue/${base.name}/pr-${e.number}-${e.base}`;
  const head_ref = branchOf(entries.at(-1));
  for (const e of b.branches ? entries : entries.slice(-1))
    await ask("POST", `/repos/${r.full_name}/git/refs`, { ref: `refs/heads/${branchOf(e)}`, sha: e.head });
  kept.groups.set(head_ref, entries.map(branchOf));
  if (b.queue) kept.merging = { repo: r.id, branch: base.name, entries };
  const group = { repo: r.full_name, head_sha: sha, head_ref, base_sha: base.sha, base_ref: base.name };
  await tell(r, "checks_requested", group);
  return json(group);
});

// the group is merged, invalidated or dequeued: its branch goes, and the event says so
app.post("/_test/merge-group/destroy", async (c) => {
  const b = await bodyOf(c);
  const r = repoBy(...b.repo.split("/"));
  for (const branch of kept.groups.get(b.head_ref) ?? [b.head_ref])
    await ask("DELETE", `/repos/${r.full_name}/git/refs/heads/${branch}`);
  kept.groups.delete(b.head_ref);
  kept.merging = null;
  await tell(r, "destroyed", b, { reason: b.reason ?? "dequeued" });
  return json(b);
});

async function commit(r, p, onto, method) {
  const tree = ctx.gh.commits.findBy("repo_id", r.id).find((x) => x.sha === p.head_sha).tree_sha;
  const message = {
    merge: `Merge pull request #${p.number} from ${ownerLogin(r)}/${p.head_ref}\n\n${p.title}`,
    squash: `${p.title} (#${p.number})`,
    rebase: p.title,
  }[method];
  const parents = method === "merge" ? [onto, p.head_sha] : [onto];
  const made = await ask("POST", `/repos/${r.full_name}/git/commits`, { message, tree, parents });
  return made.body.sha;
}

async function tell(r, action, group, more = {}) {
  const merge_group = {
    head_sha: group.head_sha,
    head_ref: `refs/heads/${group.head_ref}`,
    base_sha: group.base_sha,
    base_ref: `refs/heads/${group.base_ref}`,
    head_commit: head(r, group.head_sha),
  };
  const payload = { action, merge_group, ...more, repository: await repoJson(r), sender: userJson(userBy("alice")) };
  ctx.webhooks.dispatch("merge_group", action, payload, ownerLogin(r), r.name);
}

function head(r, sha) {
  const cm = ctx.gh.commits.findBy("repo_id", r.id).find((x) => x.sha === sha);
  return {
    id: sha,
    tree_id: cm.tree_sha,
    message: cm.message,
    timestamp: cm.committer_date,
    author: { name: cm.author_name, email: cm.author_email },
    committer: { name: cm.committer_name, email: cm.committer_email },
  };
}
