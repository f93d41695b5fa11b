// The App itself: its hook, deliveries, installations and tokens.
import { deliver, send } from "../hooks.mjs";
import { ask, err, json, noContent, page } from "../http.mjs";
import { userBy, userJson } from "../people.mjs";
import { app, caller, num } from "../router.mjs";
import { repoJson } from "../shapes.mjs";
import { ctx, kept } from "../state.mjs";

app.get("/user", async (c) => {
  const m = caller(c);
  if (m.kind === "app") return err(403, "Resource not accessible by integration");
  const x = await ask("GET", "/user", undefined, m.token);
  return json(x.body, x.status);
});

const jwt = (h) => async (c) => {
  const r = await ctx.inner(
    new Request(ctx.baseUrl + "/app", { headers: { authorization: c.req.raw.headers.get("authorization") ?? "" } }),
  );
  if (r.status !== 200) return err(401, "A JSON web token could not be decoded");
  const { id: aid } = await r.json();
  return h(
    c,
    ctx.gh.apps.all().find((a) => a.app_id === aid),
  );
};

const inst = (c) => ctx.gh.appInstallations.all().find((i) => i.installation_id === num(c, "i"));
app.get(
  "/app/hook/config",
  jwt((c, a) => json({ content_type: "json", insecure_ssl: "0", secret: "********", url: a.webhook_url })),
);

export const brief = ({ request, response, src, ...d }) => d;
app.get(
  "/app/hook/deliveries",
  jwt((c, a) => {
    const l = kept.deliveries.filter((d) => d.src.app_id === a.app_id).reverse();
    const q = c.req.query("status");
    const per = Math.min(100, Number(c.req.query("per_page") ?? 30));
    const cur = Number(c.req.query("cursor") ?? 0);
    const f = l.filter((d) => !q || (q === "failure") === d.status_code >= 400);
    const u = new URL(c.req.url);
    u.searchParams.set("cursor", cur + per);
    return json(f.slice(cur, cur + per).map(brief), 200, cur + per < f.length ? { link: `<${u}>; rel="next"` } : {});
  }),
);

app.get(
  "/app/hook/deliveries/:d",
  jwt((c) => {
    const d = kept.deliveries.find((x) => x.id === num(c, "d"));
    if (!d) return err(404, "Not Found");
    const { src, ...o } = d;
    return json(o);
  }),
);

app.post(
  "/app/hook/deliveries/:d/attempts",
  jwt((c) => {
    const d = kept.deliveries.find((x) => x.id === num(c, "d"));
    if (!d) return err(404, "Not Found");
    kept.queue = kept.queue.then(() => send(d.src, true));
    return json({}, 202);
  }),
);

const suspend = (c, a, on) => {
  const i = inst(c);
  if (!i) return err(404, "Not Found");
  setSuspended(i, on);
  return noContent();
};

app.put(
  "/app/installations/:i/suspended",
  jwt((c, a) => suspend(c, a, true)),
);

app.delete(
  "/app/installations/:i/suspended",
  jwt((c, a) => suspend(c, a, false)),
);

app.get("/installation/repositories", async (c) => {
  const m = caller(c);
  if (m.kind !== "app")
    return err(
      403,
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    );
  const l = [];
  for (const r of ctx.gh.repos.all())
    if (
      r.owner_id === m.inst.accountId &&
      r.owner_type === m.inst.accountType &&
      (m.inst.repositorySelection === "all" || m.inst.repositoryIds.includes(r.id))
    )
      l.push(await repoJson(r));
  const { items, headers } = page(c.req, l);
  return json(
    { total_count: l.length, repository_selection: m.inst.repositorySelection, repositories: items },
    200,
    headers,
  );
});

app.delete("/installation/token", (c) => {
  kept.revoked.add(caller(c).token);
  return noContent();
});

export function setSuspended(i, on) {
  ctx.gh.appInstallations.update(i.id, { suspended_at: on ? new Date().toISOString() : null });
  const a = ctx.gh.apps.all().find((x) => x.app_id === i.app_id);
  const acc = i.account_type === "User" ? ctx.gh.users.get(i.account_id) : ctx.gh.orgs.get(i.account_id);
  const u = userJson(userBy("alice") ?? { login: "admin", id: 2 });
  const row = ctx.gh.appInstallations.get(i.id);
  const pl = {
    action: on ? "suspend" : "unsuspend",
    installation: {
      id: i.installation_id,
      client_id: "Iv23li" + i.app_id,
      account: userJson({ login: acc.login, id: acc.id, type: i.account_type }),
      repository_selection: i.repository_selection,
      access_tokens_url: `${ctx.baseUrl}/app/installations/${i.installation_id}/access_tokens`,
      repositories_url: `${ctx.baseUrl}/installation/repositories`,
      html_url: `${ctx.baseUrl}/settings/installations/${i.installation_id}`,
      app_id: i.app_id,
      app_slug: a.slug,
      target_id: acc.id,
      target_type: i.account_type,
      permissions: i.permissions,
      events: i.events,
      created_at: i.created_at,
      updated_at: row.updated_at,
      single_file_name: null,
      has_multiple_single_files: false,
      single_file_paths: [],
      suspended_by: on ? u : null,
      suspended_at: row.suspended_at,
    },
    sender: u,
  };
  deliver({ event: "installation", action: pl.action, payload: pl }, acc.login, null);
}
