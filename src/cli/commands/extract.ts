import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { createGunzip } from 'node:zlib';
import type { ExtractedPage } from '#engine/raw-content.ts';
import { createComputePool } from '#infra/compute-pool/create-compute-pool.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

const maxBytes = 20_000_000;

/** `extract <url|file> [--url URL]`: the main text and metadata of a page as JSON. A file may be gzipped and of any charset. */
export async function extract(args: string[]): Promise<void> {
  const { input, url } = readArguments(args);
  const page = await extractFrom(input, url);
  const { text, markdown, title, author, date, siteName, coverUrl, language } = page;
  process.stdout.write(`${JSON.stringify({ text, markdown, title, author, date, siteName, coverUrl, language })}\n`);
}

function readArguments(args: readonly string[]): { input: string; url: string | null } {
  let input: string | null = null;
  let url: string | null = null;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--url') {
      url = args[++i] ?? null;
      if (!url || !URL.canParse(url)) throw new UsageError('--url needs an absolute URL');
    } else if (arg.startsWith('--')) throw new UsageError(`unknown option ${arg}`);
    else if (input !== null) throw new UsageError('expected one URL or file');
    else input = arg;
  }
  if (!input) throw new UsageError('expected one URL or file');
  return { input, url };
}

/** Fetches or reads the input and extracts it in a child process. Also used by `article-html`. */
export async function extractFrom(input: string, url: string | null): Promise<ExtractedPage> {
  const page = /^https?:\/\//i.test(input) ? await fetchPage(input) : await readPageFile(input);
  const pool = createComputePool();
  try {
    return await pool.extractPage({ ...page, url: url ?? page.url }, new AbortController().signal);
  } finally {
    await pool.close();
  }
}

type RawPage = { bytes: Uint8Array; contentType: string | null; url: string };

async function fetchPage(address: string): Promise<RawPage> {
  const { createCliFetch } = await import('../cli-fetch.ts');
  const signal = AbortSignal.timeout(60_000);
  const response = await createCliFetch()(address, { signal, headers: { accept: 'text/html,application/xhtml+xml' }, maxBytes });
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  return { bytes: await response.bytes(), contentType: response.headers.get('content-type'), url: response.url };
}

async function readPageFile(file: string): Promise<RawPage> {
  try {
    if (!(await stat(file)).isFile()) throw new AppError('file_missing');
    const head = await readAll(createReadStream(file, { end: 1 }));
    const zipped = head[0] === 0x1f && head[1] === 0x8b;
    const stream = createReadStream(file);
    const bytes = await readAll(zipped ? stream.pipe(createGunzip()) : stream);
    return { bytes, contentType: null, url: pathToFileURL(file).href };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw new AppError(code === 'ENOENT' || code === 'EACCES' ? 'file_missing' : 'document_unreadable', { cause: error });
  }
}

/** Limits the decompressed size, so a gzip bomb is stopped. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new AppError('file_too_large', { params: { maxMb: maxBytes / 1e6 } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
