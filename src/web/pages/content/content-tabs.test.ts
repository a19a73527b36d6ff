import { expect, test } from 'vitest';
import { documentOf, tabsFor } from './content-tabs.ts';

const nothing = {
  kind: null,
  pdf: null,
  timed: false,
  hasText: false,
  media: null,
  embed: null,
  ownWords: false,
  rejectedTracks: [],
  note: null,
};
const media = { type: 'audio' as const, mime: 'audio/mpeg', url: '/api/x' };

test('CON-01 a tab without anything in it is not there', () => {
  expect(tabsFor({ ...nothing, kind: 'page', hasText: true, note: '# n' }, false)).toEqual(['outline', 'mindmap', 'article']);
  expect(tabsFor({ ...nothing, kind: 'audio', media, timed: true, note: '# n' }, false)).toEqual([
    'outline',
    'mindmap',
    'subtitle',
    'article',
  ]);
  // Where subtitles can be added.
  expect(tabsFor({ ...nothing, kind: 'audio', media }, false)).toEqual(['outline', 'subtitle']);
  expect(tabsFor({ ...nothing, kind: 'page' }, false)).toEqual(['outline']);
  expect(tabsFor({ ...nothing, kind: 'document', hasText: true, pdf: { url: '/x' } as never, note: '' }, false)).toEqual([
    'outline',
    'mindmap',
    'article',
    'pdf',
  ]);
});

test('CON-01 while a note is written its tabs are there, those of a text without subtitles', () => {
  expect(tabsFor(nothing, true)).toEqual(['outline', 'mindmap', 'subtitle', 'article']);
  expect(tabsFor({ ...nothing, kind: 'page' }, true)).toEqual(['outline', 'mindmap', 'article']);
});

test('CON-08 a document or page is what can stand beside its note, a talk is not', () => {
  expect(documentOf({ ...nothing, kind: 'document', hasText: true })).toBe('article');
  expect(documentOf({ ...nothing, kind: 'page', hasText: true })).toBe('article');
  expect(documentOf({ ...nothing, kind: 'document', hasText: true, pdf: { url: '/x', pages: null } })).toBe('pdf');
  expect(documentOf({ ...nothing, kind: 'page' })).toBeNull();
  expect(documentOf({ ...nothing, kind: 'video', hasText: true })).toBeNull();
});
