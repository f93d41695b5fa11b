// Probot that answers only once the delivery is in an SQLite file, every commit synced (WAL, as ours).
// Its signature is verified, a delivery that comes again is stored once; nothing else is done with it.
import Database from "better-sqlite3";
import { run } from "probot";

const db = new Database(process.env.DATABASE);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("CREATE TABLE deliveries (id TEXT PRIMARY KEY, event TEXT NOT NULL, payload TEXT NOT NULL, came REAL NOT NULL)");
const store = db.prepare("INSERT OR IGNORE INTO deliveries VALUES (?, ?, ?, ?)");

run((app) => {
  app.onAny(({ id, name, payload }) => {
    store.run(id, name, JSON.stringify(payload), Date.now());
  });
});
