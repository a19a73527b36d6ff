// A pattern's time may grow only in proportion to the length of the text, as strangers write these texts.
// Finds every regular expression of the source and asks recheck about it. What was found sound before is remembered in
// `checked-patterns.json`, by digest: only new and changed patterns are asked about. `--update` writes that file anew.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { check } from 'recheck';
import { parseAst } from 'vite';
import { root } from './lib/project.mjs';

/** The time for trying attacks; a pattern that is not settled by then counts as unsound. */
const timeoutMs = 60_000;
const atOnce = 2;

const update = process.argv.includes('--update');
/** Also names the patterns that are made at run time, which are not checked. */
const listing = process.argv.includes('--list');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? root;
const verdictsPath = join(folder, 'scripts', 'checked-patterns.json');
const allowedPath = join(folder, 'scripts', 'allowed-patterns.json');
const readList = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []);
/** `{ file, pattern, reason }`: the reason names what bounds the length of the texts that the pattern is used on. */
const allowed = readList(allowedPath);
const sound = new Set(readList(verdictsPath));

function sourceFiles(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const modules = new Map();

/** A file with the constants at its top and what it imports, by name. */
function readModule(path) {
  const known = modules.get(path);
  if (known) return known;
  const code = readFileSync(path, 'utf8');
  const ast = parseAst(code, { lang: 'tsx' });
  const module = { path, code, ast, constants: new Map(), imports: new Map() };
  modules.set(path, module);
  for (const statement of ast.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const')
      for (const { id, init } of declaration.declarations) if (id.type === 'Identifier') module.constants.set(id.name, init);
    if (statement.type !== 'ImportDeclaration') continue;
    const from = statement.source.value;
    const target = from.startsWith('#') ? join(folder, 'src', from.slice(1)) : join(dirname(path), from);
    if (!from.startsWith('#') && !from.startsWith('.')) continue;
    for (const { imported, local } of statement.specifiers)
      if (imported) module.imports.set(local.name, { target, name: imported.name });
  }
  return module;
}

/** The text of an expression that is put together from constants; null for one that is made at run time. */
function constantOf(node, module) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : node.regex ? null : String(node.value);
    case 'TSAsExpression':
      return constantOf(node.expression, module);
    case 'TemplateLiteral':
      return joined(node, module, 'cooked');
    case 'TaggedTemplateExpression':
      return joined(node.quasi, module, 'raw');
    case 'BinaryExpression':
      return node.operator === '+' ? together([node.left, node.right], module) : null;
    case 'Identifier':
      return namedConstant(node.name, module);
    case 'MemberExpression':
      return node.property.name === 'source' ? sourceOf(node.object, module) : null;
    case 'CallExpression':
      return listText(node, module);
    default:
      return null;
  }
}

function joined({ quasis, expressions }, module, form) {
  const parts = expressions.map((expression) => constantOf(expression, module));
  if (parts.includes(null)) return null;
  return quasis.map(({ value }, index) => value[form] + (parts[index] ?? '')).join('');
}

function together(nodes, module) {
  const parts = nodes.map((node) => constantOf(node, module));
  return parts.includes(null) ? null : parts.join('');
}

function namedNode(name, module) {
  if (module.constants.has(name)) return { node: module.constants.get(name), module };
  const from = module.imports.get(name);
  if (!from || !existsSync(from.target)) return null;
  return namedNode(from.name, readModule(from.target));
}

function namedConstant(name, module) {
  const found = namedNode(name, module);
  return found && constantOf(found.node, found.module);
}

/** `pattern.source` of a pattern that is a constant. */
function sourceOf(node, module) {
  const found = node.type === 'Identifier' ? namedNode(node.name, module)?.node : node;
  return found?.regex?.pattern ?? null;
}

/** `[…].join('|')` of constants. */
function listText({ callee, arguments: [separator] }, module) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'join') return null;
  const found = callee.object.type === 'Identifier' ? namedNode(callee.object.name, module) : { node: callee.object, module };
  const list = found?.node?.type === 'TSAsExpression' ? found.node.expression : found?.node;
  if (list?.type !== 'ArrayExpression') return null;
  const parts = list.elements.map((element) => constantOf(element, found.module));
  return parts.includes(null) ? null : parts.join(constantOf(separator, module) ?? ',');
}

function patternsOf(path) {
  const module = readModule(path);
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const line = () => module.code.slice(0, node.start).split('\n').length;
    if (node.type === 'Literal' && node.regex)
      found.push({ path, line: line(), source: node.regex.pattern, flags: node.regex.flags });
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee?.name === 'RegExp') {
      const source = constantOf(node.arguments[0], module);
      const flags = node.arguments[1] ? constantOf(node.arguments[1], module) : '';
      if (source !== null && flags !== null) found.push({ path, line: line(), source, flags });
      else if (listing) process.stdout.write(`made at run time: ${relative(folder, path)}:${line()}\n`);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(module.ast);
  return found;
}

/** Whether every repeat has an upper limit: the time is then bounded by a constant for each place of the text. */
function isBounded(source) {
  const bare = source.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c');
  return !/[*+]|\{\d+,\}/.test(bare);
}

/** The processor time of one search, in ms. */
function cost(source, flags, text) {
  const pattern = new RegExp(source, flags.replace('y', ''));
  const before = process.cpuUsage();
  pattern.exec(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * recheck tries attacks on an engine of its own, which does not know how V8 treats repeats with an upper limit and
 * lookbehind. An attack counts only where it grows here too: four times the text, more than eight times the work.
 */
function isRefuted(source, flags, complexity, attack) {
  if (complexity?.type !== 'polynomial' || !attack?.pumps) return false;
  let before = null;
  for (let length = 256; length <= 600_000; length *= 4) {
    const text = attack.pumps
      .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / attack.pumps.length / Math.max(1, pump.length))))
      .join('');
    const runs = [0, 1, 2].map(() => cost(source, flags, text + attack.suffix));
    const ms = Math.min(...runs);
    if (before !== null && ms > 100) return ms < before * 8;
    before = Math.max(ms, 0.5);
  }
  return true;
}

const digestOf = ({ source, flags }) => createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16);

const all = sourceFiles(join(folder, 'src')).flatMap(patternsOf);
const patterns = new Map(all.filter(({ source }) => !isBounded(source)).map((pattern) => [digestOf(pattern), pattern]));
const problems = [];
const used = new Set();

async function settle([digest, { path, line, source, flags }]) {
  if (sound.has(digest)) return;
  const file = relative(folder, path).replaceAll('\\', '/');
  const exception = allowed.find((one) => one.file === file && one.pattern === source);
  if (exception?.reason) return void used.add(exception);
  const { status, complexity, attack } = await check(source, flags, { timeout: timeoutMs });
  if (status === 'safe' || (status === 'vulnerable' && isRefuted(source, flags, complexity, attack)))
    return void sound.add(digest);
  const why = status === 'unknown' ? 'not settled in time' : complexity?.summary;
  problems.push(`${file}:${line}: /${source}/${flags}\n    ${why}${attack?.pattern ? `, as on ${attack.pattern}` : ''}`);
}

const waiting = [...patterns];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await settle(next);
}
await Promise.all(Array.from({ length: atOnce }, work));
for (const one of allowed)
  if (!used.has(one)) problems.push(`allowed-patterns.json: ${one.file} has no such pattern: ${one.pattern}`);
if (update) {
  const known = [...sound].filter((digest) => patterns.has(digest));
  known.sort((one, other) => (one < other ? -1 : 1));
  writeFileSync(verdictsPath, `${JSON.stringify(known, null, 2)}\n`);
}

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.stdout.write(`${all.length} patterns, ${patterns.size} with unbounded repeats, ${problems.length} unsound\n`);
// recheck leaves its process running.
process.exit(problems.length === 0 ? 0 : 1);
