import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playlistAddress } from '../sites/recognise-playlist.ts';
import { addItems, distinctItems, pageAt, playlistLimits } from './items.ts';
import type { PlaylistItem } from './playlist.ts';

function item(id: number | string): PlaylistItem {
  const url = typeof id === 'number' ? `https://shows.example/feed?guid=${id}` : id;
  return { url, title: `Episode ${id}`, durationMs: null, publishedAt: null, coverUrl: null, author: null };
}
const urls = (items: readonly PlaylistItem[]) => items.map(({ url }) => url);
const anyItems = fc.array(fc.nat(400).map(item), { maxLength: 500 });

test('SUM-02 pages through every item once, in order', () => {
  fc.assert(
    fc.property(anyItems, (list) => {
      const items = distinctItems(list);
      const seen: string[] = [];
      let pages = 0;
      for (let offset: number | null = 0; offset !== null && pages < 100; pages++) {
        const page: ReturnType<typeof pageAt<PlaylistItem>> = pageAt(items, offset);
        expect(page.items.length).toBeLessThanOrEqual(playlistLimits.page);
        for (const { position, item: shown } of page.items) {
          expect(position).toBe(seen.length);
          seen.push(shown.url);
        }
        offset = page.next;
      }
      expect(seen).toEqual(urls(items));
      expect(new Set(seen)).toEqual(new Set(urls(list)));
    }),
  );
});

test('SUM-02 neither loses, doubles nor moves an item in a longer list', () => {
  fc.assert(
    fc.property(anyItems, anyItems, (first, second) => {
      const known = distinctItems(first.slice(0, playlistLimits.page));
      const all = addItems(known, second);
      expect(all.slice(0, known.length)).toEqual(known);
      expect(new Set(urls(all)).size).toBe(all.length);
      expect(new Set(urls(all))).toEqual(new Set([...urls(known), ...urls(second)]));
      // Adding the same items again changes nothing.
      expect(addItems(all, second)).toEqual(all);
    }),
  );
});

test('takes names without space around them and cut at their limit, else the address', () => {
  const names = [' a ', '  ', 'x'.repeat(301)].map((title, at) => ({ ...item(at), title }));
  expect(distinctItems(names).map(({ title }) => title)).toEqual(['a', 'https://shows.example/feed?guid=1', 'x'.repeat(300)]);
});

test('stops at the limit and drops unusable addresses', () => {
  expect(distinctItems(Array.from({ length: 6_000 }, (_, index) => item(index)))).toHaveLength(5_000);
  expect(
    urls(
      distinctItems([item('javascript:alert(1)'), item('ftp://a/b'), item('https://a.example/b#x'), item('https://a.example/b')]),
    ),
  ).toEqual(['https://a.example/b#x']);
});

test.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1234567890abcdef',
    'https://www.youtube.com/playlist?list=PL1234567890abcdef',
    true,
  ],
  ['https://youtu.be/dQw4w9WgXcQ?list=PL1234567890abcdef', 'https://www.youtube.com/playlist?list=PL1234567890abcdef', true],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ',
    false,
  ],
  ['https://www.youtube.com/playlist?list=PL1234567890abcdef', 'https://www.youtube.com/playlist?list=PL1234567890abcdef', false],
  ['https://www.bilibili.com/video/BV1xx411c7mD', 'https://www.bilibili.com/video/BV1xx411c7mD', true],
  ['https://feeds.example/show.xml', 'https://feeds.example/show.xml', false],
])('%s is looked into at %s', (link, address, alsoItem) => {
  const found = playlistAddress(new URL(link));
  expect({ url: found.url.href, alsoItem: found.alsoItem }).toEqual({ url: address, alsoItem });
});
