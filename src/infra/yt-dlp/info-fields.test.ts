/** What is made of each field that yt-dlp gives, leaves out or gives in another form. */
import { expect, test } from 'vitest';
import type { YtDlpVideo } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { listOf, parseAnswer, videoOf } from './info.ts';

const video = (fields: object) => videoOf(fields) as YtDlpVideo;
const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

test('videos: without anything known there is a video of no name', () => {
  expect(video({})).toEqual({
    ...{ extractor: 'Generic', id: '', title: '', author: null, description: null, publishedAt: null, durationMs: null },
    ...{ coverUrl: null, pageUrl: null, language: null, chapters: [], tracks: [], live: 'no', availability: null, type: 'video' },
  });
  const odd = {
    id: {},
    title: 5,
    duration: -1,
    timestamp: 'x',
    thumbnails: 'x',
    chapters: {},
    subtitles: [],
    formats: 'x',
    is_live: 'yes',
  };
  expect(video(odd)).toEqual(video({}));
  expect(video({ id: 7, title: ` ${'t'.repeat(1001)} `, description: ' ', duration: 0 })).toMatchObject({
    ...{ id: '7', title: 't'.repeat(1000), description: null, durationMs: null },
  });
  expect([
    parseAnswer('{"id":1}'),
    codeOf(() => parseAnswer('5')),
    codeOf(() => videoOf('text')),
    codeOf(() => listOf(5, 'https://a', 1)),
  ]).toEqual([...[{ id: 1 }, 'ytdlp_failed', 'ytdlp_failed', 'ytdlp_failed']]);
});

test('videos: the author is the channel, else who uploaded or made it', () => {
  const author = (fields: object) => video(fields).author;
  const all = { channel: ' Channel ', uploader: 'Uploader', creator: 'Creator' };
  expect([author(all), author({ ...all, channel: null }), author({ creator: 'Creator' }), author({ channel: ' ' })]).toEqual([
    ...['Channel', 'Uploader', 'Creator', null],
  ]);
});

test('videos: the date is when it was released, else uploaded', () => {
  const date = (fields: object) => video(fields).publishedAt;
  expect(date({ release_timestamp: 1, timestamp: 2 })).toBe('1970-01-01T00:00:01.000Z');
  expect(date({ timestamp: 2, release_date: '20250102' })).toBe('1970-01-01T00:00:02.000Z');
  expect(date({ timestamp: -1 })).toBe('1969-12-31T23:59:59.000Z');
  expect([date({ release_date: '20250102', upload_date: '20240304' }), date({ upload_date: '20240304' })]).toEqual([
    '2025-01-02',
    '2024-03-04',
  ]);
  expect(date({ timestamp: 1e11, upload_date: '20240304' })).toBe('2024-03-04');
  for (const odd of ['2024030', '202403044', 'x20240304', '2024-03-04', 'aaaabbcc'])
    expect(date({ upload_date: odd }), odd).toBeNull();
});

test('videos: addresses are of the web, and the last picture is the best', () => {
  const thumbnails = [{ url: 'https://a.example/1' }, { url: 'https://a.example/2', width: -1 }, { url: 'data:x' }, {}];
  expect(video({ thumbnails }).coverUrl).toBe('https://a.example/2');
  expect(video({ thumbnails, thumbnail: 'https://a.example/own' }).coverUrl).toBe('https://a.example/own');
  expect(video({ thumbnails, thumbnail: '//a.example' }).coverUrl).toBe('https://a.example/2');
  for (const odd of ['javascript:x', 'xhttps://a.example', 'https://', '', null])
    expect(video({ webpage_url: odd }).pageUrl, String(odd)).toBeNull();
  expect(video({ webpage_url: 'HTTP://A.example' }).pageUrl).toBe('http://a.example/');
});

test('videos: languages are tags, and chapters have a title and a time', () => {
  const language = (tag: string) => video({ language: tag }).language;
  expect(['en', 'zh_Hans_CN', 'yue-HK', 'EN'].map(language)).toEqual(['en', 'zh-Hans-CN', 'yue-HK', 'EN']);
  expect(['e', 'engl', '1en', 'en-', 'en US', 'en-abcdefghi', ''].map(language)).toEqual(Array(7).fill(null));
  const chapters = [
    { title: ' A ', start_time: 1.0006 },
    { title: ' ', start_time: 2 },
    { title: 'B', start_time: null },
    5,
    { title: 'C', start_time: 0 },
  ];
  expect(video({ chapters }).chapters).toEqual([
    { title: 'A', startMs: 1001 },
    { title: 'C', startMs: 0 },
  ]);
});

test('videos: tracks are subtitles that have a file, with their name', () => {
  const some = [{ ext: 'vtt' }];
  const subtitles = {
    ...{ live_chat: some, rechat: some, danmaku: some, comments: some, none: [], odd: 'x', 'a b': some },
    ...{ my_live_chat: some, comments_en: some, de: [5, { name: '' }, { name: 'Deutsch' }] },
  };
  expect(video({ subtitles }).tracks.map(({ id, name, language, automatic }) => [id, name, language, automatic])).toEqual([
    ['my_live_chat', null, 'my-live-chat', false],
    ['comments_en', null, null, false],
    ['de', 'Deutsch', 'de', false],
  ]);
  expect(video({ automatic_captions: { de: some } }).tracks).toEqual([{ id: 'de', language: 'de', name: null, automatic: true }]);
});

test('videos: whether one is live, who may see it, and whether it has pictures', () => {
  const live = (fields: object) => video(fields).live;
  expect(
    ['is_upcoming', 'is_live', 'was_live', 'post_live', 'not_live', 'odd'].map((live_status) => live({ live_status })),
  ).toEqual([...['upcoming', 'live', 'ended', 'ended', 'no', 'no']]);
  expect([live({ is_live: true }), live({ is_live: false }), live({ is_live: true, live_status: 'not_live' })]).toEqual([
    'live',
    'no',
    'no',
  ]);
  const seen = {
    public: 'public',
    unlisted: 'unlisted',
    private: 'private',
    premium_only: 'members',
    subscriber_only: 'members',
    needs_auth: 'login',
    odd: null,
  };
  for (const [availability, expected] of Object.entries(seen))
    expect(video({ availability }).availability, availability).toBe(expected);
  const type = (...codecs: unknown[]) => video({ formats: codecs.map((vcodec) => ({ vcodec })) }).type;
  expect([type(), type('none'), type('none', 'none'), type('none', 'avc1'), type(null), type('none', 5)]).toEqual([
    ...['video', 'audio', 'audio', 'video', 'video', 'video'],
  ]);
});

test('videos: one in a list of one is that, or where it is', () => {
  const of = (...entries: unknown[]) => codeOf(() => videoOf({ _type: 'playlist', entries }));
  expect(of(null, { formats: [], id: 'a' })).toMatchObject({ id: 'a' });
  expect(of({ url: 'https://a.example/1', webpage_url: 'https://a.example/2' })).toEqual({ elsewhere: 'https://a.example/1' });
  expect(of({ webpage_url: 'https://a.example/2' })).toEqual({ elsewhere: 'https://a.example/2' });
  expect(of({ url: 'https://a.example/1' }, null)).toEqual({ elsewhere: 'https://a.example/1' });
  expect([of(), of(5), of(null), codeOf(() => videoOf({ _type: 'playlist' }))]).toEqual(Array(4).fill('input_unsupported'));
  expect(of({ url: 'https://a.example/1' }, {})).toBe('listing_link');
});

test('videos: a list says what it is, and each of its own', () => {
  const entry = {
    webpage_url: 'https://a.example/w',
    url: 'https://a.example/u',
    title: ' One ',
    duration: 1.2345,
    timestamp: 1,
    thumbnail: 'https://a.example/c',
    uploader: 'Ada',
  };
  const about = { title: ' Walks ', webpage_url: 'https://a.example/list', channel: 'Channel', thumbnail: 'https://a.example/t' };
  expect(
    listOf(
      { _type: 'playlist', ...about, playlist_count: 0, entries: [entry, { url: 'https://a.example/p/2', title: ' ' }, 5] },
      'https://b.example/x',
      9,
    ),
  ).toEqual({
    ...{ title: 'Walks', url: 'https://a.example/list', author: 'Channel', coverUrl: 'https://a.example/t', total: 0 },
    items: [
      {
        url: 'https://a.example/w',
        title: 'One',
        durationMs: 1235,
        publishedAt: '1970-01-01T00:00:01.000Z',
        coverUrl: 'https://a.example/c',
        author: 'Ada',
      },
      { url: 'https://a.example/p/2', title: '/p/2', durationMs: null, publishedAt: null, coverUrl: null, author: null },
    ],
  });
  expect(listOf({ _type: 'playlist', playlist_count: -1 }, 'https://b.example/x', 9)).toEqual({
    ...{ title: 'b.example', url: 'https://b.example/x', author: null, coverUrl: null, total: null, items: [] },
  });
});
