/** Programs of the server that tests start. Bundled ones when the run has made some, which start in half the time. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const variable = 'GLEANER_TEST_SERVER';

const sources = {
  main: 'src/server/main.ts',
  'killing-worker': 'tests/harness/processes/killing-worker.ts',
  'one-change': 'tests/harness/processes/one-change.ts',
  'task-worker': 'tests/harness/processes/task-worker.ts',
  'doomed-worker': 'tests/harness/processes/doomed-worker.ts',
};
export type Program = keyof typeof sources;
export const programs = Object.keys(sources) as Program[];

/** For this process and those that it starts from here on. */
export function provideBundle(folder: string): void {
  process.env[variable] = folder;
}

export function programOf(name: Program): string {
  const folder = process.env[variable];
  return folder === undefined ? sourceOf(name) : join(folder, `${name}.mjs`);
}

export function sourceOf(name: Program): string {
  return join(root, sources[name]);
}
