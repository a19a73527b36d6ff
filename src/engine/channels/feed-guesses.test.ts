import { expect, test } from 'vitest';
import { feedGuesses, siteFeed } from './feed-guesses.ts';
import { findFeeds } from './find-feeds.ts';

test.each([
  ['https://github.com/a/b', 'https://github.com/a/b/releases.atom'],
  ['https://www.github.com/a/b/tree/x', 'https://www.github.com/a/b/releases.atom'],
  ['https://github.com/a', null],
  ['https://xgithub.com/a/b', null],
  ['https://medium.com/@ada', 'https://medium.com/feed/@ada'],
  ['https://medium.com/', null],
  ['https://ada.medium.com/x', 'https://ada.medium.com/feed'],
  ['https://ada.substack.com/p/x', 'https://ada.substack.com/feed'],
  ['https://old.reddit.com/r/rye/top', 'https://old.reddit.com/r/rye/.rss'],
  ['https://reddit.com/user/ada', 'https://reddit.com/user/ada/.rss'],
  ['https://reddit.com/x/ada', null],
  ['https://reddit.com/r', null],
  ['https://bsky.app/profile/ada', 'https://bsky.app/profile/ada/rss'],
  ['https://bsky.app/feed/ada', null],
  ['https://bsky.app/profile', null],
  ['https://ada.tumblr.com/a', 'https://ada.tumblr.com/rss'],
  ['https://ada.wordpress.com/', 'https://ada.wordpress.com/feed/'],
  ['https://ada.blogspot.co.uk/2020', 'https://ada.blogspot.co.uk/feeds/posts/default'],
  ['https://example.org/a', null],
])('EXP-01 the feed of %s is %s', (url, feed) => {
  expect(siteFeed(new URL(url))).toBe(feed);
});

test('EXP-01 six places are guessed at, those below the link first', () => {
  const guesses = (path: string) =>
    feedGuesses(new URL(path, 'https://x.example')).map((url) => url.replace('https://x.example', ''));
  const below = (folder: string) => ['feed', 'index.xml', 'atom.xml'].map((name) => folder + name);
  expect(guesses('/blog')).toEqual([...below('/blog/'), '/feed', '/rss.xml', '/atom.xml']);
  expect(guesses('/a/b/?q=1')).toEqual([...below('/a/b/'), '/feed', '/rss.xml', '/atom.xml']);
  expect(guesses('/')).toEqual(['/feed', '/rss.xml', '/atom.xml', '/feed.xml', '/index.xml', '/rss']);
});

test.each<[html: string, feeds: string[]]>([
  [
    '<link rel="alternate" type="application/rss+xml" href="/f"><link rel=alternate type="text/html" href="/no"><link rel="feed" href="g">' +
      '<link rel="ALTERNATE feed" href="/f"><a rel=feed href=/h></a><link rel=alternate type=" Application/Atom+XML " href="https://y.example/z">' +
      '<link rel=alternate type="text/xml" href="/four">',
    ['https://x.example/f', 'https://x.example/a/g', 'https://y.example/z'],
  ],
  [
    '<link rel="alternate" type="application/rss+xml" href="/c" title="Comments"><link rel=alternate type="application/rdf+xml" href="/comments/f">' +
      '<link rel=feed href="javascript:x"><link rel=feed href="http://[bad"><link rel=feed href="/ok"><link rel=feed>',
    ['https://x.example/ok', 'https://x.example/c', 'https://x.example/comments/f'],
  ],
  ['<base href="/base/"><link rel=feed href="f">', ['https://x.example/base/f']],
  ['<base href="http://[bad"><link rel=feed href="f">', ['https://x.example/a/f']],
  ['<link type="application/rss+xml" href="/f"><link rel=alternate href="/f">', []],
])('EXP-01 the page %s names its feeds', (html, feeds) => {
  expect(findFeeds({ bytes: new TextEncoder().encode(html), contentType: 'text/html', url: 'https://x.example/a/b' })).toEqual(
    feeds,
  );
});
