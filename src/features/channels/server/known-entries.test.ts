import { expect, test } from 'vitest';
import { knownEntries } from './known-entries.ts';

const on = (page: string, ...keys: string[]) => keys.map((key) => ({ key, sourceKey: `url:https://a.example/${page}` }));
const newKeys = (stored: ReturnType<typeof on>, reading: ReturnType<typeof on>) => {
  const isKnown = knownEntries(stored, reading);
  return reading.filter((entry) => !isKnown(entry)).map(({ key }) => key);
};

test('EXP-01 an id that is new on a page of changes is news, and one that a site lists under another id is not', () => {
  const first = on('release-notes', 'may-7', 'may-1');
  expect(newKeys([], first)).toEqual(['may-7', 'may-1']);
  expect(newKeys(first, on('release-notes', 'may-9', 'may-7', 'may-1'))).toEqual(['may-9']);
  const fromFeed = on('watch?v=1', 'yt:video:1');
  expect(newKeys(fromFeed, [...on('watch?v=2', '2'), ...on('watch?v=1', '1', '1')])).toEqual(['2']);
});
