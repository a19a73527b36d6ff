import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted, Language, Segment } from '../domain.ts';
import type { FetchResponse, PageExtractor } from '../ports.ts';
import { progressPercents } from '../progress-percents.ts';
import type { ExtractedPage } from '../raw-content.ts';
import { canonicaliseUrl } from '../sites/shared/canonical-url.ts';
import { keepCover } from './article/cover.ts';
import type { ServedKind as Kind } from './article/served-text.ts';
import type { ResolveContext, Source } from './source.ts';

const percents = progressPercents.article;

const maxPageBytes = 20_000_000;
const fetchTimeoutMs = 30_000;
/** With fewer characters of main text than this, a page's scripts may add more. */
const thinText = 250;

/** Null when the address leads to media or a document. Errors: those of the guarded fetch, `fetch_status`, and the page codes. */
export const articleSource: Source = {
  id: 'article',
  canHandle: (input) => input.type === 'url' && parseHttpUrl(input.url) !== null,
  async resolve(input, context) {
    if (input.type !== 'url') return null;
    const url = parseHttpUrl(input.url);
    if (!url) return null;
    context.progress.stage('resolve', percents.fetching, 'fetching_page');
    const response = await context.ports.fetch(addressToRead(url), {
      signal: context.signal,
      // Limited later, once it is known to be a page: a large file goes to another source.
      maxBytes: Number.MAX_SAFE_INTEGER,
      timeoutMs: fetchTimeoutMs,
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1',
        'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
      },
    });
    const kind = kindOf(response);
    if (response.status >= 400 || kind === 'other') {
      await response.cancel();
      if (response.status >= 400) throw new AppError('fetch_status', { params: { status: response.status } });
      return null;
    }
    const bytes = await readWhole(response, maxPageBytes);
    context.progress.stage('resolve', percents.reading, 'reading_page');
    return kind === 'html' || (kind === 'unknown' && looksLikeHtml(bytes))
      ? await fromHtml(response, bytes, url, context)
      : await fromText(response, bytes, kind, context);
  },
};

function kindOf(response: FetchResponse): Kind {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'unknown';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown';
  if (type === 'text/plain') return /\.(?:md|markdown)$/i.test(new URL(response.url).pathname) ? 'markdown' : 'text';
  return 'other';
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  return /<(?:!doctype\s+html|html|head|body|title|meta|article|p)[\s>]/i.test(
    Buffer.from(bytes.subarray(0, 2048)).toString('latin1'),
  );
}

/** Errors: `fetch_too_large`, before more is read. */
async function readWhole(response: FetchResponse, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > maxBytes) throw new AppError('fetch_too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Some sites show a thread more plainly under another address. */
function addressToRead(url: URL): string {
  if (!/^(?:www\.|new\.|sh\.)?reddit\.com$/.test(url.hostname) || !url.pathname.includes('/comments/')) return url.href;
  const plain = new URL(url);
  plain.hostname = 'old.reddit.com';
  return plain.href;
}

async function fromHtml(response: FetchResponse, bytes: Uint8Array, asked: URL, context: ResolveContext): Promise<Extracted> {
  const contentType = response.headers.get('content-type');
  const { page, url } = await extractOrRender({ bytes, contentType, url: response.url }, asked.hash, context);
  const { segments, language } = await context.ports.compute('linesOfText', page.text, context);
  if (segments.length === 0) throw new AppError('page_no_text');
  let coverBlob: string | null = null;
  if (page.coverUrl) {
    context.progress.stage('resolve', percents.cover, 'making_cover');
    coverBlob = await coverOrNothing(page.coverUrl, url, context);
  }
  return {
    ...textContent({ segments, language }, 'page', url),
    // The text of a sign-in or error page is shown but not summarised.
    ...(page.instead ? { transcript: null, problem: `page_${page.instead}` as const } : {}),
    kind: 'page',
    canonicalUrl: addressToRead(asked) === asked.href ? canonicalOf(page, url) : canonicaliseUrl(asked),
    title: page.title ?? titleOfText(segments),
    author: page.author,
    siteName: page.siteName ?? new URL(url).hostname.replace(/^www\./, ''),
    description: page.description,
    publishedAt: page.date,
    language: page.language ?? language,
    coverUrl: page.coverUrl,
    coverBlob,
    ...(coverBlob === null && page.iconUrl ? { iconUrl: page.iconUrl } : {}),
    articleMarkdown: page.markdown,
    ...(page.partial ? { partial: true } : {}),
    ...(page.forSubscribers ? { forSubscribers: true } : {}),
  };
}

type FetchedPage = Parameters<PageExtractor>[0];

/** Renders the page in a browser when it is almost empty without scripts. Errors: the page codes. */
async function extractOrRender(
  fetched: FetchedPage,
  hash: string,
  { ports, progress, signal }: ResolveContext,
): Promise<{ page: ExtractedPage; url: string }> {
  const plain = await ports.extractPage(fetched, signal).catch((error: unknown) => {
    if (!hasCode(error, 'page_needs_browser', 'page_no_text')) throw error;
    return toAppError(error);
  });
  const isThin = plain instanceof AppError || (plain.text.length < thinText && runsScripts(fetched.bytes));
  if (isThin && ports.renderPage) {
    progress.stage('resolve', percents.rendering, 'rendering_page');
    try {
      const drawn = await ports.renderPage(fetched.url + hash, signal);
      const page = await ports.extractPage({ ...drawn, contentType: 'text/html; charset=utf-8' }, signal);
      if (plain instanceof AppError || page.text.length > plain.text.length) return { page, url: drawn.url };
    } catch (error) {
      const known = toAppError(error);
      if (signal.aborted) throw known;
      // The result without a browser explains the problem better.
    }
  }
  if (plain instanceof AppError) throw plain;
  return { page: plain, url: fetched.url };
}

function runsScripts(bytes: Uint8Array): boolean {
  return /<script[\s>]/i.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

async function coverOrNothing(coverUrl: string, pageUrl: string, context: ResolveContext): Promise<string | null> {
  try {
    return await keepCover(coverUrl, pageUrl, context);
  } catch (error) {
    if (context.signal.aborted) throw toAppError(error);
    return null;
  }
}

async function fromText(
  response: FetchResponse,
  bytes: Uint8Array,
  kind: Kind,
  context: ResolveContext,
): Promise<Extracted | null> {
  const page = { bytes, contentType: response.headers.get('content-type'), kind };
  const read = await context.ports.compute('readServedText', page, context);
  if (read === null) return null;
  if (read.segments.length === 0) throw new AppError('page_no_text');
  return {
    ...textContent(read, 'document', response.url),
    kind: 'document',
    canonicalUrl: canonicaliseUrl(response.url),
    title: read.title ?? nameOf(response.url) ?? titleOfText(read.segments),
    siteName: new URL(response.url).hostname.replace(/^www\./, ''),
    articleMarkdown: read.markdown,
  };
}

function textContent(
  { segments, language }: { segments: Segment[]; language: Language },
  origin: 'page' | 'document',
  url: string,
): Extracted {
  return {
    kind: 'page',
    canonicalUrl: null,
    title: '',
    author: null,
    siteName: null,
    description: null,
    publishedAt: null,
    language,
    durationMs: null,
    coverUrl: null,
    coverBlob: null,
    media: null,
    chapters: [],
    articleMarkdown: null,
    transcript: { timed: false, language, provenance: { origin, track: url }, segments },
    problem: null,
  };
}

/** Trusted only within the page's own host: anyone can claim to be another page. */
function canonicalOf(page: ExtractedPage, url: string): string {
  const own = new URL(url);
  const claimed = page.canonicalUrl ? parseHttpUrl(page.canonicalUrl) : null;
  const sameSite =
    claimed && claimed.hostname.replace(/^(?:www|m|mobile)\./, '') === own.hostname.replace(/^(?:www|m|mobile)\./, '');
  // Many sites declare their home page on every page.
  const isHome = claimed?.pathname === '/' && claimed.search === '' && own.pathname !== '/';
  return canonicaliseUrl(claimed && sameSite && !isHome ? claimed : own);
}

function titleOfText(segments: readonly Segment[]): string {
  return (segments[0]?.text ?? '').slice(0, 80);
}

function nameOf(url: string): string | null {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name).replace(/\.\w{1,8}$/, '') || null;
  } catch {
    return name || null;
  }
}
