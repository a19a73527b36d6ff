/**
 * What a model server can do wrong, over real sockets in three protocols, against the whole of the engine: every case
 * ends in a complete note that rests on the source, or in a typed failure; never blank, never past its limit of calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Extracted, ModelUsage, Note } from '#engine/domain.ts';
import { meterModel } from '#engine/llm/usage-meter.ts';
import type { Checkpoints, EnginePorts } from '#engine/ports.ts';
import { writeNote } from '#engine/source-to-note.ts';
import type { ProviderId } from '#infra/llm/catalogue.ts';
import { createModel } from '#infra/llm/create-model.ts';
import type { ModelTimeouts } from '#infra/llm/stream-model.ts';
import { type AppError, toAppError } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { writeNoteFor } from '../harness/models/fake-llm.ts';
import {
  eventsOf,
  type FakeProviders,
  type Protocol,
  type ProviderCall,
  type ProviderReply,
  startFakeProviders,
} from '../harness/models/fake-providers.ts';

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
    canonicalUrl: null,
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
    transcript: { language: 'en', timed: true, segments, provenance: { origin: 'human', track: 'talk.srt' } },
    problem: null,
  };
}

const patient: ModelTimeouts = { firstMs: 20_000, idleMs: 20_000, totalMs: 60_000 };
const impatient: ModelTimeouts = { firstMs: 300, idleMs: 200, totalMs: 3_000 };

/** What is waited for with a server of this behaviour. */
function timeoutsFor(name: string): ModelTimeouts & { once?: boolean } {
  if (name === 'silent once') return { ...impatient, once: true };
  // Less than it takes in all, more than a busy machine adds between its pieces.
  if (name.startsWith('slow')) return { ...patient, idleMs: 2_000 };
  return /silent|stops speaking|endless|10 MB/.test(name) ? impatient : patient;
}

type Outcome = { note: Note | null; error: AppError | null; calls: number; usage: ModelUsage; costUsd: number };

const price = { input: 1, cachedInput: 0.1, cacheWrite: null, output: 4 };

async function run(
  { provider, protocol }: { provider: ProviderId; protocol: Protocol },
  answer: (call: ProviderCall, index: number) => ProviderReply,
  /** `timeouts`: with servers that keep one waiting; a busy machine does so too. They hold for the first call alone when it says so. */
  options: { lines?: number; contextTokens?: number; limitUsd?: number; timeouts?: ModelTimeouts & { once?: boolean } } = {},
): Promise<Outcome> {
  const timeouts = { ...(options.timeouts ?? patient) };
  server.script((call, index) => {
    // How long a call is waited for was settled when it was made.
    if (options.timeouts?.once) Object.assign(timeouts, patient);
    return answer(call, index);
  });
  const model = await createModel(
    {
      provider,
      baseUrl: server.baseUrl(protocol),
      apiKey: 'k1,k2',
      name: 'fake',
      contextTokens: options.contextTokens ?? 64_000,
      maxOutputTokens: null,
      price,
    },
    timeouts,
  );
  const llm = meterModel(model, { limitUsd: options.limitUsd ?? null });
  const taken = () => ({ calls: server.calls.length, usage: llm.used(), costUsd: llm.used().costUsd ?? 0 });
  const kept = new Map<string, unknown>();
  const checkpoints: Checkpoints = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, structuredClone(value)),
  };
  const clock = { now: Date.now, sleep: async () => undefined };
  const ports = { compute: computeHere, llm, checkpoints, clock } as unknown as EnginePorts;
  try {
    const note = await writeNote(talk(options.lines ?? 40), {
      noteLanguage: 'en',
      ports,
      progress: { stage() {}, partial() {} },
      signal: new AbortController().signal,
    });
    return { note, error: null, ...taken() };
  } catch (error) {
    return { note: null, error: toAppError(error), ...taken() };
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
  ['slow, but alive', (call) => ({ text: writeNoteFor(call.prompt), pieces: 12, delayMs: 200 }), 'note'],
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
  test.each(behaviours)('SUM-08 %s', async (name, answer, end) => {
    const { note, error, calls } = await run(speaker, answer, { timeouts: timeoutsFor(name) });
    expect(calls).toBeLessThanOrEqual(callLimit(1));
    if (note) expectHonest(note, 40);
    else expect(error?.code).toMatch(/^llm_(unauthorized|quota|rate_limited|unavailable|timed_out|refused|bad_output)$/);
    if (end !== 'either') expect({ end: note ? 'note' : 'error', code: error?.code }).toMatchObject({ end });
  });
});

describe.each(spoken)('$provider at the limit of what a note may cost', (speaker) => {
  /** As real usage would be: about a token for four letters read, a tenth of it written. */
  const paid = (call: ProviderCall): ProviderReply => {
    const text = writeNoteFor(call.prompt);
    const input = Math.ceil(call.prompt.length / 4);
    return { text, usage: { input, cached: Math.floor(input / 10), output: Math.ceil(text.length / 4) } };
  };
  const long = { lines: 1200, contextTokens: 12_000 };

  test('SUM-08 keeps what is written, makes the rest extractive, and never exceeds the limit', async () => {
    const free = await run(speaker, paid, long);
    const whole = free.costUsd;
    expect(free.note?.outline.costLimited).toBeUndefined();
    // The meter is one for all of them.
    for (const share of speaker === spoken[0] ? [0.8, 0.4, 0.1] : [0.4]) {
      const { note, calls, costUsd } = await run(speaker, paid, { ...long, limitUsd: whole * share });
      if (!note) throw new Error('no note');
      expectHonest(note, 1200);
      expect(costUsd).toBeLessThanOrEqual(whole * share);
      expect(calls).toBeLessThan(free.calls);
      expect(note.outline.costLimited).toBe(true);
      // A slow machine's first try may end at the time limit before the server has said a word.
      expect(note.outline.writing?.usage?.calls ?? calls).toBeLessThanOrEqual(calls);
      expect(note.markdown).toMatch(note.outline.method === 'model' ? /cost limit was reached/ : /^> /);
      expect(note.coverage.share).toBeGreaterThan(0.5);
    }
  });

  test('SUM-08 counts unreported usage and endless answers', async () => {
    const limitUsd = 0.008;
    const { note, error, calls, usage, costUsd } = await run(speaker, () => ({ endless: '- The oak mill again. [L3]\n' }), {
      lines: 60,
      limitUsd,
    });
    expect(error).toBeNull();
    expect(note?.outline).toMatchObject({ method: 'extractive', costLimited: true });
    if (note) expectHonest(note, 60);
    expect(usage).toMatchObject({ calls, estimatedCalls: calls });
    // Stopped where the money ends: at most what was on its way is more.
    expect(costUsd).toBeGreaterThan(limitUsd * 0.9);
    expect(costUsd).toBeLessThanOrEqual(limitUsd * 1.1);
  });
});

describe('a broken connection', () => {
  test.each(spoken)(
    'SUM-08 $provider: at any byte, the note is whole, or made anew and whole',
    async (speaker) => {
      const text =
        '> In short.\n\n## One [L0]\n- The oak mill ground rye. [L0]\n\n## Two [L3]\n- A bridge was closed. [L4-L5]\n\n#rye\n';
      const bytes = Buffer.from(eventsOf(speaker.protocol, [text], 'stop').join('')).byteLength;
      // Every byte of the shortest stream, every eleventh of the others.
      const step = speaker.provider === 'openai-compatible' ? 1 : 11;
      const whole = (await run(speaker, () => ({ text, pieces: 1 }), { lines: 6 })).note?.markdown;
      expect(whole).toContain('## Two');
      for (let cutAtByte = 1; cutAtByte < bytes; cutAtByte += step) {
        const { note, calls } = await run(
          speaker,
          (_call, index) => ({ text, pieces: 1, ...(index === 0 ? { cutAtByte } : {}) }),
          {
            lines: 6,
          },
        );
        expect({ cutAtByte, markdown: note?.markdown }).toEqual({ cutAtByte, markdown: whole });
        expect(calls).toBeLessThanOrEqual(2);
      }
    },
    300_000,
  );
});

const [compatible] = spoken as [(typeof spoken)[number]];

describe('labels and checks of a note', () => {
  test('SUM-08 an answer that ends before its lines do is continued', async () => {
    const start = { text: '> In short.\n\n## One [L0]\n- The oak mill ground rye. [L0]\n' };
    const { note, calls } = await run(compatible, (call, index) => (index === 0 ? start : good(call)), { lines: 300 });
    expect(calls).toBe(2);
    expect(note?.outline.chapters.length).toBeGreaterThan(3);
    if (note) expectHonest(note, 300);
  });

  test('SUM-08 finished windows are a note, also when the joining request is refused', async () => {
    const refusing = (call: ProviderCall): ProviderReply =>
      call.prompt.includes('These are the finished sections') ? { text: 'I am sorry, but I cannot help with that.' } : good(call);
    const { note } = await run(compatible, refusing, { lines: 900, contextTokens: 8_000 });
    expect(note?.outline.abstract).toEqual([]);
    if (note) expectHonest(note, 900);
  });

  test('SUM-08 invented claims in abstract and titles are marked', async () => {
    const text = '> The mills ground 77777 sacks.\n\n## The mills of Napoleon Bonaparte [L0]\n- The oak mill ground rye. [L0]\n';
    const { note } = await run(compatible, () => ({ text }));
    expect(note?.outline.abstract[0]?.unverified).toEqual(['77777']);
    expect(note?.outline.chapters[0]?.unverified).toEqual(['Napoleon', 'Bonaparte']);
  });

  test('SUM-08 invented numbers and names stay marked, and invented quotations lose their marks', async () => {
    const text =
      '## One [L0]\n- The oak mill burned 77777 sacks for Napoleon Bonaparte. [L2]\n- “It was the best flour of all of Europe by far.” [L3]\n';
    const { note } = await run(compatible, () => ({ text }));
    expect(note?.outline.chapters[0]?.points[0]?.unverified).toEqual(expect.arrayContaining(['77777', 'Napoleon']));
    expect(note?.markdown).toContain('[?](#unverified)');
    expect(note?.markdown).not.toMatch(/[“"]It was the best/);
    expect(note?.outline.checks.quotesUnmarked).toBe(1);
  });

  test('SUM-08 a source longer than the model’s context is summarised to its end in windows, or fails', async () => {
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
