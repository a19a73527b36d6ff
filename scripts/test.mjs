// npm test, from a fresh clone on: installs, builds, finds a browser, runs every kind of test and adds them up.
//   npm test                      everything; the browser tests run beside the other kinds
//   npm test -- unit e2e          some kinds: check, unit, integration, e2e
//   npm test -- integration jobs  with words that name the files, as the runner takes them
//   npm test -- --one-by-one      no two kinds at a time
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { check } from './check.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { at, readJson, runPackage } from './lib/project.mjs';
import { describeSlowest, playwrightTests, vitestTests } from './lib/test-times.mjs';

const kinds = ['check', 'unit', 'integration', 'e2e'];
const args = process.argv.slice(2);
const chosen = kinds.filter((kind) => args.includes(kind));
const wanted = chosen.length === 0 ? kinds : chosen;
const filters = args.filter((arg) => !kinds.includes(arg) && arg !== '--one-by-one');

await ensureInstalled();
await ensureBuilt();
mkdirSync(at('test-results'), { recursive: true });

/** What a runner's JSON report says; a runner that ended without one has failed. */
function readReport(path, code, count) {
  if (!existsSync(path)) return { passed: 0, failed: 1, tests: [] };
  const { passed, failed, tests } = count(readJson(path));
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, tests };
}

async function vitest(project, log) {
  const report = at('test-results', `${project}.json`);
  rmSync(report, { force: true });
  const { code } = await runPackage(
    'vitest',
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
      ...filters,
    ],
    { log },
  );
  return readReport(report, code, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numFailedTestSuites * (found.numFailedTests === 0 ? 1 : 0),
    tests: vitestTests(found),
  }));
}

async function browser(log) {
  const path = await ensureBrowser();
  if (path === undefined) {
    process.stdout.write('No browser could be found or installed: the browser tests count as failed.\n');
    return { passed: 0, failed: 1, tests: [] };
  }
  const report = at('test-results', 'e2e.json');
  rmSync(report, { force: true });
  const env = { GLEANER_PLAYWRIGHT_JSON: report, ...(path ? { GLEANER_CHROMIUM: path } : {}) };
  const { code } = await runPackage('@playwright/test', ['test', ...filters], { env, log }, 'playwright');
  return readReport(report, code, (found) => ({
    passed: found.stats.expected + found.stats.flaky,
    failed: found.stats.unexpected,
    tests: playwrightTests(found),
  }));
}

const runners = {
  // The unit tests hold the import rules too.
  check: () => check({ without: wanted.includes('unit') && filters.length === 0 ? ['import rules'] : [] }),
  unit: (log) => vitest('unit', log),
  integration: (log) => vitest('integration', log),
  e2e: browser,
};

/**
 * Integration tests wait for leases and pauses to end, browser tests keep the processors busy: side by side they take
 * less time. Unit tests, which only compute, come last and fill what is left.
 */
const sideBySide =
  wanted.length > 1 && !args.includes('--one-by-one') && availableParallelism() > 1 && totalmem() > 6 * 1024 ** 3;
const lanes = sideBySide ? [['e2e'], ['check', 'integration', 'unit']] : [kinds];

const rows = new Map();
async function runLane(lane) {
  for (const kind of lane.filter((one) => wanted.includes(one))) {
    const log = sideBySide && kind !== 'check' ? at('test-results', `${kind}.log`) : undefined;
    process.stdout.write(`\n== ${kind}${log ? ` (output in test-results/${kind}.log)` : ''}\n`);
    const started = performance.now();
    const result = await runners[kind](log);
    const seconds = Math.round((performance.now() - started) / 1000);
    rows.set(kind, { ...result, seconds });
    if (log) process.stdout.write(`\n== ${kind}: ${result.passed} passed, ${result.failed} failed in ${seconds} s\n`);
    if (log && result.failed > 0) process.stdout.write(readFileSync(log, 'utf8'));
  }
}
await Promise.all(lanes.map(runLane));

const results = wanted.map((kind) => ({ kind, ...rows.get(kind) }));
for (const { kind, tests = [] } of results) process.stdout.write(describeSlowest(kind, tests));
process.stdout.write('\n');
for (const { kind, passed, failed, seconds } of results)
  process.stdout.write(`${kind.padEnd(12)} ${passed} passed, ${failed} failed in ${seconds} s\n`);
const total = results.reduce((sum, row) => ({ passed: sum.passed + row.passed, failed: sum.failed + row.failed }), {
  passed: 0,
  failed: 0,
});
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
