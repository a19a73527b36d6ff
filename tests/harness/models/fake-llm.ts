/**
 * A language-model server that speaks OpenAI's chat completions over a real socket: streamed pieces, usage, refusals,
 * limits, silence and broken connections, as a script says. Counts what it was asked and what it gave.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Settings of a server whose model this is: a million tokens for a dollar, read or written. */
export function pricedModel({ url }: FakeLlm): Record<string, string> {
  return {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'sk-server',
    OPENAI_MODEL: 'house-model',
    MODEL_PRICE_INPUT: '1',
    MODEL_PRICE_OUTPUT: '1',
  };
}

export type LlmRequest = {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
  /** All messages as one text. */
  prompt: string;
  authorization: string | null;
};

/** How one call is answered. */
export type LlmReply =
  | {
      text: string;
      /** Characters per piece; default 12. */
      pieceLength?: number;
      /** Before the first piece and between pieces. */
      firstDelayMs?: number;
      delayMs?: number;
      finishReason?: 'stop' | 'length' | 'content_filter';
      /** The connection breaks after so many pieces. */
      cutAfterPieces?: number;
      /** Stops speaking after so many pieces, the connection stays. */
      hangAfterPieces?: number;
      usage?: false;
    }
  | { status: number; retryAfterSeconds?: number; message?: string; type?: string }
  | { hang: true }
  | { raw: string };

export type FakeLlm = {
  /** Base address, with `/v1`. */
  url: string;
  host: string;
  requests: LlmRequest[];
  /** What it lists; null, as by default: no list. */
  models: string[] | null;
  counts: { calls: number; inputTokens: number; outputTokens: number; completed: number; aborted: number; busyMs: number };
  /** Requests that are being answered now. */
  open(): number;
  /** Replaces the script; by default every call gets a well-formed note. */
  script(answer: (request: LlmRequest, call: number) => LlmReply): void;
  /**
   * From now on, streamed answers to prompts that hold these words stop after so many pieces (default 24), or before their
   * end, until the returned function is called: so that what is seen while one is written can be looked at for as long as
   * that takes. Half a minute at most: those who wait for an answer lose patience then.
   */
  hold(words: string, afterPieces?: number): () => void;
  close(): Promise<void>;
};

/** An answer that is kept from going on. */
type Hold = { words: string; afterPieces: number; released: Promise<void> };

/** To these words the model of the browser tests says to come back later: with 503, as 429 would let the key rest. */
export const busyWords = 'Ask while the model is busy.';

/** Where a server in another process takes what `holdRemotely` says. */
const controlPath = '/__hold';

/** A rough count, the same on both sides of a comparison. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export async function startFakeLlm(options: { port?: number } = {}): Promise<FakeLlm> {
  let answer: (request: LlmRequest, call: number) => LlmReply = (request) => ({ text: writeNoteFor(request.prompt) });
  const requests: LlmRequest[] = [];
  const counts = { calls: 0, inputTokens: 0, outputTokens: 0, completed: 0, aborted: 0, busyMs: 0 };
  let open = 0;
  const holds = new Set<Hold>();
  const remote = new Map<string, () => void>();

  function hold(words: string, afterPieces = 24): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const held = { words, afterPieces, released };
    holds.add(held);
    return () => {
      holds.delete(held);
      resolve();
    };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === controlPath) {
        const { id, words, afterPieces } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as RemoteHold;
        if (words === undefined) remote.get(id)?.();
        else remote.set(id, hold(words, afterPieces));
        return void response.end('ok');
      }
      if (request.method === 'GET' && request.url?.endsWith('/models') && fake.models)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ object: 'list', data: fake.models.map((id) => ({ id, object: 'model' })) }));
      if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
      const asked = readRequest(Buffer.concat(chunks).toString('utf8'), request.headers.authorization ?? null);
      requests.push(asked);
      counts.calls++;
      counts.inputTokens += countTokens(asked.prompt);
      const started = performance.now();
      open++;
      response.on('close', () => {
        open--;
        counts.busyMs += performance.now() - started;
        if (!response.writableFinished) counts.aborted++;
      });
      const held = [...holds].filter(({ words }) => asked.prompt.includes(words));
      void reply(response, asked, answer(asked, requests.length), { counts, held });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeLlm = {
    url: `http://${host}/v1`,
    host,
    requests,
    models: null,
    counts,
    open: () => open,
    script: (next) => {
      answer = next;
    },
    hold,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

/** `words` are held; without them, what was held under this id goes on. */
type RemoteHold = { id: string; words?: string; afterPieces?: number };

/** `FakeLlm.hold` for a server in another process, by its port. */
export async function holdRemotely(port: number, words: string, afterPieces?: number): Promise<() => Promise<void>> {
  const id = randomUUID();
  async function tell(message: RemoteHold): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}${controlPath}`, { method: 'POST', body: JSON.stringify(message) });
    if (!response.ok) throw new Error(`the model did not listen: ${response.status}`);
  }
  await tell({ id, words, ...(afterPieces === undefined ? {} : { afterPieces }) });
  return () => tell({ id });
}

function readRequest(body: string, authorization: string | null): LlmRequest {
  const parsed = JSON.parse(body) as { model: string; stream?: boolean; messages: { role: string; content: unknown }[] };
  const messages = parsed.messages.map(({ role, content }) => ({ role, content: textOf(content) }));
  return {
    model: parsed.model,
    stream: parsed.stream === true,
    messages,
    prompt: messages.map(({ content }) => content).join('\n\n'),
    authorization,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : '')).join('');
}

async function reply(
  response: ServerResponse,
  request: LlmRequest,
  plan: LlmReply,
  { counts, held }: { counts: FakeLlm['counts']; held: readonly Hold[] },
): Promise<void> {
  if ('hang' in plan) return;
  if ('status' in plan) {
    const headers = plan.retryAfterSeconds === undefined ? {} : { 'retry-after': String(plan.retryAfterSeconds) };
    response.writeHead(plan.status, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify({ error: { message: plan.message ?? 'refused', type: plan.type ?? 'error', code: plan.type ?? null } }),
    );
    return;
  }
  if ('raw' in plan) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(plan.raw);
    return;
  }
  const usage = {
    prompt_tokens: countTokens(request.prompt),
    completion_tokens: countTokens(plan.text),
    total_tokens: countTokens(request.prompt) + countTokens(plan.text),
  };
  const base = { id: 'chatcmpl-fake', created: 1_700_000_000, model: request.model };
  const finishReason = plan.finishReason ?? 'stop';
  if (!request.stream) {
    counts.outputTokens += usage.completion_tokens;
    counts.completed++;
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: plan.text };
    response.end(
      JSON.stringify({
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finishReason }],
        usage,
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (choices: unknown[], extra: Record<string, unknown> = {}) =>
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices, ...extra })}\n\n`);
  send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  if (plan.firstDelayMs) await sleep(plan.firstDelayMs);
  const characters = Array.from(plan.text);
  const length = plan.pieceLength ?? 12;
  for (let at = 0, piece = 0; at < characters.length; at += length, piece++) {
    await Promise.all(held.map(({ afterPieces, released }) => (piece < afterPieces ? Promise.resolve() : released)));
    if (response.destroyed) return;
    if (piece === plan.cutAfterPieces) return void response.destroy();
    if (piece === plan.hangAfterPieces) return;
    const content = characters.slice(at, at + length).join('');
    send([{ index: 0, delta: { content }, finish_reason: null }]);
    counts.outputTokens += countTokens(content);
    if (plan.delayMs) await sleep(plan.delayMs);
  }
  await Promise.all(held.map(({ released }) => released));
  if (response.destroyed) return;
  send([{ index: 0, delta: {}, finish_reason: finishReason }]);
  if (plan.usage !== false) send([], { usage });
  response.end('data: [DONE]\n\n');
  counts.completed++;
}

/** A note in the form that is asked for: a few sections over the numbered lines of the prompt, each citing its lines. */
export function writeNoteFor(prompt: string): string {
  const lines = [...prompt.matchAll(/^L(\d+) (.+)$/gm)].map(([, id, text]) => ({ id: Number(id), text: (text ?? '').trim() }));
  if (lines.length === 0) return '> Nothing was given.\n';
  const sectionCount = Math.max(1, Math.min(4, Math.floor(lines.length / 3)));
  const perSection = Math.ceil(lines.length / sectionCount);
  const parts = [`> ${shorten(lines[0]?.text ?? '', 120)}`, ''];
  for (let start = 0, number = 1; start < lines.length; start += perSection, number++) {
    const own = lines.slice(start, start + perSection);
    const [first, ...rest] = own;
    if (!first) break;
    parts.push(`## ${number}. ${shorten(first.text, 40)} [L${first.id}]`);
    const chosen = [first, ...rest.filter((_, index) => index % Math.max(1, Math.ceil(rest.length / 3)) === 0)];
    for (const line of chosen) parts.push(`- ${shorten(line.text, 160)} [L${line.id}]`);
    parts.push('');
  }
  parts.push('#fake #note', '');
  return parts.join('\n');
}

/** Every line that is asked for, in another language after a fashion; null when no translation is asked for. */
export function translateFor(prompt: string): string | null {
  if (!prompt.includes('You translate the subtitles')) return null;
  return [...prompt.matchAll(/^L(\d+) \S/gm)].map(([, id]) => `L${id} 第 ${id} 句的译文`).join('\n');
}

function shorten(text: string, length: number): string {
  const plain = text
    .replace(/[[\]#*_`<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= length ? plain : `${characters.slice(0, length).join('')}…`;
}

/** Whether a part of a talk is asked for as an article. */
export function wantsArticle(prompt: string): boolean {
  return /^Task: the lines L\d+ to L\d+ as an article to read/m.test(prompt);
}

/** The lines a task names as paragraphs of about five lines and one speaker, each a little better written than spoken. */
export function writeArticleFor(prompt: string): string {
  const [, from, to] = /^Task: the lines L(\d+) to L(\d+) as an article to read/m.exec(prompt) ?? [];
  const first = Number(from);
  const last = Number(to);
  const named = prompt.includes('A paragraph holds the words of one speaker');
  const paragraphs: { voice: string; words: string[]; first: number; last: number }[] = [];
  for (const [, number, said = ''] of prompt.matchAll(/^L(\d+) (.+)$/gm)) {
    const id = Number(number);
    if (id < first || id > last) continue;
    const [, voice = '', words = said] = named ? (/^([^:]{1,40}): (.+)$/.exec(said) ?? []) : [];
    const open = paragraphs.at(-1);
    if (open && open.voice === voice && open.words.length < 5) {
      open.words.push(words);
      open.last = id;
    } else paragraphs.push({ voice, words: [words], first: id, last: id });
  }
  return paragraphs.map(({ words, first: begins, last: ends }) => `${words.join(' ')} [L${begins}-L${ends}]`).join('\n\n');
}
