// Pull requests: files, commits, merge.
import { merge } from "../gate.mjs";
import { err, json, paged } from "../http.mjs";
import { pullBy } from "../people.mjs";
import { R, app, bodyOf, caller, needApp, repoIn } from "../router.mjs";
import { comparePull, pullJson, signed } from "../shapes.mjs";
import { ctx } from "../state.mjs";

app.get(R + "/pulls/:n/files", async (c) => {
  const r = repoIn(c);
  const p = pullBy(r, c.req.param("n"));
  if (!p) return err(404, "Not Found");
  const d = needApp(c, "pull_requests", "read");
  if (d && r.private) return d;
  return paged(c, (await comparePull(r, p)).files);
});

app.get(R + "/pulls/:n/commits", async (c) => {
  const r = repoIn(c);
  const p = pullBy(r, c.req.param("n"));
  if (!p) return err(404, "Not Found");
  return paged(c, (await comparePull(r, p)).commits.map(signed));
});

app.get(R + "/pulls/:n{[0-9]+}", async (c) => {
  const r = repoIn(c);
  const p = pullBy(r, c.req.param("n"));
  if (!p) return err(404, "Not Found");
  const d = needApp(c, "pull_requests", "read");
  if (d && r.private) return d;
  return json(await pullJson(r, p));
});

app.put(R + "/pulls/:n/merge", async (c) => {
  const r = repoIn(c);
  const p = pullBy(r, c.req.param("n"));
  if (!p) return err(404, "Not Found");
  const d = needApp(c, "contents");
  if (d) return d;
  const m = caller(c);
  return merge(r, p, await bodyOf(c), m, m.token);
});
