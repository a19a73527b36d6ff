/**
 * A model server that speaks three protocols over real sockets: OpenAI's chat completions, Anthropic's messages and
 * Gemini's generateContent, all streamed. What it does is a script of plain steps, the same for each protocol.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Protocol = 'openai' | 'anthropic' | 'google';

export type ProviderCall = {
  protocol: Protocol;
  /** Everything the model is given, instructions first. */
  prompt: string;
  key: string | null;
  body: unknown;
};

export type Usage = { input: number; cached: number; output: number };

export type ProviderReply =
  | {
      text: string;
      pieces?: number;
      end?: 'stop' | 'length' | 'filter';
      /** What is reported to have been read, read from what was kept, and written. */
      usage?: Usage;
      /** Only so many bytes of the answer are sent before the socket breaks. */
      cutAtByte?: number;
      /** Sends so many pieces, then nothing more. */
      hangAfter?: number;
      delayMs?: number;
      contentType?: string;
    }
  | { status: number; body?: string; headers?: Record<string, string> }
  /** Sent as it is with status 200. */
  | { raw: string; contentType?: string }
  /** One line of so many bytes that never ends. */
  | { longLine: number }
  /** Text without end, until the other side leaves. */
  | { endless: string }
  | { hang: true };

export type FakeProviders = {
  /** What to set as the address of a provider of this protocol. */
  baseUrl(protocol: Protocol): string;
  calls: ProviderCall[];
  script(answer: (call: ProviderCall, index: number) => ProviderReply): void;
  /** Requests whose socket is open now. */
  open(): number;
  close(): Promise<void>;
};

const paths: Record<Protocol, string> = { openai: '/v1', anthropic: '/anthropic/v1', google: '/google/v1beta' };

export async function startFakeProviders(): Promise<FakeProviders> {
  let answer: (call: ProviderCall, index: number) => ProviderReply = () => ({ status: 500 });
  const calls: ProviderCall[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = readCall(request, Buffer.concat(chunks).toString('utf8'));
      if (!call) return void response.writeHead(404).end();
      open++;
      response.once('close', () => open--);
      calls.push(call);
      give(response, call.protocol, answer(call, calls.length - 1));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: (protocol) => `http://127.0.0.1:${port}${paths[protocol]}`,
    calls,
    script: (next) => {
      answer = next;
      calls.length = 0;
    },
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readCall(request: IncomingMessage, text: string): ProviderCall | null {
  const url = request.url ?? '';
  const { headers } = request;
  const one = (value: string | string[] | undefined): string | null =>
    Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
  if (request.method !== 'POST') return null;
  const body: unknown = JSON.parse(text);
  const prompt = textsOf(body).join('\n\n');
  if (url.endsWith('/chat/completions'))
    return { protocol: 'openai', prompt, key: one(headers.authorization)?.replace('Bearer ', '') ?? null, body };
  if (url.endsWith('/messages')) return { protocol: 'anthropic', prompt, key: one(headers['x-api-key']), body };
  if (url.includes(':streamGenerateContent')) return { protocol: 'google', prompt, key: one(headers['x-goog-api-key']), body };
  return null;
}

/** All strings under keys that hold text, in the order a reader would meet them: instructions, then messages. */
function textsOf(body: unknown): string[] {
  const texts: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (key === 'text' || key === 'content' || key === 'system') texts.push(value);
    } else if (Array.isArray(value)) for (const item of value) walk(item, key);
    else if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) walk(inner, name);
  };
  if (typeof body === 'object' && body !== null) {
    const { system, systemInstruction, messages, contents } = body as Record<string, unknown>;
    for (const [name, part] of Object.entries({ system, systemInstruction, messages, contents })) walk(part, name);
  }
  return texts;
}

function give(response: ServerResponse, protocol: Protocol, reply: ProviderReply): void {
  if ('hang' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? JSON.stringify({ error: { message: 'no', type: 'error', code: reply.status } }));
    return;
  }
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream' });
    response.end(reply.raw);
    return;
  }
  response.writeHead(200, { 'content-type': ('contentType' in reply && reply.contentType) || 'text/event-stream' });
  if ('longLine' in reply) {
    giveLongLine(response, reply.longLine);
    return;
  }
  if ('endless' in reply) {
    giveEndless(response, protocol, reply.endless);
    return;
  }
  const events = eventsOf(protocol, piecesOf(reply.text, reply.pieces ?? 6), reply.end ?? 'stop', reply.usage);
  if (reply.cutAtByte !== undefined) {
    const bytes = Buffer.from(events.join(''));
    response.write(bytes.subarray(0, reply.cutAtByte), () => response.destroy());
    return;
  }
  const shown = reply.hangAfter === undefined ? events : events.slice(0, reply.hangAfter + 1);
  if (reply.delayMs === undefined) {
    response.write(shown.join(''));
    if (reply.hangAfter === undefined) response.end();
    return;
  }
  let at = 0;
  const timer = setInterval(() => {
    const event = shown[at++];
    if (event !== undefined && !response.destroyed) return void response.write(event);
    clearInterval(timer);
    response.end();
  }, reply.delayMs);
}

function giveLongLine(response: ServerResponse, bytes: number): void {
  response.write('data: ');
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const more = (): void => {
    while (sent < bytes && !response.destroyed) {
      sent += piece.byteLength;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

function giveEndless(response: ServerResponse, protocol: Protocol, text: string): void {
  const [begin = '', piece = ''] = eventsOf(protocol, [text], 'stop');
  response.write(protocol === 'google' ? begin : begin + piece);
  const block = (protocol === 'google' ? begin : piece).repeat(50);
  const more = (): void => {
    while (!response.destroyed) if (!response.write(block)) return void response.once('drain', more);
  };
  more();
}

function piecesOf(text: string, count: number): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / count));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}

/** The whole answer as the protocol's events; concatenated they are what goes over the wire. */
export function eventsOf(
  protocol: Protocol,
  pieces: readonly string[],
  end: 'stop' | 'length' | 'filter',
  { input, cached, output }: Usage = { input: 100, cached: 64, output: 20 },
): string[] {
  const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
  if (protocol === 'openai') {
    const base = { id: 'c-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'fake' };
    const reason = { stop: 'stop', length: 'length', filter: 'content_filter' }[end];
    const choice = (delta: unknown, finish: string | null = null) =>
      data({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
    return [
      choice({ role: 'assistant', content: '' }),
      ...pieces.map((content) => choice({ content })),
      choice({}, reason),
      data({
        ...base,
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          prompt_tokens_details: { cached_tokens: cached },
        },
      }),
      'data: [DONE]\n\n',
    ];
  }
  if (protocol === 'anthropic') {
    const event = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;
    const reason = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[end];
    const usage = {
      input_tokens: input - cached,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    };
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    return [
      event({ type: 'message_start', message } as { type: string }) +
        event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }),
      ...pieces.map((text) =>
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string }),
      ),
      event({ type: 'content_block_stop', index: 0 } as { type: string }),
      event({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: output } } as {
        type: string;
      }),
      event({ type: 'message_stop' }),
    ];
  }
  const reason = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }[end];
  const usageMetadata = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    cachedContentTokenCount: cached,
  };
  return pieces.map((text, index) =>
    data({
      candidates: [
        {
          content: { parts: [{ text }], role: 'model' },
          index: 0,
          ...(index === pieces.length - 1 ? { finishReason: reason } : {}),
        },
      ],
      usageMetadata,
      modelVersion: 'fake',
    }),
  );
}
