// Answers, pages, and calls to emulate itself, past the overlay.
import { DOC, ctx, kept, nextNumber, wholeSeconds } from "./state.mjs";

export const err = (status, message, errors, doc = DOC) =>
  json({ message, ...(errors ? { errors } : {}), documentation_url: doc, status: String(status) }, status);
export const json = (data, status = 200, headers = {}) =>
  new Response(data === undefined ? null : wholeSeconds(JSON.stringify(data)), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
export const noContent = () => new Response(null, { status: 204 });
// calls to the emulator itself, past this overlay; as the organisation's admin unless told otherwise
export async function ask(method, path, body, token = "__overlay__") {
  const t = aliased(token);
  const r = await ctx.inner(
    new Request(ctx.baseUrl + path, {
      method,
      headers: { authorization: "Bearer " + t, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const text = await r.text();
  return { status: r.status, body: text ? JSON.parse(text) : null, link: r.headers.get("link") };
}

export async function askAll(path) {
  const out = [];
  for (let page = 1; ; page++) {
    const r = await ask("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`);
    if (!Array.isArray(r.body)) return out;
    out.push(...r.body);
    if (r.body.length < 100) return out;
  }
}

// the emulator stops serving a token after 5000 requests, and reset() does not help: every token gets a
// name of its own for each state, and a new one in time
export function aliased(token) {
  const a = kept.alias.get(token) ?? { name: token, n: 4000 };
  if (++a.n > 4000) {
    a.n = 1;
    a.name = `${token}#${nextNumber()}`;
    ctx.tokenMap.set(a.name, ctx.tokenMap.get(token));
  }
  kept.alias.set(token, a);
  return a.name;
}

export function page(req, list, max = 100) {
  const u = new URL(req.url);
  const per = Math.min(max, Math.max(1, parseInt(u.searchParams.get("per_page") ?? "30") || 30));
  const p = Math.max(1, parseInt(u.searchParams.get("page") ?? "1") || 1);
  const last = Math.max(1, Math.ceil(list.length / per));
  const link = (n, rel) => {
    u.searchParams.set("page", n);
    u.searchParams.set("per_page", per);
    return `<${u}>; rel="${rel}"`;
  };
  const ls = [];
  if (p > 1) ls.push(link(p - 1, "prev"));
  if (p < last) ls.push(link(p + 1, "next"), link(last, "last"));
  if (p > 1) ls.push(link(1, "first"));
  return { items: list.slice((p - 1) * per, p * per), headers: ls.length ? { link: ls.join(", ") } : {} };
}

export const paged = (c, list) => {
  const { items, headers } = page(c.req, list);
  return json(items, 200, headers);
};
