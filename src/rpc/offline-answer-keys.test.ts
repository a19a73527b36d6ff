import { expect, test } from 'vitest';
import { answersAbout, keyOf, ownerPath, surplusOf } from './offline-answer-keys.ts';

const urlOf = (path: string, input: unknown) => `https://gleaner.test${keyOf({ path, input })}`;
const overviews = Array.from({ length: 390 }, (_, at) => urlOf('content.overview', { contentId: `id-${at}` }));
const pages = Array.from({ length: 45 }, (_, at) => urlOf('user.videos', { cursor: `{"at":${at}}` }));

test('pages of a list that is scrolled push out older pages, and no contents', () => {
  expect(surplusOf([`https://gleaner.test${ownerPath}`, ...overviews, ...pages])).toEqual(pages.slice(0, 5));
  const more = Array.from({ length: 20 }, (_, at) => urlOf('content.transcript', { contentId: `more-${at}` }));
  expect(surplusOf([...overviews, ...more])).toEqual(overviews.slice(0, 10));
});

test('answers about deleted contents are found', () => {
  const urls = [
    urlOf('content.overview', { contentId: 'a' }),
    urlOf('account.me', undefined),
    urlOf('highlights.ofContent', { contentId: 'b' }),
  ];
  expect(answersAbout(urls, ['b', 'c'])).toEqual([urls[2]]);
});
