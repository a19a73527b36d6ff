import { expect, test, vi } from 'vitest';
import type { ContentOverview } from '#features/contents/contract.ts';
import { openPage, refusal } from '../../../../tests/harness/interface/page.tsx';
import { followStreams } from '../../../../tests/harness/interface/page-streams.tsx';
import { transcripts } from '../words/en.ts';
import { useScriptTranslation } from './use-translation.ts';

const contentId = 'c';
const place = 'gleaner.translation.c';
const none = { taskId: null as string | null, state: null as string | null, done: 0, total: 0 };
const made = { ...none, state: 'completed', done: 5, total: 5 };

async function opened({ kept = '', model = 'm' as string | null, known = made as unknown } = {}) {
  let answer = known;
  const page = openPage({
    words: { transcripts },
    answers: {
      'content.translation': () => answer,
      'content.translate': () => ({}),
      'content.cancelTranslation': () => ({}),
    },
  });
  if (kept !== '') page.storage.set(place, kept);
  const streams = followStreams(page);
  const detail = { contentId, availableModel: model } as unknown as ContentOverview;
  const hook = await page.render(() => useScriptTranslation(detail), null);
  await page.settle();
  return { page, streams, hook, now: (next: unknown) => (answer = next) };
}

const read = (language: string) => ({ path: 'content.translation', input: { contentId, language } });
const translate = (language: string) => ({ path: 'content.translate', input: { contentId, language } });

test('nothing is translated until a language is shown', async () => {
  const { hook, page } = await opened();
  expect(hook.now).toMatchObject({ available: true, shown: null, data: undefined, done: 0, busy: false });
  expect([page.calls, (await opened({ model: null })).hook.now.available]).toEqual([[], false]);
});

test('the language that was shown last is shown again, also where no model is left', async () => {
  const { hook, page } = await opened({ kept: 'en', model: null });
  expect([hook.now.shown, hook.now.data, hook.now.done, hook.now.available]).toEqual(['en', made, 5, true]);
  expect(page.calls).toEqual([read('en')]);
  const other = await opened({ kept: 'xx' });
  expect([other.hook.now.shown, other.page.calls]).toEqual([null, []]);
});

test('a translation that failed or was removed is not shown', async () => {
  const { hook } = await opened({ kept: 'en', model: null, known: none });
  expect([hook.now.shown, hook.now.data, hook.now.available]).toEqual([null, undefined, false]);
});

test('a shown language is remembered, and translated where it is not yet', async () => {
  const { hook, page, now } = await opened({ known: none });
  const started = Promise.withResolvers<unknown>();
  page.answers['content.translate'] = () => started.promise;
  await hook.after((translation) => translation.show('en'));
  await page.settle();
  expect([page.storage.get(place), hook.now.shown, hook.now.busy]).toEqual(['en', 'en', true]);
  expect(page.calls).toEqual([read('en'), translate('en')]);
  now(made);
  await hook.after(() => started.resolve({}));
  await page.settle();
  expect([hook.now.busy, hook.now.data, page.calls.slice(2)]).toEqual([false, made, [read('en')]]);
  await hook.after((translation) => translation.show(null));
  expect([page.storage.has(place), hook.now.shown, hook.now.data, page.calls.length]).toEqual([false, null, undefined, 3]);
  // What is there is shown without another translation.
  await hook.after((translation) => translation.show('en'));
  expect([hook.now.shown, page.calls.length]).toEqual(['en', 3]);
});

test('a browser without storage translates all the same', async () => {
  const page = openPage({ words: { transcripts }, answers: { 'content.translation': () => made } });
  vi.stubGlobal('localStorage', undefined);
  const hook = await page.render(() => useScriptTranslation({ contentId, availableModel: null } as never), null);
  expect(hook.now.shown).toBe(null);
  await hook.after((now) => now.show('en'));
  expect(hook.now.shown).toBe('en');
  await hook.after((now) => now.show(null));
  expect(hook.now.shown).toBe(null);
});

test('a translation is started and stopped in the shown language, by itself in Chinese', async () => {
  const { hook, page } = await opened({ kept: 'en' });
  const answer = Promise.withResolvers<unknown>();
  page.answers['content.cancelTranslation'] = () => answer.promise;
  await hook.after((now) => now.start());
  expect(page.calls).toEqual([read('en'), translate('en'), read('en')]);
  await hook.after((now) => now.cancel());
  expect([page.calls.at(-1), hook.now.busy]).toEqual([
    { path: 'content.cancelTranslation', input: { contentId, language: 'en' } },
    true,
  ]);
  await hook.after(() => answer.resolve({}));
  expect([page.calls.at(-1), page.calls.length, hook.now.busy]).toEqual([read('en'), 5, false]);
  const other = await opened();
  await other.hook.after((now) => now.start());
  expect(other.page.calls).toEqual([translate('zh')]);
});

test('what cannot be read, started or stopped is told', async () => {
  const { hook, page } = await opened();
  for (const name of ['translation', 'translate', 'cancelTranslation'])
    page.answers[`content.${name}`] = () => {
      throw refusal('not_found');
    };
  const told = () => page.toasts.splice(0).map(({ message, tone }) => [message, tone]);
  const failed = [['Couldn’t translate the transcript.', 'error']];
  await hook.after((now) => now.start());
  expect(told()).toEqual(failed);
  await hook.after((now) => now.cancel());
  expect(told()).toEqual(failed);
  await hook.after((now) => now.show('en'));
  await page.settle();
  expect(told()).toEqual(failed);
  expect(page.calls.filter(({ path }) => path === 'content.translate')).toHaveLength(1);
});

test.each([
  [5000, 2000],
  [5001, 10_000],
])('a translation of %i lines is read again at most every %i ms while it grows', async (total, everyMs) => {
  const growing = { taskId: 't', state: 'running', done: 3, total };
  const { hook, page, streams } = await opened({ kept: 'en', known: growing });
  expect(hook.now.done).toBe(3);
  await streams.expectOpen('task.watch', { taskId: 't' });
  const stage = (done: number) => ({ type: 'stage', stage: 's', percent: 1, code: 'x', params: { done }, elapsedMs: 1 });
  await streams.tell(stage(2));
  await page.settle();
  expect([hook.now.done, page.calls.length]).toEqual([3, 2]);
  await streams.tell(stage(7));
  expect(hook.now.done).toBe(7);
  await page.settle(everyMs - 200);
  expect(page.calls).toHaveLength(2);
  await page.settle(200);
  expect(page.calls).toHaveLength(3);
});
