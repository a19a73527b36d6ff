import { AppError, toAppError } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../domain.ts';
import type { FetchResponse } from '../ports.ts';
import { progressPercents } from '../progress-percents.ts';
import type { ExtractedPage } from '../raw-content.ts';
import { directMediaSource } from '../sources/direct-media.ts';
import { readTextDocument } from '../sources/document.ts';
import { readDownload, sentName } from '../sources/document-link.ts';
import { isMediaType } from '../sources/media/media-types.ts';
import type { ResolveContext, Source } from '../sources/source.ts';
import { decodeText } from '../text/charset.ts';
import { sites } from './index.ts';
import { canonicaliseUrl } from './shared/canonical-url.ts';
import type { FileSharing, SharedFile } from './site.ts';

const maxBytes = 50 * 1024 * 1024;
/** For pages in place of a file, such as a confirmation or a sign-in. */
const maxPageBytes = 2_000_000;
const maxTextBytes = 20_000_000;
const timeoutMs = 120_000;

/** Null for other kinds of files. Errors: `document_access_denied`, `site_wait`, those of fetch and document reader. */
export const sharedFileSource: Source = {
  id: 'share-link',
  canHandle(input) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    return url !== null && targetOf(url) !== null;
  },
  async resolve(input, context) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    const target = url && targetOf(url);
    if (!url || !target) return null;
    context.progress.stage('resolve', progressPercents.sharedFile.fetching, 'fetching_page');
    const [file, about] = await Promise.all([
      readFile(target, url, context),
      target.aboutUrl ? aboutPage(target.aboutUrl, context) : null,
    ]);
    return file && about ? withFacts(file, about) : file;
  },
};

type SharedTarget = SharedFile & { sharing: FileSharing };

function targetOf(url: URL): SharedTarget | null {
  for (const { files } of sites) {
    const file = files?.find(url);
    if (files && file) return { ...file, sharing: files };
  }
  return null;
}

async function readFile(target: SharedTarget, url: URL, context: ResolveContext): Promise<Extracted | null> {
  const response = await open(target, target.url, context);
  const canonicalUrl = canonicaliseUrl(target.aboutUrl ?? url);
  const type = response.headers.get('content-type');
  const name = sentName(response) ?? new URL(response.url).pathname.split('/').at(-1) ?? '';
  if (isMediaType(type) || mediaExtension(name) !== null) {
    await response.cancel();
    const media = await directMediaSource.resolve({ type: 'url', url: response.url }, context);
    return media && { ...media, canonicalUrl, title: titleOf(media.title, name) };
  }
  if (/^text\/|json|xml(?!\.|.*officedocument)/i.test(type ?? '') && !/\.(?:pdf|docx|epub)$/i.test(name)) {
    const text = await readTextDocument(await atMost(response, maxTextBytes), name, context);
    return { ...text, canonicalUrl, siteName: hostOf(url) };
  }
  const document = await readDownload(response, canonicalUrl, context);
  return document && { ...document, siteName: hostOf(url) };
}

const hostOf = (url: URL): string => url.hostname.replace(/^www\./, '');

function titleOf(title: string, name: string): string {
  return name === '' || (title !== '' && title !== 'uc') ? title : name.replace(/\.\w{2,5}$/, '');
}

/** Follows the confirmation that some services ask for before a large download. */
async function open(target: SharedTarget, address: string, context: ResolveContext, asked = false): Promise<FetchResponse> {
  const { ports, signal } = context;
  const response = await ports.fetch(address, { signal, maxBytes: Number.MAX_SAFE_INTEGER, timeoutMs });
  if (isRefusal(target.sharing, response)) {
    await response.cancel();
    throw new AppError('document_access_denied');
  }
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > maxBytes && !isMediaType(response.headers.get('content-type'))) {
    await response.cancel();
    throw new AppError('fetch_too_large');
  }
  const isPage = /html/i.test(response.headers.get('content-type') ?? '');
  const isFile = /attachment/i.test(response.headers.get('content-disposition') ?? '');
  if (!isPage || isFile) return response;
  const html = decodeText(await atMost(response, maxPageBytes), { sniff: 'html' }).text;
  const onward = asked ? null : (target.sharing.confirmedAddress?.(html, response.url) ?? null);
  if (onward) return await open(target, onward, context, true);
  throw new AppError(target.sharing.isTooOften?.(html) ? 'site_wait' : 'document_access_denied');
}

function isRefusal(sharing: FileSharing, response: FetchResponse): boolean {
  if (response.status === 401 || response.status === 403) return true;
  return sharing.isSignIn?.(response) ?? false;
}

async function atMost(response: FetchResponse, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > limit) throw new AppError('fetch_too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Null if the page cannot be read, as the file alone is enough. */
async function aboutPage(url: string, context: ResolveContext): Promise<ExtractedPage | null> {
  try {
    const response = await context.ports.fetch(url, { signal: context.signal });
    if (response.status >= 400) {
      await response.cancel();
      return null;
    }
    const contentType = response.headers.get('content-type');
    return await context.ports.extractPage({ bytes: await response.bytes(), contentType, url: response.url }, context.signal);
  } catch (error) {
    if (context.signal.aborted) throw toAppError(error);
    return null;
  }
}

function withFacts(file: Extracted, about: ExtractedPage): Extracted {
  return {
    ...file,
    title: about.title ?? file.title,
    author: about.author ?? file.author,
    publishedAt: about.date ?? file.publishedAt,
    description: about.description ?? file.description,
    siteName: about.siteName ?? file.siteName,
  };
}
