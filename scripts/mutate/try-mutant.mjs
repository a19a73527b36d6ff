// Writes one mutant into a copy of the checkout and asks the nearest tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { at } from '../lib/project.mjs';
import { nearestTests } from './nearest-tests.mjs';
import { hashOf } from './reach.mjs';
import { refusedByTypes, runTests } from './sandbox.mjs';

/** A test that takes longer than this has frozen, whatever it tests. */
const longestMs = 600_000;
const patienceMs = (seconds) => Math.min(longestMs, (20 + 3 * seconds) * 1000);

/**
 * `remembered`: outcomes of earlier runs by what went into them; new ones are added. `say` is told of tests that are left out.
 * Call `askTypes` before.
 */
export function createTrial(remembered, say) {
  const tests = nearestTests();
  const leftOut = new Set();
  /** By names of files: how they fare with nothing broken. */
  const unbroken = new Map();

  function runUnbroken(folder, round) {
    const key = round.files.join('\n');
    if (!unbroken.has(key)) unbroken.set(key, runTests(folder, { ...round, args: ['--maxWorkers=1'], limitMs: longestMs }));
    return unbroken.get(key);
  }

  /**
   * Files of the round that pass with nothing broken, of those that failed with the mutant. The others fail or freeze by themselves
   * and are asked no more.
   */
  async function steadyOf(folder, { project }, suspects) {
    const steady = [];
    for (const file of suspects) {
      const { code } = await runUnbroken(folder, { project, files: [file] });
      if (code === 0) steady.push(file);
      else {
        leftOut.add(file);
        say(`left out, since it fails with nothing broken: ${file}`);
      }
    }
    return steady;
  }

  /** Null where no test of the round notices. */
  async function askRound(folder, round, { write, restore }) {
    let limitMs = patienceMs(round.files.reduce((sum, file) => sum + tests.seconds(file), 0));
    for (;;) {
      const files = round.files.filter((file) => !leftOut.has(file));
      if (files.length === 0) return null;
      write();
      const { code, output } = await runTests(folder, {
        ...round,
        files,
        args: ['--bail=1', '--maxWorkers=1', '--reporter=dot'],
        limitMs,
      });
      restore();
      if (code === 0) return null;
      const named = files.filter((file) => output.includes(file));
      const suspects = code === null || named.length === 0 ? files : named;
      const steady = await steadyOf(folder, round, suspects);
      if (steady.length < suspects.length) continue;
      if (code !== null) return { status: 'killed', by: suspects, failure: failureIn(output) };
      // The machine may be slower now than when the times were measured.
      const { seconds } = await runUnbroken(folder, { ...round, files });
      if (patienceMs(seconds) <= limitMs) return { status: 'timeout', by: suspects };
      limitMs = patienceMs(seconds);
    }
  }

  /** `{ status, by }`: killed or timeout are noticed, survived and unreached are not; `refused` cannot get as far as the tests. */
  return async function tryMutant(mutant, folder) {
    const content = readFileSync(at(mutant.file), 'utf8');
    const near = tests.ofMutant(mutant, content);
    const asked = [...near.unit, ...near.integration];
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
    for (const round of roundsOf(near)) outcome ??= await askRound(folder, round, change);
    remembered[key] = outcome ?? { status: 'survived', by: asked };
    return remembered[key];
  };
}

const failureIn = (output) => / FAIL .*/.exec(stripVTControlCharacters(output))?.[0]?.trim() ?? '';

const refusalKey = ({ start, end, replacement }, content) => `refused ${hashOf([content, start, end, replacement].join('\0'))}`;

const broken = ({ start, end, replacement }, content) => content.slice(0, start) + replacement + content.slice(end);

/**
 * Asks the type checker about all mutants and remembers its answers: about many files in one go, each with one mutant, none of
 * which imports another, since a fault may show in a file that uses the broken one.
 */
export async function askTypes(mutants, remembered, folder) {
  let waiting = mutants
    .map((mutant) => ({ ...mutant, content: readFileSync(at(mutant.file), 'utf8') }))
    .filter((mutant) => remembered[refusalKey(mutant, mutant.content)] === undefined);
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
  }
}

const imports = (one, other) => one.content.includes(`/${basename(other.file)}'`);

/** Unit tests in one go; integration tests start servers, so one file after the other. */
const roundsOf = ({ unit, integration }) => [
  ...(unit.length > 0 ? [{ project: 'unit*', files: unit }] : []),
  ...integration.map((file) => ({ project: 'integration*', files: [file] })),
];
