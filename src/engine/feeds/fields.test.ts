import { expect, test } from 'vitest';
import { fullPerson, personName, readPerson } from './fields.ts';

test.each([
  ['ada@example.org (Ada Quill)', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['ada@example.org  ( Ada  Quill )', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada Quill <ada@example.org>', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada Quill (mailto:ada@example.org)', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada (of Lorn) Quill < ada@example.org >', 'Ada (of Lorn) Quill', 'Ada (of Lorn) Quill (ada@example.org)'],
  ['Ada Quill', 'Ada Quill', 'Ada Quill'],
  ['ada@example.org', 'ada@example.org', 'ada@example.org'],
  ['ada@example.org ( )', 'ada@example.org', 'ada@example.org'],
  ['<ada@example.org>', '<ada@example.org>', '<ada@example.org>'],
  ['Ada Quill (editor)', 'Ada Quill (editor)', 'Ada Quill (editor)'],
  ['  ', null, null],
])('feeds: read the person in %j', (value, name, full) => {
  expect([personName(readPerson(value)), fullPerson(readPerson(value))]).toEqual([name, full]);
});

test('feeds: cut an author without end before it is read', () => {
  for (const part of ['@', ' @', '(@', 'a@b (', 'a (a@', '<'])
    expect(personName(readPerson(part.repeat(60_000)))?.length ?? 0).toBeLessThanOrEqual(500);
});
