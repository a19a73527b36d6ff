// npm test, from a fresh clone on: installs, builds, finds a browser, runs every kind of test and adds them up.
//   npm test                      everything
//   npm test -- unit e2e          some kinds: check, unit, integration, e2e
//   npm test -- integration jobs  with words that name the files, as the runner takes them
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { check } from './check.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, readJson, runPackage } from './lib/project.mjs';
import { describeFailures, playwrightFailures, vitestFailures } from './lib/test-failures.mjs';
import { describeSlowest, playwrightTests, vitestTests } from './lib/test-times.mjs';

const kinds = ['check', 'unit', 'integration', 'e2e'];
const args = process.argv.slice(2);
const chosen = kinds.filter((kind) => args.includes(kind));
const wanted = chosen.length === 0 ? kinds : chosen;
const filters = args.filter((arg) => !kinds.includes(arg));

await ensureInstalled();
await ensureBuilt();
mkdirSync(at('test-results'), { recursive: true });

/** What a runner's JSON report says; a runner that ended without one has failed. */
function readReport(path, code, count) {
  if (!existsSync(path)) return { passed: 0, failed: 1, tests: [] };
  const { failed, ...counts } = count(readJson(path));
  return { ...counts, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function vitest(project) {
  const report = at('test-results', `${project.replace('*', '')}.json`);
  rmSync(report, { force: true });
  const { code } = await runPackage('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...filters,
  ]);
  return readReport(report, code, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numFailedTestSuites * (found.numFailedTests === 0 ? 1 : 0),
    tests: vitestTests(found),
    failures: vitestFailures(found),
  }));
}

async function browser() {
  const path = await ensureBrowser();
  if (path === undefined) {
    process.stdout.write('No browser could be found or installed: the browser tests count as failed.\n');
    return { passed: 0, failed: 1, tests: [] };
  }
  const report = at('test-results', 'e2e.json');
  rmSync(report, { force: true });
  const env = { GLEANER_PLAYWRIGHT_JSON: report, ...(path ? { GLEANER_CHROMIUM: path } : {}) };
  const { code } = await runPackage('@playwright/test', ['test', ...filters], { env }, 'playwright');
  return readReport(report, code, (found) => ({
    passed: found.stats.expected + found.stats.flaky,
    failed: found.stats.unexpected,
    tests: playwrightTests(found),
    failures: playwrightFailures(found),
  }));
}

const runners = {
  // The unit tests check the import rules too.
  check: () => check({ without: wanted.includes('unit') && filters.length === 0 ? ['import rules and migrations'] : [] }),
  unit: () => vitest('unit*'),
  integration: () => vitest('integration*'),
  e2e: browser,
};

// One kind after the other: in parallel they would only share the processors, and waits of one run would time out.
const results = [];
for (const kind of kinds.filter((one) => wanted.includes(one))) {
  process.stdout.write(`\n== ${kind}\n`);
  const started = performance.now();
  const result = await runners[kind]();
  results.push({ kind, ...result, seconds: Math.round((performance.now() - started) / 1000) });
}

for (const { kind, tests = [] } of results) process.stdout.write(describeSlowest(kind, tests));
for (const { kind, failures = [] } of results) process.stdout.write(describeFailures(kind, failures));
process.stdout.write('\n');
for (const { kind, passed, failed, seconds } of results)
  process.stdout.write(`${kind.padEnd(12)} ${passed} passed, ${failed} failed in ${seconds} s\n`);
const total = results.reduce((sum, row) => ({ passed: sum.passed + row.passed, failed: sum.failed + row.failed }), {
  passed: 0,
  failed: 0,
});
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
