import { expect, test } from 'vitest';
import { personName } from './fields.ts';

test.each([
  ['ada@example.org (Ada Quill)', 'Ada Quill'],
  ['ada@example.org  ( Ada  Quill )', 'Ada Quill'],
  ['Ada Quill <ada@example.org>', 'Ada Quill'],
  ['Ada Quill (mailto:ada@example.org)', 'Ada Quill'],
  ['Ada (of Lorn) Quill < ada@example.org >', 'Ada (of Lorn) Quill'],
  ['Ada Quill', 'Ada Quill'],
  ['ada@example.org', 'ada@example.org'],
  ['<ada@example.org>', '<ada@example.org>'],
  ['Ada Quill (editor)', 'Ada Quill (editor)'],
  ['  ', null],
  [null, null],
])('feeds: read the person in %j', (value, name) => {
  expect(personName(value)).toBe(name);
});

test('feeds: cut an author without end before it is read', () => {
  for (const part of ['@', ' @', '(@', 'a@b (', 'a (a@', '<'])
    expect(personName(part.repeat(60_000))?.length ?? 0).toBeLessThanOrEqual(500);
});
