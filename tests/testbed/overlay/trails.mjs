// What GitHub remembers of who did what: edits, deleted comments, labels given, pull requests turned.
import { issueBy, pullBy, userBy } from "./people.mjs";
import { ctx, kept, now } from "./state.mjs";

const COMMENT = /\/issues\/comments\/(\d+)$/;
const ISSUE = /\/(?:issues|pulls)\/(\d+)$/;
const LABELS = /\/issues\/(\d+)\/labels$/;
const NEW = /^\/repos\/[^/]+\/[^/]+\/issues$/;

const typed = (login) => ({ login, type: login.endsWith("[bot]") ? "Bot" : "User" });
const byId = (id) => ctx.gh.users.get(id)?.login;
const labelsOf = (row) => new Set((row?.label_ids ?? []).map((id) => ctx.gh.labels.get(id)?.name));
const owner = (row, key) => typed(kept.viaApp.has(key) ? appLogin(kept.viaApp.get(key)) : (byId(row.user_id) ?? "ghost"));
const appLogin = (id) => `${ctx.gh.apps.all().find((a) => a.app_id === id)?.slug}[bot]`;

// What a request is about to change, as it stands before.
export function standing({ method, path, repo }) {
  if (!repo || method === "GET") return null;
  const comment = COMMENT.exec(path) && ctx.gh.comments.get(Number(COMMENT.exec(path)[1]));
  if (comment) return { comment: { ...comment } };
  const named = ISSUE.exec(path) ?? LABELS.exec(path);
  const row = named && issueBy(repo, named[1]);
  const base = row?.is_pull_request ? pullBy(repo, named[1]).base_ref : null;
  return { number: named?.[1], body: row?.body ?? "", labels: labelsOf(row), base };
}

// What came of it; only for requests that were answered well.
export function note({ me, method, path, repo }, before) {
  if (!before || !me.login) return;
  const by = typed(me.login);
  if (before.comment) return noteComment(before.comment, method, by);
  const number = before.number ?? (method === "POST" && NEW.test(path) ? newest(repo) : null);
  const row = number && issueBy(repo, number);
  if (!row) return;
  const text = row.body ?? "";
  if (method === "PATCH" && text !== before.body)
    version(kept.texts, row.id, owner(row, "issue:" + row.id), row.created_at, before.body, by, text);
  if (before.base && pullBy(repo, number).base_ref !== before.base) kept.turns.set(row.id, now());
  for (const name of labelsOf(row)) if (!before.labels.has(name)) kept.labelings.push({ issue: row.id, at: now(), by, name });
}

const newest = (repo) => Math.max(...ctx.gh.issues.findBy("repo_id", repo.id).map((issue) => issue.number));

function noteComment(old, method, by) {
  const row = ctx.gh.comments.get(old.id);
  const author = owner(old, "comment:" + old.id);
  if (method === "DELETE" && !row) {
    const issue = issueBy({ id: old.repo_id }, old.issue_number);
    kept.deletions.push({ issue: issue?.id, at: now(), by, author });
  } else if (row && row.body !== old.body) {
    version(kept.edits, old.id, author, old.created_at, old.body, by, row.body);
  }
}

// GitHub keeps every version of an edited text, the first one included.
function version(all, id, author, born, before, by, text) {
  if (!all.has(id)) all.set(id, [{ by: author, at: born, text: before }]);
  all.get(id).push({ by, at: now(), text });
}

export const actor = (who) => who && { __typename: who.type, login: who.login.replace(/\[bot\]$/, "") };

export function lastEdit(versions) {
  const last = versions?.at(-1);
  return { lastEditedAt: last?.at ?? null, editor: last ? actor(last.by) : null };
}
