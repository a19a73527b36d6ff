import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBody, parseEncodings } from './body.ts';

async function decode(body: Buffer, encodings: string[], maxBytes = 100_000_000): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeBody(Readable.from([body]), encodings, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('encodings', () => {
  test.each<[string | null, string[]]>([
    [null, []],
    ['', []],
    ['identity', []],
    [' GZip ', ['gzip']],
    ['gzip, identity,, br', ['gzip', 'br']],
    ['x-gzip, deflate, zstd', ['x-gzip', 'deflate', 'zstd']],
  ])('of %j are %j', (header, expected) => {
    expect(parseEncodings(header)).toEqual(expected);
  });

  test.each(['compress', 'gzip, unknown', 'constructor', 'gzip, gzip, gzip, gzip'])('%s is refused', (header) => {
    expect(() => parseEncodings(header)).toThrow('fetch_failed: content encoding');
  });
});

describe('a body', () => {
  const text = Buffer.from('the oven keeps its heat. '.repeat(400));

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('in %s is decoded, and one that breaks off as far as it goes', async (name, encode) => {
    const body = encode(text);
    expect(await decode(body, [name])).toEqual(text);
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 31) % 251));
    const part = await decode(encode(noise).subarray(0, -8), [name]);
    expect(noise.subarray(0, part.length)).toEqual(part);
  });

  test('in two encodings is decoded from the outermost on', async () => {
    expect(await decode(brotliCompressSync(gzipSync(text)), ['gzip', 'br'])).toEqual(text);
  });

  test('that is not what it says fails, whichever of its encodings is wrong', async () => {
    await expect(decode(text, ['gzip', 'br'])).rejects.toThrow();
    await expect(decode(brotliCompressSync(text), ['gzip', 'br'])).rejects.toThrow();
    await expect(decode(text, ['gzip'])).rejects.toThrow();
  });

  test('may have as many bytes as are allowed, received and decoded', async () => {
    expect(await decode(text, [], text.length)).toEqual(text);
    await expect(decode(text, [], text.length - 1)).rejects.toMatchObject({ code: 'fetch_too_large' });
    expect(await decode(gzipSync(text), ['gzip'], text.length)).toEqual(text);
    await expect(decode(gzipSync(text), ['gzip'], text.length - 1)).rejects.toMatchObject({ code: 'fetch_too_large' });
  });

  test('grows a hundredfold at most once it is long, and as it likes while it is short', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    await expect(decode(bomb, ['gzip'])).rejects.toMatchObject({ code: 'fetch_too_large' });
    const short = Buffer.alloc(1024 * 1024);
    expect(await decode(gzipSync(short), ['gzip'])).toHaveLength(short.length);
    // The ratio does not apply without compression.
    expect(await decode(Buffer.alloc(8 * 1024 * 1024), [])).toHaveLength(8 * 1024 * 1024);
  });

  /** Makes `bytes` zeros into a gzip file of exactly `received` bytes, filled up with an extra field in the header. */
  function padded(bytes: number, received: number): Buffer {
    const plain = gzipSync(Buffer.alloc(bytes));
    const extra = Buffer.alloc(received - plain.length - 2);
    const length = Buffer.from([extra.length % 256, Math.floor(extra.length / 256)]);
    const head = Buffer.from(plain.subarray(0, 10));
    head[3] = 4;
    return Buffer.concat([head, length, extra, plain.subarray(10)]);
  }

  test('is too large also when little of it is text', async () => {
    expect(await decode(padded(100, 2000), ['gzip'], 2000)).toHaveLength(100);
    await expect(decode(padded(100, 2000), ['gzip'], 1999)).rejects.toMatchObject({ code: 'fetch_too_large' });
  });

  test('grows a hundredfold to the byte', async () => {
    const received = 12_288;
    expect(await decode(padded(100 * received, received), ['gzip'])).toHaveLength(100 * received);
    await expect(decode(padded(100 * received + 1, received), ['gzip'])).rejects.toMatchObject({ code: 'fetch_too_large' });
  });

  test('whose connection broke before it was read fails at once', async () => {
    const broken = new Readable({ read() {} });
    broken.on('error', () => {});
    broken.destroy(new Error('reset'));
    await expect(decodeBody(broken, [], 10).next()).rejects.toThrow('reset');
    const closed = new Readable({ read() {} });
    closed.destroy();
    await expect(decodeBody(closed, [], 10).next()).rejects.toThrow('fetch_failed: closed before it was read');
  });

  test('is closed when it is read no further', async () => {
    // It never ends by itself.
    const raw = new Readable({ read() {} });
    raw.push('a');
    for await (const _chunk of decodeBody(raw, [], 10)) break;
    expect(raw.destroyed).toBe(true);
  });
});
