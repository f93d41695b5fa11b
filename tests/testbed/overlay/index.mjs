// What GitHub does and emulate 0.12.2 does not, laid over its GitHub plugin.
//
// All of this is our own reading of GitHub. An independent judge checks it: GitHub's OpenAPI description and webhook
// schemas (openapi.py). Seams used: our own routes are tried before the plugin's; app.fetch is wrapped;
// webhooks.dispatch is replaced; the plugin's in-memory store is read and patched.
import { dispatch } from "./hooks.mjs";
import { around } from "./requests.mjs";
import { begin, ctx, forget, kept as held } from "./state.mjs";
import "./routes/apps.mjs";
import "./routes/branches.mjs";
import "./routes/checks.mjs";
import "./routes/collaborators.mjs";
import "./routes/controls.mjs";
import "./routes/graphql.mjs";
import "./routes/groups.mjs";
import "./routes/issues.mjs";
import "./routes/pulls.mjs";
import "./routes/relations.mjs";

const FIRST_IDS = {
  issues: 3100000000,
  comments: 2400000000,
  pullRequests: 1900000000,
  checkRuns: 51000000000,
  checkSuites: 47000000000,
  reviews: 2200000000,
  labels: 8100000000,
};

export function before(context) {
  begin(context);
}

export function after(context) {
  context.inner = context.app.fetch;
  context.app.fetch = around;
  context.webhooks.dispatch = dispatch;
  context.tokenMap.set("__overlay__", { login: "alice", id: 1, scopes: ["repo"] });
}

export function reset() {
  forget();
  ready();
}

// What GitHub keeps beyond emulate's store, to be kept again later; nothing is under way meanwhile.
export function kept() {
  const { queue, epoch, alias, ...state } = held; // emulate counts the requests of its tokens ever on
  return state;
}

export function keep(state) {
  const { alias } = held;
  Object.assign(forget(), state, { alias });
}

// Ids that look like GitHub's: an issue's id, its number and a comment's id never coincide.
export function ready() {
  for (const [collection, first] of Object.entries(FIRST_IDS)) {
    const rows = ctx.gh[collection];
    rows.delete(rows.insert({ id: first, repo_id: -1, number: -1 }).id);
  }
}
