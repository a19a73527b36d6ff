import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '');

const shared = {
  root,
  // `npm run mutate` learns from one which test reaches which line.
  setupFiles: process.env.GLEANER_TEST_SETUP ? [process.env.GLEANER_TEST_SETUP] : [],
  // The loopback name only: a proxy in the environment must not see test traffic.
  env: { NO_PROXY: '127.0.0.1,localhost,::1', NODE_ENV: 'test' },
};

/** A machine under load may lose a race that no user would: tried once more, and named at the end as unsteady. */
const retry = process.env.CI === undefined ? 0 : 1;

/** Tests in these folders start, count and kill servers and child processes, so each file runs in its own process. */
const withProcesses = ['cli', 'db', 'infra', 'server'];

/** They define jobs of their own, which every queue of their process would have to serve. */
const withOwnJobs = [
  'admin-rows',
  'jobs',
  'liveness',
  'note-rows',
  'shared-tasks',
  'task-attempt-faults',
  'task-attempts',
  'task-ends',
  'task-faults',
  'task-meanwhile',
  'task-rows',
  'task-watch-rows',
  'tasks',
].map((name) => `tests/integration/${name}.test.ts`);

const integration = {
  ...shared,
  include: ['tests/integration/**/*.test.ts'],
  globalSetup: ['tests/harness/processes/global-setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  retry,
  maxWorkers: 4,
  // After the unit tests, where all are asked for at once.
  sequence: { groupOrder: 1 },
};

/** What mostly waits, for workers to be found dead and the like: begun first, or the whole run waits for it alone. */
const slowest = [
  'kill',
  'listings',
  'model-faults',
  'server',
  'tasks',
  'model-limits',
  'prompts',
  'articles',
  'bombs',
  'database-loss',
  'chat',
  'jobs',
].map((name) => `/tests/integration/${name}.test.ts`);

/** They share servers, which wait idle until the run ends: kept together, and last. */
const sharesWorld = (path: string): boolean =>
  path.includes('/tests/integration/') && /\bshareWorld\b/.test(readFileSync(path, 'utf8'));

class InRunningOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      // A process of the runner ends where a file of another project comes next.
      if (project.name === 'integration-jobs') return -1;
      const at = slowest.findIndex((path) => moduleId.endsWith(path));
      if (at >= 0) return at;
      return slowest.length + (sharesWorld(moduleId) ? 1 : 0);
    };
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: rank(file) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InRunningOrder },
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: withProcesses.map((folder) => `src/${folder}/**`),
          // These compute. A process for each file took as long as the tests.
          isolate: false,
          // Bounds for slow machines: what has frozen is found all the same.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // All but one processor, as it would be, is one of two.
          maxWorkers: '100%',
        },
      },
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...shared,
          name: 'unit-processes',
          include: [
            ...withProcesses.map((folder) => `src/${folder}/**/*.test.ts`),
            'tests/*.test.ts',
            'tests/harness/**/*.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
          maxWorkers: '100%',
        },
      },
      {
        test: { ...integration, name: 'integration', exclude: withOwnJobs, isolate: false },
      },
      {
        test: { ...integration, name: 'integration-jobs', include: withOwnJobs },
      },
      {
        // The real sites: only on a connected machine that asks for it (LIVE=1), one link at a time.
        resolve: { tsconfigPaths: true },
        test: {
          ...shared,
          name: 'live',
          include: ['tests/live/**/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
