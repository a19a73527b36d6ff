import { expect, test } from 'vitest';
import { isPersonalAddress, publicAddress } from './personal-address.ts';

test.each([
  'https://blog.example/feed.xml',
  'https://feeds.example/a-show-with-a-rather-long-name/rss',
  'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqr1234',
  'https://www.youtube.com/channel/UCabcdefghijklmnopqr1234',
  'https://space.bilibili.com/7584632',
  'https://feeds.example/membership/premiums/rss',
  'https://feeds.example/a1b2c3d4e5f6a7b8c9d',
  'https://feeds.example/public/shows/4f9a1c03-77ab-4e5d-9d1b-0c1f2a3b4c5d',
])('EXP-02 %s can be shown', (address) => {
  expect(isPersonalAddress(address)).toBe(false);
});

test.each([
  'https://ada:secret@blog.example/feed.xml',
  'https://www.patreon.com/rss/show?auth=abc',
  'https://api.example/feed/podcast/12/private/me.rss',
  'https://feeds.example/4f9a1c03-77ab-4e5d-9d1b-0c1f2a3b4c5d.rss',
  'https://feeds.example/Members/rss',
  'https://feeds.example/public/private/me.rss',
  'https://feeds.example/member/rss',
  'https://feeds.example/premium',
  'https://ada@feeds.example/rss',
  'https://notyoutube.com/feeds/videos.xml?channel_id=UC1',
  'https://feeds.example/u/a1b2c3d4e5f6a7b8c9d0e1f2',
  'https://www.youtube.com/feeds/videos.xml?channel_id=UC1&key=mine',
  'no address',
])('EXP-02 %s may be somebody’s own', (address) => {
  expect(isPersonalAddress(address)).toBe(true);
});

test('COL-02 an episode is shown with its feed’s address unless that may be somebody’s own; pages are shown as they are', () => {
  for (const shown of [null, 'https://feeds.example/rss?guid=1', 'https://blog.example/?p=12', 'https://blog.example/premium'])
    expect(publicAddress(shown)).toBe(shown);
  for (const hidden of ['https://x.example/rss?auth=abc&guid=1', 'https://feeds.example/private/me.rss?guid=1'])
    expect(publicAddress(hidden)).toBeNull();
});
