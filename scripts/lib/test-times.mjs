// The slowest tests of a run, from the reports of the runners, so that a costly test is seen by those who add it.

/** The longest that a test should take on a quiet machine with two processors, in milliseconds. Also in CONTRIBUTING.md. */
const budgets = { unit: 50, integration: 1000, e2e: 6000 };
const shown = 10;

/** `{ title, ms }` of every test in a report of Vitest. */
export function vitestTests(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, duration }) => ({
      title: `${shortName(file.name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );
}

/** `{ title, ms }` of every test in a report of Playwright. */
export function playwrightTests(report) {
  const testsOf = (suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(({ results }) => ({ title: `${file} › ${title}`, ms: results.at(-1)?.duration ?? 0 })),
    ),
    ...(suite.suites ?? []).flatMap(testsOf),
  ];
  return report.suites.flatMap(testsOf);
}

function shortName(path) {
  return path.replaceAll('\\', '/').split('/').slice(-2).join('/');
}

/** A few lines for the end of a run; empty without tests. */
export function describeSlowest(kind, tests) {
  if (tests.length === 0) return '';
  const budget = budgets[kind];
  const sorted = tests.toSorted((a, b) => b.ms - a.ms);
  const over = sorted.filter(({ ms }) => ms > budget).length;
  const sum = sorted.reduce((total, { ms }) => total + ms, 0);
  const mean = Math.round(sum / sorted.length);
  const lines = sorted
    .slice(0, shown)
    .map(({ title, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${title.slice(0, 140)}`);
  return `\nSlowest of ${kind} (mean ${mean} ms, ${over} of ${sorted.length} above the budget of ${budget} ms):\n${lines.join('\n')}\n`;
}
