// Which test files reach which mutants: measured once with instrumented sources, kept until it is measured again.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, readJson } from '../lib/project.mjs';
import { instrument } from './mutants.mjs';
import { makeSandbox, removeSandbox, runTests } from './sandbox.mjs';

const mapPath = at('node_modules', '.cache', 'mutate', 'reach.json');
export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** No mutant is switched on, and what is passed a million times costs a look into a byte. */
function withRecorder(file, code, recorder) {
  const name = JSON.stringify(file);
  const ids = [...code.matchAll(/stryMutAct_9fa48\("(\d+)"\)/g)].map(([, id]) => Number(id));
  const body = code
    .replace(/stryMutAct_9fa48\("\d+"\)/g, 'false')
    .replace(/stryCov_9fa48\(((?:"\d+"(?:,\s*)?)+)\)/g, (_, list) => {
      const numbers = list.replaceAll('"', '');
      return `(stryHits[${numbers.split(',')[0]}] || stryReach(${name}, [${numbers}]))`;
    });
  const head = `import { hitsOf as stryHitsOf, reach as stryReach } from ${JSON.stringify(recorder)};
const stryHits = stryHitsOf(${name}, ${Math.max(0, ...ids) + 1});`;
  return `${head}\n${body}`;
}

/**
 * Runs all unit and integration tests once: some twenty minutes. `{ sources: { file: { hash, ranges: [[start, end, [test index]]] } },
 * tests: [{ file, hash, seconds }] }` is kept for `loadReach`.
 */
export async function measureReach(files, projects, say) {
  const folder = await makeSandbox('reach');
  mkdirSync(join(folder, '.reach', 'reach'), { recursive: true });
  // Some children run as another user.
  chmodSync(join(folder, '.reach', 'reach'), 0o777);
  for (const name of ['reach-recorder.mjs', 'reach-setup.mjs'])
    cpSync(at('scripts', 'mutate', name), join(folder, '.reach', name));
  const instrumented = await instrument(files);
  const recorder = join(folder, '.reach', 'reach-recorder.mjs');
  for (const { file, instrumented: code } of instrumented) {
    writeFileSync(join(folder, file), withRecorder(file, code, recorder));
  }
  say(`${instrumented.reduce((sum, { mutants }) => sum + mutants.length, 0)} mutants in ${files.length} files`);
  const tests = [];
  for (const project of projects) {
    const report = join(folder, '.reach', 'report.json');
    const { output, seconds } = await runTests(folder, {
      project,
      files: [],
      args: ['--reporter=json', `--outputFile.json=${report}`],
      env: { GLEANER_TEST_SETUP: join(folder, '.reach', 'reach-setup.mjs') },
    });
    if (!existsSync(report)) throw new Error(`no report of ${project}:\n${output.slice(-4000)}`);
    const { testResults, numFailedTests } = readJson(report);
    say(`${project}: ${testResults.length} files in ${Math.round(seconds)} s, ${numFailedTests} tests failed`);
    for (const { name, startTime, endTime } of testResults) {
      const file = name.replace(`${folder}/`, '');
      tests.push({ file, hash: hashOf(readFileSync(at(file), 'utf8')), seconds: (endTime - startTime) / 1000 });
    }
  }
  const reached = new Map();
  for (const name of readdirSync(join(folder, '.reach', 'reach'))) {
    const file = /^reached-\d+-(.+)$/.exec(name)?.[1];
    const test = tests.findIndex((one) => one.file.replaceAll('/', '+') === file);
    if (test < 0) continue;
    for (const key of readFileSync(join(folder, '.reach', 'reach', name), 'utf8').split('\n')) {
      if (key === '') continue;
      const set = reached.get(key) ?? new Set();
      reached.set(key, set.add(test));
    }
  }
  const sources = {};
  for (const { file, content, mutants } of instrumented)
    sources[file] = {
      hash: hashOf(content),
      ranges: mutants.map(({ id, start, end }) => [start, end, [...(reached.get(`${file}#${id}`) ?? [])]]),
    };
  mkdirSync(dirname(mapPath), { recursive: true });
  writeFileSync(mapPath, JSON.stringify({ tests, sources }));
  removeSandbox(folder);
}

export const hasReach = () => existsSync(mapPath);
export const loadReach = () => readJson(mapPath);
