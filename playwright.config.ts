import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { appUrl } from './tests/harness/browser/e2e-ports.ts';

/** A browser of the system when there is one; `scripts/test.mjs` finds or installs it and names it here. */
const executablePath = [
  process.env.GLEANER_CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path !== '' && existsSync(path));

// Without a locale of its own a machine's browser knows no file names but ASCII.
process.env.LANG ??= 'C.UTF-8';

// The processes of the runner have a temporary folder of their own and would compile what this one has compiled.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(tmpdir(), `playwright-transform-cache-${process.geteuid?.() ?? ''}`);

/**
 * Features of the browser that cost and that no page can see, besides those that the runner turns off: the last list given
 * counts, so its own are repeated. The suggestions below the address bar are an application of 400 files, loaded for each window.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const quiet = [
  `--disable-features=${withoutFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  // One server for all tests, each test its own guest account, so that they may run side by side.
  fullyParallel: true,
  // Much of a test is waiting: for jobs, for what is scripted to come slowly.
  workers: 4,
  // A machine under load may lose a race that no user would: tried once more, and named at the end as unsteady.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  // Waits end as soon as what they wait for is there: the bounds are for slow machines.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: process.env.GLEANER_PLAYWRIGHT_JSON
    ? [['line'], ['json', { outputFile: process.env.GLEANER_PLAYWRIGHT_JSON }]]
    : [['list']],
  globalSetup: './tests/harness/browser/e2e-setup.ts',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: appUrl,
    // A press that is lost fails long before the test does.
    actionTimeout: 45_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Recording every step costs time; the error and the picture mostly tell enough.
    trace: process.env.GLEANER_TRACE ? 'retain-on-failure' : 'off',
    video: 'off',
    // A worker would answer for the server; tests that are about it let it in.
    serviceWorkers: 'block',
    // Every frame of a motion is drawn by the processor. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: quiet },
  },
});
