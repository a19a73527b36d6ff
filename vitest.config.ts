import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '');

const shared = {
  root,
  // The loopback name only: a proxy in the environment must not see test traffic.
  env: { NO_PROXY: '127.0.0.1,localhost,::1', NODE_ENV: 'test' },
};

/** What mostly waits, for workers to be found dead and the like: begun first, or the whole run waits for it alone. */
const slowest = ['kill', 'listings', 'yt-dlp', 'articles', 'jobs', 'scale'].map((name) => `/tests/integration/${name}.test.ts`);

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowest.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/harness/**/*.test.ts'],
          // Bounds for slow machines: what has frozen is found all the same.
          testTimeout: 60_000,
          // Much of the time is the start of a process for each file; all but one processor, as it would be, is one of two.
          maxWorkers: '100%',
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 3,
        },
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
        },
      },
    ],
  },
});
