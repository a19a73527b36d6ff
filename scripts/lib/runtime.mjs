// Which of the packages in package-lock.json a running server needs, and which of their files it never loads.
import { at, readJson } from './project.mjs';

/** Packages that others name as dependencies, but that no code we run loads. */
const neverLoaded = new Map([
  ['typescript', 'peer of @trpc/server, for its types'],
  ['@types/node', 'dependency of docx, for its types'],
  ['werift', 'WebRTC of node-av'],
  ['unzipper', 'install script of node-av'],
  ['@redis/client', 'another store of @tus/server'],
  ['ioredis', 'another store of @tus/server'],
]);

/** Packages that an image leaves out: it has a Node of its own, and Debian's ffmpeg instead of the packaged one (see NOTICE). */
const notInImages = new Map([
  ['node', 'the base image brings Node'],
  ['node-av', 'its FFmpeg may not be distributed: GPL and fdk-aac in one file'],
]);

/** Files in packages that are needed otherwise; paths inside node_modules. */
export const unusedFiles = [
  // Headers and npm, left by the install script of `node`; `node/bin/node` is a hard link and stays.
  'node/node_modules',
  // The weights used in documents are 400Regular and 700Bold.
  ...['100Thin', '200ExtraLight', '300Light', '500Medium', '600SemiBold', '800ExtraBold', '900Black'].map(
    (weight) => `@expo-google-fonts/noto-sans-sc/${weight}`,
  ),
  // Node loads the legacy build.
  'pdfjs-dist/build',
  'pdfjs-dist/web',
];

/** Ends of file names that Node does not load: maps and type declarations. */
export const unusedEndings = ['.map', '.d.ts', '.d.mts', '.d.cts'];

export function readLock() {
  return readJson(at('package-lock.json')).packages;
}

/** Where Node finds `name` from the package at `from`, as a key of the lock; null when the lock has none. */
function resolve(packages, from, name) {
  for (let base = from; ; ) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (packages[path]) return path;
    if (base === '') return null;
    base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')));
  }
}

/** Keys of the lock (`node_modules/…`) of the packages at `roots` and of all their dependencies. */
export function dependenciesOf(roots, packages = readLock(), leftOut = () => false) {
  const needed = new Set(roots);
  const waiting = [...roots];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[from];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const path = leftOut(name) ? null : resolve(packages, from, name);
      if (path === null || needed.has(path)) continue;
      needed.add(path);
      waiting.push(path);
    }
  }
  return needed;
}

/** Keys of the packages that a running server needs. `image`: without what an image leaves out. */
export function runtimePackages(packages = readLock(), { image = false } = {}) {
  const needed = dependenciesOf([''], packages, (name) => neverLoaded.has(name) || (image && notInImages.has(name)));
  needed.delete('');
  return needed;
}
