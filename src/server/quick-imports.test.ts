import module from 'node:module';
import { expect, test, vi } from 'vitest';
import { installQuickImports } from './quick-imports.ts';

type Resolve = (specifier: string, context: object, next: (specifier: string, context: object) => object) => object;

/** The hook that is installed, and what it leaves to the search on disk. */
function installed() {
  const hooks: { resolve?: Resolve } = {};
  const register = vi.spyOn(module, 'registerHooks').mockImplementation((given) => Object.assign(hooks, given) as never);
  installQuickImports();
  register.mockRestore();
  const searched: string[] = [];
  const resolve = (specifier: string, parentURL: string | undefined, conditions = ['node', 'import']) =>
    hooks.resolve?.(specifier, { parentURL, conditions }, (asked) => {
      searched.push(asked);
      return { url: `found:${asked}` };
    });
  return { resolve, searched };
}

const source = new URL('../', import.meta.url).href;
const own = `${source}server/main.ts`;
const typescript = (path: string) => ({ url: source + path, format: 'module-typescript', shortCircuit: true });

test('imports of source files are resolved without a search', () => {
  const { resolve, searched } = installed();
  expect(resolve('#lib/time.ts', own)).toEqual(typescript('lib/time.ts'));
  expect(resolve('./config.ts', own)).toEqual(typescript('server/config.ts'));
  expect(resolve('../db/client.ts', own)).toEqual(typescript('db/client.ts'));
  expect(searched).toEqual([]);
});

test('a package is searched for once by all source files, and anything else each time', () => {
  const { resolve, searched } = installed();
  const found = (specifier: string) => ({ url: `found:${specifier}`, shortCircuit: true });
  for (const specifier of ['zod', '@hono/node-server', './words.json', '#lib/list.json', '/tmp/a.mjs', 'name.ts'])
    for (const parent of [own, `${source}db/client.ts`]) expect(resolve(specifier, parent)).toEqual(found(specifier));
  expect(searched).toEqual([
    ...['zod', '@hono/node-server', './words.json', './words.json', '#lib/list.json', '#lib/list.json'],
    ...['/tmp/a.mjs', '/tmp/a.mjs', 'name.ts'],
  ]);
});

const library = 'file:///app/node_modules/drizzle-orm/pg-core/index.js';

test('files of large packages find each other without a search, those of others as usual', () => {
  const { resolve, searched } = installed();
  const script = (path: string) => ({
    url: `file:///app/node_modules/drizzle-orm/${path}`,
    format: 'module',
    shortCircuit: true,
  });
  expect(resolve('./table.js', library)).toEqual(script('pg-core/table.js'));
  expect(resolve('../sql.mjs', library)).toEqual(script('sql.mjs'));
  expect(searched).toEqual([]);
  const others = [
    ['./table.cjs', library],
    ['./table', library],
    ['zod.js', library],
    ['./table.js', 'file:///app/node_modules/left-pad/index.js'],
    ['./table.js', 'file:///app/node_modules/my-drizzle-orm/index.js'],
  ] as const;
  for (const [specifier, parent] of others) expect(resolve(specifier, parent)).toEqual({ url: `found:${specifier}` });
  expect(searched).toEqual(others.map(([specifier]) => specifier));
});

test('the first file, and what is required, are found as usual', () => {
  const { resolve, searched } = installed();
  expect(resolve('./config.ts', undefined)).toEqual({ url: 'found:./config.ts' });
  for (const parent of [own, library]) expect(resolve('./a.js', parent, ['node', 'require'])).toEqual({ url: 'found:./a.js' });
  expect(searched).toEqual(['./config.ts', './a.js', './a.js']);
});
