/**
 * Answers of real sites, kept in files: `RECORD=1` on a connected machine asks the site for what no file holds and keeps
 * it; without, only the files answer. One file for each method, address and body; nothing of a request is kept, and of
 * an answer only what a reader needs, no cookies.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { GuardedFetch } from '#engine/ports.ts';
import type { Beyond } from './replay.ts';

const zRecording = z.object({
  method: z.enum(['GET', 'HEAD', 'POST']),
  url: z.string(),
  recordedAt: z.string(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  /** `text` where the bytes are UTF-8, else base64. */
  encoding: z.enum(['text', 'base64']),
  body: z.string(),
});
type Recording = z.infer<typeof zRecording>;

const keptHeaders = ['content-type', 'content-disposition', 'retry-after'];
const sentHeaders = ['accept', 'accept-language', 'content-type', 'origin', 'range', 'referer', 'user-agent'];
/** Different in each request for the same thing. */
const passing = ['wts', 'w_rid', 'w_webid'];
const maxBytes = 50_000_000;
const timeoutMs = 60_000;

/** For `startReplay({ beyond })`. With `fetch`, what no file of `folder` holds is asked for and kept there. */
export function answerFromRecordings(folder: string, fetch: GuardedFetch | null): Beyond {
  return async (request, response) => {
    const body = await bytesOf(request);
    const method = request.method === 'POST' ? 'POST' : request.method === 'HEAD' ? 'HEAD' : 'GET';
    // The replay is asked for `/<host>/<path>`; that it was https is taken for granted.
    const url = `https://${(request.url ?? '/').slice(1)}`;
    const path = fileOf(folder, { method, url, body });
    const known = await read(path);
    if (known) return send(known, response);
    if (!fetch) return false;
    for (const recording of await ask({ method, url, body, request }, fetch)) {
      const target = recording.url === url ? path : fileOf(folder, { method: 'GET', url: recording.url, body: Buffer.alloc(0) });
      await mkdir(dirname(target), { recursive: true });
      // Whole or not at all: the same answer may be on its way twice.
      const part = `${target}.${randomUUID()}.part`;
      await writeFile(part, `${JSON.stringify(recording, null, 2)}\n`);
      await rename(part, target);
    }
    const made = await read(path);
    return made !== null && send(made, response);
  };
}

type Asked = { method: Recording['method']; url: string; body: Buffer };

function fileOf(folder: string, { method, url, body }: Asked): string {
  const { host, pathname, searchParams } = new URL(url);
  for (const name of passing) searchParams.delete(name);
  searchParams.sort();
  const key = createHash('sha256').update(`${method} ${host}${pathname}?${searchParams.toString()}\n`).update(body).digest('hex');
  const readable = pathname.replace(/[^\w.-]+/g, '_').slice(0, 60);
  return join(folder, host.replace(/[^\w.-]/g, '_'), `${readable}-${key.slice(0, 16)}.json`);
}

async function read(path: string): Promise<Recording | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : zRecording.parse(JSON.parse(text));
}

function send({ status, headers, encoding, body }: Recording, response: ServerResponse): true {
  response.writeHead(status, headers).end(Buffer.from(body, encoding === 'text' ? 'utf8' : 'base64'));
  return true;
}

/** The answer; where the site led elsewhere, the one step that leads there, and what is there. */
async function ask(
  { method, url, body, request }: Asked & { request: IncomingMessage },
  fetch: GuardedFetch,
): Promise<Recording[]> {
  const headers: Record<string, string> = {};
  for (const name of sentHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const signal = AbortSignal.timeout(timeoutMs);
  const sent = method === 'POST' ? { body: new Uint8Array(body) } : {};
  const answer = await fetch(url, { signal, method, headers, maxBytes, timeoutMs, ...sent });
  const bytes = Buffer.from(await answer.bytes());
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes);
  const recordedAt = new Date().toISOString();
  const kept = keptHeaders.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const found: Recording = {
    method: answer.url === url ? method : 'GET',
    url: answer.url,
    recordedAt,
    // A replay gives the whole of what it has.
    status: answer.status === 206 ? 200 : answer.status,
    headers: Object.fromEntries(kept),
    encoding: isText ? 'text' : 'base64',
    body: isText ? text : bytes.toString('base64'),
  };
  if (answer.url === url) return [found];
  const step: Recording = { method, url, recordedAt, status: 302, headers: { location: answer.url }, encoding: 'text', body: '' };
  return [found, step];
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
