import { expect, test } from 'vitest';
import { documentOf } from './tab-of-address.ts';

test('CON-08 a document or page is what can stand beside its note, a talk is not', () => {
  expect(documentOf({ pdf: null, kind: 'document', hasText: true })).toBe('article');
  expect(documentOf({ pdf: null, kind: 'page', hasText: true })).toBe('article');
  expect(documentOf({ kind: 'document', hasText: true, pdf: { url: '/x', pages: null } })).toBe('pdf');
  expect(documentOf({ pdf: null, kind: 'page', hasText: false })).toBeNull();
  expect(documentOf({ pdf: null, kind: 'video', hasText: true })).toBeNull();
});
