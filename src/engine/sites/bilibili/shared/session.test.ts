import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBilibiliSession } from './session.ts';

const value = 'a1b2c3d4%2C1790000000%2Cabcde*91CjDx';

test.each([
  ['the value', value],
  ['the value as some tools show it', 'a1b2c3d4,1790000000,abcde*91CjDx'],
  ['its name before it', `SESSDATA=${value}`],
  ['all cookies', `buvid3=AAAA-1; b_nut=17; SESSDATA=${value}; bili_jct=0123; DedeUserID=1`],
  ['a header', `Cookie: buvid3=AAAA; sessdata=${value}`],
  ['a row of a cookie file', `.bilibili.com\tTRUE\t/\tTRUE\t1790000000\tSESSDATA\t${value}`],
  ['a row of an object', `{"SESSDATA": "${value}", "bili_jct": "0123"}`],
  ['quotes and space', `  "${value}" `.replaceAll('"', '')],
])('SUM-02 %s is a session', (_name, text) => {
  expect(readBilibiliSession(text)).toEqual({ value, expiresAt: new Date(1_790_000_000_000) });
});

test.each([
  '',
  'hello',
  'bili_jct=0123456789abcdef0123456789abcdef',
  'SESSDATA=',
  'SESSDATA=short',
  'two words that are long enough',
  'x'.repeat(601),
])('%j is none', (text) => {
  expect(readBilibiliSession(text)).toBeNull();
});

test('accepts a session without an expiry', () => {
  expect(readBilibiliSession('0123456789abcdef0123456789')).toEqual({ value: '0123456789abcdef0123456789', expiresAt: null });
});

test('accepts no value that could end the header', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 700 }),
        fc.string({ maxLength: 80 }).map((text) => `SESSDATA=${text}${'a'.repeat(20)}`),
      ),
      (text) => {
        const found = readBilibiliSession(text);
        if (found) expect(found.value).toMatch(/^[\w%*.~+/-]{20,600}$/);
      },
    ),
    { numRuns: 2000 },
  );
});
