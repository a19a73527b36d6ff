import { expect, test } from 'vitest';
import type { Version } from './note-store.ts';
import { isSameSitting } from './same-sitting.ts';

const begun = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(begun.getTime() + ms);
const version = (markdown: string, method: Version['method'] = 'edited'): Version => ({
  id: '6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b2',
  userId: 'ada',
  contentId: '6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b3',
  extractionId: null,
  markdown,
  outline: null,
  coverage: null,
  method,
  model: null,
  createdAt: begun,
});

test('CON-02 a sitting lasts a quarter of an hour', () => {
  const quarter = 15 * 60_000;
  expect(isSameSitting(version('one'), 'two', begun)).toBe(true);
  expect(isSameSitting(version('one'), 'two', after(quarter - 1))).toBe(true);
  expect(isSameSitting(version('one'), 'two', after(quarter))).toBe(false);
});

test('CON-02 a sitting ends where a paragraph is lost', () => {
  const soon = after(1000);
  expect(isSameSitting(version('w'.repeat(199)), '', soon)).toBe(true);
  expect(isSameSitting(version('w'.repeat(200)), '', soon)).toBe(false);
  expect(isSameSitting(version('short'), 'w'.repeat(500), soon)).toBe(true);
});

test('CON-02 what was not edited is no part of a sitting', () => {
  for (const method of ['model', 'extractive'] as const) expect(isSameSitting(version('one', method), 'two', begun)).toBe(false);
});
