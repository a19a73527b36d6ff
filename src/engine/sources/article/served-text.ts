import type { Language, Segment } from '../../domain.ts';
import { decodeText } from '../../text/charset.ts';
import { detectLanguage } from '../../text/language.ts';
import { paragraphsToSegments } from '../../text/paragraphs.ts';
import { refuseOversize } from '../../text/source-limits.ts';
import { readLongText } from '../document/read-text.ts';

export type ServedKind = 'html' | 'text' | 'markdown' | 'unknown' | 'other';

type ServedText = { segments: Segment[]; markdown: string; title: string | null; language: Language };

/** Null for binary content. Errors: `text_too_long`. */
export function readServedText(page: { bytes: Uint8Array; contentType: string | null; kind: ServedKind }): ServedText | null {
  const { text } = decodeText(page.bytes, { contentType: page.contentType });
  if (page.kind === 'unknown' && /\p{Cc}/u.test(text.slice(0, 2000).replace(/[\t\n\f\r]/g, ''))) return null;
  const lines = text.replace(/\r\n?/g, '\n');
  const { segments, markdown, title } = readLongText({ text: lines, markdown: page.kind === 'markdown' });
  return { segments, markdown, title, language: languageOf(segments) };
}

/** Errors: `text_too_long`. */
export function linesOfText(text: string): { segments: Segment[]; language: Language } {
  const segments = paragraphsToSegments(text);
  refuseOversize(segments, false);
  return { segments, language: languageOf(segments) };
}

function languageOf(segments: readonly Segment[]): Language {
  return detectLanguage(segments.map((segment) => segment.text).join('\n'));
}
