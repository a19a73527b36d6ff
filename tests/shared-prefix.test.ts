/**
 * The note, an answer in the chat, a prompt's result and an article over one source begin with the same bytes, so that what a provider
 * has kept of one serves the others; seen at the socket, in every protocol, with the hints that the protocol has for it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeArticle } from '#engine/article/write-article.ts';
import { answerQuestion } from '#engine/chat/answer-question.ts';
import type { Extracted, Segment } from '#engine/domain.ts';
import { renderInstructions } from '#engine/llm/instructions.ts';
import { factsOf, renderSource } from '#engine/llm/source-prompt.ts';
import type { EnginePorts, LanguageModelPort } from '#engine/ports.ts';
import { answerRequest } from '#engine/prompts/answer.ts';
import { writeNote } from '#engine/source-to-note.ts';
import type { ProviderId } from '#infra/llm/catalogue.ts';
import { createModel } from '#infra/llm/create-model.ts';
import { computeHere } from './harness/compute-here.ts';
import { wantsArticle, writeArticleFor, writeNoteFor } from './harness/models/fake-llm.ts';
import { type FakeProviders, type Protocol, type ProviderCall, startFakeProviders } from './harness/models/fake-providers.ts';

let server: FakeProviders;
beforeAll(async () => {
  server = await startFakeProviders();
});
afterAll(() => server.close());

const segments = Array.from(
  { length: 30 },
  (_, id): Segment => ({
    id,
    startMs: null,
    endMs: null,
    text: `Paragraph ${id} tells that mill ${id + 100} ground ${id * 37} sacks of rye before the bridge was closed.`,
  }),
);

/** With everything that stands before the lines: author, description, a document's headings. */
const book: Extracted = {
  kind: 'document',
  canonicalUrl: null,
  title: 'The mills of the valley',
  author: 'Ada Quill',
  siteName: null,
  description: 'How the mills came to be.',
  publishedAt: null,
  language: 'en',
  durationMs: null,
  coverUrl: null,
  coverBlob: null,
  media: null,
  chapters: [],
  sections: [
    { title: 'The first mill', segmentId: 0 },
    { title: 'The bridge', segmentId: 15 },
  ],
  articleMarkdown: null,
  transcript: { timed: false, language: 'en', provenance: { origin: 'document', track: 'mills.epub' }, segments },
  problem: null,
};

const clock = { now: Date.now, sleep: async () => undefined };
const { signal } = new AbortController();

const tasks: Record<string, (llm: LanguageModelPort) => Promise<unknown>> = {
  note: (llm) =>
    writeNote(book, {
      noteLanguage: 'en',
      ports: {
        compute: computeHere,
        llm,
        clock,
        checkpoints: { get: async () => null, put: async () => undefined },
      } as unknown as EnginePorts,
      progress: { stage() {}, partial() {} },
      signal,
    }),
  'a brief note': (llm) =>
    writeNote(book, {
      noteLanguage: 'en',
      detail: 'brief',
      ports: {
        compute: computeHere,
        llm,
        clock,
        checkpoints: { get: async () => null, put: async () => undefined },
      } as unknown as EnginePorts,
      progress: { stage() {}, partial() {} },
      signal,
    }),
  chat: (llm) =>
    answerQuestion({
      llm,
      clock,
      signal,
      facts: factsOf(book),
      segments,
      noteLanguage: 'en',
      question: 'Which mill ground most?',
      history: [{ role: 'user', text: 'Hello.' }],
      retrieve: async () => [],
      onPartial: () => undefined,
    }),
  prompt: (llm) =>
    answerRequest({
      extracted: book,
      segments,
      language: 'en',
      request: 'List all mills.',
      llm,
      clock,
      signal,
      parts: {},
      onPart: async () => undefined,
      onParts: () => undefined,
      onDraft: () => undefined,
    }),
  article: (llm) =>
    writeArticle({
      segments,
      parts: [{ title: null, first: 0, last: segments.length - 1 }],
      wanted: [0],
      facts: factsOf(book),
      language: 'en',
      llm,
      checkpoints: { get: async () => null, put: async () => undefined },
      clock,
      signal,
      onPart: async () => undefined,
    }),
};

async function callsOf(provider: ProviderId, protocol: Protocol): Promise<Map<string, ProviderCall>> {
  server.script(({ prompt }) => {
    if (wantsArticle(prompt)) return { text: writeArticleFor(prompt) };
    return { text: prompt.includes('Task: the whole note') ? writeNoteFor(prompt) : 'Mill 129 ground 1073 sacks. [L29]' };
  });
  const llm = await createModel({
    provider,
    baseUrl: server.baseUrl(protocol),
    apiKey: 'k',
    name: 'fake',
    contextTokens: 64_000,
    maxOutputTokens: null,
  });
  const found = new Map<string, ProviderCall>();
  for (const [name, run] of Object.entries(tasks)) {
    const before = server.calls.length;
    await run(llm);
    const [call] = server.calls.slice(before);
    if (call) found.set(name, call);
  }
  return found;
}

const shared = `${renderInstructions('en')}\n\n${renderSource(factsOf(book), segments)}`;

describe.each<[ProviderId, Protocol]>([
  ['openai-compatible', 'openai'],
  ['openai', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'google'],
])('%s', (provider, protocol) => {
  test('CON-11 CON-07 every task over a source begins with the same bytes', async () => {
    const calls = await callsOf(provider, protocol);
    expect([...calls.keys()]).toEqual(Object.keys(tasks));
    const prompts = new Set<string>();
    for (const [name, { prompt }] of calls) {
      expect(prompt.slice(0, shared.length), name).toBe(shared);
      prompts.add(prompt.slice(shared.length));
    }
    // And only then do they differ.
    expect(prompts.size).toBe(calls.size);
    const bodies = [...calls.values()].map(({ body }) => body as Record<string, unknown>);
    if (provider === 'openai') {
      const keys = new Set(bodies.map(({ prompt_cache_key }) => prompt_cache_key));
      expect(keys.size).toBe(1);
      expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
    } else for (const body of bodies) expect(body).not.toHaveProperty('prompt_cache_key');
    if (provider === 'anthropic')
      for (const body of bodies)
        expect(body).toMatchObject({
          messages: [
            {
              content: [{ text: renderSource(factsOf(book), segments), cache_control: { type: 'ephemeral' } }, { type: 'text' }],
            },
          ],
        });
    else expect(JSON.stringify(bodies)).not.toContain('cache_control');
  });
});
