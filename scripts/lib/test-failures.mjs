// The tests that failed, or passed only when tried again, for the end of the output: the failures themselves are far above.

import { stripVTControlCharacters } from 'node:util';

const shownLines = 12;

const shorten = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, shownLines)
    .join('\n');

/** `{ title, message, again }` of each failed test in a report of Vitest; `again`: it passed when it was tried again. */
export function vitestFailures(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(
      ({ status, failureMessages }) => status === 'failed' || (status === 'passed' && failureMessages.length > 0),
    );
    // A file that could not be loaded has no tests.
    if (failed.length === 0 && file.status === 'failed')
      return [{ title: file.name, message: shorten(file.message), again: false }];
    return failed.map(({ fullName, status, failureMessages }) => ({
      title: `${file.name} › ${fullName}`,
      message: shorten(failureMessages[0]),
      again: status === 'passed',
    }));
  });
}

/** The same of a report of Playwright. */
export function playwrightFailures(report) {
  const failuresOf = (suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          title: `${file} › ${title}`,
          message: shorten(results.find(({ error }) => error)?.error.message),
          again: status === 'flaky',
        })),
    ),
    ...(suite.suites ?? []).flatMap(failuresOf),
  ];
  return report.suites.flatMap(failuresOf);
}

/** Lines for the end of a run; empty where all passed at once. */
export function describeFailures(kind, failures) {
  return failures
    .map(({ title, message, again }) => {
      const lines = message.replaceAll('\n', '\n    ');
      return `\n${again ? 'Unsteady' : 'Failed'} in ${kind}: ${title}\n    ${lines}\n`;
    })
    .join('');
}
