import { expect, test } from 'vitest';
import { documentOf, tabOf, tabOfAnchor } from './tab-of-address.ts';

test('CON-08 a document or page is what can stand beside its note, a talk is not', () => {
  expect(documentOf({ pdf: null, kind: 'document', hasText: true })).toBe('article');
  expect(documentOf({ pdf: null, kind: 'page', hasText: true })).toBe('article');
  expect(documentOf({ kind: 'document', hasText: true, pdf: { url: '/x', pages: null } })).toBe('pdf');
  expect(documentOf({ pdf: null, kind: 'page', hasText: false })).toBeNull();
  expect(documentOf({ pdf: null, kind: 'video', hasText: true })).toBeNull();
});

test('CON-01 an address names a tab, and the note where it names none', () => {
  const long = 'a'.repeat(71);
  expect(['pdf', 'custom-7f_a', long].map(tabOf)).toEqual(['pdf', 'custom-7f_a', long]);
  expect([`${long}a`, '', 'a b', 'a/b', 7, null, undefined].map(tabOf)).toEqual(Array.from({ length: 7 }, () => 'outline'));
});

test('CON-04 a time is shown in the script, a paragraph in the pages or the text', () => {
  const [time, paragraph] = [{ kind: 'time', ms: 1 } as const, { kind: 'paragraph', id: 1 } as const];
  expect([tabOfAnchor(time, true), tabOfAnchor(paragraph, true), tabOfAnchor(paragraph, false)]).toEqual([
    'subtitle',
    'pdf',
    'article',
  ]);
});
