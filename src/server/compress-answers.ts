import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';

const gzipped = promisify(gzip);
/** Less than one packet: not worth the work of either side. */
const leastBytes = 1024;

/**
 * For answers that are there as a whole. Hono's own makes a stream of each, even of one that nobody wants compressed, and that takes
 * longer than many a call. Streams of events pass as they are.
 */
export function compressAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, status } = c.res;
    if (!headers.get('content-type')?.startsWith('application/json') || headers.has('transfer-encoding')) return;
    headers.append('vary', 'Accept-Encoding');
    if (!takesGzip(c)) return;
    const bytes = new Uint8Array(await c.res.arrayBuffer());
    const isLong = bytes.length >= leastBytes;
    const answer = new Response(isLong ? await gzipped(bytes) : bytes, { status, headers });
    if (isLong) answer.headers.set('content-encoding', 'gzip');
    // Otherwise Hono makes a stream of it, to join the headers of both.
    c.res = undefined;
    c.res = answer;
  };
}

function takesGzip(c: Context): boolean {
  const match = (accepted: readonly { type: string; q: number }[]) => {
    const named = accepted.find(({ type }) => type === 'gzip') ?? accepted.find(({ type }) => type === '*');
    return named !== undefined && named.q > 0 ? 'gzip' : '';
  };
  return accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: '', match }) === 'gzip';
}
