import { expect, test } from 'vitest';
import { afterSearch } from './typed-search.ts';

test('letters typed while an own search comes back stay', () => {
  const after = afterSearch({ typed: 'abcd', known: '', handed: ['abc'] }, 'abc');
  expect(after).toEqual({ typed: 'abcd', known: 'abc', handed: [] });
  const later = afterSearch({ typed: 'abcde', known: '', handed: ['abc', 'abcd'] }, 'abc');
  expect(later).toEqual({ typed: 'abcde', known: 'abc', handed: ['abcd'] });
});

test('a search that was changed elsewhere replaces what is typed, also with one that was handed over before', () => {
  expect(afterSearch({ typed: 'abcd', known: 'abcd', handed: [] }, 'xyz').typed).toBe('xyz');
  const back = afterSearch(afterSearch({ typed: 'abc', known: '', handed: ['abc'] }, 'abc'), '');
  expect(back.typed).toBe('');
  expect(afterSearch(back, 'abc').typed).toBe('abc');
});

test('a blank at the end of the typed text stays', () => {
  expect(afterSearch({ typed: 'abc ', known: '', handed: [] }, 'abc').typed).toBe('abc ');
});
