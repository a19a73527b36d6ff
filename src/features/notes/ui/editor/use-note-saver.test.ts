import { expect, test } from 'vitest';
import { cut, openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { keepDraft, readDraft } from './draft-store.ts';
import { useNoteSaver } from './use-note-saver.ts';

const key = (contentId: string) => [['content', 'overview'], { input: { contentId }, type: 'query' }];
let contents = 0;

/** Opens the editor of a note whose stored text is `old`, version `v1`. Each call makes another content. */
async function edited({
  draft,
  current = 'v1' as string | null,
}: {
  draft?: { text: string; sent?: string };
  current?: string | null;
} = {}) {
  const contentId = `content-${++contents}`;
  let versions = 1;
  let stored = { note: 'old', noteVersionId: 'v1' };
  const page = openPage({
    answers: {
      'content.saveNote': ({ note }: { note: string }) => {
        stored = { note, noteVersionId: `v${++versions}` };
        return { versionId: stored.noteVersionId, updatedAt: `time ${versions}` };
      },
      'content.overview': () => stored,
    },
  });
  if (draft) keepDraft(contentId, { baseVersionId: 'v1', ...draft });
  page.queryClient.setQueryData(key(contentId), { ...stored, title: 'T' });
  const start = () => page.render(() => useNoteSaver(contentId, { versionId: 'v1', text: 'old', current }), null);
  const hook = await start();
  const saves = () => page.calls.filter(({ path }) => path === 'content.saveNote').map(({ input }) => input);
  return {
    page,
    contentId,
    hook,
    start,
    saves,
    draft: () => readDraft(contentId),
    shown: () => page.queryClient.getQueryData(key(contentId)) as Record<string, unknown>,
    putThere: (note: string | null, noteVersionId: string) =>
      page.queryClient.setQueryData(key(contentId), { note, noteVersionId, title: 'T' }),
    setStored: (next: typeof stored) => {
      stored = next;
    },
    state: () => hook.now.state.kind,
  };
}

const saveOf = (contentId: string, note: string, baseVersionId: string | null, keepBase?: true) => ({
  contentId,
  note,
  baseVersionId,
  ...(keepBase ? { keepBase } : {}),
});

test('typed text is saved after a pause of 1.2 seconds, and kept in the browser until then', async () => {
  const { page, hook, contentId, saves, draft, shown, state } = await edited();
  expect([state(), hook.now.failure, draft()]).toEqual(['saved', null, null]);
  await hook.after((now) => now.change('new'));
  expect([state(), draft(), hook.now.isKept()]).toEqual(['unsaved', { baseVersionId: 'v1', text: 'new' }, true]);
  await page.settle(1000);
  await hook.after((now) => now.change('newer'));
  await page.settle(1194);
  expect([saves(), state()]).toEqual([[], 'unsaved']);
  const arrived = Promise.withResolvers<void>();
  const store = page.answers['content.saveNote'] as (input: never) => unknown;
  page.answers['content.saveNote'] = async (input) => {
    await arrived.promise;
    return store(input);
  };
  await page.settle(1);
  expect([state(), draft()]).toEqual(['saving', { baseVersionId: 'v1', text: 'newer', sent: 'newer' }]);
  arrived.resolve();
  await page.settle();
  expect(saves()).toEqual([saveOf(contentId, 'newer', 'v1', true)]);
  expect([state(), draft(), hook.now.isKept()]).toEqual(['saved', null, false]);
  expect(shown()).toEqual({ note: 'newer', noteVersionId: 'v2', noteEdited: true, updatedAt: 'time 2', title: 'T' });
  expect(page.calls).toHaveLength(1);

  // Only the first save of an opened editor keeps the version before.
  await hook.after((now) => now.change('third'));
  await hook.after((now) => now.flush());
  expect(saves()[1]).toEqual(saveOf(contentId, 'third', 'v2'));
  hook.now.keep();
  await hook.after((now) => now.change('fourth'));
  await hook.after((now) => now.flush());
  expect(saves()[2]).toEqual(saveOf(contentId, 'fourth', 'v3', true));
});

test('text that is as it was saved needs no save', async () => {
  const { page, hook, saves, draft, state } = await edited();
  await hook.after((now) => now.change('new'));
  await hook.after((now) => now.change('old'));
  expect([state(), draft()]).toEqual(['saved', null]);
  await page.settle(5000);
  expect([saves(), await hook.now.flush()]).toEqual([[], true]);
});

test('text typed during a save is sent next, based on the version of that save', async () => {
  const { page, hook, contentId, saves, draft, state } = await edited();
  const answer = Promise.withResolvers<unknown>();
  page.answers['content.saveNote'] = () => answer.promise;
  await hook.after((now) => now.change('one'));
  const flushed: unknown[] = [];
  await hook.after((now) => void now.flush().then((done) => flushed.push(done)));
  expect(state()).toBe('saving');
  await hook.after((now) => now.change('old'));
  // Not the saved text any more: the save that runs is about to change it.
  expect([state(), draft()]).toEqual(['unsaved', { baseVersionId: 'v1', text: 'old', sent: 'one' }]);
  await hook.after((now) => void now.flush().then((done) => flushed.push(done)));
  expect(saves()).toHaveLength(1);
  page.answers['content.saveNote'] = () => ({ versionId: 'v9', updatedAt: 'later' });
  await hook.after(() => answer.resolve({ versionId: 'v2', updatedAt: 'then' }));
  await page.settle();
  expect(saves()).toEqual([saveOf(contentId, 'one', 'v1', true), saveOf(contentId, 'old', 'v2')]);
  expect([flushed, state(), draft()]).toEqual([[false, true], 'saved', null]);
});

test('a save that failed is repeated after five seconds, until it is stored', async () => {
  const { page, hook, contentId, saves, draft, state } = await edited();
  const save = page.answers['content.saveNote'] as (input: never) => unknown;
  page.answers['content.saveNote'] = () => {
    throw cut();
  };
  await hook.after((now) => now.change('new'));
  const flushed: unknown[] = [];
  await hook.after((now) => void now.flush().then((done) => flushed.push(done)));
  expect([flushed, state(), hook.now.failure === null, draft()]).toEqual([
    [false],
    'failed',
    false,
    { baseVersionId: 'v1', text: 'new', sent: 'new' },
  ]);
  await page.settle(4990);
  expect(saves()).toHaveLength(1);
  page.answers['content.saveNote'] = save;
  await page.settle(20);
  expect(saves()).toEqual([saveOf(contentId, 'new', 'v1', true), saveOf(contentId, 'new', 'v1', true)]);
  expect([state(), hook.now.failure, draft()]).toEqual(['saved', null, null]);
});

test('typing back to the saved text takes a failure back', async () => {
  const { page, hook, state } = await edited();
  page.answers['content.saveNote'] = () => {
    throw refusal('internal');
  };
  await hook.after((now) => now.change('new'));
  await hook.after((now) => now.flush());
  expect([state(), hook.now.failure === null]).toEqual(['failed', false]);
  await hook.after((now) => now.change('newer'));
  expect([state(), hook.now.failure === null]).toEqual(['unsaved', false]);
  await hook.after((now) => now.change('old'));
  expect([state(), hook.now.failure]).toEqual(['saved', null]);
  await page.settle(20_000);
  expect(page.calls).toHaveLength(1);
});

test('another version stops the saving until a side is chosen', async () => {
  const { page, hook, contentId, saves, draft, state, setStored } = await edited();
  const save = page.answers['content.saveNote'] as (input: never) => unknown;
  page.answers['content.saveNote'] = () => {
    throw refusal('note_conflict');
  };
  setStored({ note: 'theirs', noteVersionId: 'v8' });
  await hook.after((now) => now.change('mine'));
  await hook.after((now) => now.flush());
  expect([state(), hook.now.failure, page.calls.map(({ path }) => path)]).toEqual([
    'conflict',
    null,
    ['content.saveNote', 'content.overview'],
  ]);
  await hook.after((now) => now.change('mine too'));
  expect([state(), draft()]).toEqual(['conflict', { baseVersionId: 'v1', text: 'mine too', sent: 'mine' }]);
  await page.settle(20_000);
  expect([saves().length, await hook.now.flush(), hook.now.follow()]).toEqual([1, false, null]);
  page.answers['content.saveNote'] = save;
  await hook.after((now) => now.overwrite('v8'));
  expect(saves().at(-1)).toEqual(saveOf(contentId, 'mine too', 'v8', true));
  expect([state(), draft()]).toEqual(['saved', null]);
});

test('overwriting saves even the text that this page saved before', async () => {
  const { page, hook, contentId, saves, setStored } = await edited();
  page.answers['content.saveNote'] = () => {
    throw refusal('note_conflict');
  };
  setStored({ note: 'theirs', noteVersionId: 'v8' });
  await hook.after((now) => now.change('mine'));
  await hook.after((now) => now.flush());
  await hook.after((now) => now.change('old'));
  page.answers['content.saveNote'] = () => ({ versionId: 'v9', updatedAt: 'now' });
  await hook.after((now) => now.overwrite('v8'));
  expect(saves().at(-1)).toEqual(saveOf(contentId, 'old', 'v8', true));
  page.calls.length = 0;
  await hook.after((now) => now.flush());
  expect(saves()).toEqual([]);
});

test.each(['sent now', 'sent by the page before'])('an own save that was never confirmed is no conflict: %s', async (which) => {
  const isBefore = which !== 'sent now';
  const { page, hook, contentId, saves, state, setStored } = await edited(
    isBefore ? { draft: { text: 'mine', sent: 'earlier' } } : {},
  );
  let times = 0;
  page.answers['content.saveNote'] = () => {
    if (++times === 1) throw refusal('note_conflict');
    return { versionId: 'v4', updatedAt: 'now' };
  };
  setStored({ note: isBefore ? 'earlier' : 'mine', noteVersionId: 'v3' });
  await hook.after((now) => now.change('mine'));
  await hook.after((now) => now.flush());
  expect(saves()).toEqual([saveOf(contentId, 'mine', 'v1', true), saveOf(contentId, 'mine', 'v3', true)]);
  expect(state()).toBe('saved');
});

test('a version that came meanwhile is followed where nothing is unsaved', async () => {
  const { hook, putThere, contentId, saves } = await edited();
  expect(hook.now.follow()).toBeNull();
  putThere('their\r\ntext', 'v7');
  expect(hook.now.follow()).toBe('their\ntext');
  expect(hook.now.follow()).toBeNull();
  putThere(null, 'v8');
  expect(hook.now.follow()).toBeNull();
  await hook.after((now) => now.change('their\ntext'));
  expect(hook.now.state.kind).toBe('saved');
  await hook.after((now) => now.change('on top'));
  await hook.after((now) => now.flush());
  expect(saves()).toEqual([saveOf(contentId, 'on top', 'v7', true)]);
});

test('a version that comes while text is unsaved is answered by a save, once', async () => {
  const { page, hook, putThere, contentId, saves, draft } = await edited({ current: 'v6' });
  await hook.after((now) => now.change('mine'));
  putThere('theirs', 'v6');
  expect(hook.now.follow()).toBeNull();
  expect(saves()).toEqual([]);
  page.answers['content.saveNote'] = () => {
    throw cut();
  };
  putThere('theirs', 'v7');
  await hook.after((now) => expect(now.follow()).toBeNull());
  expect(saves()).toEqual([saveOf(contentId, 'mine', 'v1', true)]);
  await hook.after((now) => expect(now.follow()).toBeNull());
  expect([saves().length, draft()?.text]).toEqual([1, 'mine']);
});

test('what is read while a save ends is read again, as it may be the note from before', async () => {
  const { page, hook, contentId } = await edited();
  const late = Promise.withResolvers<unknown>();
  page.answers['content.overview'] = () => late.promise;
  void page.queryClient
    .fetchQuery({ queryKey: key(contentId), queryFn: () => late.promise, staleTime: 0 })
    .catch(() => undefined);
  await hook.after((now) => now.change('new'));
  await hook.after((now) => now.flush());
  const state = page.queryClient.getQueryState(key(contentId));
  expect([state?.isInvalidated, (state?.data as { note: string } | undefined)?.note]).toEqual([true, 'new']);
});

test('a version that another one wrote over meanwhile is read again after a save', async () => {
  const { page, hook, contentId, putThere } = await edited();
  await hook.after((now) => now.change('new'));
  putThere('theirs', 'v5');
  await hook.after((now) => now.flush());
  expect(page.queryClient.getQueryState(key(contentId))?.isInvalidated).toBe(true);
  putThere('theirs', 'v3');
  await hook.after((now) => now.change('newer'));
  await hook.after((now) => now.flush());
  expect(page.queryClient.getQueryState(key(contentId))?.isInvalidated).toBe(false);
});

test('an editor that is left saves at once what is unsaved, and nothing else', async () => {
  const { page, hook, contentId, saves, draft, start } = await edited();
  page.dispatch(page.window, 'pagehide');
  await page.settle();
  expect(saves()).toEqual([]);
  await hook.after((now) => now.change('new'));
  page.dispatch(page.window, 'pagehide');
  await page.settle();
  expect([saves(), draft()]).toEqual([[saveOf(contentId, 'new', 'v1', true)], null]);
  await hook.after((now) => now.change('newer'));
  await hook.leave();
  await page.settle();
  expect(saves()[1]).toEqual(saveOf(contentId, 'newer', 'v2'));
  await page.settle(20_000);
  expect(saves()).toHaveLength(2);
  page.dispatch(page.window, 'pagehide');
  await start();
  expect(saves()).toHaveLength(2);
});

test('a hidden tab saves what is unsaved, a shown one does not', async () => {
  const { page, hook, saves } = await edited();
  await hook.after((now) => now.change('new'));
  Object.assign(page.document, { visibilityState: 'visible' });
  page.dispatch(page.document, 'visibilitychange');
  await page.settle();
  expect(saves()).toEqual([]);
  Object.assign(page.document, { visibilityState: 'hidden' });
  page.dispatch(page.document, 'visibilitychange');
  await page.settle();
  expect(saves()).toHaveLength(1);
});

test('an editor left during a conflict keeps its text in the browser', async () => {
  const { page, hook, saves, draft, setStored } = await edited();
  page.answers['content.saveNote'] = () => {
    throw refusal('note_conflict');
  };
  setStored({ note: 'theirs', noteVersionId: 'v8' });
  await hook.after((now) => now.change('mine'));
  await hook.after((now) => now.flush());
  page.storage.clear();
  await hook.leave();
  expect([saves().length, draft()]).toEqual([1, { baseVersionId: 'v1', text: 'mine' }]);
});

test('a closed editor repeats what may pass until another editor takes over', async () => {
  const { page, hook, saves, start } = await edited();
  page.answers['content.saveNote'] = () => {
    throw cut();
  };
  await hook.after((now) => now.change('new'));
  await hook.leave();
  await page.settle(5100);
  expect(saves()).toHaveLength(2);
  await start();
  await page.settle(20_000);
  expect(saves()).toHaveLength(2);
});

test('a closed editor does not repeat what was refused', async () => {
  const { page, hook, saves } = await edited();
  page.answers['content.saveNote'] = () => {
    throw refusal('note_too_long');
  };
  await hook.after((now) => now.change('new'));
  await hook.leave();
  await page.settle(20_000);
  expect(saves()).toHaveLength(1);
});
