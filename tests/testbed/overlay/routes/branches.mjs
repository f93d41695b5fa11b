// Branches and rulesets (kept, and their required checks honoured on merge).
import { ask, err, json, paged } from "../http.mjs";
import { roleOf } from "../people.mjs";
import { R, app, bodyOf, caller, needApp, repoIn } from "../router.mjs";
import { shape } from "../shapes.mjs";
import { ctx, kept, newId, now } from "../state.mjs";

app.get(R + "/branches/:b{.+}", async (c) => {
  if (/\/protection(\/|$)/.test(c.req.param("b"))) return null;
  const r = repoIn(c);
  const x = await ask("GET", `/repos/${r.full_name}/branches/${c.req.param("b")}`);
  if (x.status !== 200) return json(x.body, x.status);
  const d = needApp(c, "contents", "read");
  if (d && r.private) return d;
  const k = (await ask("GET", `/repos/${r.full_name}/commits/${x.body.commit.sha}`)).body;
  delete k.stats;
  delete k.files;
  delete x.body.protection_commit;
  return json(
    shape({
      ...x.body,
      commit: k,
      _links: {
        self: `${ctx.baseUrl}/repos/${r.full_name}/branches/${x.body.name}`,
        html: `${ctx.baseUrl}/${r.full_name}/tree/${x.body.name}`,
      },
      protection: x.body.protection ?? {
        enabled: false,
        required_status_checks: { enforcement_level: "off", contexts: [], checks: [] },
      },
    }),
  );
});

// rulesets (kept, and their required_status_checks honoured on merge)
app.get(R + "/rulesets", (c) =>
  paged(
    c,
    kept.rulesets.filter((x) => x.repo === repoIn(c).id).map((x) => x.json),
  ),
);

app.post(R + "/rulesets", async (c) => {
  const r = repoIn(c);
  const m = caller(c);
  const b = await bodyOf(c);
  if (m.kind === "user" ? roleOf(m.user, r) !== "admin" : needApp(c, "administration"))
    return err(403, "Must have admin rights to Repository.");
  const j = {
    id: newId(),
    name: b.name,
    target: b.target ?? "branch",
    source_type: "Repository",
    source: r.full_name,
    enforcement: b.enforcement,
    conditions: b.conditions,
    rules: b.rules ?? [],
    node_id: "RRS_x",
    created_at: now(),
    updated_at: now(),
  };
  kept.rulesets.push({ repo: r.id, enforcement: b.enforcement, rules: b.rules, json: j });
  return json(j, 201);
});

app.get(R + "/rules/branches/:b{.+}", (c) => {
  const r = repoIn(c);
  return paged(
    c,
    kept.rulesets
      .filter((x) => x.repo === r.id && x.enforcement === "active")
      .flatMap((x) =>
        (x.rules ?? []).map((u) => ({
          ...u,
          ruleset_source_type: "Repository",
          ruleset_source: r.full_name,
          ruleset_id: x.json.id,
        })),
      ),
  );
});
