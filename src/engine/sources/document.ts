import { AppError, hasCode } from '#lib/app-error.ts';
import type { Extracted, Segment, Transcript } from '../model.ts';
import { decodeText } from '../text/charset.ts';
import { paragraphsToSegments } from '../text/paragraphs.ts';
import { parseSubtitleText } from '../transcribe/parse-subtitles.ts';
import { cuesToSegments } from '../transcribe/segments.ts';
import { isBinary, isTextName, kindOfBytes, kindOfText } from './document/kind.ts';
import { readPlainText } from './document/plain-text.ts';
import { maxTextBytes, readAll, readHead, tooLarge, unpackGzip } from './document/read-file.ts';
import type { ResolveContext, Source } from './source.ts';

/** Stands in for the address of an HTML file that names none; nothing that points to it is kept. */
const unknownBase = 'https://localhost.invalid/';
/** Of the whole run: reading a document is its first and shortest part. */
const readingPercent = 3;

/**
 * Files of text: subtitles, HTML, Markdown, plain text, also gzipped. The content decides, the name helps.
 * Null for media and other binaries. AppError `file_missing`, `file_too_large` (20 MB of text), `document_no_text`,
 * `document_unreadable`, `subtitles_empty`, `input_unsupported` (PDF and office files).
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

/** The file's bytes, unpacked; null when it is not a text. */
async function textBytes(path: string, name: string, signal: AbortSignal): Promise<Uint8Array | null> {
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
  if (kind === 'media') return null;
  if (kind === 'office' || kind === 'gzip') throw new AppError('input_unsupported');
  if (isBinary(decodeText(start).text)) {
    if (unpacked) throw new AppError('input_unsupported');
    if (isTextName(name)) throw new AppError('document_unreadable');
    return null;
  }
  return unpacked ?? (await readAll(path, signal));
}

/** A text of any of these kinds, by its content; errors as above. */
export async function readTextDocument(bytes: Uint8Array, name: string, context: ResolveContext): Promise<Extracted> {
  const text = decodeText(bytes).text.replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw new AppError('document_no_text');
  const kind = kindOfText(text, name);
  context.progress.stage('resolve', readingPercent, kind === 'subtitles' ? 'reading_subtitles' : 'reading_document');
  switch (kind) {
    case 'subtitles':
      return fromSubtitles(text, name);
    case 'html':
      return await fromHtml(bytes, text, name, context);
    case 'markdown': {
      const { readMarkdown } = await import('./document/markdown.ts');
      const { segments, markdown, title, ...meta } = readMarkdown(text);
      return fromParagraphs(name, segments, { articleMarkdown: markdown, title: title ?? titleFromName(name), ...meta });
    }
    case 'text': {
      const { segments, markdown, title } = readPlainText(text);
      return fromParagraphs(name, segments, { articleMarkdown: markdown, title: title ?? titleFromName(name) });
    }
    case 'office':
    case 'media':
    case 'other':
      throw new AppError('input_unsupported');
  }
}

function fromSubtitles(text: string, name: string): Extracted {
  const { cues, language, title, automatic } = parseSubtitleText(text, name);
  const segments = cuesToSegments(cues);
  if (segments.length === 0) throw new AppError('subtitles_empty');
  const known = language ?? languageFromName(name);
  const transcript: Transcript = {
    timed: true,
    language: known,
    provenance: { origin: automatic ? 'automatic' : 'human', track: name },
    segments,
  };
  const durationMs = cues.reduce((last, cue) => Math.max(last, cue.endMs), 0);
  return { ...emptyExtracted, kind: 'subtitles', title: title ?? titleFromName(name), language: known, durationMs, transcript };
}

async function fromHtml(bytes: Uint8Array, text: string, name: string, context: ResolveContext): Promise<Extracted> {
  // Browsers note where a saved page came from: "saved from url=(0023)https://example.com/".
  const savedFrom = /<!-- saved from url=\(\d{1,8}\)(https?:\/\/[^\s>]{1,2000})/.exec(text.slice(0, 4000))?.[1];
  const url = savedFrom ?? unknownBase;
  try {
    const page = await context.ports.extractPage({ bytes, contentType: null, url }, context.signal);
    return fromParagraphs(name, paragraphsToSegments(page.text), {
      title: page.title ?? titleFromName(name),
      canonicalUrl: knownUrl(page.canonicalUrl) ?? savedFrom ?? null,
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

/** Relative links and pictures of a lone HTML file lead nowhere: the words stay, the addresses go. */
function withoutUnknownLinks(markdown: string): string {
  if (!markdown.includes(unknownBase)) return markdown;
  return markdown
    .replace(/!\[[^\]\n]{0,200}\]\(https:\/\/localhost\.invalid\/[^)\n]{0,1000}\)/g, '')
    .replace(/\[([^\]\n]{0,200})\]\(https:\/\/localhost\.invalid\/[^)\n]{0,1000}\)/g, '$1');
}

const languageSuffix = /[._-](zh(?:-[a-z]{2,4})?|en(?:-[a-z]{2})?|ja|ko|fr|de|es|ru|pt(?:-br)?|it)$/i;

function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? name;
  return last.replace(/\.gz$/i, '').replace(/(.)\.[A-Za-z0-9]{1,10}$/, '$1');
}

/** `My talk.zh-Hans.srt` → `My talk`. */
export function titleFromName(name: string): string {
  const base = baseName(name);
  return (base.replace(languageSuffix, '') || base).trim() || name;
}

function languageFromName(name: string): string | null {
  return languageSuffix.exec(baseName(name))?.[1] ?? null;
}
