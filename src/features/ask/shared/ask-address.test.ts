import { expect, test } from 'vitest';
import { askLimits } from '#lib/input-limits.ts';
import { addressOf, kindOf, pickAskAddress, type Scope, scopeOf } from './ask-address.ts';

const id = (n: number) => `0b5f0b5f-0000-4000-8000-${String(n).padStart(12, '0')}`;

test.each<[Scope, ReturnType<typeof kindOf>]>([
  [{}, 'library'],
  [{ type: 'audio', tag: 'river/a&b', favorited: true, watchLater: true }, 'filter'],
  [{ highlighted: true, notInCollection: true, todo: true }, 'filter'],
  [{ smartFolder: id(1), tag: 'x' }, 'smartFolder'],
  [{ collection: id(2), smartFolder: id(1) }, 'collection'],
  [{ contents: [id(3), id(4)], smartFolder: id(1) }, 'selection'],
])('a scope comes back from its address, and is named: %j', (scope, kind) => {
  expect(scopeOf(addressOf(scope))).toEqual(scope);
  expect(kindOf(scope)).toBe(kind);
});

test('an address keeps what is text and has a name, and nothing else', () => {
  const search = { id: id(1), tag: 'x', type: '', contents: id(2), todo: true, collection: 7, q: 'words' };
  expect(pickAskAddress(search)).toEqual({ id: id(1), tag: 'x', contents: id(2) });
});

test('what is invalid counts as not said', () => {
  expect(scopeOf({ type: 'film', smartFolder: 'x', collection: `${id(1)}0`, favorited: 'yes', todo: 'false' })).toEqual({});
  expect(scopeOf({ tag: 'x'.repeat(1000) })).toEqual({ tag: 'x'.repeat(1000) });
  expect(scopeOf({ tag: 'x'.repeat(1001) })).toEqual({});
  // A collection is asked as a whole, so `contents` is dropped.
  expect(scopeOf({ collection: id(1), contents: id(2) })).toEqual({ collection: id(1) });
  expect(scopeOf({ collection: 'x', contents: id(2) })).toEqual({ contents: [id(2)] });
});

test('items are named once each, and not too many', () => {
  expect(scopeOf({ contents: [id(2), 'x', `x${id(5)}`, `${id(6)}0`, id(1), id(2)].join(',') })).toEqual({
    contents: [id(2), id(1)],
  });
  const many = Array.from({ length: askLimits.contents + 1 }, (_, n) => id(n));
  expect(scopeOf({ contents: many.join(',') }).contents).toEqual(many.slice(0, -1));
  expect(scopeOf({ contents: 'x,' })).toEqual({});
});

test('an id is one in either case, and nothing that is almost one', () => {
  const whole = id(1);
  expect(scopeOf({ collection: whole.toUpperCase() })).toEqual({ collection: whole.toUpperCase() });
  const almost = [
    ...[`x${whole}`, `${whole}x`, whole.slice(1), whole.slice(0, -1), whole.replaceAll('-', '')],
    ...[0, 9, 14, 19, 24].flatMap((at) => [
      `${whole.slice(0, at)}g${whole.slice(at + 1)}`,
      `${whole.slice(0, at)}0${whole.slice(at)}`,
      `${whole.slice(0, at)}${whole.slice(at + 1)}`,
    ]),
  ];
  expect(almost.filter((collection) => Object.keys(scopeOf({ collection })).length > 0)).toEqual([]);
  expect(almost.filter((smartFolder) => Object.keys(scopeOf({ smartFolder })).length > 0)).toEqual([]);
});
