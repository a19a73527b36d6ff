// No container engine is needed to see that Dockerfile, compose.yaml, .env.example and the documentation agree with the code:
// every command is one that exists here and that CI runs, every file that is copied exists, every setting is a known one.
import { existsSync, readFileSync } from 'node:fs';
import { variableNames } from '../src/server/environment.ts';
import { at, readJson } from './lib/project.mjs';

const problems = [];
const manifest = readJson(at('package.json'));
const { scripts } = manifest;
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
const dockerfile = instructions(read('Dockerfile'));
const defaults = new Map(
  dockerfile.flatMap((line) => [...line.matchAll(/^ARG (\w+)=(\S+)$/g)].map(([, name, value]) => [name, value])),
);
const stages = new Set();
for (const line of dockerfile) {
  const [keyword, ...rest] = line.split(/\s+/);
  if (!dockerKeywords.has(keyword)) problems.push(`Dockerfile: ${keyword} is no instruction`);
  if (keyword === 'FROM') {
    const as = rest.indexOf('AS');
    if (as > 0) stages.add(rest[as + 1]);
    const image = rest[0].replace(/^\$\{(\w+)\}$/, (_, name) => defaults.get(name) ?? '');
    if (!stages.has(image)) checkImage('Dockerfile', image);
    if (
      image.startsWith('node:') &&
      !image.startsWith(`node:${manifest.optionalDependencies.node ?? manifest.dependencies.node}-`)
    )
      problems.push(`Dockerfile: ${image} is not the Node of package.json`);
  }
  if (keyword === 'COPY' && !rest.some((part) => part.startsWith('--from='))) {
    for (const source of rest.filter((part) => !part.startsWith('--')).slice(0, -1)) {
      if (!existsSync(at(source))) problems.push(`Dockerfile: ${source} does not exist`);
    }
  }
  if (keyword === 'COPY') {
    const from = rest.find((part) => part.startsWith('--from='))?.slice('--from='.length);
    if (from && !stages.has(from)) problems.push(`Dockerfile: there is no stage ${from}`);
    for (const part of from === 'build' ? rest : [])
      if (/^\/app\/(?!dist\b|node_modules\b)/.test(part) && !existsSync(at(part.slice('/app/'.length))))
        problems.push(`Dockerfile: ${part} does not exist`);
  }
  if (keyword === 'ENV') for (const pair of rest) checkSetting('Dockerfile', pair.split('=')[0]);
  for (const [, name] of line.matchAll(/npm run ([\w:-]+)/g))
    if (!scripts[name]) problems.push(`Dockerfile: there is no script ${name}`);
  for (const [, path] of line.matchAll(/(?<!\/app\/)\b((?:src|scripts|bin)\/[\w./-]+\.\w+)/g))
    if (!existsSync(at(path))) problems.push(`Dockerfile: ${path} does not exist`);
}
checkFinalStage();

/** A tag may be moved to another image; a digest says which one was meant. */
function checkImage(where, image) {
  if (!/^[\w./-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/.test(image))
    problems.push(`${where}: ${image} is not pinned by version and digest`);
}

/** The final stage: an ordinary user, no packages installed by npm, the sandbox, and nothing that may not be redistributed. */
function checkFinalStage() {
  const last = dockerfile.slice(dockerfile.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice('USER '.length);
  if (!user || /^(root|0)(:|$)/.test(user)) problems.push('Dockerfile: the final image runs as root');
  if (!last.some((line) => line.startsWith('HEALTHCHECK '))) problems.push('Dockerfile: the final image has no HEALTHCHECK');
  if (!last.some((line) => /apt-get install .*\bbubblewrap\b/.test(line)))
    problems.push('Dockerfile: the final image has no bubblewrap');
  if (last.some((line) => /\bnpm (ci|install|i)\b/.test(line))) problems.push('Dockerfile: the final image installs packages');
  if (last.some((line) => /--from=build \/app\/? /.test(line)))
    problems.push('Dockerfile: the final image takes the whole build folder');
  if (last.some((line) => /apt-get install .*\bffmpeg\b/.test(line)))
    problems.push("Dockerfile: Debian's ffmpeg is under the GPL; see scripts/build-ffmpeg.sh");
  if (!dockerfile.includes('RUN npm run setup && npm run slim -- --image'))
    problems.push('Dockerfile: packages that may not be in an image are not removed (npm run slim -- --image)');
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
/** The limits of every container; `pattern` is searched in the lines of a service. */
const limits = [
  { name: 'read_only: true', pattern: /^ {4}read_only: true$/m },
  { name: 'init: true', pattern: /^ {4}init: true$/m },
  { name: 'cap_drop: ALL', pattern: /^ {4}cap_drop:\n {6}- ALL$/m },
  { name: 'no-new-privileges', pattern: /^ {4}security_opt:\n {6}- no-new-privileges:true$/m },
  { name: 'a mem_limit', pattern: /^ {4}mem_limit: \d+[mg]$/m },
  { name: 'a pids_limit', pattern: /^ {4}pids_limit: \d+$/m },
  { name: 'a tmpfs for /tmp', pattern: /^ {4}tmpfs:\n(?: {6}- .*\n)*? {6}- \/tmp(?::\S+)?$/m },
];
for (const service of ['app', 'database']) {
  const text = compose.split(/^(?= {2}\w+:$|\w)/m).find((part) => part.startsWith(`  ${service}:\n`));
  if (!text) problems.push(`compose.yaml: no service ${service}`);
  for (const { name, pattern } of text ? limits : [])
    if (!pattern.test(text)) problems.push(`compose.yaml: ${service} has no ${name}`);
  if (/^ {4}privileged: true$/m.test(text ?? '')) problems.push(`compose.yaml: ${service} is privileged`);
}
for (const [, image] of compose.matchAll(/^ {4}image: (\S+)$/gm)) checkImage('compose.yaml', image);

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
