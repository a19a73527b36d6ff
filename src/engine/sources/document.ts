import { AppError, hasCode } from '#lib/app-error.ts';
import { splitLanguage } from '#lib/language-of-name.ts';
import { maxTextBytes } from '#lib/max-text-bytes.ts';
import type { Extracted, Segment } from '../domain.ts';
import { progressPercents } from '../progress-percents.ts';
import { decodeText } from '../text/charset.ts';
import { paragraphsToSegments } from '../text/paragraphs.ts';
import { isBinary, isSubtitleName, isTextName, kindOfBytes, startsAsMedia } from './document/kind.ts';
import { readAll, readHead, tooLarge, unpackGzip } from './document/read-file.ts';
import type { ResolveContext, Source } from './source.ts';

/** Base address for HTML files that name none; links to it are dropped. */
const unknownBase = 'https://localhost.invalid/';

/**
 * Read by content first, then by name. Null for media and other binaries. Errors: `file_*` (past 20 MB), `document_*`,
 * `subtitles_empty`, `input_unsupported`, `transcript_too_long`, `text_too_long`, `text_too_complex`.
 */
export const documentSource: Source = {
  id: 'document',
  canHandle: (input) => input.type === 'file',
  async resolve(input, context) {
    if (input.type !== 'file') return null;
    const bytes = await textBytes(input.path, input.name, context.signal);
    return bytes === null ? null : readTextDocument(bytes, input.name, context);
  },
};

/** The unpacked bytes; null when the file is not text. Errors: `file_*` (past 20 MB), `document_*`, `input_unsupported`. */
export async function textBytes(path: string, name: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const { head, size } = await readHead(path);
  if (size === 0) {
    if (kindOfBytes(head, name) === 'media') return null;
    throw new AppError('document_no_text');
  }
  let kind = kindOfBytes(head, name);
  let start = head;
  let unpacked: Uint8Array | null = null;
  if (kind === 'gzip') {
    if (size > maxTextBytes) throw tooLarge();
    unpacked = await unpackGzip(await readAll(path, signal));
    start = unpacked.subarray(0, head.length);
    kind = kindOfBytes(start, name);
  }
  if (kind === 'media' || startsAsMedia(start)) return null;
  if (kind === 'office' || kind === 'gzip') throw new AppError('input_unsupported');
  if (isBinary(decodeText(start).text)) {
    if (unpacked) throw new AppError('input_unsupported');
    if (isTextName(name)) throw new AppError('document_unreadable');
    return null;
  }
  return unpacked ?? (await readAll(path, signal));
}

export async function readTextDocument(bytes: Uint8Array, name: string, context: ResolveContext): Promise<Extracted> {
  context.progress.stage(
    'resolve',
    progressPercents.document.reading,
    isSubtitleName(name) ? 'reading_subtitles' : 'reading_document',
  );
  const read = await context.ports.compute('readText', { bytes, name }, context);
  switch (read.kind) {
    case 'subtitles': {
      const { transcript, durationMs } = read;
      const title = titleOf(read.title, name);
      const language = transcript.language ?? languageFromName(name);
      return { ...emptyExtracted, kind: 'subtitles', ...title, language, durationMs, transcript: { ...transcript, language } };
    }
    case 'html':
      return await fromHtml(bytes, read.savedFrom, name, context);
    case 'text': {
      const { segments, markdown, title, ...meta } = read.document;
      return fromParagraphs(name, segments, { articleMarkdown: markdown, ...titleOf(title, name), ...meta });
    }
  }
}

async function fromHtml(bytes: Uint8Array, savedFrom: string | null, name: string, context: ResolveContext): Promise<Extracted> {
  const url = savedFrom ?? unknownBase;
  try {
    const page = await context.ports.extractPage({ bytes, contentType: null, url }, context.signal);
    return fromParagraphs(name, paragraphsToSegments(page.text), {
      ...titleOf(page.title, name),
      canonicalUrl: knownUrl(page.canonicalUrl) ?? savedFrom,
      author: page.author,
      siteName: page.siteName?.includes('localhost.invalid') ? null : page.siteName,
      description: page.description,
      publishedAt: page.date,
      language: page.language,
      coverUrl: knownUrl(page.coverUrl),
      articleMarkdown: withoutUnknownLinks(page.markdown),
    });
  } catch (error) {
    if (hasCode(error, 'page_no_text', 'page_needs_browser')) throw new AppError('document_no_text', { cause: error });
    throw error;
  }
}

function fromParagraphs(name: string, segments: Segment[], known: Partial<Extracted>): Extracted {
  if (segments.length === 0) throw new AppError('document_no_text');
  const language = known.language ?? null;
  const provenance = { origin: 'document' as const, track: name };
  return { ...emptyExtracted, ...known, kind: 'document', transcript: { timed: false, language, provenance, segments } };
}

const emptyExtracted: Extracted = {
  kind: 'document',
  canonicalUrl: null,
  title: '',
  author: null,
  siteName: null,
  description: null,
  publishedAt: null,
  language: null,
  durationMs: null,
  coverUrl: null,
  coverBlob: null,
  media: null,
  chapters: [],
  articleMarkdown: null,
  transcript: null,
  problem: null,
};

function knownUrl(url: string | null): string | null {
  return url?.startsWith(unknownBase) ? null : url;
}

/** A lone HTML file has no base address, so its relative links lead nowhere. */
function withoutUnknownLinks(markdown: string): string {
  if (!markdown.includes(unknownBase)) return markdown;
  return markdown
    .replace(/!\[[^\]\n]{0,200}\]\(https:\/\/localhost\.invalid\/[^)\n]{0,1000}\)/g, '')
    .replace(/\[([^\]\n]{0,200})\]\(https:\/\/localhost\.invalid\/[^)\n]{0,1000}\)/g, '$1');
}

function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? name;
  return last.replace(/\.gz$/i, '').replace(/(.)\.[A-Za-z0-9]{1,10}$/, '$1');
}

export function titleOf(title: string | null, name: string): { title: string; titleFromName?: true } {
  return title === null ? { title: titleFromName(name), titleFromName: true } : { title };
}

export function titleFromName(name: string): string {
  const base = baseName(name);
  return (splitLanguage(base).rest || base).trim() || name;
}

export function languageFromName(name: string): string | null {
  return splitLanguage(baseName(name)).language;
}
