// npm run notices: writes the list of third-party packages into NOTICE, from the lock. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { importedPackages } from './lib/imports.mjs';
import { at, fail } from './lib/project.mjs';
import { dependenciesOf, readLock, runtimePackages } from './lib/runtime.mjs';

const path = at('NOTICE');
const marker = '--- written by `npm run notices`; do not edit below this line ---';
const packages = readLock();

const nameOf = (key) => key.split('node_modules/').at(-1);

/** Binaries of other platforms have no licence in the lock: theirs is that of the same package for this one. */
function licenceOf(key) {
  const { license, version } = packages[key];
  if (license) return license;
  const family = nameOf(key).split(
    /[-/](?=(?:android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win(?:32|dows)?)\b)/,
  )[0];
  const sibling = Object.entries(packages).find(
    ([other, entry]) => entry.license && entry.version === version && nameOf(other).startsWith(family),
  );
  return sibling?.[1].license ?? knownLicences[nameOf(key)] ?? null;
}

/** Licences of packages whose manifest names none, read in their own files. */
const knownLicences = { '@shinyoshiaki/jspack': 'BSD-3-Clause', 'combine-errors': 'MIT' };

function list(title, keys) {
  const byLicence = new Map();
  for (const key of keys) {
    const licence = licenceOf(key);
    if (licence === null) fail(`NOTICE: no licence is known for ${nameOf(key)}`);
    const names = byLicence.get(licence) ?? new Set();
    byLicence.set(licence, names.add(`${nameOf(key)} ${packages[key].version}`));
  }
  const groups = [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = groups.flatMap(([licence, names]) => [
    '',
    `${licence}:`,
    ...[...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `  ${name}`),
  ]);
  return [title, ...lines].join('\n');
}

/** Packages that are bundled into the interface: those its code imports, and their dependencies. */
function interfacePackages() {
  const roots = [...importedPackages({ part: 'interface' }).keys()].map((name) => `node_modules/${name}`);
  return dependenciesOf(
    roots.filter((key) => packages[key]),
    packages,
  );
}

const image = runtimePackages(packages, { image: true });
const installed = [...runtimePackages(packages)].filter((key) => !image.has(key));
const generated = [
  list('Packages of the server, also in the container image', image),
  list('Packages of the server that npm installs and the container image does not contain', installed),
  list('Packages bundled into the interface (their licence texts: dist/web/licences.md, made by the build)', interfacePackages()),
].join('\n\n\n');

const before = readFileSync(path, 'utf8');
const [head] = before.split(marker);
const after = `${head}${marker}\n\n${generated}\n`;
if (process.argv.includes('--check')) {
  if (before !== after) fail('NOTICE does not match package-lock.json: run `npm run notices`.');
} else {
  writeFileSync(path, after);
}
