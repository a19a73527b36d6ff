import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '');

const shared = {
  root,
  // The loopback name only: a proxy in the environment must not see test traffic.
  env: { NO_PROXY: '127.0.0.1,localhost,::1', NODE_ENV: 'test' },
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/harness/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          maxWorkers: 2,
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
