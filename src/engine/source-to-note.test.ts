import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../tests/harness/compute-here.ts';
import type { Extracted } from './domain.ts';
import type { EnginePorts, LanguageModelPort } from './ports.ts';
import { writeNote } from './source-to-note.ts';

const lines = ['The keeper weighed his sacks.', 'The bridge was closed before winter.', 'The mill stood still until spring.'];
const talk: Extracted = {
  kind: 'subtitles',
  canonicalUrl: null,
  title: 'The mill',
  author: null,
  siteName: null,
  description: null,
  publishedAt: null,
  language: 'en',
  durationMs: 30_000,
  coverUrl: null,
  coverBlob: null,
  media: null,
  chapters: [{ title: 'Winter', startMs: 10_000 }],
  articleMarkdown: null,
  transcript: {
    language: 'en',
    timed: true,
    provenance: { origin: 'human', track: 'mill.srt' },
    segments: lines.map((text, id) => ({ id, text, startMs: id * 10_000, endMs: id * 10_000 + 9_000 })),
  },
  problem: null,
};

/** The value as a database returns it: equal, but with its fields in another order. */
function reorder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reorder) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, reorder(field)]),
  ) as Value;
}

test('SUM-08 finds a stored outline when the source comes from the database', async () => {
  const kept = new Map<string, unknown>();
  const ports = {
    compute: computeHere,
    llm: null,
    checkpoints: {
      get: async (key: string) => kept.get(key),
      put: async (key: string, value: unknown) => void kept.set(key, value),
    },
    clock: { now: Date.now, sleep: async () => undefined },
  } as unknown as EnginePorts;
  const options = {
    noteLanguage: 'en' as const,
    ports,
    progress: { stage() {}, partial() {} },
    signal: new AbortController().signal,
  };
  const first = await writeNote(talk, options);
  const again = await writeNote(reorder(talk), options);
  expect(kept.size).toBe(1);
  expect(again.markdown).toBe(first.markdown);
});

/** A model that may not be asked even once. */
const spent: LanguageModelPort = {
  id: 'spent',
  contextTokens: 100_000,
  stream() {
    throw new AppError('llm_cost_limit');
  },
};

test.each([
  ['without a model', null],
  ['at the cost limit of a model', spent],
])('SUM-08 %s a page is read as an article and all else as speech, in its language', async (_where, llm) => {
  let told: unknown;
  const compute = async (_task: 'summarise', input: { treatment?: string; language: string | null }) => {
    told = [input.treatment ?? 'speech', input.language];
    return computeHere('summarise', input as never, undefined as never);
  };
  const ports = { compute, llm, checkpoints: { get: async () => undefined, put: async () => undefined } };
  const options = { noteLanguage: 'en' as const, progress: { stage() {}, partial() {} }, signal: new AbortController().signal };
  const toldOf = async (kind: Extracted['kind'], language: string | null, ofTrack: string | null = null) => {
    const transcript = talk.transcript && { ...talk.transcript, language: ofTrack };
    await writeNote({ ...talk, kind, language, transcript }, { ...options, ports: ports as unknown as EnginePorts });
    return told;
  };
  expect([await toldOf('page', 'en'), await toldOf('subtitles', 'en')]).toEqual([
    ['article', 'en'],
    ['speech', 'en'],
  ]);
  const tags = ['zh-Hans', 'zho', 'chi', 'cmn', 'YUE-HK', 'en-GB', 'eng', 'fr', 'english', 'zhx', ''];
  const languages: unknown[] = [];
  for (const tag of tags) languages.push(await toldOf('document', tag));
  const expected = [...Array(5).fill('zh'), 'en', 'en', null, null, null, null];
  expect(languages).toEqual(expected.map((language) => ['speech', language]));
  // What its track says goes before what the page says.
  expect(await toldOf('document', 'fr', 'zh')).toEqual(['speech', 'zh']);
});
