import { AppError, hasCode } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../domain.ts';
import type { FetchResponse } from '../ports.ts';
import { progressPercents } from '../progress-percents.ts';
import { canonicaliseUrl } from '../sites/shared/canonical-url.ts';
import { announcesDocument, binaryKindOf } from './binary-document/kind.ts';
import { fromDocument } from './binary-document.ts';
import type { ResolveContext, Source } from './source.ts';

const percents = progressPercents.documentLink;

const maxBytes = 50 * 1024 * 1024;
const downloadTimeoutMs = 120_000;
const lookTimeoutMs = 8000;

/** Null when the file is not a document. Errors: the fetch's (`fetch_too_large` past 50 MB), `fetch_status`, the reader's. */
export const namedDocumentSource: Source = {
  id: 'named-document',
  canHandle: (input) => input.type === 'url' && parseHttpUrl(input.url) !== null && isNamed(nameOf(input.url)),
  async resolve(input, context) {
    return input.type === 'url' ? await download(input.url, context) : null;
  },
};

/** Recognises documents by content type, for links that turned out not to be pages. */
export const documentLinkSource: Source = {
  id: 'document-link',
  canHandle: (input) =>
    input.type === 'url' &&
    parseHttpUrl(input.url) !== null &&
    !isNamed(nameOf(input.url)) &&
    mediaExtension(nameOf(input.url)) === null,
  async resolve(input, context) {
    return input.type === 'url' && (await announced(input.url, context)) ? await download(input.url, context) : null;
  },
};

async function download(url: string, context: ResolveContext): Promise<Extracted | null> {
  context.progress.stage('resolve', percents.fetching, 'fetching_page');
  const response = await context.ports.fetch(url, {
    signal: context.signal,
    maxBytes,
    timeoutMs: downloadTimeoutMs,
    headers: { accept: 'application/pdf,application/epub+zip,application/octet-stream;q=0.8,*/*;q=0.5' },
  });
  if (response.status !== 200) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  return await readDownload(response, canonicaliseUrl(response.url), context);
}

/** Null, with the connection closed, when the response is not a document. */
export async function readDownload(
  response: FetchResponse,
  canonicalUrl: string,
  context: ResolveContext,
): Promise<Extracted | null> {
  const bytes = await bytesOf(response);
  const name = sentName(response) ?? nameOf(response.url);
  const kind = bytes && binaryKindOf(bytes, name);
  if (!bytes || (kind !== 'pdf' && kind !== 'zip')) return null;
  context.progress.stage('resolve', percents.reading, 'reading_document');
  const document = await context.ports.readDocument({ bytes }, context.signal);
  return await fromDocument(document, { name, canonicalUrl }, context);
}

function isNamed(name: string): boolean {
  return /\.(?:pdf|epub|docx)$/i.test(name);
}

/** Reads the headers only, by HEAD, or by GET as some servers do not answer HEAD. */
async function announced(url: string, { ports, signal }: ResolveContext): Promise<boolean> {
  for (const method of ['HEAD', 'GET'] as const) {
    try {
      const answer = await ports.fetch(url, { signal, method, timeoutMs: lookTimeoutMs, maxBytes: Number.MAX_SAFE_INTEGER });
      await answer.cancel();
      if (answer.status >= 400) continue;
      const says = announcesDocument(answer.headers.get('content-type'));
      return says === 'yes' || (says === 'maybe' && isNamed(sentName(answer) ?? nameOf(answer.url)));
    } catch (error) {
      if (!hasCode(error, 'fetch_failed', 'fetch_timed_out')) throw error;
    }
  }
  return false;
}

/** Null, with the connection closed, when the first bytes are not a document's. */
async function bytesOf(response: FetchResponse): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let known = false;
  for await (const part of response.body) {
    parts.push(part);
    size += part.length;
    if (known || size < 1024) continue;
    const kind = binaryKindOf(Buffer.concat(parts), nameOf(response.url));
    if (kind !== 'pdf' && kind !== 'zip') return null;
    known = true;
  }
  return Buffer.concat(parts);
}

export function sentName(response: FetchResponse): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*\s*=\s*utf-8''([^;]{1,500})/i.exec(header)?.[1];
  const plain = /filename\s*=\s*"?([^";]{1,500})/i.exec(header)?.[1];
  return encoded === undefined ? (plain?.trim() ?? null) : decoded(encoded.trim());
}

function nameOf(url: string): string {
  return decoded(
    parseHttpUrl(url)
      ?.pathname.split('/')
      .findLast((piece) => piece !== '') ?? '',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
