import { expect, test } from 'vitest';
import { featureTabs } from './feature-tabs.ts';

const nothing = {
  kind: null,
  timed: false,
  hasText: false,
  media: null,
  embed: null,
  ownWords: false,
  rejectedTracks: [],
  note: null,
  originalFile: null,
  sourceUrl: null,
  articleFrameUrl: null,
};
const media = { type: 'audio', mime: 'audio/mpeg', url: '/api/x' };
const shown = (detail: object, running = false) =>
  featureTabs.filter(({ isShown }) => isShown({ ...nothing, ...detail } as never, running)).map(({ id }) => id);

test('CON-01 a tab without anything in it is not there', () => {
  expect(shown({ kind: 'page', hasText: true, note: '# n' })).toEqual(['mindmap', 'article']);
  expect(shown({ kind: 'audio', media, timed: true, note: '# n' })).toEqual(['mindmap', 'subtitle', 'article']);
  // Subtitles can be added there.
  expect(shown({ kind: 'audio', media })).toEqual(['subtitle']);
  expect(shown({ kind: 'page' })).toEqual([]);
  expect(shown({ kind: 'document', hasText: true, note: '' })).toEqual(['mindmap', 'article']);
});

test('CON-05 a page whose text was not found has a tab that shows it as it is', () => {
  expect(shown({ kind: 'page', articleFrameUrl: 'https://site.example/essay' })).toEqual(['article']);
  // A frame of it would stay empty: its address is of somebody's own network.
  expect(shown({ kind: 'page', articleFrameUrl: 'https://wiki.internal/essay' })).toEqual([]);
});

test('CON-01 while a note is written its tabs are there, those of a text without subtitles', () => {
  expect(shown({ kind: 'audio' }, true)).toEqual(['mindmap', 'subtitle', 'article']);
  expect(shown({ kind: 'page' }, true)).toEqual(['mindmap', 'article']);
});

test.each([
  [{ originalFile: { url: '/x', name: 'silt.pdf' } }, false],
  [{ originalFile: { url: '/x', name: 'notes' } }, false],
  [{ originalFile: { url: '/x', name: 'Talk.MKV' } }, true],
  [{ originalFile: { url: '/x', name: 'talk.srt' } }, true],
  [{ sourceUrl: 'https://site.example/essay' }, false],
  [{ sourceUrl: 'https://site.example/episode.mp3?a' }, true],
  [{ sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' }, true],
  [{}, false],
])('CON-01 the transcript tab of %j, whose kind is not known yet, is there: %s', (source, spoken) => {
  expect(shown(source, true).includes('subtitle')).toBe(spoken);
});
