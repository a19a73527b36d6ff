import { expect, test } from 'vitest';
import { computeHere } from '../../tests/harness/compute-here.ts';
import type { Extracted } from './domain.ts';
import type { EnginePorts } from './ports.ts';
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
