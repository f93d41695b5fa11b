// Starts the GitHub service of the npm package "emulate" on a free port, with the overlay. Needs Node >= 24.
//
//   node launch.mjs CONFIG.json     {emulate: folder, seed: {...}, port: 0, overlay: path or null, record: true, app: {id, slug}}
//
// Says {"ready": true, "url", ...} on standard output and obeys JSON lines on standard input:
// {"cmd": "reset" | "memory" | "save" | "restore", "id": n}. It exits when standard input closes, so no orphan outlives its parent.
import { subscribe } from "node:diagnostics_channel";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const MAX_EXCHANGES = 20000;
const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const dist = join(config.emulate, "dist");
const load = (path) => import(pathToFileURL(path));
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// The GitHub plugin lives in a bundle with a hashed name: it is found by what it exports.
function pluginBundle() {
  const exportsPlugin = (file) => /export \{[^}]*\bgithubPlugin\b/.test(readFileSync(join(dist, file), "utf8"));
  const bundle = readdirSync(dist).find((file) => file.endsWith(".js") && exportsPlugin(file));
  if (!bundle) throw new Error("no bundle exporting githubPlugin in " + dist);
  return join(dist, bundle);
}

const { githubPlugin, getGitHubStore } = await load(pluginBundle());
const { createEmulator } = await load(join(dist, "api.js"));
const overlay = config.overlay ? await load(config.overlay) : null;

const exchanges = [];
let context;

const register = githubPlugin.register.bind(githubPlugin);
githubPlugin.register = (app, store, webhooks, baseUrl, tokenMap) => {
  const hookDispatch = webhooks.dispatch.bind(webhooks);
  context = { app, store, webhooks, baseUrl, tokenMap, gh: getGitHubStore(store), cfg: config, hookDispatch };
  app.get("/_test/exchanges", (c) => c.json(exchanges));
  app.delete("/_test/exchanges", (c) => {
    exchanges.length = 0;
    return c.body(null, 204);
  });
  overlay?.before(context);
  register(app, store, webhooks, baseUrl, tokenMap);
  overlay?.after(context);
  if (config.record !== false) app.fetch = recording(app.fetch, tokenMap);
};

// ---- recording of every exchange

const recording = (inner, tokenMap) => async (request) => {
  if (new URL(request.url).pathname.startsWith("/_")) return inner(request);
  const exchange = newExchange(request, tokenMap);
  exchanges.push(exchange);
  if (exchanges.length > MAX_EXCHANGES) exchanges.shift();
  if (!["GET", "HEAD"].includes(request.method)) {
    exchange.request_body = await request.text();
    const { method, headers } = request;
    request = new Request(request.url, { method, headers, body: exchange.request_body || undefined });
  }
  return recordAnswer(exchange, await inner(request));
};

function newExchange(request, tokenMap) {
  return {
    method: request.method,
    url: request.url,
    actor: actorOf(request, tokenMap),
    request_headers: { accept: request.headers.get("accept") },
    request_body: null,
    status: 0,
    response_body: null,
  };
}

function actorOf(request, tokenMap) {
  const token = (request.headers.get("authorization") ?? "").replace(/^(Bearer|token)\s+/i, "");
  const user = tokenMap.get(token);
  if (user?.installation) return appName(user.installation.appId);
  return user?.login ?? (token.startsWith("eyJ") ? "jwt" : null);
}

// "app" is the App under test; other Apps go by their slug.
const appName = (appId) =>
  appId === config.app.id ? "app" : context.gh.apps.all().find((row) => row.app_id === appId)?.slug;

async function recordAnswer(exchange, response) {
  const { status, headers } = response;
  exchange.status = status;
  exchange.response_headers = Object.fromEntries(headers);
  try {
    exchange.response_body = await response.text();
  } catch (error) {
    exchange.status = 0; // a dropped connection
    return new Response(new ReadableStream({ start: (stream) => stream.error(error) }));
  }
  const body = [204, 304].includes(status) ? null : exchange.response_body;
  return new Response(body, { status, headers });
}

// ---- the process

// No connection is closed while a client may be about to use it again.
subscribe("http.server.request.start", ({ server }) => (server.keepAliveTimeout = 0));
const { port = 0, hostname, baseUrl, seed } = config;
const emulator = await createEmulator({ service: "github", port, hostname, baseUrl, seed });
overlay?.ready();
say({ ready: true, url: emulator.url, pid: process.pid, node: process.version });

const COMMANDS = {
  reset: () => {
    emulator.reset();
    exchanges.length = 0;
    overlay?.reset();
    return {};
  },
  memory: () => process.memoryUsage(),
  save: () => ({ state: saved.push(structuredClone({ store: context.store.snapshot(), kept: overlay.kept() })) - 1 }),
  restore: ({ state }) => {
    const { store, kept } = structuredClone(saved[state]);
    context.store.restore(store);
    overlay.keep(kept);
    exchanges.length = 0;
    return {};
  },
};
const saved = [];

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (!line.trim()) return;
  const { cmd, id, ...given } = JSON.parse(line);
  say(cmd in COMMANDS ? { ok: cmd, id, ...COMMANDS[cmd](given) } : { error: "unknown command", id });
});
lines.on("close", () => {
  emulator.close().finally(() => process.exit(0));
  setTimeout(() => process.exit(0), 500).unref();
});
