// What people may do in a repository.
import { err, json, noContent, paged } from "../http.mjs";
import { atLeast, permissionsOf, roleOf, userBy, userJson } from "../people.mjs";
import { R, app, repoIn } from "../router.mjs";
import { ctx } from "../state.mjs";

app.get(R + "/collaborators", async (c) => {
  const r = repoIn(c);
  const l = [];
  for (const u of ctx.gh.users.all()) {
    const direct = ctx.gh.collaborators.findBy("repo_id", r.id).some((x) => x.user_id === u.id);
    const role = roleOf(u, r);
    if (direct || (role !== "none" && role !== "read"))
      l.push({ ...userJson(u), permissions: permissionsOf(role), role_name: role });
  }
  return paged(c, l);
});

app.get(R + "/collaborators/:u", (c) => {
  const u = userBy(c.req.param("u"));
  const r = repoIn(c);
  return u &&
    (atLeast(roleOf(u, r), "triage") || ctx.gh.collaborators.findBy("repo_id", r.id).some((x) => x.user_id === u.id))
    ? noContent()
    : err(404, "Not Found");
});

app.get(R + "/collaborators/:u/permission", (c) => {
  const u = userBy(c.req.param("u"));
  const r = repoIn(c);
  if (!u) return err(404, `${c.req.param("u")} is not a user`);
  const role = roleOf(u, r);
  const permission = { maintain: "write", triage: "read" }[role] ?? role;
  return json({
    permission,
    role_name: role,
    user: { ...userJson(u), permissions: permissionsOf(role), role_name: role },
  });
});
