import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { readCookie, writeCookie } from './cookie.ts';

test('a cookie is found by its whole name, with all of its value', () => {
  const { document } = openPage();
  Object.defineProperty(document, 'cookie', { value: 'xlanguage=no; language=a=b; empty=; other', writable: true });
  expect(['language', 'empty', 'xlanguage', 'lang', 'nothing'].map(readCookie)).toEqual(['a=b', '', 'no', null, null]);
});

test('a cookie is kept for days, for all pages', () => {
  const { document } = openPage();
  Object.defineProperty(document, 'cookie', { value: '', writable: true });
  writeCookie('language', 'zh', 7);
  expect(document.cookie).toBe('language=zh; path=/; max-age=604800; samesite=lax');
});
