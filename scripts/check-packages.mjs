// What is declared about packages agrees with what is used: the server's code imports only packages that `npm run slim` keeps,
// each package with an install script is listed in `allowScripts`, versions are exact, NOTICE names what is installed.
import { importedPackages } from './lib/imports.mjs';
import { at, projectNode, readJson, run } from './lib/project.mjs';
import { readLock, runtimePackages } from './lib/runtime.mjs';

const problems = [];
const manifest = readJson(at('package.json'));
const packages = readLock();

/** Packages that an image may lack: the code that imports them handles their absence. */
const optional = new Set(['node-av']);
const [kept, inImage] = [runtimePackages(packages), runtimePackages(packages, { image: true })];
for (const [name, file] of importedPackages({ part: 'server' })) {
  const key = `node_modules/${name}`;
  if (!kept.has(key)) problems.push(`src/${file}: ${name} is not among the packages for running (dependencies in package.json)`);
  else if (!inImage.has(key) && !optional.has(name)) problems.push(`src/${file}: ${name} is not in the container image`);
}
for (const [name, file] of importedPackages({ part: 'interface' })) {
  if (manifest.dependencies[name] || manifest.devDependencies[name]) continue;
  problems.push(`src/${file}: ${name} is in no list of package.json`);
}

for (const [key, { hasInstallScript }] of Object.entries(packages)) {
  const name = key.split('node_modules/').at(-1);
  if (hasInstallScript && manifest.allowScripts[name] === undefined)
    problems.push(`package.json: allowScripts does not say whether ${name} may run its install script`);
}

for (const list of ['dependencies', 'optionalDependencies', 'devDependencies'])
  for (const [name, version] of Object.entries(manifest[list]))
    if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`package.json: ${name} ${version} is not an exact version`);
for (const [key, { resolved }] of Object.entries(packages))
  if (resolved) problems.push(`package-lock.json: ${key} names a registry (npm run lock:fix)`);

const notices = await run(projectNode(), [at('scripts', 'notices.mjs'), '--check'], { quiet: true });
if (notices.code !== 0) problems.push(notices.output.trim());

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
