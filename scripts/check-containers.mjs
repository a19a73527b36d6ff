// No container engine is needed to see that Dockerfile, compose.yaml, .env.example and the documentation agree with the code:
// every command is one that exists here and that CI runs, every file that is copied exists, every setting is a known one.
import { existsSync, readFileSync } from 'node:fs';
import { variableNames } from '../src/server/config.ts';
import { at, readJson } from './lib/project.mjs';

const problems = [];
const { scripts } = readJson(at('package.json'));
const read = (path) => readFileSync(at(path), 'utf8');
const known = new Set(variableNames);

/** Logical lines: comments dropped, continued ones joined. */
function instructions(text) {
  return text
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const dockerKeywords = new Set([
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'EXPOSE',
  'USER',
  'VOLUME',
  'CMD',
  'ENTRYPOINT',
  'HEALTHCHECK',
  'ARG',
  'LABEL',
  'STOPSIGNAL',
]);
const stages = new Set();
for (const line of instructions(read('Dockerfile'))) {
  const [keyword, ...rest] = line.split(/\s+/);
  if (!dockerKeywords.has(keyword)) problems.push(`Dockerfile: ${keyword} is no instruction`);
  if (keyword === 'FROM') {
    const as = rest.indexOf('AS');
    if (as > 0) stages.add(rest[as + 1]);
    if (/:latest$|^[^:@]+$/.test(rest[0]) && !stages.has(rest[0])) problems.push(`Dockerfile: ${rest[0]} names no version`);
  }
  if (keyword === 'COPY' && !rest.some((part) => part.startsWith('--from='))) {
    for (const source of rest.filter((part) => !part.startsWith('--')).slice(0, -1)) {
      if (!existsSync(at(source))) problems.push(`Dockerfile: ${source} does not exist`);
    }
  }
  if (keyword === 'ENV') for (const pair of rest) checkSetting('Dockerfile', pair.split('=')[0]);
  for (const [, name] of line.matchAll(/npm run ([\w:-]+)/g))
    if (!scripts[name]) problems.push(`Dockerfile: there is no script ${name}`);
  for (const [, path] of line.matchAll(/((?:src|scripts|bin)\/[\w./-]+\.\w+)/g))
    if (!existsSync(at(path))) problems.push(`Dockerfile: ${path} does not exist`);
}

function checkSetting(where, name) {
  if (!known.has(name) && !['PATH', 'SKIP_FFMPEG', 'NODE_COMPILE_CACHE'].includes(name) && !name.startsWith('POSTGRES_'))
    problems.push(`${where}: ${name} is no setting of the server`);
}

const compose = read('compose.yaml');
if (/\t/.test(compose)) problems.push('compose.yaml: tabs are not allowed in YAML');
for (const [, name] of compose.matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm)) checkSetting('compose.yaml', name);
for (const [index, line] of compose.split('\n').entries()) {
  if ((/^ */.exec(line)?.[0].length ?? 0) % 2 !== 0) problems.push(`compose.yaml:${index + 1}: odd indentation`);
}
for (const service of ['app', 'database'])
  if (!new RegExp(`^  ${service}:$`, 'm').test(compose)) problems.push(`compose.yaml: no service ${service}`);

// Every setting is documented, and nothing is documented that does not exist.
const example = new Set([...read('.env.example').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
const manual = new Set([...read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`\s+\|/gm)].map(([, name]) => name));
for (const { where, documented } of [
  { where: '.env.example', documented: example },
  { where: 'docs/operations.md', documented: manual },
]) {
  for (const name of known) if (!documented.has(name)) problems.push(`${where}: ${name} is not documented`);
  for (const name of documented) if (!known.has(name)) problems.push(`${where}: ${name} is no setting of the server`);
}

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
