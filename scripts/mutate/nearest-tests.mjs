// Which tests to ask about a mutant: those that reach it, the most particular first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/project.mjs';
import { hashOf, hasReach, loadReach } from './reach.mjs';

/** Asked about one mutant at most. What these do not notice counts as unnoticed. */
const most = { unit: 12, integration: 4 };

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

/** `ofMutant` gives `{ unit: [file], integration: [file] }`; `seconds` and `hash` are of a test file. */
export function nearestTests() {
  const existing = new Set(testFiles());
  const reach = hasReach() ? loadReach() : { tests: [], sources: {} };
  const known = new Map(reach.tests.map((test, index) => [test.file, { ...test, index }]));
  const near = importers(existing, new Set([...existing].filter((file) => !known.has(file))));
  const changed = new Set([...existing].filter((file) => known.get(file)?.hash !== hashOf(readFileSync(at(file), 'utf8'))));
  // A test file that reaches little was made for what it reaches.
  const breadth = reach.tests.map(() => 0);
  for (const { ranges } of Object.values(reach.sources))
    for (const [, , tests] of ranges) for (const test of tests) breadth[test]++;

  function ofMutant({ file, start, end }, content) {
    const source = reach.sources[file];
    const score = new Map();
    const raise = (test, by) => existing.has(test) && score.set(test, Math.max(score.get(test) ?? 0, by));
    const specific = (index) => 1 / (1 + (breadth[index] ?? 0));
    if (source) {
      const same = source.hash === hashOf(content);
      const fitting = source.ranges.filter(([from, to]) => !same || (from <= start && to >= end));
      // The innermost range around it; another file's version is known as a whole.
      const innermost = same ? fitting.toSorted((a, b) => a[1] - a[0] - (b[1] - b[0])).slice(0, 1) : fitting;
      // What is known to reach it is asked before what may.
      for (const [, , tests] of innermost) for (const index of tests) raise(reach.tests[index].file, 1 + specific(index));
      // Top-level code runs once for a process, and a changed test may reach more than it did.
      for (const [, , tests] of source.ranges)
        for (const index of tests) if (changed.has(reach.tests[index].file)) raise(reach.tests[index].file, specific(index));
      if (score.size === 0)
        for (const [, , tests] of source.ranges) for (const index of tests) raise(reach.tests[index].file, specific(index) / 2);
    }
    for (const test of near.get(file) ?? []) if (!source || changed.has(test)) raise(test, 0.5);
    raise(file.replace(/\.tsx?$/, '.test.ts'), 3);
    raise(file.replace(/\.tsx?$/, '.test.tsx'), 3);
    const sorted = [...score].toSorted((a, b) => b[1] - a[1]).map(([test]) => test);
    return Object.fromEntries(
      ['unit', 'integration'].map((kind) => [kind, sorted.filter((test) => projectOf(test) === kind).slice(0, most[kind])]),
    );
  }
  return { ofMutant, seconds: (file) => known.get(file)?.seconds ?? 20, hash: (file) => hashOf(readFileSync(at(file), 'utf8')) };
}
