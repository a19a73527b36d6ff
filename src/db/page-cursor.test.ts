import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPageCursor, timeCursor } from './page-cursor.ts';

const id = '0195a7c1-0000-7000-8000-00000000000a';

test('decodes its own cursors, microseconds included', () => {
  const end = { value: '2026-03-04T05:06:07.123456Z', id };
  expect(timeCursor.decode(timeCursor.encode(end))).toEqual(end);
  const byPosition = createPageCursor(z.number());
  expect(byPosition.decode(byPosition.encode({ value: -1.5, id }))).toEqual({ value: -1.5, id });
});

test.each([
  ['nothing', ''],
  ['no JSON', 'x'],
  ['another list', createPageCursor(z.number()).encode({ value: 1, id })],
  ['no id', Buffer.from('["2026-03-04T05:06:07Z","1"]').toString('base64url')],
  ['too little', Buffer.from('["2026-03-04T05:06:07Z"]').toString('base64url')],
])('refuses a cursor of %s', (_, cursor) => {
  expect(() => timeCursor.decode(cursor)).toThrow(expect.objectContaining({ code: 'bad_request', params: { field: 'cursor' } }));
});
