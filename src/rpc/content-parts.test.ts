import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useTRPC } from './client.tsx';
import {
  isOther,
  readSourceText,
  readTranscript,
  useLinesNear,
  usePrepareLines,
  useSourceText,
  useTranscript,
} from './content-parts.ts';

const contentId = 'c';
const overview = { contentId, extractionId: 'e1', hasScript: true, transcriptVersion: 1, hasText: true };
const time = { kind: 'time', ms: 5000 } as const;
const paragraph = { kind: 'paragraph', id: 3 } as const;
type Given = { of?: Partial<typeof overview>; enabled?: boolean };

/** A server whose parts are of this state. */
function opened() {
  const state = { extractionId: 'e1', transcriptVersion: 1 };
  const part = () => ({ ...state });
  const page = openPage({
    answers: { 'content.transcript': part, 'content.sourceText': part, 'content.linesNear': part },
  });
  return { page, state, calls: () => page.calls.splice(0).map(({ path, input }) => [path, input]) };
}

const hooks = [
  ['content.transcript', useTranscript, { contentId }],
  ['content.sourceText', useSourceText, { contentId }],
  ['content.linesNear', (of: typeof overview, wanted?: object) => useLinesNear(of, time, wanted), { contentId, anchor: time }],
] as const;

test.each(hooks)('%s is read once, and once more for each newer state of the overview', async (path, use, input) => {
  const { page, state, calls } = opened();
  const hook = await page.render(
    ({ of = {}, enabled }: Given) => use({ ...overview, ...of }, enabled === undefined ? undefined : { enabled }),
    { of: {} } as Given,
  );
  const once = [[path, input]];
  expect([calls(), hook.now.data]).toEqual([once, state]);
  await hook.update({ of: {} });
  expect(calls()).toEqual([]);
  // The part is older than the overview: read again, but not without end while it stays so.
  await hook.update({ of: { extractionId: 'e2' } });
  expect(calls()).toEqual(once);
  await hook.update({ of: { extractionId: 'e2' } });
  expect(calls()).toEqual([]);
  await hook.update({ of: { extractionId: 'e3' }, enabled: false });
  expect(calls()).toEqual([]);
  state.extractionId = 'e3';
  await hook.update({ of: { extractionId: 'e3' } });
  expect([calls(), hook.now.data?.extractionId]).toEqual([once, 'e3']);
  await hook.update({ of: { extractionId: 'e3', transcriptVersion: 2 } });
  expect(calls()).toEqual(path === 'content.sourceText' ? [] : once);
});

test.each(hooks)('%s is not asked for where it is not wanted', async (_path, use) => {
  const { page, calls } = opened();
  const hook = await page.render(() => use(overview, { enabled: false }), null);
  expect([calls(), hook.now.data]).toEqual([[], undefined]);
});

test('a content without lines or text is not asked for them', async () => {
  const { page, calls } = opened();
  await page.render(() => useTranscript({ ...overview, hasScript: false }), null);
  await page.render(() => useSourceText({ ...overview, hasText: false }), null);
  expect(calls()).toEqual([]);
});

test('what was read lasts', async () => {
  const { page, calls } = opened();
  const parts = () => [useTranscript(overview), useSourceText(overview), useLinesNear(overview, time)];
  await page.render(parts, null);
  expect(calls().length).toBe(3);
  await page.settle(6 * 60_000);
  await page.render(parts, null);
  expect(calls()).toEqual([]);
});

test('a part is of another state where either differs', () => {
  const part = { extractionId: 'e1', transcriptVersion: 1 };
  expect([
    isOther(undefined, part),
    isOther(part, part),
    isOther(part, { ...part, extractionId: null }),
    isOther(part, { ...part, transcriptVersion: 0 }),
  ]).toEqual([false, false, true, true]);
});

test('lines near a place are asked for ahead, unless they or the whole text are here', async () => {
  const { page, calls } = opened();
  const prepared = async (of: Partial<typeof overview>, anchor: typeof time | typeof paragraph) => {
    const hook = await page.render(() => usePrepareLines({ ...overview, ...of }), null);
    await hook.after((prepare) => prepare(anchor));
    return calls();
  };
  expect(await prepared({ hasScript: false }, time)).toEqual([]);
  expect(await prepared({ hasText: false }, paragraph)).toEqual([]);
  expect(await prepared({ hasText: false }, time)).toEqual([['content.linesNear', { contentId, anchor: time }]]);
  expect(await prepared({}, time)).toEqual([]);
  expect(await prepared({ hasScript: false }, paragraph)).toEqual([['content.linesNear', { contentId, anchor: paragraph }]]);
  const [otherTime, otherParagraph] = [
    { ...time, ms: 7000 },
    { ...paragraph, id: 9 },
  ] as never[];
  await page.render(() => useTranscript(overview), null);
  calls();
  expect(await prepared({}, otherTime as never)).toEqual([]);
  expect((await prepared({}, otherParagraph as never)).length).toBe(1);
  await page.render(() => useSourceText(overview), null);
  calls();
  expect(await prepared({}, { kind: 'paragraph', id: 11 } as never)).toEqual([]);
});

test('a download takes what is here, and asks for the rest', async () => {
  const { page, calls, state } = opened();
  const hook = await page.render(() => ({ queries: useQueryClient(), trpc: useTRPC() }), null);
  const read: unknown[] = [];
  for (const readPart of [readTranscript, readSourceText, readTranscript, readSourceText])
    await hook.after(({ queries, trpc }) => readPart(queries, trpc, contentId).then((part) => read.push(part)));
  expect(read).toEqual([state, state, state, state]);
  expect(calls()).toEqual([
    ['content.transcript', { contentId }],
    ['content.sourceText', { contentId }],
  ]);
});
