// Probot: verifies, parses and dispatches to a handler that does nothing. It stores nothing.
import { run } from "probot";

run((app) => {
  app.on("issue_comment", async () => {});
});
