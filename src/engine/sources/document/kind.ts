import { subtitleEndings } from '#lib/subtitle-endings.ts';
import { looksLikeSubtitles } from '../../transcribe/parse-subtitles.ts';

export type DocumentKind = 'subtitles' | 'html' | 'markdown' | 'text' | 'office' | 'media' | 'other';

const markdownEndings = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx', 'qmd']);
const htmlEndings = new Set(['html', 'htm', 'xhtml', 'shtml']);
const textEndings = new Set(['txt', 'text', 'rst', 'adoc', 'org', 'log', 'tex']);
const mediaEndings = new Set(
  'mp4 m4v mov mkv webm avi wmv flv mpg mpeg ts m2ts 3gp ogv mp3 m4a aac flac wav ogg oga opus wma aiff amr weba mka m3u8 m3u mpd'.split(
    ' ',
  ),
);

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Whether a file of this name should hold text, so that binary content means that it is broken. */
export function isTextName(name: string): boolean {
  const ending = endingOf(name);
  return [subtitleEndings, markdownEndings, htmlEndings, textEndings].some((endings) => endings.has(ending)) || ending === 'json';
}

export function isSubtitleName(name: string): boolean {
  return subtitleEndings.has(endingOf(name));
}

const officeMarks = ['%PDF-', 'PK\x03\x04', '{\\rtf', '\xd0\xcf\x11\xe0'];

export function kindOfBytes(head: Uint8Array, name: string): 'media' | 'office' | 'gzip' | 'undecided' {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 8)).toString('latin1');
  if (start.startsWith('\x1f\x8b')) return 'gzip';
  if (officeMarks.some((mark) => start.startsWith(mark))) return 'office';
  return mediaEndings.has(endingOf(name)) ? 'media' : 'undecided';
}

const mediaMarks = ['fLaC', 'OggS', 'ID3'];

/** Judges by the first bytes, as a name may be wrong. Sound without a header (plain MPEG frames) is not recognised. */
export function startsAsMedia(head: Uint8Array): boolean {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 12)).toString('latin1');
  // A control character must follow the mark: a text may begin with “ID3 tags”.
  if (mediaMarks.some((mark) => start.startsWith(mark) && start.charCodeAt(mark.length) < 32)) return true;
  if (start.startsWith('RIFF')) return ['WAVE', 'AVI '].includes(start.slice(8));
  return start.startsWith('\x1a\x45\xdf\xa3') || (start.startsWith('\0') && start.slice(4, 8) === 'ftyp');
}

export function isBinary(text: string): boolean {
  const sample = text.slice(0, 65_536);
  let bad = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27)) bad++;
  }
  return bad * 50 > sample.length;
}

/** The name of a subtitle or Markdown file decides; otherwise the content does, and the name only where that is ambiguous. */
export function kindOfText(text: string, name: string): DocumentKind {
  const ending = endingOf(name);
  if (subtitleEndings.has(ending)) return 'subtitles';
  const start = text.slice(0, 4000).trimStart();
  if (markdownEndings.has(ending)) return 'markdown';
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(withoutProlog(start))) return 'html';
  if (looksLikeSubtitles(text)) return 'subtitles';
  if (htmlEndings.has(ending)) return 'html';
  if (ending === 'json' || ending === 'xml' || start.startsWith('<?xml') || start.startsWith('#EXTM3U')) return 'other';
  return isMarkdown(text) ? 'markdown' : 'text';
}

function withoutProlog(start: string): string {
  let rest = start;
  for (;;) {
    const mark = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null;
    const end = mark === null ? -1 : rest.indexOf(mark);
    if (mark === null || end < 0) return rest;
    rest = rest.slice(end + mark.length).trimStart();
  }
}

function isMarkdown(text: string): boolean {
  const start = text.slice(0, 20_000).trimStart();
  const headings = start.match(/^#{1,6} \S/gm)?.length ?? 0;
  const marks = start.match(/^(?:[-*] \S|> |```|\d{1,3}\. \S)|\]\(https?:/gm)?.length ?? 0;
  return /^#{1,6} \S/.test(start) ? headings + marks >= 2 : /^---\n[\s\S]{1,2000}?\n---\n/.test(start) && headings + marks >= 1;
}
