// Which test files reach which mutants: measured once with instrumented sources, kept until it is measured again.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, readJson } from '../lib/project.mjs';
import { instrument } from './mutants.mjs';
import { makeSandbox, removeSandbox, runTests } from './sandbox.mjs';

const mapPath = at('node_modules', '.cache', 'mutate', 'reach.json');
export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Leaves every mutant switched off and records what is reached; code that runs a million times costs one look at a byte. */
function withRecorder(code, number, recorder) {
  const ids = [...code.matchAll(/stryMutAct_9fa48\("(\d+)"\)/g)].map(([, id]) => Number(id));
  const body = code
    .replace(/stryMutAct_9fa48\("\d+"\)/g, 'false')
    .replace(/stryCov_9fa48\(((?:"\d+"(?:,\s*)?)+)\)/g, (_, list) => {
      const numbers = list.replaceAll('"', '');
      return `(stryHits[${numbers.split(',')[0]}] || stryReach(${number}, [${numbers}]))`;
    });
  const head = `import { hitsOf as stryHitsOf, reach as stryReach } from ${JSON.stringify(recorder)};
const stryHits = stryHitsOf(${number}, ${Math.max(0, ...ids) + 1});`;
  return `${head}\n${body}`;
}

/** Runs one project, or some of its files; gives `{ file, hash, seconds, tests: [{ name, seconds }] }` of its test files. */
async function runRound(folder, { project, files: only = [] }, say) {
  const report = join(folder, '.reach', 'report.json');
  const { output, seconds } = await runTests(folder, {
    project,
    files: only,
    args: ['--reporter=json', `--outputFile.json=${report}`],
    env: { GLEANER_TEST_SETUP: join(folder, '.reach', 'reach-setup.mjs') },
  });
  if (!existsSync(report)) throw new Error(`no report of ${project}:\n${output.slice(-4000)}`);
  const { testResults, numFailedTests } = readJson(report);
  say(`${project}: ${testResults.length} files in ${Math.round(seconds)} s, ${numFailedTests} tests failed`);
  return testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const file = name.replace(`${folder}/`, '');
    return {
      file,
      hash: hashOf(readFileSync(at(file), 'utf8')),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
    };
  });
}

/** What the recorder wrote: by `source mutant` the `[file, number of a test in it]` that reach it; -1 is the file outside of its tests. */
function readReached(folder, files) {
  const names = readdirSync(folder);
  const linesOf = (prefix) =>
    names.filter((name) => name.startsWith(prefix)).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const indexOf = new Map(files.map(({ file }, index) => [file, index]));
  // The recorder counts tests as they begin, the report as they are written.
  const numberOf = new Map();
  for (const line of linesOf('tests-').filter(Boolean)) {
    const [file, number, name] = JSON.parse(line);
    numberOf.set(`${file}:${number}`, files[indexOf.get(file)]?.tests.findIndex((test) => test.name === name) ?? -1);
  }
  const reached = new Map();
  for (const line of linesOf('reached-')) {
    const [test = '', source, ids] = line.split(' ');
    const index = indexOf.get(test.replace(/:-?\d+$/, ''));
    if (index === undefined || ids === undefined) continue;
    const number = numberOf.get(test) ?? -1;
    for (const id of ids.split(',')) {
      const key = `${source} ${id}`;
      reached.set(key, (reached.get(key) ?? new Set()).add(`${index}:${number}`));
    }
  }
  return (source, id) => {
    const tests = new Map();
    for (const key of reached.get(`${source} ${id}`) ?? []) {
      const [index, number] = key.split(':').map(Number);
      tests.set(index, [...(tests.get(index) ?? []), number]);
    }
    return [...tests];
  };
}

/**
 * Runs all unit and integration tests once: some twenty minutes. Kept after each round for `loadReach`: `sources: { file: { hash, ranges: [[start, end,
 * [[file, [test]]]]] } }` by indexes into `files: [{ file, hash, seconds, tests: [{ name, seconds }] }]`.
 */
export async function measureReach(sourceFiles, rounds, say) {
  const folder = await makeSandbox('reach');
  const notes = join(folder, '.reach', 'reach');
  mkdirSync(notes, { recursive: true });
  // Some children run as another user.
  chmodSync(notes, 0o777);
  for (const name of ['reach-recorder.mjs', 'reach-setup.mjs'])
    cpSync(at('scripts', 'mutate', name), join(folder, '.reach', name));
  const instrumented = await instrument(sourceFiles);
  const recorder = join(folder, '.reach', 'reach-recorder.mjs');
  for (const [number, { file, instrumented: code }] of instrumented.entries())
    writeFileSync(join(folder, file), withRecorder(code, number, recorder));
  say(`${instrumented.reduce((sum, { mutants }) => sum + mutants.length, 0)} mutants in ${sourceFiles.length} files`);
  const files = [];
  mkdirSync(dirname(mapPath), { recursive: true });
  for (const round of rounds) {
    files.push(...(await runRound(folder, round, say)));
    const testsOf = readReached(notes, files);
    const sources = {};
    for (const [number, { file, content, mutants }] of instrumented.entries())
      sources[file] = { hash: hashOf(content), ranges: mutants.map(({ id, start, end }) => [start, end, testsOf(number, id)]) };
    writeFileSync(mapPath, JSON.stringify({ files, sources }));
    const ranges = Object.values(sources).flatMap((source) => source.ranges);
    // If this share falls, a process no longer reports which mutants it reaches.
    const reached = ranges.filter(([, , tests]) => tests.length > 0).length / Math.max(1, ranges.length);
    say(`${Math.round(100 * reached)} % of the mutants are reached so far`);
  }
  removeSandbox(folder);
}

export const hasReach = () => existsSync(mapPath);
export const loadReach = () => readJson(mapPath);
