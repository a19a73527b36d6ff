// npm run check: all checks of the code that need no running product. Two at a time.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { at, projectNode, run, runPackage } from './lib/project.mjs';

/** Each gives `{ code, output }`. */
const steps = [
  ['format and style (biome)', () => runPackage('@biomejs/biome', ['check', '--error-on-warnings'], { quiet: true })],
  ['types of the server', () => runPackage('typescript', ['-p', 'tsconfig.server.json'], { quiet: true }, 'tsc')],
  ['types of the interface', () => runPackage('typescript', ['-p', 'tsconfig.web.json'], { quiet: true }, 'tsc')],
  ['types of the browser tests', () => runPackage('typescript', ['-p', 'tsconfig.e2e.json'], { quiet: true }, 'tsc')],
  ['lint with types (oxlint)', () => runPackage('oxlint', ['--type-aware', '--deny-warnings', '--quiet'], { quiet: true })],
  ['unused code (knip)', () => runPackage('knip', ['--no-progress'], { quiet: true })],
  [
    // Unit tests too, so `npm test` does not run them twice.
    'import rules and migrations',
    () =>
      runPackage('vitest', ['run', '--project', 'unit-processes', 'tests/boundaries.test.ts', 'src/db/schema.test.ts'], {
        quiet: true,
      }),
  ],
  ['words in both languages', () => run(projectNode(), [at('scripts', 'check-locales.mjs')], { quiet: true })],
  ['container files and settings', () => run(projectNode(), [at('scripts', 'check-containers.mjs')], { quiet: true })],
  ['packages and licences', () => run(projectNode(), [at('scripts', 'check-packages.mjs')], { quiet: true })],
  ['patterns of linear time', () => run(projectNode(), [at('scripts', 'check-patterns.mjs')], { quiet: true })],
];

/** Runs all steps but those named in `without`; prints one line each, and the output of a failed one. */
export async function check({ without = [] } = {}) {
  const waiting = steps.filter(([name]) => !without.includes(name));
  const result = { passed: 0, failed: 0 };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, step] = next;
      const started = performance.now();
      const { code, output } = await step();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '  ok    ' : '  FAILED'} ${String(name)} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${String(output).trim()}\n`);
      if (code === 0) result.passed++;
      else result.failed++;
    }
  };
  await Promise.all([work(), work()]);
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  const { passed, failed } = await check();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
