/** Fetches that are answered from a script, for tables of many small cases; it remembers what becomes of every answer. */
import type { FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';

export type ScriptedAnswer = {
  /** Any method without one. */
  method?: string;
  address: string;
  status: number;
  headers: Record<string, string>;
  /** The address after redirects, and after permanent ones alone. */
  lands?: string;
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
  const fetch: GuardedFetch = async (url, { method = 'GET', headers = {}, maxBytes, timeoutMs }) => {
    const entry: Asked = { line: `${method} ${url}`, headers, terms: termsOf(headers, maxBytes, timeoutMs), end: 'left open' };
    asked.push(entry);
    const fitting = script.filter((answer) => fits(answer.address, url) && (answer.method ?? method) === method);
    const answer = fitting.find((candidate) => !given.has(candidate)) ?? fitting.at(-1);
    if (!answer) entry.end = 'closed';
    if (!answer) throw new AppError('fetch_failed');
    given.add(answer);
    if (answer.fails) entry.end = 'closed';
    if (answer.fails) throw new AppError(answer.fails);
    const response: FetchResponse = {
      status: answer.status,
      url: answer.lands ?? url,
      ...(answer.lasting === undefined ? {} : { lastingUrl: answer.lasting }),
      headers: new Headers(answer.headers),
      body: inParts(method === 'HEAD' ? new Uint8Array() : answer.body, maxBytes, () => {
        if (entry.end !== 'closed') entry.end = 'read';
      }),
      async bytes() {
        entry.end = 'read';
        return method === 'HEAD' ? new Uint8Array() : answer.body;
      },
      // Giving back takes a while, so that it shows who does not wait for it.
      async cancel() {
        await new Promise((resolve) => setImmediate(resolve));
        entry.end = 'closed';
      },
    };
    return response;
  };
  return { fetch, asked };
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

const smallPart = 700;

/** Ended by its reader too, which closes it. */
async function* inParts(bytes: Uint8Array, maxBytes: number | undefined, done: () => void): AsyncGenerator<Uint8Array> {
  const partBytes = bytes.length > 1_000_000 ? 1_000_000 : smallPart;
  try {
    for (let at = 0; at < bytes.length; at += partBytes) {
      if (Math.min(at + partBytes, bytes.length) > (maxBytes ?? Number.POSITIVE_INFINITY)) throw new AppError('fetch_too_large');
      yield bytes.subarray(at, at + partBytes);
    }
  } finally {
    done();
  }
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
