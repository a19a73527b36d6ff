import { type ErrorCode, hasCode } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../../domain.ts';
import { readHeadMetadata } from '../../page/metadata/head-metadata.ts';
import type { YtDlpVideo } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';
import { canonicaliseUrl } from '../../sites/shared/canonical-url.ts';
import { decodeText } from '../../text/charset.ts';
import { keepCover } from '../article/cover.ts';
import { fetchWhole, nullIfItFails } from '../fetch-whole.ts';
import { chaptersInNotes } from '../podcast/show-notes.ts';
import type { ResolveContext } from '../source.ts';

const maxPageBytes = 5_000_000;
const maxChapters = 500;

export async function recordOf(
  video: YtDlpVideo,
  url: URL,
  siteName: string | null,
  context: ResolveContext,
): Promise<Extracted> {
  const { title, author, description, publishedAt, durationMs, coverUrl, language } = video;
  const address = addressOf(video, url);
  return {
    kind: video.type,
    canonicalUrl: address,
    title: title === '' ? nameOf(url) : title,
    author,
    siteName: siteName ?? url.hostname.replace(/^www\./, ''),
    description: description === null ? null : description.slice(0, 5000),
    publishedAt,
    language,
    durationMs,
    coverUrl,
    coverBlob: await coverOf(coverUrl, address, context),
    media: null,
    chapters: chaptersOf(video),
    articleMarkdown: null,
    transcript: null,
    problem: null,
  };
}

/** The address that yt-dlp gives wins if it is on the same site, so that short links mean the same as long ones. */
function addressOf(video: YtDlpVideo, url: URL): string {
  const own = video.pageUrl === null ? null : parseHttpUrl(video.pageUrl);
  const site = (host: string): string => host.split('.').slice(-2).join('.');
  return canonicaliseUrl(own && site(own.hostname) === site(url.hostname) && own.pathname !== '/' ? own : url);
}

function chaptersOf({ chapters, description, durationMs }: YtDlpVideo): Extracted['chapters'] {
  const inside = chapters
    .filter(({ startMs }) => durationMs === null || startMs < durationMs)
    .toSorted((a, b) => a.startMs - b.startMs)
    .slice(0, maxChapters);
  return inside.length >= 2 ? inside : chaptersInNotes(description ?? '', durationMs);
}

async function coverOf(coverUrl: string | null, pageUrl: string, context: ResolveContext): Promise<string | null> {
  if (coverUrl === null) return null;
  context.progress.stage('transcript', progressPercents.ytDlp.cover, 'making_cover');
  return await nullIfItFails(() => keepCover(coverUrl, pageUrl, context), context);
}

/** Builds the record from the page alone. Errors: `url_blocked`, `cancelled`. */
export async function recordOfPage(url: URL, siteName: string, problem: ErrorCode, context: ResolveContext): Promise<Extracted> {
  const head = await headOf(url, context);
  const record = await recordOf({ ...unknown, ...head, title: head?.title ?? '' }, url, siteName, context);
  return { ...record, problem };
}

const unknown: YtDlpVideo = {
  extractor: '',
  id: '',
  title: '',
  author: null,
  description: null,
  publishedAt: null,
  durationMs: null,
  coverUrl: null,
  pageUrl: null,
  language: null,
  chapters: [],
  tracks: [],
  live: 'no',
  availability: null,
  type: 'video',
};

type Head = { title: string | null; description: string | null; coverUrl: string | null };

async function headOf(url: URL, context: ResolveContext): Promise<Head | null> {
  try {
    const options = { accept: 'text/html', maxBytes: maxPageBytes };
    const { bytes, response } = await fetchWhole(url.href, options, context);
    const html = decodeText(bytes, { contentType: response.headers.get('content-type'), sniff: 'html' }).text;
    const { title, description, coverUrl } = readHeadMetadata(html, response.url);
    return { title, description, coverUrl };
  } catch (error) {
    if (context.signal.aborted || hasCode(error, 'cancelled', 'url_blocked', 'url_invalid')) throw error;
    return null;
  }
}

function nameOf(url: URL): string {
  return `${url.hostname.replace(/^www\./, '')}${url.pathname}`.replace(/\/$/, '').slice(0, 120);
}
