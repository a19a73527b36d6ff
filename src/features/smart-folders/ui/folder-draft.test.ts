import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitionOf, draftOf, emptyRules, ruleNames } from './folder-draft.ts';
import type { FolderInput } from './use-smart-folders.ts';

const zone = 'Asia/Shanghai';
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const ends = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .record({ from: fc.option(value, { nil: undefined }), to: fc.option(value, { nil: undefined }) })
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .map((pair) => JSON.parse(JSON.stringify(pair)) as { from?: Value; to?: Value });
const days = fc.oneof(
  fc.integer({ min: 1, max: 36_500 }).map((count) => ({ days: count })),
  ends(day).map((pair) => ({ ...pair, zone })),
);
const word = fc.stringMatching(/^[a-z]{2,8}$/);
const folder = fc
  .record({
    name: fc.string({ minLength: 1 }),
    tags: fc.array(word, { maxLength: 3 }),
    match_type: fc.constantFrom('all' as const, 'any' as const),
    rules: fc.record(
      {
        types: fc.uniqueArray(fc.constantFrom('audio' as const, 'online' as const, 'local' as const), { minLength: 1 }),
        sites: fc.array(word, { minLength: 1, maxLength: 3 }),
        languages: fc.array(word, { minLength: 1, maxLength: 3 }),
        minutes: ends(fc.integer({ min: 0, max: 100_000 })),
        added: days,
        published: days,
        text: word,
        todo: fc.constantFrom('open' as const, 'done' as const, 'none' as const),
      },
      { requiredKeys: [] },
    ),
  })
  .filter(({ tags, rules }) => tags.length + Object.keys(rules).length > 0);

test('COL-06 a smart folder in the form is the same folder again', () => {
  fc.assert(
    fc.property(folder, (one) => {
      const { name, ...definition } = one as FolderInput;
      expect(draftOf(one as FolderInput).name).toBe(name);
      expect(definitionOf(draftOf(one as FolderInput), zone)).toEqual(definition);
    }),
  );
});

test('COL-06 rules that are not filled in yet are no conditions', () => {
  const { todo, added, published, ...empty } = emptyRules;
  expect(definitionOf({ ...draftOf(null), rules: empty }, zone)).toBeNull();
  expect(definitionOf({ ...draftOf(null), rules: { ...empty, text: '  ', minutes: { from: 'x', to: '-1' } } }, zone)).toBeNull();
  expect(definitionOf({ ...draftOf(null), rules: { added: { period: 'between', from: '', to: '' } } }, zone)).toBeNull();
  expect(definitionOf({ ...draftOf(null), rules: { todo, added, published } }, zone)).toEqual({
    tags: [],
    match_type: 'all',
    rules: { todo: 'open', added: { days: 30 }, published: { days: 365 } },
  });
});

test('COL-06 a length too long for any talk is the longest', () => {
  const definition = definitionOf({ ...draftOf(null), rules: { minutes: { from: '7', to: '999999' } } }, zone);
  expect(definition?.rules).toEqual({ minutes: { from: 7, to: 100_000 } });
});

test('COL-06 every rule can be added', () => {
  expect([...ruleNames].sort()).toEqual(Object.keys(emptyRules).sort());
});
