// Which tests to ask about a mutant: those that reach it, the most particular first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/project.mjs';
import { hashOf, hasReach, loadReach } from './reach.mjs';

/** Asked about one mutant at most. What these do not notice counts as unnoticed. */
const most = { unit: { files: 12, tests: 300, seconds: 60 }, integration: { files: 5, tests: 25, seconds: 60 } };

const projectOf = (file) => (file.startsWith('tests/integration/') ? 'integration' : 'unit');

function testFiles() {
  const under = (folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.test\.tsx?$/.test(name));
  return [...under('src'), ...under('tests/integration')];
}

/** Test files that import a source, themselves or over one other file; `fresh` ones over any number. For what is new since the measurement. */
function importers(tests, fresh) {
  const importsOf = new Map();
  const imports = (file) => {
    if (!importsOf.has(file)) {
      const code = existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '';
      const found = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) =>
        name.startsWith('#') ? `src/${name.slice(1)}` : name.startsWith('.') ? join(dirname(file), name) : null,
      );
      importsOf.set(file, found.filter(Boolean));
    }
    return importsOf.get(file);
  };
  const near = new Map();
  const note = (file, test) => near.set(file, (near.get(file) ?? new Set()).add(test));
  for (const test of tests) {
    const seen = new Set();
    const follow = (file, steps) => {
      for (const next of imports(file)) {
        if (seen.has(next)) continue;
        seen.add(next);
        note(next, test);
        if (steps > 1) follow(next, steps - 1);
      }
    };
    follow(test, fresh.has(test) ? 30 : 2);
  }
  return near;
}

/**
 * The most particular within bounds: `[{ file, tests }]`, where `tests` are names, or null for all of the file. `candidates`:
 * `{ file, test, score, seconds }`, where `test` is null for the whole file.
 */
export function chooseTests(candidates, bounds) {
  const chosen = new Map();
  let tests = 0;
  let seconds = 0;
  for (const one of candidates.toSorted((a, b) => b.score - a.score || a.seconds - b.seconds)) {
    const there = chosen.get(one.file);
    if (there === null || there?.includes(one.test)) continue;
    if (there === undefined && chosen.size >= bounds.files) continue;
    // One is asked whatever it takes.
    if (tests > 0 && (tests >= bounds.tests || seconds + one.seconds > bounds.seconds)) continue;
    chosen.set(one.file, one.test === null ? null : [...(there ?? []), one.test]);
    tests++;
    seconds += one.seconds;
  }
  return [...chosen].map(([file, names]) => ({ file, tests: names }));
}

/** `ofMutant` gives `{ unit, integration }`, each as `chooseTests`; `seconds` of one of these, `hash` of a test file. */
export function nearestTests() {
  const existing = new Set(testFiles());
  const reach = hasReach() ? loadReach() : { files: [], sources: {} };
  const known = new Map(reach.files.map((test) => [test.file, test]));
  const near = importers(existing, new Set([...existing].filter((file) => !known.has(file))));
  const changed = new Set([...existing].filter((file) => known.get(file)?.hash !== hashOf(readFileSync(at(file), 'utf8'))));
  const secondsOf = (file) => known.get(file)?.seconds ?? 20;
  // A test that reaches little was made for what it reaches.
  const breadth = new Map();
  for (const { ranges } of Object.values(reach.sources))
    for (const [, , files] of ranges)
      for (const [file, tests] of files)
        for (const test of [...tests, 'all']) breadth.set(`${file} ${test}`, (breadth.get(`${file} ${test}`) ?? 0) + 1);

  function ofMutant({ file, start, end }, content) {
    const source = reach.sources[file];
    const candidates = new Map();
    const raise = (test, name, score, seconds) => {
      if (!existing.has(test)) return;
      const key = JSON.stringify([test, name]);
      candidates.set(key, { file: test, test: name, score: Math.max(score, candidates.get(key)?.score ?? 0), seconds });
    };
    const raiseFile = (test, score) => raise(test, null, score, secondsOf(test));
    const specific = (index, test = 'all') => 1 / (1 + (breadth.get(`${index} ${test}`) ?? 0));
    const raiseReached = (files, base) => {
      for (const [index, numbers] of files) {
        const { file: test, tests } = reach.files[index];
        const inTests = numbers.filter((number) => number >= 0);
        // A changed file may have other tests that reach it. What is reached outside of tests all tests may notice.
        if (changed.has(test) || inTests.length === 0) raiseFile(test, base + specific(index) / (inTests.length === 0 ? 10 : 1));
        else for (const number of inTests) raise(test, tests[number].name, base + specific(index, number), tests[number].seconds);
      }
    };
    if (source) {
      const same = source.hash === hashOf(content);
      const fitting = source.ranges.filter(([from, to]) => !same || (from <= start && to >= end));
      // The innermost range around it; another file's version is known as a whole.
      const innermost = same ? fitting.toSorted((a, b) => a[1] - a[0] - (b[1] - b[0])).slice(0, 1) : fitting;
      // What is known to reach it is asked before what may.
      for (const [, , files] of innermost) raiseReached(files, 1);
      // Top-level code runs once for a process, and a changed test may reach more than it did.
      const others = source.ranges.flatMap(([, , files]) => files);
      raiseReached(candidates.size === 0 ? others : others.filter(([index]) => changed.has(reach.files[index].file)), 0);
    }
    for (const test of near.get(file) ?? []) if (!source || changed.has(test)) raiseFile(test, 0.5);
    for (const own of [file.replace(/\.tsx?$/, '.test.ts'), file.replace(/\.tsx?$/, '.test.tsx')]) raiseFile(own, 3);
    const ofKind = (kind) => [...candidates.values()].filter((one) => projectOf(one.file) === kind);
    return Object.fromEntries(Object.entries(most).map(([kind, bounds]) => [kind, chooseTests(ofKind(kind), bounds)]));
  }

  const seconds = ({ file, tests }) =>
    tests === null || changed.has(file)
      ? secondsOf(file)
      : (known.get(file)?.tests ?? []).reduce((sum, test) => sum + (tests.includes(test.name) ? test.seconds : 0), 3);
  return { ofMutant, seconds, hash: (file) => hashOf(readFileSync(at(file), 'utf8')) };
}
