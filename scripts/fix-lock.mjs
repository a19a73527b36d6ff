// npm run lock:fix, after every change of the lock: some registries hold only the binaries of the platform that asks, and
// npm then leaves the others out of the lock, which makes `npm ci` fail everywhere. This names them again: version,
// platform, optional. Where one is needed, npm finds it in the registry by its version.
import { readFileSync, writeFileSync } from 'node:fs';
import { at } from './lib/project.mjs';

const path = at('package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const { packages } = lock;

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
};
const processors = {
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
};

/** The platform that a binary package's name states: `…-linux-arm64-musl`. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-');
  const os = parts.map((part) => systems[part]).find(Boolean);
  const cpu = parts.map((part) => processors[part]).find(Boolean);
  const libc =
    parts.includes('musl') || parts.includes('musleabihf')
      ? 'musl'
      : parts.includes('gnu') || parts.includes('gnueabihf')
        ? 'glibc'
        : undefined;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [os] } : {}), ...(libc && os === 'linux' ? { libc: [libc] } : {}) };
}

/** Where Node would look for `name` from the package at `from`. */
function isLocked(from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`]) return true;
    if (base === '' || !base.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

let added = 0;
for (const [from, { optionalDependencies = {}, dev }] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    // Binaries are named by an exact version; a range belongs to another optional package.
    if (isLocked(from, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    added++;
  }
}
// The registry is up to whoever installs.
for (const entry of Object.values(packages)) delete entry.resolved;
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} packages of other platforms added to the lock\n`);
