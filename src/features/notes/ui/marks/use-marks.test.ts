import { expect, test } from 'vitest';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { notes } from '../../words/en.ts';
import { useMarks } from './use-marks.ts';

const key = [['content', 'overview'], { input: { contentId: 'c' }, type: 'query' }];
const listKey = [['user', 'videos'], { type: 'infinite' }];

async function marked(stored: readonly string[]) {
  const page = openPage({
    words: { notes },
    answers: {
      'userNote.addTag': ({ tag }: { tag: string }) => ({ note: `text\n\n#${tag}`, versionId: 'v2' }),
      'userNote.removeTag': () => ({ note: 'text', versionId: 'v3' }),
      'userNote.setFavorite': () => ({ note: 'text #x', versionId: 'v4' }),
    },
  });
  page.queryClient.setQueryData(key, { note: 'text', noteVersionId: 'v1', title: 'T' });
  page.queryClient.setQueryData(listKey, {
    pages: [
      {
        uniqueVideos: [
          { content_id: 'c', tags: [] },
          { content_id: 'd', tags: ['o'] },
        ],
      },
    ],
    pageParams: [null],
  });
  const hook = await page.render((tags: readonly string[]) => useMarks('c', tags), stored);
  return { page, hook, sent: () => page.calls.map(({ path, input }) => [path.replace('userNote.', ''), input]) };
}

test('a tag shows at once, and the stored note and the list follow', async () => {
  const { page, hook, sent } = await marked(['old', favoriteTag]);
  expect([hook.now.tags, hook.now.favorite]).toEqual([['old'], true]);
  const answer = Promise.withResolvers<unknown>();
  page.answers['userNote.addTag'] = () => answer.promise;
  const results: unknown[] = [];
  await hook.after((now) => results.push(now.addTag(' #New ')));
  expect([results, hook.now.tags, sent()]).toEqual([
    [{ tag: 'New', added: true }],
    ['old', 'New'],
    [['addTag', { contentId: 'c', tag: 'New' }]],
  ]);
  await hook.after((now) => results.push(now.addTag('new'), now.addTag('OLD'), now.addTag('#')));
  expect(results.slice(1)).toEqual([
    { tag: 'new', added: false },
    { tag: 'OLD', added: false },
    { tag: '', added: false },
  ]);
  await hook.after(() => answer.resolve({ note: 'text\n\n#New', versionId: 'v2' }));
  expect(sent()).toHaveLength(1);
  expect(page.queryClient.getQueryData(key)).toEqual({ note: 'text\n\n#New', noteVersionId: 'v2', title: 'T' });
  expect(page.queryClient.getQueryState(listKey)?.isInvalidated).toBe(true);
  const [first, second] = [
    { content_id: 'c', tags: ['New'] },
    { content_id: 'd', tags: ['o'] },
  ];
  expect(page.queryClient.getQueryData(listKey)).toMatchObject({ pages: [{ uniqueVideos: [first, second] }] });
});

test('marks are sent one after the other, and show what they will make together', async () => {
  const { page, hook, sent } = await marked(['a', 'B']);
  const answer = Promise.withResolvers<unknown>();
  page.answers['userNote.removeTag'] = () => answer.promise;
  await hook.after((now) => now.removeTag('b'));
  await hook.after((now) => now.setFavorite(true));
  expect([hook.now.tags, hook.now.favorite, sent().length]).toEqual([['a'], true, 1]);
  await hook.after((now) => now.setFavorite(false));
  await hook.after((now) => now.addTag('b'));
  expect([hook.now.tags, hook.now.favorite]).toEqual([['a', 'b'], false]);
  await hook.after(() => answer.resolve({ note: '', versionId: '' }));
  await page.settle(50);
  expect(sent()).toEqual([
    ['removeTag', { contentId: 'c', tag: 'b' }],
    ['setFavorite', { contentId: 'c', favorite: true }],
    ['setFavorite', { contentId: 'c', favorite: false }],
    ['addTag', { contentId: 'c', tag: 'b' }],
  ]);
});

test('a mark that failed is taken back and told', async () => {
  const { page, hook } = await marked(['a']);
  for (const path of ['addTag', 'setFavorite'])
    page.answers[`userNote.${path}`] = () => {
      throw refusal('internal');
    };
  await hook.after((now) => now.addTag('b'));
  await hook.after((now) => now.setFavorite(true));
  await page.settle();
  expect([hook.now.tags, hook.now.favorite]).toEqual([['a'], false]);
  expect(page.toasts.map(({ message }) => message)).toEqual([notes.marks.tagFailed, notes.marks.favoriteFailed]);
  expect(page.queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});
