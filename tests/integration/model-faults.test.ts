/**
 * What a model server can do wrong, over real sockets in three protocols, against the whole of the engine: every case
 * ends in a complete note that rests on the source, or in a typed failure; never blank, never past its limit of calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Extracted, Note } from '#engine/model.ts';
import type { Checkpoints, EnginePorts } from '#engine/ports.ts';
import { writeNote } from '#engine/run.ts';
import type { ProviderId } from '#infra/llm/catalogue.ts';
import { createModel } from '#infra/llm/create-model.ts';
import { type AppError, toAppError } from '#lib/app-error.ts';
import { writeNoteFor } from '../harness/fake-llm.ts';
import {
  type FakeProviders,
  type Protocol,
  type ProviderCall,
  type ProviderReply,
  startFakeProviders,
} from '../harness/fake-providers.ts';

let server: FakeProviders;
beforeAll(async () => {
  server = await startFakeProviders();
});
afterAll(() => server.close());

const spoken: { provider: ProviderId; protocol: Protocol }[] = [
  { provider: 'openai-compatible', protocol: 'openai' },
  { provider: 'openai', protocol: 'openai' },
  { provider: 'anthropic', protocol: 'anthropic' },
  { provider: 'google', protocol: 'google' },
];

const mills = ['oak', 'elm', 'birch', 'ash', 'pine', 'larch', 'beech'];

function talk(lines: number): Extracted {
  const segments = Array.from({ length: lines }, (_, id) => ({
    id,
    startMs: id * 8_000,
    endMs: id * 8_000 + 7_600,
    text: `The ${mills[id % 7]} mill number ${id + 100} ground ${(id * 37) % 900} sacks of rye before the ${mills[(id * 3) % 7]} bridge was closed for the winter.`,
  }));
  return {
    kind: 'video',
    title: 'The mills of the valley',
    author: null,
    siteName: null,
    description: null,
    publishedAt: null,
    language: 'en',
    durationMs: lines * 8_000,
    coverUrl: null,
    coverBlob: null,
    media: null,
    chapters: [],
    articleMarkdown: null,
    transcript: { language: 'en', timed: true, segments, provenance: { origin: 'human', track: null } },
    problem: null,
  } as unknown as Extracted;
}

type Outcome = { note: Note | null; error: AppError | null; calls: number; seconds: number };

async function run(
  { provider, protocol }: { provider: ProviderId; protocol: Protocol },
  answer: (call: ProviderCall, index: number) => ProviderReply,
  options: { lines?: number; contextTokens?: number } = {},
): Promise<Outcome> {
  server.script(answer);
  const llm = await createModel(
    {
      provider,
      baseUrl: server.baseUrl(protocol),
      apiKey: 'k1,k2',
      name: 'fake',
      contextTokens: options.contextTokens ?? 64_000,
      maxOutputTokens: null,
    },
    { firstMs: 300, idleMs: 200, totalMs: 3_000 },
  );
  const kept = new Map<string, unknown>();
  const checkpoints: Checkpoints = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, structuredClone(value)),
  };
  const clock = { now: Date.now, sleep: async () => undefined };
  const ports = { llm, checkpoints, clock } as unknown as EnginePorts;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const note = await writeNote(talk(options.lines ?? 40), {
      noteLanguage: 'en',
      ports,
      progress: { stage() {}, partial() {} },
      signal: new AbortController().signal,
    });
    return { note, error: null, calls: server.calls.length, seconds: seconds() };
  } catch (error) {
    return { note: null, error: toAppError(error), calls: server.calls.length, seconds: seconds() };
  }
}

/** Complete, and nothing in it that the source has not: what every note must be, whatever the model did. */
function expectHonest(note: Note, lines: number): void {
  const { outline, markdown } = note;
  expect(outline.chapters.length).toBeGreaterThan(0);
  expect(outline.chapters[0]?.segmentIds[0]).toBe(0);
  expect(outline.chapters.at(-1)?.segmentIds.at(-1)).toBe(lines - 1);
  let last = -1;
  for (const chapter of outline.chapters) {
    const start = chapter.segmentIds[0] ?? -1;
    expect(start).toBeGreaterThan(last);
    last = start;
    for (const point of [...chapter.points, ...chapter.points.flatMap(({ details }) => details ?? [])]) {
      for (const id of point.segmentIds) expect(id >= 0 && id < lines).toBe(true);
      if (point.segmentIds.length === 0)
        expect(point.unverified !== undefined || chapter.points.includes(point) === false).toBe(true);
    }
  }
  expect(markdown.replace(/[#>\-\s]/g, '').length).toBeGreaterThan(40);
  expect(markdown).not.toMatch(/\[L\d+/);
  expect(outline.checks.statementsVerified).toBeLessThanOrEqual(outline.checks.statements);
}

const good = (call: ProviderCall): ProviderReply => ({ text: writeNoteFor(call.prompt) });
const first = (reply: ProviderReply) => (call: ProviderCall, index: number) => (index === 0 ? reply : good(call));

/** Name, what the server does, and how it must end: `note`, `error`, or either. */
const behaviours: [string, (call: ProviderCall, index: number) => ProviderReply, 'note' | 'error' | 'either'][] = [
  ['good', good, 'note'],
  ['slow, but alive', (call) => ({ text: writeNoteFor(call.prompt), pieces: 12, delayMs: 40 }), 'note'],
  ['silent', () => ({ hang: true }), 'error'],
  ['silent once', first({ hang: true }), 'note'],
  ['stops speaking in the middle', () => ({ text: 'x'.repeat(400), hangAfter: 2 }), 'error'],
  ['cut in the middle, always', () => ({ text: '## a [L0]\n- b. [L1]\n'.repeat(9), cutAtByte: 700 }), 'error'],
  ['cut in the middle, once', first({ text: '## a [L0]\n', cutAtByte: 200 }), 'note'],
  ['malformed events', () => ({ raw: 'data: {"choices":[{\n\ndata: ]\n\n' }), 'error'],
  ['malformed once', first({ raw: 'data: nonsense\n\n' }), 'note'],
  ['refuses in words', () => ({ text: 'I am sorry, but I cannot help with that.' }), 'error'],
  ['content filter', () => ({ text: 'The', end: 'filter' }), 'error'],
  ['rate-limited for ever', () => ({ status: 429 }), 'error'],
  ['rate-limited once, with a time', first({ status: 429, headers: { 'retry-after': '0' } }), 'note'],
  ['rate-limited for an hour', () => ({ status: 429, headers: { 'retry-after': '3600' } }), 'error'],
  ['failing for ever', () => ({ status: 503 }), 'error'],
  ['no such key', () => ({ status: 401 }), 'error'],
  ['no money', () => ({ status: 402 }), 'error'],
  ['always at its length limit', (call) => ({ text: writeNoteFor(call.prompt), end: 'length' }), 'note'],
  [
    'at its limit in the middle of the second section',
    (call, index) => {
      const note = writeNoteFor(call.prompt);
      return index === 0 ? { text: note.slice(0, Math.floor(note.length * 0.6)), end: 'length' } : { text: note };
    },
    'note',
  ],
  ['empty', () => ({ text: '' }), 'error'],
  ['only white space', () => ({ text: '\n \n\t\n' }), 'error'],
  ['another content type', (call) => ({ text: writeNoteFor(call.prompt), contentType: 'application/octet-stream' }), 'note'],
  ['JSON instead of a stream', () => ({ raw: '{"error":null,"text":"hello"}', contentType: 'application/json' }), 'error'],
  ['a line of 10 MB', () => ({ longLine: 10_000_000 }), 'error'],
  ['a web page with 200', () => ({ raw: '<!doctype html><title>Log in</title>', contentType: 'text/html' }), 'error'],
  ['endless', () => ({ endless: '- The oak mill again. [L3]\n' }), 'error'],
  ['endless sections', () => ({ endless: '## Again [L3]\n- The oak mill again. [L3]\n' }), 'either'],
  ['references out of range', () => ({ text: '## One [L9999]\n- Said. [L4000-L4100]\n' }), 'error'],
  [
    'some references out of range',
    () => ({
      text: '> In short.\n\n## One [L0]\n- The oak mill ground rye. [L0]\n- The elm mill ground rye. [L7777]\n\n## Two [L20]\n- The bridge was closed. [L20-L9000]\n\n#a #b\n',
    }),
    'note',
  ],
  [
    'references backwards',
    () => ({ text: '## Two [L30]\n- The bridge was closed. [L30]\n\n## One [L5]\n- The mill ground. [L5]\n' }),
    'note',
  ],
  [
    'invented numbers and names',
    () => ({
      text: '## One [L0]\n- The oak mill burned 77777 sacks for Napoleon Bonaparte. [L2]\n- “It was the best flour of all of Europe by far.” [L3]\n',
    }),
    'note',
  ],
  ['times instead of references', () => ({ text: '## One (00:10)\n- The mill ground. [00:10]\n' }), 'error'],
  [
    'in another language',
    () => ({
      text: `## 山谷里的磨坊与桥梁 [L0]\n- ${'橡树磨坊在冬天之前磨了很多袋黑麦，后来桥关了。'.repeat(3)} [L1]\n`,
    }),
    'note',
  ],
  [
    'in another language, once',
    first({
      text: `## 山谷里的磨坊与桥梁 [L0]\n- ${'橡树磨坊在冬天之前磨了很多袋黑麦，后来桥关了。'.repeat(3)} [L1]\n`,
    }),
    'note',
  ],
  ['thinks aloud for ever', () => ({ text: `<think>\n${'hmm\n'.repeat(2000)}` }), 'error'],
  ['fenced as code', (call) => ({ text: `\`\`\`markdown\n${writeNoteFor(call.prompt)}\`\`\`` }), 'note'],
];

/** Two tries for a window and six to spare; two keys may each be refused once without counting as a call. */
const callLimit = (windows: number) => windows * 2 + 6 + 2;

describe.each(spoken)('$provider', (speaker) => {
  test.each(behaviours)('SUM-08 %s', async (_name, answer, end) => {
    const { note, error, calls, seconds } = await run(speaker, answer);
    expect(calls).toBeLessThanOrEqual(callLimit(1));
    expect(seconds).toBeLessThan(20);
    if (note) expectHonest(note, 40);
    else expect(error?.code).toMatch(/^llm_(unauthorized|quota|rate_limited|unavailable|timed_out|refused|bad_output)$/);
    if (end !== 'either') expect({ end: note ? 'note' : 'error', code: error?.code }).toMatchObject({ end });
  });
});

const [compatible] = spoken as [(typeof spoken)[number]];

describe('what a note says of itself', () => {
  test('SUM-08 invented numbers and names stay marked, and words nobody said lose their quotation marks', async () => {
    const text =
      '## One [L0]\n- The oak mill burned 77777 sacks for Napoleon Bonaparte. [L2]\n- “It was the best flour of all of Europe by far.” [L3]\n';
    const { note } = await run(compatible, () => ({ text }));
    expect(note?.outline.chapters[0]?.points[0]?.unverified).toEqual(expect.arrayContaining(['77777', 'Napoleon']));
    expect(note?.markdown).toContain('[?](#unverified)');
    expect(note?.markdown).not.toMatch(/[“"]It was the best/);
    expect(note?.outline.checks.quotesUnmarked).toBe(1);
  });

  test('SUM-08 a source longer than the model reads is written in windows to its end, or fails; nothing is left out in silence', async () => {
    const long = { lines: 1500, contextTokens: 8_000 };
    const { note, calls } = await run(compatible, good, long);
    expect(note?.outline.chapters.at(-1)?.segmentIds.at(-1)).toBe(1499);
    expect(calls).toBeGreaterThan(5);
    // The sixth window fails for good: no note rather than one with a hole.
    const cut = await run(compatible, (call, index) => (index >= 6 ? { status: 400 } : good(call)), long);
    expect(cut.note).toBeNull();
    expect(cut.error?.code).toBe('llm_refused');
    expect(cut.calls).toBeLessThanOrEqual(calls + 6);
  });
});
