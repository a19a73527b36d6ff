// Builds the interface, and knows when that is not needed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { changeCheckout } from './checkout.mjs';
import { at, fail, root, runPackage } from './project.mjs';

const stampPath = at('dist', 'build-stamp');
const sources = [
  'src/web',
  'src/ui',
  'src/lib',
  'src/features',
  'src/engine/domain.ts',
  'src/rpc',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package-lock.json',
];

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** A hash of everything that goes into the interface. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesUnder(at(source))) {
      // Written by the build itself; tests are not built.
      if (path.endsWith('.gen.ts') || path.includes('.test.')) continue;
      hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

export function isBuilt() {
  return existsSync(at('dist', 'web', 'index.html')) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === sourceHash();
}

/** Compresses text files in advance, in the encodings that browsers accept. */
function compress() {
  for (const path of filesUnder(at('dist', 'web'))) {
    if (!/\.(m?js|css|html|svg|json|webmanifest|txt)$/.test(path)) continue;
    const bytes = readFileSync(path);
    if (bytes.length < 1024) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

export async function build({ quiet = false } = {}) {
  if (!quiet) process.stdout.write('Building the interface …\n');
  const hash = sourceHash();
  const { code, output } = await runPackage('vite', ['build', '--logLevel', 'warn'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) fail(`The interface could not be built.\n${output}`);
  compress();
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(stampPath, hash);
}

export async function ensureBuilt() {
  if (!isBuilt()) await changeCheckout('interface', () => !isBuilt(), build);
}
