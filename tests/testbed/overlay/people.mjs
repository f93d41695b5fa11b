// Who is asking, and what they may do.
import { ROLES, ctx, kept, nodeId } from "./state.mjs";

export const repoBy = (o, r) => ctx.gh.repos.all().find((x) => x.full_name.toLowerCase() === `${o}/${r}`.toLowerCase());
export const issueBy = (repo, n) => ctx.gh.issues.findBy("repo_id", repo.id).find((i) => i.number === Number(n));
export const pullBy = (repo, n) => ctx.gh.pullRequests.findBy("repo_id", repo.id).find((p) => p.number === Number(n));
export const userBy = (login) => ctx.gh.users.all().find((u) => u.login.toLowerCase() === String(login).toLowerCase());
export const ownerLogin = (repo) => (repo.owner_type === "User" ? ctx.gh.users : ctx.gh.orgs).get(repo.owner_id)?.login;
const orgAdmin = (user, repo) =>
  repo.owner_type === "Organization" &&
  ctx.gh.teamMembers.findBy("user_id", user.id).some((m) => {
    const t = ctx.gh.teams.get(m.team_id);
    return t?.org_id === repo.owner_id && t.slug === "members" && m.role === "maintainer";
  });
const orgMember = (user, repo) =>
  repo.owner_type === "Organization" &&
  ctx.gh.teamMembers.findBy("user_id", user.id).some((m) => ctx.gh.teams.get(m.team_id)?.org_id === repo.owner_id);
export function roleOf(user, repo) {
  if (!user) return repo.private ? "none" : "read";
  if (repo.owner_type === "User" && repo.owner_id === user.id) return "admin";
  if (orgAdmin(user, repo)) return "admin";
  let best = repo.private ? "none" : "read";
  const up = (r) => {
    if (ROLES.indexOf(r) > ROLES.indexOf(best)) best = r;
  };
  if (orgMember(user, repo))
    up(
      { read: "read", write: "write", admin: "admin", none: "none" }[
        ctx.gh.orgs.get(repo.owner_id)?.default_repository_permission
      ] ?? "read",
    );
  const c = ctx.gh.collaborators.findBy("repo_id", repo.id).find((x) => x.user_id === user.id);
  if (c) up({ pull: "read", push: "write" }[c.permission] ?? c.permission);
  return best;
}

export const atLeast = (role, need) => ROLES.indexOf(role) >= ROLES.indexOf(need);
export const permissionsOf = (role) => ({
  admin: role === "admin",
  maintain: atLeast(role, "maintain"),
  push: atLeast(role, "write"),
  triage: atLeast(role, "triage"),
  pull: atLeast(role, "read"),
});

export function whoIs(request) {
  const h = request.headers.get("authorization");
  if (!h) return { kind: "anon" };
  const token = h.replace(/^(Bearer|token)\s+/i, "").trim();
  if (token.startsWith("eyJ")) return { kind: "jwt", token };
  const u = ctx.tokenMap.get(token);
  if (!u || kept.revoked.has(token)) return { kind: "bad", token };
  if (u.installation) return { kind: "app", token, inst: u.installation, login: appBot(u.installation.appId) };
  return { kind: "user", token, login: u.login, user: userBy(u.login) };
}

const appBot = (appId) => `${ctx.gh.apps.all().find((a) => a.app_id === appId)?.slug}[bot]`;
export const appJson = (appId) => {
  const a = ctx.gh.apps.all().find((x) => x.app_id === appId);
  if (!a) return null;
  const org = ctx.gh.orgs.all()[0];
  return {
    id: a.app_id,
    slug: a.slug,
    client_id: "Iv23li" + a.app_id,
    node_id: nodeId("Integration", a.app_id),
    owner: userJson(
      org ? { login: org.login, id: org.id, type: "Organization" } : { login: "admin", id: 2, type: "User" },
    ),
    name: a.name,
    description: a.description ?? "",
    external_url: `${ctx.baseUrl}/apps/${a.slug}`,
    html_url: `${ctx.baseUrl}/apps/${a.slug}`,
    created_at: a.created_at,
    updated_at: a.updated_at,
    permissions: a.permissions,
    events: a.events.filter((e) => !["sub_issues", "issue_dependencies", "merge_group"].includes(e)),
  };
};

export function userJson(u) {
  const b = `${ctx.baseUrl}/users/${u.login}`;
  return {
    login: u.login,
    id: u.id,
    node_id: u.node_id || nodeId("User", u.id),
    avatar_url: `${ctx.baseUrl}/avatars/u/${u.login}`,
    gravatar_id: "",
    url: b,
    html_url: `${ctx.baseUrl}/${u.login}`,
    followers_url: `${b}/followers`,
    following_url: `${b}/following{/other_user}`,
    gists_url: `${b}/gists{/gist_id}`,
    starred_url: `${b}/starred{/owner}{/repo}`,
    subscriptions_url: `${b}/subscriptions`,
    organizations_url: `${b}/orgs`,
    repos_url: `${b}/repos`,
    events_url: `${b}/events{/privacy}`,
    received_events_url: `${b}/received_events`,
    type: u.type ?? "User",
    site_admin: u.site_admin ?? false,
    user_view_type: "public",
  };
}

export const installationOf = (id) => ctx.gh.appInstallations.all().find((row) => row.installation_id === id);
