// Which sources are mutated, and a sample of their mutants.
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { at } from '../lib/project.mjs';

/** Of interface files only functions and hooks are mutated: what a component draws is tested in a browser. */
const isMutable = (file) =>
  /\.tsx?$/.test(file) &&
  !/\.(test|d|gen)\.tsx?$/.test(file) &&
  !/(^|\/)(words|migrations)\//.test(file) &&
  (file.endsWith('.ts') || /(^|\/)use-[^/]+\.tsx$/.test(file));

/** A fault here gives away another user's data, loses a note or money, or reaches a forbidden address. */
export const guards = [
  'db/merge-accounts.ts',
  'features/account/server',
  'features/admin/server',
  'features/collections/server',
  'features/contents/server/content-procedure.ts',
  'features/contents/server/delete-content.ts',
  'features/contents/server/http.ts',
  'features/contents/server/owned.ts',
  'features/corrections/server',
  'features/credentials/server',
  'features/metering/server',
  'features/my-data/server',
  'features/notes/server',
  'features/sharing/server',
  'features/uploads/server',
  'features/usage/server',
  'infra/auth',
  'infra/guarded-fetch',
  'infra/licenses',
  'infra/tasks',
  'rpc/server.ts',
  'rpc/task-router.ts',
];

/** Paths from the project's folder; all sources unless folders (of `src`) or files are named. */
export function mutableSources(folders = []) {
  const wanted = folders.map((folder) => folder.replace(/^src\//, '').replace(/\/$/, ''));
  return readdirSync(at('src'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(isMutable)
    .filter((file) => wanted.length === 0 || wanted.some((folder) => file === folder || file.startsWith(`${folder}/`)))
    .sort()
    .map((file) => `src/${file}`);
}

/** The same for the same seed and the same mutants. */
export function sampleOf(all, size, seed) {
  const length = Math.min(size, all.length);
  const subsets = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
  return fc.sample(subsets, { seed, numRuns: 1 })[0] ?? [];
}
