import { expect, test } from 'vitest';
import { looksLikeJsonFeed, parseJsonFeed } from './json-feed.ts';
import { bestOffer, isMediaOffer } from './media-offer.ts';

const version = 'https://jsonfeed.org/version/1.1';
const read = (more: object) => parseJsonFeed(JSON.stringify({ version, ...more }));
const itemOf = (item: object, more: object = {}) => read({ ...more, items: [item] })?.items[0];
const emptyItem = {
  title: null,
  link: null,
  date: null,
  enclosure: null,
  id: null,
  author: null,
  duration: null,
  description: null,
  image: null,
  transcripts: [],
  chaptersUrl: null,
  chapters: [],
};

test.each<[head: string, expected: boolean]>([
  [`{"version":"${version}"`, true],
  [' \n{ "title": "x",\n "version" : "http://www.jsonfeed.org/version/1"', true],
  ['{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"', true],
  [`{"a":"${'x'.repeat(2990)}","version":"${version}"`, true],
  [`{"a":"${'x'.repeat(3000)}","version":"${version}"`, false],
  [`x{"version":"${version}"`, false],
  [`["version":"${version}"`, false],
  ['{"version":"https://jsonfeed.com/version/1"', false],
  ['{"version":"1.1"', false],
])('feeds: tell a JSON feed by %j', (head, expected) => {
  expect(looksLikeJsonFeed(head)).toBe(expected);
});

test('feeds: read what a JSON feed says of itself', () => {
  const empty = { title: null, link: null, id: null, author: null, language: null, image: null, movedTo: null, items: [] };
  expect(read({})).toEqual(empty);
  expect(read({ title: 1, home_page_url: [], items: {}, authors: 'x', author: [] })).toEqual(empty);
  const told = {
    title: ' A\n feed ',
    home_page_url: 'https://a.example/',
    feed_url: 'https://a.example/f',
    language: 'en',
    favicon: 'f.png',
    authors: [{ name: ' ' }, { name: 'Ann (ann@a.example)' }, { name: 'Bo' }],
    author: { name: 'Cy' },
    items: [null, 1, []],
  };
  expect(read(told)).toEqual({
    ...empty,
    title: 'A feed',
    link: 'https://a.example/',
    id: 'https://a.example/f',
    author: { name: 'Ann', email: 'ann@a.example' },
    language: 'en',
    image: 'f.png',
  });
  expect(read({ icon: 'i.png', favicon: 'f.png', author: { name: 'Cy' } })).toMatchObject({
    image: 'i.png',
    author: { name: 'Cy', email: null },
  });
  expect(parseJsonFeed(`{"version":"${version}"`)).toBeNull();
  expect(parseJsonFeed('{"items":[]}')).toBeNull();
});

test('feeds: read the items of a JSON feed', () => {
  expect(itemOf({})).toEqual(emptyItem);
  expect(
    itemOf(
      {
        id: 7,
        title: 'T',
        url: 'u',
        external_url: 'e',
        date_published: 'soon',
        date_modified: '2024-03-05',
        content_text: 'a\n\nb',
        summary: 's',
        image: 'i',
        banner_image: 'b',
        attachments: [
          { url: ' ' },
          { url: 'a.txt', mime_type: 'text/plain' },
          { url: 'a.mp3', mime_type: ' audio/mpeg ', duration_in_seconds: 61 },
        ],
      },
      { author: { name: 'Ann' } },
    ),
  ).toEqual({
    ...emptyItem,
    title: 'T',
    link: 'u',
    date: '2024-03-05T00:00:00.000Z',
    enclosure: { url: 'a.mp3', type: 'audio/mpeg' },
    id: '7',
    author: { name: 'Ann', email: null },
    duration: '61',
    description: '<p>a</p>\n<p>b</p>',
    image: 'i',
  });
  expect(
    itemOf({
      id: ' x ',
      external_url: 'e',
      date_published: '2024-03-06',
      date_modified: '2024-03-05',
      content_html: '<b>',
      content_text: 'a',
      banner_image: 'b',
      attachments: [{ url: 'a', duration_in_seconds: '61' }],
      authors: [{ name: 'Bo' }],
    }),
  ).toEqual({
    ...emptyItem,
    link: 'e',
    date: '2024-03-06T00:00:00.000Z',
    enclosure: { url: 'a', type: null },
    id: 'x',
    author: { name: 'Bo', email: null },
    description: '<b>',
    image: 'b',
  });
  expect(itemOf({ id: true, summary: ' s ' })).toEqual({ ...emptyItem, description: '<p>s</p>' });
});

test('feeds: read as many items of a JSON feed as a feed may have', () => {
  expect(read({ items: Array.from({ length: 20_001 }, () => ({})) })?.items).toHaveLength(20_000);
});

test.each<[type: string | null, url: string, expected: boolean]>([
  ['audio/mpeg', 'a', true],
  ['video/mp4', 'a', true],
  ['x-audio/mp3', 'a', true],
  ['mp3', 'a', true],
  ['audiobook', 'a', false],
  [null, 'a.mp3?x=1#t', true],
  [null, 'a?b.mp3', false],
  [null, 'a', false],
  ['application/x-mpegURL', 'a.mp3', false],
  ['audio/mpegurl', 'a', false],
])('feeds: tell whether an offer of type %j at %j is a medium', (type, url, expected) => {
  expect(isMediaOffer({ type, url })).toBe(expected);
});

test('feeds: prefer a medium whose type is well written, then any, then the first offer', () => {
  const offer = (type: string | null, url = 'a') => ({ type, url });
  const page = offer('text/html');
  const loose = offer('mp3');
  const written = offer('audio/mpeg');
  const playlist = offer('audio/x-mpegurl');
  expect(bestOffer([page, playlist, loose, written])).toBe(written);
  expect(bestOffer([page, playlist, loose])).toBe(loose);
  expect(bestOffer([page, offer(null, 'a.mp3')])).toEqual(offer(null, 'a.mp3'));
  expect(bestOffer([playlist, page])).toBe(playlist);
  expect(bestOffer([])).toBeNull();
});
