import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

type Mutant = { file: string; start: number; end: number; mutator: string; replacement: string };

// Scripts have no types.
const load = (name: string) =>
  import(/* @vite-ignore */ fileURLToPath(new URL(`../scripts/mutate/${name}.mjs`, import.meta.url)));
const { instrument, lineOf, identify, ownMutants, runsOnLoad } = await load('mutants');
const { mutableSources, sampleOf } = await load('sources');
const { describeResults } = await load('report');
const { typeFaults } = await load('sandbox');
const { chooseTests, focusOn, isNamedAfter } = await load('nearest-tests');
const { failuresIn } = await load('try-mutant');

const code = `async function own(db, userId, id) {
  // 😀 before it
  await db.delete(notes).where(eq(notes.userId, userId));
  return find(id, userId, Math.max(id, userId));
}
`;
const changes = (mutants: Mutant[], content: string) =>
  mutants.map(({ mutator, start, end, replacement }) => [mutator, content.slice(start, end), replacement]);

test('mutants: run when their module is loaded if they are in no function', () => {
  const source =
    'const one = { a: [1] };\nconst two = () => [2];\nclass Three { three() { return [3]; } }\nexport const four = [4];';
  const onLoad = (digit: number) => runsOnLoad({ file: 'a.ts', start: source.indexOf(`[${digit}]`) }, source);
  expect([1, 2, 3, 4].map(onLoad)).toEqual([true, false, false, true]);
});

test('mutants: of a clause on a line of its own are known by that line', () => {
  const source = 'db.select()\n  .from(notes)\n  .limit(1);\n';
  const start = source.indexOf('\n  .limit');
  const mutant = { file: 'a.ts', start, end: source.indexOf(';'), replacement: '' } as Mutant;
  expect(identify(mutant, source)).toEqual({ file: 'a.ts', line: '.limit(1);', from: '.limit(1)', to: '' });
});

test('mutants: remove awaits, swap arguments and take wrong columns', () => {
  expect(changes(ownMutants('src/x.ts', code), code)).toEqual([
    ['Await', 'await db.delete(notes).where(eq(notes.userId, userId))', '(db.delete(notes).where(eq(notes.userId, userId)))'],
    ['Clause', '.where(eq(notes.userId, userId))', ''],
    ['Column', 'userId', 'id'],
    ['SwappedArguments', 'id, userId', 'userId, id'],
  ]);
});

test('mutants: leave conditions, locks and transactions out of queries', () => {
  const query = `db.transaction((tx) => tx.select().from(notes).where(and(eq(notes.userId, a), mine, newer)).for('update'));`;
  const found = changes(ownMutants('src/x.ts', query), query).filter(([mutator]) => mutator !== 'Column');
  expect(found.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['Clause', `.for('update')`, ''],
    ['Clause', '.where(and(eq(notes.userId, a), mine, newer))', ''],
    ['Condition', ', mine', ''],
    ['Condition', ', newer', ''],
    ['Condition', 'eq(notes.userId, a), ', ''],
    ['Transaction', query.slice(0, -1), `(${query.slice('db.transaction('.length, -2)})(db)`],
  ]);
});

test('mutants: are shown to the tests that reach least and to those that reach most, within bounds', () => {
  const one = (file: string, test: string | null, breadth: number, seconds: number) => ({
    file,
    test,
    base: 1,
    score: 1 + 1 / (1 + breadth),
    breadth,
    seconds,
  });
  const candidates = [
    one('broad', 'all', 900, 10),
    one('broad', 'some', 90, 1),
    one('near', 'x', 1, 40),
    one('near', 'y', 2, 20),
    one('near', 'z', 3, 5),
    one('whole', null, 4, 2),
    one('whole', 'w', 950, 1),
    one('late', 'l', 5, 1),
  ];
  expect(chooseTests(candidates, { files: 3, tests: 9, seconds: 100 })).toEqual([
    { file: 'near', tests: ['x', 'z', 'y'] },
    { file: 'whole', tests: null },
    { file: 'broad', tests: ['all', 'some'] },
  ]);
  expect(chooseTests(candidates, { files: 3, tests: 1, seconds: 30 })).toEqual([{ file: 'near', tests: ['x'] }]);
});

test('mutants: the tests that reach much of a source and little else are the nearest to what runs when it is loaded', () => {
  const [rows, browser, loaded] = [0, 1, 2];
  const ranges = [
    [
      0,
      90,
      [
        [rows, [0, 1]],
        [browser, [0]],
        [loaded, [-1]],
      ],
    ],
    [
      10,
      20,
      [
        [browser, [0]],
        [loaded, []],
      ],
    ],
    [30, 40, [[rows, [1]]]],
    [50, 60, []],
  ];
  const breadthOf = (index: number) => (index === rows ? 4 : 1000);
  expect([...focusOn({ ranges }, breadthOf)]).toEqual([
    [rows, 1 / 4 + 1 / 2],
    [browser, 1 / 4 + 2 / 1000],
  ]);
});

test('mutants: tests are named after the feature, the folder or the file', () => {
  const contract = 'src/features/prompts/contract.ts';
  const named = ['prompts.test.ts', 'prompt-rows.test.ts', 'ask.test.ts', 'server.test.ts'];
  expect(named.map((name) => isNamedAfter(`tests/integration/${name}`, contract))).toEqual([true, true, false, false]);
  expect(isNamedAfter('src/i18n/language.test.ts', 'src/i18n/language.ts')).toBe(true);
});

test('mutants: which tests failed is read from the runner, a file that could not begin too', () => {
  const output = [
    '\u001b[41m FAIL \u001b[49m unit  src/a.test.ts > group > one > two',
    ' FAIL  integration  tests/integration/b.test.ts [ tests/integration/b.test.ts ]',
    ' FAIL  unit  src/c.test.ts > not asked',
  ].join('\n');
  const whole = { file: 'tests/integration/b.test.ts', tests: ['x', 'y'] };
  expect(failuresIn(output, [{ file: 'src/a.test.ts', tests: null }, whole])).toEqual([
    { file: 'src/a.test.ts', tests: ['group one two'] },
    whole,
  ]);
});

test('mutants: lie where the instrumenter found them, and leave texts alone', async () => {
  const file = 'src/lib/sleep.ts';
  const content = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
  const [{ mutants }] = (await instrument([file])) as [{ mutants: Mutant[] }];
  expect(changes(mutants, content)).toContainEqual(['ConditionalExpression', 'signal.aborted', 'true']);
  expect(mutants.map(({ mutator }) => mutator)).not.toContain('StringLiteral');
});

test('mutants: are known again by their line and change', () => {
  const mutant = ownMutants('src/x.ts', code).find(({ mutator }: Mutant) => mutator === 'Column');
  const known = { file: 'src/x.ts', line: 'await db.delete(notes).where(eq(notes.userId, userId));', from: 'userId', to: 'id' };
  expect(identify(mutant, code)).toEqual(known);
  expect(lineOf(code, mutant.start)).toBe(3);
});

test('mutants: come from sources, not from tests, words or components', () => {
  const files: string[] = mutableSources();
  expect(files).toEqual(expect.arrayContaining(['src/lib/sleep.ts', 'src/features/notes/server/note-store.ts']));
  expect(files.filter((file) => /\.test\.|\/words\/|\/migrations\/|-page\.tsx$/.test(file))).toEqual([]);
  expect(mutableSources(['src/lib/sleep.ts', 'db/'])).toEqual(
    files.filter((file) => file === 'src/lib/sleep.ts' || file.startsWith('src/db/')),
  );
});

test('mutants: are sampled alike for one seed, without doubles', () => {
  const all = Array.from({ length: 500 }, (_, at) => at);
  const sample: number[] = sampleOf(all, 100, 7);
  expect(sampleOf(all, 100, 7)).toEqual(sample);
  expect(sampleOf(all, 100, 8)).not.toEqual(sample);
  expect(new Set(sample).size).toBe(100);
  expect(sampleOf([1, 2], 100, 7).toSorted()).toEqual([1, 2]);
});

test('mutants: types refuse what is wrong, and not what is merely unused', () => {
  const codes = ['typescript(TS2322)', 'typescript(TS6133)', 'eslint(no-empty)', 'typescript(no-floating-promises)'];
  const diagnostics = [
    ...codes.map((code) => ({ code, filename: 'a.ts' })),
    { code: codes[1], filename: 'b.ts' },
    { message: 'c' },
  ];
  expect(typeFaults(JSON.stringify({ diagnostics }))).toEqual(new Map([['a.ts', ['TS2322', 'no-floating-promises']]]));
});

test('mutants: survivors are listed by file, and counted by area', () => {
  const own: Mutant[] = ownMutants('src/infra/x.ts', code).filter(({ mutator }: Mutant) => mutator !== 'Clause');
  const known = own.map((mutant, at) => ({ ...mutant, status: ['survived', 'killed', 'unreached'][at] }));
  const results = [...known, { ...known[0], status: 'refused' }];
  expect(describeResults(results, new Map([['src/infra/x.ts', code]]))).toBe(`
src/infra/x.ts
  survived  3  Await: await db.delete(notes).where(eq(notes.userId, userId))  →  (db.delete(notes).where(eq(notes.userId, userId)))
  unreached 4  SwappedArguments: id, userId  →  userId, id

infra                        1 of 3
noticed 1 of 3 (33.3 %), 1 refused by types`);
});
