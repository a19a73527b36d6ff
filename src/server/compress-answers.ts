import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';

const gzipped = promisify(gzip);
/** Smaller responses fit into one packet, so compression gains nothing. */
const leastBytes = 1024;

/** Complete JSON only. Hono's middleware makes a stream of each, even uncompressed; this takes longer than many calls. */
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
    // Without this, Hono merges the headers of both responses and turns the body into a stream.
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
