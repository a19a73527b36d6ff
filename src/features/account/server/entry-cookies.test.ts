import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryCookie, readEntryCookie } from './entry-cookies.ts';

const read = (cookie: string) => readEntryCookie('ref', new Headers({ cookie }));

test('ACC-11 a code comes back from its cookie, among others', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }).filter((code) => code.isWellFormed()),
      (code) => {
        const pair = entryCookie('ref', code).split('; ')[0] ?? '';
        expect(read(`language=zh; ${pair}; theme=dark`)).toBe(code);
      },
    ),
  );
  expect(readEntryCookie('invitation', new Headers({ cookie: 'gleaner.ref=abc; gleaner.invitation=x' }))).toBe('x');
  expect(entryCookie('ref', 'abc')).toBe('gleaner.ref=abc; Path=/api/auth; Max-Age=900; HttpOnly; SameSite=Lax');
});

test.each(['', 'language=zh', 'gleaner.reference=abc', 'x=gleaner.ref=abc', 'gleaner.ref=%E4'])(
  'ACC-11 there is none in %j',
  (cookie) => {
    expect(read(cookie)).toBeUndefined();
  },
);
