import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import type { Highlight } from '../contract.ts';
import { highlights as words } from '../words/en.ts';
import {
  type HighlightTexts,
  type NewHighlight,
  useHighlightActions,
  useHighlights,
  useHighlightTexts,
} from './use-highlights.ts';

const contentId = '11111111-2222-4333-8444-555555555555';
const key = [['highlights', 'ofContent'], { input: { contentId }, type: 'query' }];
const quote = (exact: string) => ({ exact, prefix: '', suffix: '', start: 0, alone: true });
const row = (id: string, more: Partial<Highlight> = {}): Highlight =>
  ({
    id,
    content_id: contentId,
    scope: 'note',
    anchors: quote(id),
    colour: 'yellow',
    comment: '',
    section_id: null,
    created_at: `2026-01-0${id}T00:00:00Z`,
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  }) as unknown as Highlight;

const fresh = { scope: 'note', anchors: quote('new'), colour: 'green' } as unknown as NewHighlight;

/** A content with the highlights 1 and 2. */
async function opened({ loaded = true } = {}) {
  const page = openPage({
    words: { highlights: words },
    answers: {
      'highlights.ofContent': () => ({ highlights: [row('1'), row('2')] }),
      'highlights.create': () => ({}),
      'highlights.update': () => ({}),
      'highlights.delete': () => ({}),
      'highlights.restore': () => ({}),
      'highlights.reattach': () => ({}),
    },
  });
  for (const path of [
    ['highlights', 'list'],
    ['user', 'videos'],
  ])
    page.queryClient.setQueryData([path], 'known');
  const hook = await page.render(
    () => ({ list: useHighlights(loaded ? contentId : 'none'), ...useHighlightActions(contentId) }),
    null,
  );
  await page.settle();
  page.calls.length = 0;
  return {
    page,
    hook,
    rows: () => hook.now.list.highlights,
    ids: () => hook.now.list.highlights.map(({ id }) => id),
    sent: () => page.calls.filter(({ path }) => path !== 'highlights.ofContent'),
    isStale: (...path: string[]) => page.queryClient.getQueryState([path])?.isInvalidated,
  };
}

test('highlights are read for a content, not for what is no id', async () => {
  const { hook, ids, page } = await opened();
  expect([ids(), hook.now.list.error, hook.now.list.isPending, hook.now.list.retrying]).toEqual([['1', '2'], null, false, false]);
  page.answers['highlights.ofContent'] = () => {
    throw refusal('internal');
  };
  await hook.after(({ list }) => list.retry());
  // A failed later read does not take the list away.
  expect([page.calls.length, ids(), hook.now.list.error]).toEqual([1, ['1', '2'], null]);
  const none = openPage({ answers: {} });
  const other = await none.render((id: string) => useHighlights(id), `${contentId}0`);
  await other.update(`x${contentId}`);
  expect([none.calls, other.now.highlights, other.now.isPending]).toEqual([[], [], true]);
});

test('a failed first read is an error', async () => {
  const page = openPage({
    answers: {
      'highlights.ofContent': () => {
        throw refusal('internal');
      },
    },
  });
  const hook = await page.render(() => useHighlights(contentId), null);
  await page.settle();
  expect([hook.now.error === null, hook.now.highlights]).toEqual([false, []]);
});

test('a new highlight shows at once, with an id of its own, and is stored', async () => {
  const { page, hook, rows, sent, isStale } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['highlights.create'] = () => answer.promise;
  let made: Highlight | undefined;
  await hook.after((now) => {
    made = now.create(fresh);
  });
  expect(made?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(rows()[2]).toEqual({
    ...fresh,
    comment: '',
    id: made?.id,
    content_id: contentId,
    created_at: made?.created_at,
    updated_at: made?.created_at,
  });
  expect(sent()).toEqual([{ path: 'highlights.create', input: { ...fresh, id: made?.id, contentId } }]);
  expect([isStale('highlights', 'list'), isStale('user', 'videos')]).toEqual([false, false]);
  await hook.after(() => answer.resolve({}));
  expect([isStale('highlights', 'list'), isStale('user', 'videos')]).toEqual([true, true]);
  // What is shown is known: the list of this content is not read again.
  expect(page.calls).toHaveLength(1);
});

test('a change to a highlight that is being made waits until it is there', async () => {
  const { page, hook, rows, sent } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['highlights.create'] = () => answer.promise;
  let id = '';
  await hook.after((now) => {
    id = now.create(fresh).id;
  });
  await hook.after((now) => now.update(id, { comment: 'hm' }));
  expect([rows()[2]?.comment, sent().length]).toEqual(['hm', 1]);
  await hook.after(() => answer.resolve({}));
  expect(sent()[1]).toEqual({ path: 'highlights.update', input: { highlightId: id, comment: 'hm' } });
  await hook.after((now) => now.update(id, { colour: 'blue' } as never, { leaving: true }));
  expect(sent().slice(2)).toEqual([{ path: 'highlights.update', input: { highlightId: id, colour: 'blue' } }]);
});

test('a page that closes sends a highlight that is being made with its change', async () => {
  const { page, hook, sent } = await opened();
  page.answers['highlights.create'] = () => new Promise(() => undefined);
  let id = '';
  await hook.after((now) => {
    id = now.create(fresh).id;
  });
  await hook.after((now) => now.update(id, { comment: 'hm' }, { leaving: true }));
  expect(sent()[1]).toEqual({ path: 'highlights.create', input: { ...fresh, id, contentId, comment: 'hm' } });
  expect(sent()).toHaveLength(2);
});

test('a highlight that could not be made is taken away, and changes that waited for it are not sent', async () => {
  const { page, hook, ids, sent } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['highlights.create'] = () => answer.promise;
  page.answers['highlights.ofContent'] = () => new Promise(() => undefined);
  let id = '';
  await hook.after((now) => {
    id = now.create(fresh).id;
  });
  await hook.after((now) => now.update(id, { comment: 'hm' }));
  await hook.after(() => answer.reject(refusal('too_many')));
  expect(ids()).toEqual(['1', '2']);
  expect(sent()).toHaveLength(1);
  expect(page.toasts).toMatchObject([{ tone: 'error', message: 'Couldn’t save the highlight.' }]);
  expect(page.calls.at(-1)?.path).toBe('highlights.ofContent');
});

test('a change shows at once, and a refused one is taken back without later ones', async () => {
  const { page, hook, rows } = await opened();
  const answer = Promise.withResolvers<unknown>();
  page.answers['highlights.update'] = () => answer.promise;
  page.answers['highlights.ofContent'] = () => new Promise(() => undefined);
  await hook.after((now) => now.update('1', { comment: 'one', colour: 'blue' } as never));
  await hook.after((now) => now.update('1', { comment: 'two' }));
  expect(rows()[0]).toEqual(row('1', { comment: 'two', colour: 'blue' as never }));
  page.answers['highlights.update'] = () => ({});
  await hook.after(() => answer.reject(refusal('internal')));
  expect(rows()[0]?.colour).toBe('yellow');
  expect(rows()[1]).toEqual(row('2'));
});

test('a deleted highlight can be restored with a comment that was being typed', async () => {
  const { page, hook, ids, rows, sent } = await opened();
  await hook.after((now) => now.remove(row('1'), 'typed'));
  expect([ids(), sent()]).toEqual([['2'], [{ path: 'highlights.delete', input: { highlightId: '1' } }]]);
  const [toast] = page.toasts;
  expect(toast).toMatchObject({ id: 'highlight-1', message: 'Highlight deleted', action: { label: 'Undo' } });
  await hook.after(() => toast?.action?.onAction());
  await page.settle();
  expect([ids(), rows()[0]?.comment]).toEqual(['1', '2'].length === 2 ? [['1', '2'], 'typed'] : []);
  expect(sent().slice(1)).toEqual([
    { path: 'highlights.restore', input: { highlightId: '1' } },
    { path: 'highlights.update', input: { highlightId: '1', comment: 'typed' } },
  ]);
  await hook.after((now) => now.remove(row('2', { comment: 'own' }), null));
  page.calls.length = 0;
  await hook.after(() => page.toasts[1]?.action?.onAction());
  expect([sent().map(({ path }) => path), rows()[1]?.comment]).toEqual([['highlights.restore'], 'own']);
});

test('a refused deletion or restoring is taken back', async () => {
  const { page, hook, ids } = await opened();
  page.answers['highlights.ofContent'] = () => new Promise(() => undefined);
  page.answers['highlights.delete'] = () => {
    throw cut();
  };
  await hook.after((now) => now.remove(row('1'), null));
  await page.settle();
  expect([ids(), page.toasts.map(({ tone }) => tone)]).toEqual([['1', '2'], ['error']]);
  page.answers['highlights.restore'] = () => {
    throw cut();
  };
  await hook.after((now) => now.restore(row('3'), null));
  await page.settle();
  expect([ids(), page.toasts.length]).toEqual([['1', '2'], 2]);
});

test('found places are shown and stored, a hundred at a time, without a word', async () => {
  const { page, hook, rows, sent } = await opened();
  page.answers['highlights.reattach'] = () => {
    throw refusal('internal');
  };
  const items = Array.from({ length: 201 }, (_, at) => ({ id: String(at + 1), anchors: quote(`moved ${at + 1}`) }));
  await hook.after((now) => now.reattach(items));
  expect(rows().map(({ anchors }) => (anchors as { exact: string }).exact)).toEqual(['moved 1', 'moved 2']);
  const parts = sent().map(({ input }) => (input as { items: unknown[]; contentId: string }).items.length);
  expect([parts, page.toasts]).toEqual([[100, 100, 1], []]);
  expect(sent()[1]?.input).toEqual({ contentId, items: items.slice(100, 200) });
  page.calls.length = 0;
  await hook.after((now) => now.reattach(items.slice(0, 100)));
  expect(sent()).toHaveLength(1);
});

test('a list that is not loaded when a highlight is made is read again afterwards', async () => {
  const { page, hook } = await opened({ loaded: false });
  page.queryClient.setQueryData(key, undefined);
  await hook.after((now) => now.create(fresh));
  page.queryClient.setQueryData(key, { highlights: [] });
  const stale = () => page.queryClient.getQueryState(key)?.isInvalidated;
  expect(stale()).toBe(false);
  await hook.after((now) => now.remove(row('1'), null));
  expect(stale()).toBe(false);
});

const overview = (more: object) => ({
  contentId,
  note: null,
  extractionId: 'e',
  hasScript: false,
  hasText: false,
  transcriptVersion: 1,
  ...more,
});

async function texts(more: object | null, scopes: string[]): Promise<{ texts: HighlightTexts | null; paths: string[] }> {
  const page = openPage({
    answers: {
      'content.overview': () => (more === null ? new Promise(() => undefined) : overview(more)),
      'content.transcript': () => ({ subtitlesArray: [{ text: 'said' }, { text: 'more' }] }),
      'content.sourceText': () => ({ articleMarkdown: '**read**', paragraphs: [] }),
      'content.article': () => ({ chapters: [{ title: 'C', paragraphs: [{ text: 'spoken' }] }] }),
      'content.writtenArticle': () => ({ parts: [{ title: null, paragraphs: [{ text: 'written' }] }] }),
    },
  });
  const wanted = scopes.map((scope, at) => row(String(at), { scope: scope as never }));
  const hook = await page.render(() => useHighlightTexts(contentId, wanted), null);
  await page.settle();
  await page.settle();
  return { texts: hook.now, paths: [...new Set(page.calls.map(({ path }) => path))].sort() };
}

test('only the texts that a highlight needs are read', async () => {
  expect(await texts(null, ['note'])).toEqual({ texts: null, paths: ['content.overview'] });
  expect(await texts({ note: '# a *b*' }, ['note'])).toEqual({
    texts: { note: ['\na b\n'], article: null, subtitle: null },
    paths: ['content.overview'],
  });
  expect(await texts({ hasText: true }, ['article'])).toEqual({
    texts: { note: null, article: ['\nread\n'], subtitle: null },
    paths: ['content.overview', 'content.sourceText'],
  });
  expect(await texts({ hasScript: true }, ['subtitle'])).toEqual({
    texts: { note: null, article: null, subtitle: ['said\nmore'] },
    paths: ['content.overview', 'content.transcript'],
  });
});

test('the article of a talk is looked at in both forms, the written one first', async () => {
  const { texts: found, paths } = await texts({ hasScript: true }, ['article']);
  expect(found?.article).toEqual(['\nwritten', 'C\nspoken']);
  expect(paths).toContain('content.writtenArticle');
  expect((await texts({ hasScript: true, hasText: true }, ['article'])).texts?.article).toEqual(['\nread\n']);
});
