import { expect, test } from 'vitest';
import { parseFeed } from '../../feeds/parse-feed.ts';
import { itemEpisode } from './feed-item.ts';

const url = 'https://show.example/feed';

/** The address of the sound of an episode. */
function soundOf(enclosures: string): string | null {
  const feed = parseFeed(Buffer.from(`<rss><channel><item><title>Talk</title>${enclosures}</item></channel></rss>`));
  const [item] = feed.items;
  return item ? (itemEpisode(feed, item, { url, base: url })?.audio.url ?? null) : null;
}

test.each(['mp3', 'audio', 'application/mp3', 'mpeg/audio', 'x-audio/mp3', 'audio/mpeg'])(
  'SUM-03 finds the sound whose type is written %s',
  (type) => {
    expect(soundOf(`<enclosure url="/play?id=1" type="${type}"/>`)).toBe('https://show.example/play?id=1');
  },
);

test('SUM-03 takes a sound before a playlist, which it cannot fetch', () => {
  const playlist = '<enclosure url="/live.m3u8" type="application/x-mpegURL"/>';
  expect(soundOf(`${playlist}<enclosure url="/a.mp3" type="audio/mpeg"/>`)).toBe('https://show.example/a.mp3');
  expect(soundOf(playlist)).toBeNull();
});

test.each(['mp3', 'm4b', 'mpga', 'mov'])('SUM-03 finds the sound by its name in .%s, whatever its type', (ending) => {
  for (const type of ['text/html', 'application/octet-stream', ''])
    expect(soundOf(`<enclosure url="/1.${ending}?x=1" type="${type}"/>`)).toBe(`https://show.example/1.${ending}?x=1`);
});

test('SUM-03 takes no picture or page for a sound', () => {
  expect(soundOf('<enclosure url="/1.jpg" type="image/jpeg"/>')).toBeNull();
  expect(soundOf('<enclosure url="/1" type="text/html"/>')).toBeNull();
});
