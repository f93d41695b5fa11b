// GitHub's own expression engine and file parsers (npm @actions/expressions, @actions/workflow-parser).
//
//   node expressions.mjs serve
//       JSON lines in:  {"text": "a ${{ b }}", "contexts": {...}, "status": "success", "if": false, "hash_root": folder}
//       JSON lines out: {"value": ...} or {"error": ...}
//   node expressions.mjs check FILE...
//       parses action.yml and workflow files; says [{"file", "message"}] on standard output
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

// @actions/workflow-parser imports .json without an import attribute, which Node refuses: it is fed as a module.
const jsonModule = (url) => ({
  format: "module",
  shortCircuit: true,
  source: "export default " + readFileSync(fileURLToPath(url), "utf8"),
});
registerHooks({ load: (url, context, next) => (url.endsWith(".json") ? jsonModule(url) : next(url, context)) });

const { Lexer, Parser, Evaluator, data } = await import("@actions/expressions");

// ---- expressions

function wrap(value) {
  if (value === null || value === undefined) return new data.Null();
  if (typeof value === "string") return new data.StringData(value);
  if (typeof value === "number") return new data.NumberData(value);
  if (typeof value === "boolean") return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(wrap));
  return new data.Dictionary(...Object.entries(value).map(([key, item]) => ({ key, value: wrap(item) })));
}

function* filesUnder(folder) {
  for (const name of readdirSync(folder)) {
    if (name === ".git" || name === "node_modules") continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

function globPattern(glob) {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/?/g, "\u0000")
    .replace(/\*/g, "[^/]*")
    .replace(/\u0000/g, "(?:.*/)?")
    .replace(/\?/g, "[^/]");
  return new RegExp(`^${text}$`);
}

function hashFiles(root, globs) {
  const patterns = globs.map((glob) => globPattern(glob.coerceString()));
  const files = [...filesUnder(root)].filter((path) => patterns.some((rx) => rx.test(relative(root, path)))).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(createHash("sha256").update(readFileSync(file)).digest());
  return new data.StringData(files.length ? hash.digest("hex") : "");
}

function functionsFor(status, root) {
  const is = (name) => {
    const call = () => new data.BooleanData(name === "always" || name === status);
    return { name, minArgs: 0, maxArgs: 0, call };
  };
  const hash = { name: "hashFiles", minArgs: 1, maxArgs: 255, call: (...globs) => hashFiles(root ?? ".", globs) };
  return [is("success"), is("failure"), is("cancelled"), is("always"), hash];
}

function evaluate(expression, { contexts, status, hash_root }) {
  const functions = functionsFor(status, hash_root);
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const byName = new Map(functions.map((f) => [f.name.toLowerCase(), f]));
  return new Evaluator(tree, wrap(contexts), byName).evaluate();
}

function truthy({ kind, value }) {
  if (kind === data.Kind.Null) return false;
  if (kind === data.Kind.Number) return value !== 0 && !Number.isNaN(value);
  if (kind === data.Kind.Boolean) return value;
  return kind === data.Kind.String ? value !== "" : true;
}

// In a condition ${{ }} is optional, and success() && (...) is meant unless a status function is named.
function condition(query) {
  const text = query.text.trim();
  const bare = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1].trim() ?? text;
  const named = /\b(success|failure|cancelled|always)\s*\(/i.test(bare);
  return truthy(evaluate(named ? bare : `success() && (${bare || "true"})`, query));
}

const interpolate = (query) =>
  query.text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => evaluate(expression.trim(), query).coerceString());

function answer(line) {
  const query = JSON.parse(line);
  try {
    return { value: query.if ? condition(query) : interpolate(query) };
  } catch (error) {
    return { error: String(error.message ?? error), text: query.text };
  }
}

// ---- files

const SILENT = { error() {}, info() {}, verbose() {} };

async function actionProblems(file) {
  const { parseAction } = await import("@actions/workflow-parser/actions/action-parser");
  const { convertActionTemplate } = await import("@actions/workflow-parser/actions/action-template");
  const { context, value } = parseAction(file, SILENT);
  if (value) convertActionTemplate(context, value);
  return context.errors.getErrors().map((error) => error.message);
}

async function workflowProblems(file) {
  const { convertWorkflowTemplate, parseWorkflow } = await import("@actions/workflow-parser");
  const { context, value } = parseWorkflow(file, SILENT);
  const template = value ? await convertWorkflowTemplate(context, value) : {};
  const converted = (template.errors ?? []).map((error) => error.Message ?? String(error));
  return [...context.errors.getErrors().map((error) => error.message), ...converted];
}

async function problems(path) {
  const file = { name: path, content: readFileSync(path, "utf8") };
  const found = /^action\.ya?ml$/.test(basename(path)) ? await actionProblems(file) : await workflowProblems(file);
  return [...new Set(found)].map((message) => ({ file: path, message }));
}

// ---- the command

const say = (message) => console.log(JSON.stringify(message));
const [mode, ...files] = process.argv.slice(2);
if (mode === "serve") createInterface({ input: process.stdin }).on("line", (line) => say(answer(line)));
else say((await Promise.all(files.map(problems))).flat());
