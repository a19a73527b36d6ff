// Writes one mutant into a copy of the checkout and asks the nearest tests.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { anyGroup, nearestTests } from './nearest-tests.mjs';
import { hashOf } from './reach.mjs';
import { refusedByTypes, runTests } from './sandbox.mjs';

/** A test that takes longer than this has frozen, whatever it tests. */
const longestMs = 600_000;
const patienceMs = (seconds) => Math.min(longestMs, (20 + 3 * seconds) * 1000);

/**
 * `remembered`: outcomes of earlier runs by what went into them; new ones are added. `say` is told of tests that are left out.
 * `env`: for the tests; `named`: as for `nearestTests`. Call `askTypes` for each mutant first.
 */
export function createTrial(remembered, say, env, named) {
  const tests = nearestTests(named);
  /** Tests that fail or freeze by themselves: `file` or `file name`. */
  const leftOut = new Set();
  /** Results with nothing broken, by the tests that ran. */
  const unbroken = new Map();

  function runUnbroken(folder, round) {
    const key = JSON.stringify(round.entries);
    if (!unbroken.has(key)) unbroken.set(key, runRound(folder, round, [], longestMs));
    return unbroken.get(key);
  }

  const without = (entries) =>
    entries
      .filter(({ file }) => !leftOut.has(file))
      .map((entry) => ({ ...entry, tests: entry.tests?.filter((name) => !leftOut.has(`${entry.file} ${name}`)) ?? null }))
      .filter((entry) => entry.tests?.length !== 0);

  /** Whether all of these pass alone with nothing broken. Those that do not are left out from then on. */
  async function areSteady(folder, round, suspects) {
    let steady = true;
    for (const entry of suspects) {
      const { code } = await runUnbroken(folder, { ...round, entries: [entry] });
      if (code === 0) continue;
      steady = false;
      const [name] = entry.tests?.length === 1 ? entry.tests : [];
      const one = name === undefined ? entry.file : `${entry.file} ${name}`;
      // A test that was left out before and fails again is asked with its whole file, or by a part of its name.
      leftOut.add(leftOut.has(one) ? entry.file : one);
      say(`left out, since it fails with nothing broken: ${entry.file} ${name ?? ''}`);
    }
    return steady;
  }

  /** Null when no test of the round notices. */
  async function askRound(folder, round, { write, restore }) {
    let limitMs = patienceMs(round.entries.reduce((sum, entry) => sum + tests.seconds(entry), 0));
    for (;;) {
      const entries = without(round.entries);
      if (entries.length === 0) return null;
      write();
      const { code, output } = await runRound(folder, { ...round, entries }, ['--bail=1', '--reporter=dot'], limitMs);
      restore();
      if (code === 0) return null;
      const failed = code === null ? [] : failuresIn(output, entries);
      const suspects = failed.length > 0 ? failed : entries;
      if (!(await areSteady(folder, round, suspects))) continue;
      const by = suspects.map(({ file, tests: names }) => [file, ...(names?.length === 1 ? names : [])].join(' > '));
      if (code !== null) return { status: 'killed', by };
      // The machine may be slower now than when the times were measured.
      const { seconds } = await runUnbroken(folder, { ...round, entries });
      if (patienceMs(seconds) <= limitMs) return { status: 'timeout', by };
      limitMs = patienceMs(seconds);
    }
  }

  /** Clusters that run already serve all tests except those of the code that starts and migrates clusters. */
  const envFor = ({ file }) => (file.startsWith('src/db/') || file.startsWith('src/infra/jobs/') ? {} : env);

  /** `{ status, by }`: `killed` and `timeout` are noticed, `survived` and `unreached` are not; `refused` fails type checks. */
  return async function tryMutant(mutant, folder) {
    const { content } = mutant;
    const near = tests.ofMutant(mutant, content);
    const asked = [...near.unit, ...near.integration].map(({ file }) => file);
    const key = hashOf([content, mutant.start, mutant.end, mutant.replacement, ...asked.map(tests.hash)].join('\0'));
    const path = join(folder, mutant.file);
    const change = {
      write: () => writeFileSync(path, broken(mutant, content)),
      restore: () => writeFileSync(path, content),
    };
    if (remembered[refusalKey(mutant, content)]) return { status: 'refused', by: [] };
    if (remembered[key]) return remembered[key];
    if (asked.length === 0) return { status: 'unreached', by: [] };
    let outcome = null;
    for (const round of roundsOf(near)) outcome ??= await askRound(folder, { ...round, env: envFor(mutant) }, change);
    remembered[key] = outcome ?? { status: 'survived', by: asked };
    return remembered[key];
  };
}

/** The failures that the runner reports, as entries: a test each, or a file that could not begin. */
export function failuresIn(output, entries) {
  const failed = new Map();
  for (const [, file, name] of stripVTControlCharacters(output).matchAll(/^ FAIL .*?((?:src|tests)\/\S+)(?: > (.*)| \[.*)?$/gm)) {
    const entry = entries.find((one) => one.file === file);
    if (entry) failed.set(`${file} ${name}`, name === undefined ? entry : { file, tests: [name.replaceAll(' > ', ' ')] });
  }
  return [...failed.values()];
}

const refusalKey = ({ start, end, replacement }, content) => `refused ${hashOf([content, start, end, replacement].join('\0'))}`;

const broken = ({ start, end, replacement }, content) => content.slice(0, start) + replacement + content.slice(end);

/**
 * Asks the type checker about all mutants and stores its answers: about many files at once, each with one mutant, none of
 * which imports another, since a fault may show in a file that uses the broken one. `tell` gets the answered mutants.
 */
export async function askTypes(mutants, remembered, folder, tell) {
  const isAnswered = (mutant) => remembered[refusalKey(mutant, mutant.content)] !== undefined;
  tell(mutants.filter(isAnswered));
  let waiting = mutants.filter((mutant) => !isAnswered(mutant));
  while (waiting.length > 0) {
    const batch = [];
    for (const mutant of waiting)
      if (batch.every((other) => other.file !== mutant.file && !imports(other, mutant) && !imports(mutant, other)))
        batch.push(mutant);
    for (const mutant of batch) writeFileSync(join(folder, mutant.file), broken(mutant, mutant.content));
    const refused = await refusedByTypes(
      folder,
      batch.map(({ file }) => file),
    );
    for (const mutant of batch) {
      writeFileSync(join(folder, mutant.file), mutant.content);
      remembered[refusalKey(mutant, mutant.content)] = refused.has(mutant.file);
    }
    waiting = waiting.filter((mutant) => !batch.includes(mutant));
    tell(batch);
  }
}

const imports = (one, other) => one.content.includes(`/${basename(other.file)}'`);

/** Unit tests run at once. Of integration tests, each file of which starts a server, the nearest runs alone, then the others. */
function roundsOf({ unit, integration }) {
  const whole = unit.filter(({ tests }) => tests === null);
  const parts = unit.filter(({ tests }) => tests !== null);
  return [
    { project: 'unit*', entries: whole },
    { project: 'unit*', entries: parts },
    { project: 'integration*', entries: integration.slice(0, 1) },
    ...groupsOf(integration.slice(1)).map((entries) => ({ project: 'integration*', entries })),
  ].filter(({ entries }) => entries.length > 0);
}

const groupsOf = (entries) => [entries.filter(({ tests }) => tests !== null), entries.filter(({ tests }) => tests === null)];

/** Runs test files of one project in one go; all of each file, or only tests with these names. */
function runRound(folder, { project, entries, env }, args, limitMs) {
  const names = entries.flatMap(({ tests }) => tests ?? []);
  const only = names.length > 0 ? ['--testNamePattern', patternOf(names)] : [];
  const files = entries.map(({ file }) => file);
  return runTests(folder, { project, files, args: ['--maxWorkers=1', ...only, ...args], limitMs, env });
}

/** The runner puts an arrow between a group and its test, its report only a space. */
function patternOf(names) {
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '(?: > | )');
  const patterns = names.map((name) =>
    name.startsWith(anyGroup) ? `(?:.* > )?${escaped(name.slice(anyGroup.length))}` : escaped(name),
  );
  return `^(?:${patterns.join('|')})$`;
}
