// Which tests to ask about a mutant: those that reach it, the most specific first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/project.mjs';
import { runsOnLoad } from './mutants.mjs';
import { hashOf, hasReach, loadReach } from './reach.mjs';

/** The limits for one mutant. A fault that these tests do not notice counts as unnoticed. */
const most = { unit: { files: 12, tests: 300, seconds: 60 }, integration: { files: 5, tests: 40, seconds: 60 } };

const projectOf = (file) => (file.startsWith('tests/integration/') ? 'integration' : 'unit');

function testFiles() {
  const under = (folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.test\.tsx?$/.test(name));
  return [...under('src'), ...under('tests/integration')];
}

/** Gives the files that a file imports; each is read once. */
function importReader() {
  const importsOf = new Map();
  return (file) => {
    if (!importsOf.has(file)) {
      const code = existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '';
      const found = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) =>
        name.startsWith('#') ? `src/${name.slice(1)}` : name.startsWith('.') ? join(dirname(file), name) : null,
      );
      importsOf.set(file, found.filter(Boolean));
    }
    return importsOf.get(file);
  };
}

/** Test files that import a source, directly or through one other file; `fresh` ones, not measured yet, at any depth. */
function importers(tests, fresh, imports) {
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

const placeWords = new Set(
  'src tests integration features server ui shared lib infra engine web pages db rpc use index test rows run read write'.split(
    ' ',
  ),
);

/** What a path says about its subject: the words of its folders and its name, in the singular. */
const subjectsOf = (path) =>
  new Set(
    path
      .replace(/(?:\.test)?\.tsx?$/, '')
      .split(/[/.-]/)
      .filter((word) => !placeWords.has(word))
      .map((word) => word.replace(/(?<=\w{3})s$/, '')),
  );

/** Whether a test is named after what a source is about: `prompts.test.ts` after `features/prompts/contract.ts`. */
export const isNamedAfter = (test, source) => !subjectsOf(test.split('/').at(-1)).isDisjointFrom(subjectsOf(source));

/** Many tests reach what runs whenever a module is loaded, such as a contract: those named after it are asked first. */
const worthOfName = 0.5;

/** A test file that reaches much of a source, and little else, was likely written for it. */
const worthOfFocus = 0.9;
/** For tests that reach the source, where it is not known whether they reach the mutant. */
const baseOfSource = 0.7;

/** By test file: half the share of a source's ranges that its tests reach, plus the share that these are of all that they reach. */
export function focusOn({ ranges }, breadthOf) {
  const counts = new Map();
  for (const [, , reached] of ranges)
    for (const [index, numbers] of reached)
      if (numbers.some((number) => number >= 0)) counts.set(index, (counts.get(index) ?? 0) + 1);
  return new Map(
    [...counts].map(([index, count]) => [index, count / ranges.length / 2 + count / Math.max(count, breadthOf(index))]),
  );
}

/** The prefix of a title whose groups are not known. */
export const anyGroup = '* ';
const anywhere = (title) => `${anyGroup}${title}`;

/** Titles of tests that were added to a file since the measurement. */
function newTitles(file, { tests }) {
  const titles = [...readFileSync(at(file), 'utf8').matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g)].map(
    ([, , title]) => title,
  );
  return titles.filter((title) => !tests.some(({ name }) => name.endsWith(title)));
}

/**
 * Chooses `[{ file, tests }]` within bounds; `tests` are names, or null for the whole file. Half are the most specific, others
 * those that reach most, since what every test passes is noticed best by one that does a lot. `candidates`: `{ file, test, base,
 * score, breadth, seconds }`, where `test` is null for the whole file and `base` is 1 and more for tests known to reach the mutant.
 */
export function chooseTests(candidates, bounds) {
  const chosen = new Map();
  let tests = 0;
  let seconds = 0;
  const take = (sorted, share) => {
    for (const one of sorted) {
      const there = chosen.get(one.file);
      if (there === null || there?.includes(one.test)) continue;
      if (there === undefined && chosen.size >= Math.ceil(bounds.files * share)) continue;
      // The first one is taken whatever it costs.
      if (tests > 0 && (tests >= bounds.tests * share || seconds + one.seconds > bounds.seconds * share)) continue;
      chosen.set(one.file, one.test === null ? null : [...(there ?? []), one.test]);
      tests++;
      seconds += one.seconds;
    }
  };
  take(
    candidates.toSorted((a, b) => b.score - a.score || a.seconds - b.seconds),
    1 / 2,
  );
  take(
    candidates.toSorted((a, b) => Math.floor(b.base) - Math.floor(a.base) || b.breadth - a.breadth),
    1,
  );
  return [...chosen].map(([file, names]) => ({ file, tests: names }));
}

/**
 * `ofMutant` gives `{ unit, integration }`, each as `chooseTests`; `seconds` is the time of an entry, `hash` that of a test file.
 * `named`: test files to ask besides those that import the mutated file, instead of the measured ones.
 */
export function nearestTests(named = []) {
  const existing = new Set(testFiles());
  const isMeasured = named.length === 0 && hasReach();
  const reach = isMeasured ? loadReach() : { files: [], sources: {} };
  const known = new Map(reach.files.map((test) => [test.file, test]));
  const imports = importReader();
  const near = importers(existing, new Set(isMeasured ? [...existing].filter((file) => !known.has(file)) : []), imports);
  const changed = new Set([...existing].filter((file) => known.get(file)?.hash !== hashOf(readFileSync(at(file), 'utf8'))));
  const secondsOf = (file) => known.get(file)?.seconds ?? 20;
  // An unmeasured file is most often a short one: it must not be left out for the time it might take.
  const expectedSeconds = (file) => known.get(file)?.seconds ?? (projectOf(file) === 'unit' ? 2 : 8);
  const added = new Map([...changed].filter((file) => known.has(file)).map((file) => [file, newTitles(file, known.get(file))]));
  const reachedBy = (source, test) =>
    source?.ranges.some(([, , files]) => files.some(([index]) => reach.files[index].file === test)) ?? false;
  // A test that reaches little was made for what it reaches.
  const breadth = new Map();
  for (const { ranges } of Object.values(reach.sources))
    for (const [, , files] of ranges)
      for (const [file, tests] of files)
        for (const test of [...tests, 'all']) breadth.set(`${file} ${test}`, (breadth.get(`${file} ${test}`) ?? 0) + 1);

  function ofMutant({ file, start, end }, content) {
    const source = reach.sources[file];
    const isLoaded = runsOnLoad({ file, start }, content);
    const breadthOf = (index, test = 'all') => breadth.get(`${index} ${test}`) ?? 0;
    const byIndex = source ? focusOn(source, breadthOf) : new Map();
    const focus = new Map([...byIndex].map(([index, share]) => [reach.files[index].file, share]));
    const candidates = new Map();
    const raise = (test, name, base, width, seconds) => {
      if (!existing.has(test)) return;
      const key = JSON.stringify([test, name]);
      const score = base + (isNamedAfter(test, file) ? worthOfName : 0) + worthOfFocus * (focus.get(test) ?? 0);
      if (score < (candidates.get(key)?.score ?? 0)) return;
      candidates.set(key, { file: test, test: name, base, score, breadth: width, seconds });
    };
    const raiseFile = (test, score) => raise(test, null, score, 0, expectedSeconds(test));
    const specific = (index, test) => 1 / (1 + breadthOf(index, test));
    const raiseReached = (files, base) => {
      for (const [index, numbers] of files) {
        const { file: test, tests } = reach.files[index];
        const inTests = numbers.filter((number) => number >= 0);
        // Code that is reached outside of tests may be noticed by every test of the file.
        if (inTests.length === 0) raiseFile(test, base + specific(index) / 10);
        for (const number of inTests)
          raise(test, tests[number].name, base + specific(index, number), breadthOf(index, number), tests[number].seconds);
      }
    };
    if (source) {
      const same = source.hash === hashOf(content);
      const fitting = source.ranges.filter(([from, to]) => !same || (from <= start && to >= end));
      // The innermost range around the mutant; in a file that has changed since, all of its ranges.
      const innermost = same ? fitting.toSorted((a, b) => a[1] - a[0] - (b[1] - b[0])).slice(0, 1) : fitting;
      // Top-level code runs once for a process: which test came first says nothing.
      if (!isLoaded) for (const [, , files] of innermost) raiseReached(files, 1);
      if (candidates.size === 0) for (const [, , files] of source.ranges) raiseReached(files, baseOfSource);
    }
    // What a test reaches that was not measured yet is not known: one that imports the file itself was likely written for it.
    for (const test of near.get(file) ?? [])
      if (!source || !known.has(test)) raiseFile(test, known.has(test) || !imports(test).includes(file) ? 0.5 : 2);
    // Tests that were added since the measurement, in files that reach this one.
    for (const [test, titles] of added)
      if (reachedBy(source, test)) for (const title of titles) raise(test, anywhere(title), isLoaded ? baseOfSource : 1.5, 0, 3);
    for (const test of named) raiseFile(test, 2);
    for (const own of [file.replace(/\.tsx?$/, '.test.ts'), file.replace(/\.tsx?$/, '.test.tsx')]) raiseFile(own, 3);
    const ofKind = (kind) => [...candidates.values()].filter((one) => projectOf(one.file) === kind);
    return Object.fromEntries(Object.entries(most).map(([kind, bounds]) => [kind, chooseTests(ofKind(kind), bounds)]));
  }

  const seconds = ({ file, tests }) =>
    tests === null
      ? secondsOf(file)
      : tests.reduce((sum, name) => sum + (known.get(file)?.tests.find((test) => test.name === name)?.seconds ?? 3), 3);
  return { ofMutant, seconds, hash: (file) => hashOf(readFileSync(at(file), 'utf8')) };
}
