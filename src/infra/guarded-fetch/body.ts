import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { AppError } from '#lib/app-error.ts';

const maxEncodings = 3;
/** Decoded bytes per received byte. Text reaches 20, a decompression bomb far more. */
const maxRatio = 100;
const ratioFromBytes = 1024 * 1024;

export const acceptedEncodings = 'gzip, br, zstd';

/** The outermost encoding is the last. Errors: `fetch_failed` for unknown or too many encodings. */
export function parseEncodings(header: string | null): string[] {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const wanted = names.filter((name) => name !== '' && name !== 'identity');
  if (wanted.length > maxEncodings || wanted.some((name) => !Object.hasOwn(decoders, name))) {
    throw new AppError('fetch_failed', { detail: 'content encoding' });
  }
  return wanted;
}

// Truncated bodies are decoded as far as possible, as in browsers.
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ flush: constants.ZSTD_e_flush, finishFlush: constants.ZSTD_e_flush }),
};

/** Errors: `fetch_too_large` past `maxBytes` or at a suspicious ratio. Leaving the loop closes the connection. */
export async function* decodeBody(raw: Readable, encodings: string[], maxBytes: number): AsyncGenerator<Uint8Array> {
  // An earlier error is not emitted again, so reading would wait forever.
  if (raw.errored) throw raw.errored;
  if (raw.destroyed) throw new AppError('fetch_failed', { detail: 'closed before it was read' });
  let received = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding: string, done: TransformCallback) {
      received += chunk.length;
      done(received > maxBytes ? new AppError('fetch_too_large') : null, chunk);
    },
  });
  const chain = [counter, ...encodings.toReversed().map((name) => (decoders[name] ?? decoders.gzip)?.())].filter(
    (part) => part !== undefined,
  );
  const last = chain.reduce<Readable>((from, to) => link(from, to), raw);
  let decoded = 0;
  try {
    for await (const chunk of last as AsyncIterable<Uint8Array>) {
      decoded += chunk.length;
      const outOfProportion = decoded > ratioFromBytes && decoded > received * maxRatio;
      if (decoded > maxBytes || outOfProportion) throw new AppError('fetch_too_large');
      yield chunk;
    }
  } finally {
    for (const part of [raw, ...chain]) part.destroy();
  }
}

function link(from: Readable, to: Transform): Transform {
  from.on('error', (error) => to.destroy(error));
  return from.pipe(to);
}
