/**
 * The guarded fetch, answered from a script by a server on loopback: for tables of many small cases. It remembers what was asked, and what
 * became of every answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';

export type ScriptedAnswer = {
  /** Any method without one. */
  method?: string;
  address: string;
  status: number;
  headers: Record<string, string>;
  /** Where it leads for now. */
  lands?: string;
  /** Where it has moved for good. */
  lasting?: string;
  body: Uint8Array;
  /** The request fails with this instead. */
  fails?: ErrorCode;
};

type Asked = {
  line: string;
  headers: Record<string, string>;
  /** What it takes, how much of it, and for how long. */
  terms: string;
  end: 'left open' | 'read' | 'closed';
};

export type ScriptedFetch = { fetch: GuardedFetch; asked: Asked[] };

/** One answer per request, in the order of the script; the last one for an address is repeated. */
export function scriptedFetch(script: readonly ScriptedAnswer[]): ScriptedFetch {
  const asked: Asked[] = [];
  const given = new Set<ScriptedAnswer>();
  let guarded: GuardedFetch | undefined;
  const fetch: GuardedFetch = async (url, options) => {
    const { method = 'GET', headers = {}, maxBytes, timeoutMs } = options;
    const entry: Asked = { line: `${method} ${url}`, headers, terms: termsOf(headers, maxBytes, timeoutMs), end: 'left open' };
    asked.push(entry);
    const fitting = script.filter((answer) => fits(answer.address, url) && (answer.method ?? method) === method);
    const answer = fitting.find((candidate) => !given.has(candidate)) ?? fitting.at(-1);
    if (answer) given.add(answer);
    try {
      if (answer?.fails) throw new AppError(answer.fails);
      guarded ??= createGuardedFetch({ replayFrom: await serverAddress() });
      return watched(await guarded(url, { ...options, headers: { ...headers, [ticket]: ticketFor(answer) } }), entry);
    } catch (error) {
      entry.end = 'closed';
      throw error;
    }
  };
  return { fetch, asked };
}

/** Notes in `entry` whether the response is read or closed. */
function watched(response: FetchResponse, entry: Asked): FetchResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* response.body;
    } finally {
      if (entry.end !== 'closed') entry.end = 'read';
    }
  }
  return {
    ...response,
    body: body(),
    async bytes() {
      entry.end = 'read';
      return response.bytes();
    },
    // Closing takes a while, so that it shows who does not wait for it.
    async cancel() {
      await new Promise((resolve) => setImmediate(resolve));
      await response.cancel();
      entry.end = 'closed';
    },
  };
}

/** The header that tells the server which answer to give. */
const ticket = 'x-scripted-answer';
const tickets = new Map<string, ScriptedAnswer | undefined>();

function ticketFor(answer: ScriptedAnswer | undefined): string {
  const number = String(tickets.size);
  tickets.set(number, answer);
  return number;
}

let address: Promise<string> | undefined;

/** One server for all scripts of a process; it ends with the process. */
function serverAddress(): Promise<string> {
  address ??= new Promise((resolve) => {
    const server = createServer(respond).listen(0, '127.0.0.1', () => {
      const at = server.address();
      resolve(`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`);
    });
    server.unref();
  });
  return address;
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const answer = tickets.get(String(request.headers[ticket]));
  // Nobody is there.
  if (!answer) return void request.socket.destroy();
  response.sendDate = false;
  const next = nextAddress(answer, request.url ?? '');
  if (next) return void response.writeHead(next.status, { location: next.address }).end();
  const body = fitted(answer);
  response.writeHead(answer.status, answer.headers);
  if (request.method === 'HEAD' || [204, 304].includes(answer.status)) response.end();
  else {
    // Not all in one, or the length would be told.
    response.write(body);
    response.end();
  }
}

/** Where the answer redirects to from here: first for good, then for now. */
function nextAddress({ lasting, lands }: ScriptedAnswer, path: string): { status: number; address: string } | null {
  const isAt = (address: string) => `/${new URL(address).host}${new URL(address).pathname}${new URL(address).search}` === path;
  if (lands !== undefined && isAt(lands)) return null;
  if (lasting !== undefined && !isAt(lasting)) return { status: 308, address: lasting };
  return lands === undefined ? null : { status: 307, address: lands };
}

/** As long as its headers say. */
function fitted({ headers, body }: ScriptedAnswer): Uint8Array {
  const length = Number(headers['content-length'] ?? body.length);
  return length <= body.length ? body.subarray(0, length) : Buffer.concat([body], length);
}

function termsOf(headers: Record<string, string>, maxBytes: number | undefined, timeoutMs: number | undefined): string {
  const size = maxBytes === Number.MAX_SAFE_INTEGER ? 'any size' : maxBytes && `${maxBytes} bytes`;
  const others = ['accept-language', 'referer', 'cookie', 'x-youtube-client-name', 'x-goog-visitor-id']
    .filter((name) => headers[name] !== undefined)
    .map((name) => `${name} ${headers[name]}`);
  const agent = headers['user-agent'] && `as ${/\w+\.\w+\.\w+\.\w+|\w+/.exec(headers['user-agent'])?.[0]}`;
  return [headers.accept?.split(',')[0], size, timeoutMs && `${timeoutMs} ms`, agent, ...others]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** An address that ends with `*` stands for all that begin so. */
function fits(address: string, url: string): boolean {
  return address.endsWith('*') ? url.startsWith(address.slice(0, -1)) : address === url;
}

/**
 * A line of a script: `[METHOD ]ADDRESS STATUS TYPE [name=value …] | BODY`. `-` is no type; `lands`, `lasting` and `fails` are
 * of the answer, other names are headers. In the body, `{name}` stands for what `files` has under that name.
 */
export function readScript(line: string, files: Readonly<Record<string, Uint8Array>>): ScriptedAnswer {
  const [, head = '', body = ''] = /^(.*?)(?: \| (.*))?$/.exec(line) ?? [];
  const [, method, address = '', status = '', type = '-', rest = ''] =
    /^(?:([A-Z]+) )?(\S+)(?: (\d+)(?: (\S+))?)?((?: \S+=\S+)*)$/.exec(head) ?? [];
  const named = Object.fromEntries(
    rest
      .split(' ')
      .filter((part) => part !== '')
      .map((part) => [part.slice(0, part.indexOf('=')), decodeURIComponent(part.slice(part.indexOf('=') + 1))]),
  );
  const { lands, lasting, fails, ...headers } = named;
  const file = files[/^\{(\w+)\}$/.exec(body)?.[1] ?? ''];
  return {
    ...(method === undefined ? {} : { method }),
    ...(lands === undefined ? {} : { lands }),
    ...(lasting === undefined ? {} : { lasting }),
    ...(fails === undefined ? {} : { fails: fails as ErrorCode }),
    address,
    status: Number(status || 200),
    headers: { ...(type === '-' ? {} : { 'content-type': type.replaceAll('_', ' ') }), ...headers },
    body: file ?? new TextEncoder().encode(body.replaceAll('\\n', '\n')),
  };
}
