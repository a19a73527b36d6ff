import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { listOf, parseAnswer, videoOf } from './info.ts';

/** A shortened description of a video with captions by its creator and automatic ones. */
const video = {
  id: '76979871',
  title: ' The walk ',
  extractor_key: 'Vimeo',
  uploader: 'Ada Brook',
  duration: 62.4,
  timestamp: 1382640000,
  description: 'A walk.',
  language: 'en_US',
  thumbnails: [{ url: 'http://a.example/s.jpg' }, { url: 'https://a.example/l.jpg' }],
  webpage_url: 'https://vimeo.com/76979871',
  live_status: 'not_live',
  availability: 'public',
  chapters: [{ title: 'Start', start_time: 0 }, { start_time: 4 }, { title: 'Hill', start_time: 31.5 }],
  subtitles: {
    'en-US': [{ ext: 'vtt', url: 'https://a.example/1.vtt', name: 'English' }],
    live_chat: [{ ext: 'json' }],
    'a b': [{ ext: 'vtt' }],
  },
  automatic_captions: { en: [{ ext: 'json3' }], none: [] },
  formats: [
    { vcodec: 'avc1', acodec: 'none' },
    { vcodec: 'none', acodec: 'mp4a' },
  ],
};

describe('a video', () => {
  test('is described in our types', () => {
    expect(videoOf(video)).toEqual({
      extractor: 'Vimeo',
      id: '76979871',
      title: 'The walk',
      author: 'Ada Brook',
      description: 'A walk.',
      publishedAt: '2013-10-24T18:40:00.000Z',
      durationMs: 62_400,
      coverUrl: 'https://a.example/l.jpg',
      pageUrl: 'https://vimeo.com/76979871',
      language: 'en-US',
      chapters: [
        { title: 'Start', startMs: 0 },
        { title: 'Hill', startMs: 31_500 },
      ],
      tracks: [
        { id: 'en-US', language: 'en-US', name: 'English', automatic: false },
        { id: 'en', language: 'en', name: null, automatic: true },
      ],
      live: 'no',
      availability: 'public',
      type: 'video',
    });
  });

  test('is audio without a picture, and live while it streams', () => {
    const sound = { ...video, formats: [{ vcodec: 'none', acodec: 'mp3' }], upload_date: '20260102', timestamp: null };
    expect(videoOf(sound)).toMatchObject({ type: 'audio', publishedAt: '2026-01-02' });
    expect(videoOf({ ...video, live_status: 'is_live' })).toMatchObject({ live: 'live' });
    expect(videoOf({ ...video, live_status: 'is_upcoming' })).toMatchObject({ live: 'upcoming' });
    expect(videoOf({ ...video, live_status: undefined, is_live: true })).toMatchObject({ live: 'live' });
    expect(videoOf({ ...video, availability: 'subscriber_only' })).toMatchObject({ availability: 'members' });
  });

  test('is the first of several in a post, elsewhere when the page points away, and none of a list', () => {
    expect(videoOf({ _type: 'playlist', entries: [video, { ...video, id: '2' }] })).toMatchObject({ id: '76979871' });
    expect(videoOf({ _type: 'playlist', entries: [{ _type: 'url', url: 'https://vimeo.com/1' }] })).toEqual({
      elsewhere: 'https://vimeo.com/1',
    });
    const list = { _type: 'playlist', entries: [1, 2].map((n) => ({ _type: 'url', url: `https://vimeo.com/${n}` })) };
    expect(() => videoOf(list)).toThrow('listing_link');
    expect(() => videoOf({ _type: 'playlist', entries: [] })).toThrow('input_unsupported');
    expect(() => videoOf({ _type: 'playlist', entries: [{ _type: 'url', url: 'file:///etc/passwd' }] })).toThrow('listing_link');
  });
});

describe('a list', () => {
  const entries = [
    { _type: 'url', url: 'https://vimeo.com/1', title: 'One', duration: 60, upload_date: '20260101', uploader: 'Ada' },
    { _type: 'url', url: 'javascript:alert(1)', title: 'No' },
    null,
    { _type: 'url', url: 'https://vimeo.com/2' },
    { _type: 'url', url: 'https://vimeo.com/3' },
  ];

  test('contains usable items up to the limit', () => {
    const list = listOf({ _type: 'playlist', title: 'Walks', entries, playlist_count: 90 }, 'https://vimeo.com/channels/w', 4);
    expect(list).toMatchObject({ title: 'Walks', url: 'https://vimeo.com/channels/w', total: 90 });
    expect(list?.items).toEqual([
      { url: 'https://vimeo.com/1', title: 'One', durationMs: 60_000, publishedAt: '2026-01-01', coverUrl: null, author: 'Ada' },
      { url: 'https://vimeo.com/2', title: '/2', durationMs: null, publishedAt: null, coverUrl: null, author: null },
    ]);
    expect(listOf(video, 'https://vimeo.com/1', 4)).toBeNull();
  });
});

test('any answer is a video, a list or a typed error', () => {
  expect(() => parseAnswer('null')).toThrow('ytdlp_failed');
  expect(() => parseAnswer('{"id":')).toThrow('ytdlp_failed');
  expect(() => parseAnswer('<html>')).toThrow('ytdlp_failed');
  const names = Object.keys({ ...video, _type: 0, entries: 0, url: 0 });
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(video)), fc.constant(Number.NaN));
  const anything = fc.dictionary(fc.constantFrom(...names), value);
  const answer = fc.oneof(anything, fc.record({ _type: fc.constant('playlist'), entries: fc.array(anything, { maxLength: 3 }) }));
  fc.assert(
    fc.property(answer, (one) => {
      for (const read of [() => videoOf(one), () => listOf(one, 'https://a.example/', 3)]) {
        try {
          expect(JSON.stringify(read())).not.toMatch(/"(?:coverUrl|pageUrl|url)":"(?!https?:)/);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }
    }),
    { numRuns: 500 },
  );
});
