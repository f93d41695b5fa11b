// State shared by the overlay's modules: emulate's own store (ctx) and what GitHub keeps beyond it (kept).
import { AsyncLocalStorage } from "node:async_hooks";

export const MAX_BODY = 65536;
export const MAX_OUTPUT = 65535;
export const PASSING = new Set(["success", "neutral", "skipped"]);
export const ROLES = ["none", "read", "triage", "write", "maintain", "admin"];
export const CLOSES = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi;
export const requestScope = new AsyncLocalStorage();
export let ctx;
export let kept;
let sequence = 0;

export function begin(context) {
  ctx = context;
  forget();
}

export function forget() {
  kept = fresh();
  return kept;
}

export const nextNumber = () => ++sequence;

export const fresh = () => ({
  epoch: nextNumber(),
  reactions: [],
  statuses: [],
  subs: new Map(),
  parent: new Map(),
  blockedBy: new Map(),
  rulesets: [],
  deliveries: [],
  faults: [],
  limits: new Map(),
  used: new Map(),
  alias: new Map(),
  viaApp: new Map(),
  runApp: new Map(),
  revoked: new Set(),
  requiredApp: new Map(),
  dup: new Set(),
  xrefs: [],
  edits: new Map(),
  signatures: new Map(),
  pushes: new Map(),
  texts: new Map(),
  deletions: [],
  turns: new Map(),
  labelings: [],
  merging: null,
  groups: new Map(),
  pins: [],
  nextId: 700000001,
  queue: Promise.resolve(),
});

export const newId = () => kept.nextId++;
export const now = () => new Date().toISOString().replace(/\.\d+Z/, "Z");
export const wholeSeconds = (s) => s.replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{1,6}Z"/g, '"$1Z"'); // GitHub has no milliseconds
export const nodeId = (t, n) => Buffer.from(`0${t.length}:${t}${n}`).toString("base64").replace(/=+$/, "");
export const DOC = "https://docs.github.com/rest";
