import { AppError } from '#lib/app-error.ts';
import type { Transcript } from '../../domain.ts';
import { decodeText } from '../../text/charset.ts';
import { refuseOversize, sourceLimits } from '../../text/source-limits.ts';
import { parseSubtitleText } from '../../transcribe/parse-subtitles.ts';
import { cuesToSegments } from '../../transcribe/segments.ts';
import { kindOfText } from './kind.ts';
import { type MarkdownDocument, readMarkdown } from './markdown.ts';
import { type PlainDocument, readPlainText } from './plain-text.ts';

export type ReadText =
  | { kind: 'subtitles'; title: string | null; durationMs: number; transcript: Transcript }
  /** `savedFrom` is the address that a browser noted in the file. */
  | { kind: 'html'; savedFrom: string | null }
  | { kind: 'text'; document: PlainDocument | MarkdownDocument };

/** Errors: `document_*`, `subtitles_empty`, `input_unsupported`, `transcript_too_long`, `text_too_long`. */
export function readText({ bytes, name }: { bytes: Uint8Array; name: string }): ReadText {
  const text = decodeText(bytes).text.replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw new AppError('document_no_text');
  switch (kindOfText(text, name)) {
    case 'subtitles':
      return fromSubtitles(text, name);
    case 'html': {
      const savedFrom = /<!-- saved from url=\(\d{1,8}\)(https?:\/\/[^\s>]{1,2000})/.exec(text.slice(0, 4000))?.[1];
      return { kind: 'html', savedFrom: savedFrom ?? null };
    }
    case 'markdown':
      return { kind: 'text', document: readLongText({ text, markdown: true }) };
    case 'text':
      return { kind: 'text', document: readLongText({ text, markdown: false }) };
    case 'office':
    case 'media':
    case 'other':
      throw new AppError('input_unsupported');
  }
}

/** Line ends become `\n`. Errors: `text_too_long`. */
export function readLongText({ text, markdown }: { text: string; markdown: boolean }): PlainDocument | MarkdownDocument {
  if (text.length > sourceLimits.characters * 1.2)
    throw new AppError('text_too_long', { params: { most: sourceLimits.characters } });
  const read = markdown ? readMarkdown(text) : readPlainText(text);
  refuseOversize(read.segments, false);
  return read;
}

function fromSubtitles(text: string, name: string): ReadText {
  const { cues, language, title, automatic } = parseSubtitleText(text, name);
  const segments = cuesToSegments(cues);
  if (segments.length === 0) throw new AppError('subtitles_empty');
  refuseOversize(segments, true);
  const transcript: Transcript = {
    timed: true,
    language: language ?? null,
    provenance: { origin: automatic ? 'automatic' : 'human', track: name },
    segments,
  };
  const durationMs = cues.reduce((last, cue) => Math.max(last, cue.endMs), 0);
  return { kind: 'subtitles', title: title ?? null, durationMs, transcript };
}
