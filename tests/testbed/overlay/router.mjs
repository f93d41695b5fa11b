// The overlay's own routes; a call to emulate itself never meets them.
import { err } from "./http.mjs";
import { repoBy, whoIs } from "./people.mjs";

const ROUTES = [];
export const app = Object.fromEntries(
  ["get", "post", "put", "patch", "delete"].map((verb) => [
    verb,
    (pattern, h) => {
      const names = [];
      const rx = pattern.replace(/[.]/g, "\\.").replace(/:(\w+)(?:\{([^}]+)\})?/g, (_, n, re) => {
        names.push(n);
        return `(${re ? re.replace("\\\\.", ".").replace("\\.", ".") : "[^/]+"})`;
      });
      ROUTES.push({ verb: verb.toUpperCase(), rx: new RegExp("^" + rx + "$"), names, h });
    },
  ]),
);

export async function ownAnswer(request, path, text) {
  const u = new URL(request.url);
  for (const r of ROUTES) {
    const m = r.verb === request.method.toUpperCase() && r.rx.exec(path);
    if (!m) continue;
    const dec = (x) => {
      try {
        return decodeURIComponent(x);
      } catch {
        return x;
      }
    };
    const p = Object.fromEntries(r.names.map((n, i) => [n, dec(m[i + 1])]));
    const answer = await r.h({
      req: {
        raw: request,
        url: request.url,
        param: (k) => p[k],
        query: (k) => u.searchParams.get(k) ?? undefined,
        json: async () => JSON.parse(text || "{}"),
      },
    });
    if (answer) return answer; // null: not ours after all
  }
  return null;
}

export const R = "/repos/:owner/:repo";
export const caller = (c) => whoIs(c.req.raw);
export const repoIn = (c) => repoBy(c.req.param("owner"), c.req.param("repo"));
export const needApp = (c, perm, level = "write") => {
  const m = caller(c);
  if (m.kind !== "app") return null;
  const g = m.inst.permissions[perm];
  return g === "write" || g === "admin" || (level === "read" && g === "read")
    ? null
    : err(403, "Resource not accessible by integration");
};

export const bodyOf = async (c) => c.req.json().catch(() => ({}));
export const num = (c, k) => Number(c.req.param(k));
