import { expect, test } from 'vitest';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { Citation } from '#lib/markdown/claims.ts';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { useCitedPlace } from './use-cited-place.ts';

const contentId = 'c';
const detail = { contentId, extractionId: 'e', transcriptVersion: 1, hasScript: true, hasText: true } as ContentOverview;
const line = (id: number, text: string) => ({ id, text, startMs: id * 1000, endMs: id * 1000 + 900 });
const lines = [line(0, 'It begins.'), line(1, 'The miller asked a tenth.')];
const citing = (anchor: object, text = 'The miller') => ({ anchor, claim: { text, unverified: false } }) as unknown as Citation;
const time = citing({ kind: 'time', ms: 1000 });
const paragraph = citing({ kind: 'paragraph', id: 1 });
const key = (name: string) => [['content', name], { input: { contentId }, type: 'query' }];

async function opened(
  citation: Citation | null,
  { overview = detail, cached = {} }: { overview?: ContentOverview; cached?: Record<string, object> } = {},
) {
  const page = openPage({
    answers: { 'content.linesNear': () => ({ extractionId: 'e', transcriptVersion: 1, lines }) },
  });
  for (const [name, data] of Object.entries(cached)) page.queryClient.setQueryData(key(name), data);
  const hook = await page.render((now: Citation | null) => useCitedPlace(overview, now), citation);
  const shown = () => (hook.now.state === 'known' ? (hook.now.place?.text ?? null) : hook.now.state);
  return { page, hook, shown };
}

const state = { extractionId: 'e', transcriptVersion: 1 };
const script = { ...state, subtitlesArray: lines };
const text = { extractionId: 'e', paragraphs: [{ ...line(1, 'The miller asked for flour.'), startMs: null, endMs: null }] };

test('a place is taken from what is loaded, without a request', async () => {
  const cached = { transcript: script, sourceText: text };
  const spoken = await opened(time, { cached });
  expect([spoken.shown(), spoken.page.calls]).toEqual(['The miller asked a tenth.', []]);
  const written = await opened(paragraph, { cached });
  expect([written.shown(), written.page.calls]).toEqual(['The miller asked for flour.', []]);
});

test.each([
  ['the script', time, {}],
  ['a script of another state', time, { transcript: { ...script, transcriptVersion: 2 } }],
  ['a text of another state', paragraph, { sourceText: { ...text, extractionId: 'other' } }],
  ['the text, where the script is', paragraph, { transcript: script }],
])('without %s the lines near it are read', async (_case, citation, cached) => {
  const { page, shown } = await opened(citation, { cached });
  await page.settle();
  expect([shown(), page.calls]).toEqual([
    'The miller asked a tenth.',
    [{ path: 'content.linesNear', input: { contentId, anchor: citation.anchor } }],
  ]);
});

test('a source without the words has no place, and nothing is read for it', async () => {
  const noScript = { ...detail, hasScript: false };
  const noText = { ...detail, hasText: false };
  for (const [citation, overview] of [
    [time, noScript],
    [paragraph, noText],
    [null, detail],
  ] as const) {
    const { page, shown } = await opened(citation, { overview });
    expect([shown(), page.calls]).toEqual([null, []]);
  }
  expect((await opened(time, { overview: noText })).page.calls).toHaveLength(1);
  expect((await opened(paragraph, { overview: noScript })).page.calls).toHaveLength(1);
});

test('a failed read is told, and made again on request', async () => {
  const page = openPage({
    answers: {
      'content.linesNear': () => {
        throw refusal('not_found');
      },
    },
  });
  const hook = await page.render(() => useCitedPlace(detail, time), null);
  await page.settle();
  const { now } = hook;
  if (now.state !== 'failed') throw new Error(now.state);
  expect(now.message).toMatch(/\w/);
  const answer = Promise.withResolvers<unknown>();
  page.answers['content.linesNear'] = () => answer.promise;
  await hook.after(() => now.retry());
  expect([hook.now.state, page.calls.length]).toEqual(['loading', 2]);
  await hook.after(() => answer.resolve({ ...state, lines }));
  expect(hook.now).toMatchObject({ state: 'known', place: { text: 'The miller asked a tenth.' } });
});
