import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Language, type Segment, zLanguage } from '#engine/domain.ts';
import { segmentTopics } from '#engine/summarise/extractive/chapters/segment-topics.ts';
import { decodeText } from '#engine/text/charset.ts';
import { paragraphsToSegments, unwrapLines } from '#engine/text/paragraphs.ts';
import { looksLikeSubtitles, parseSubtitleText } from '#engine/transcribe/parse-subtitles.ts';
import { removeRepeats } from '#engine/transcribe/rolling.ts';
import { AppError } from '#lib/app-error.ts';
import { noteLanguages } from '#lib/languages.ts';
import { UsageError } from '../command.ts';

/** `chapters <file> [--lang zh|en]`: topics of a subtitle or text file as JSON `[{start, title}]`, `start` in seconds. */
export async function chapters(args: string[]): Promise<void> {
  const { file, language } = readArguments(args);
  const { text } = decodeText(await readInput(file));
  const { segments, timed } = toSegments(text, file);
  if (segments.length === 0) throw new AppError('document_no_text');
  const topics = segmentTopics({ segments, timed, language });
  const shown = topics.map(({ startMs, title }) => ({ start: startMs === null ? null : startMs / 1000, title }));
  process.stdout.write(`${JSON.stringify(shown)}\n`);
}

function readArguments(args: string[]): { file: string; language: Language | null } {
  const { lang, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('expected one subtitle or text file');
  if (lang === undefined) return { file, language: null };
  const language = zLanguage.safeParse(lang);
  if (!language.success) throw new UsageError(`--lang must be ${noteLanguages.join(' or ')}`);
  return { file, language: language.data };
}

function parse(args: string[]): { lang: string | undefined; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options: { lang: { type: 'string' } }, allowPositionals: true });
    return { lang: values.lang, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'invalid arguments');
  }
}

/** Each cue is one segment, so a chapter can begin at any cue. */
function toSegments(text: string, file: string): { segments: Segment[]; timed: boolean } {
  if (!looksLikeSubtitles(text) && !/\.(?:srt|vtt|ass|ssa|lrc|ttml|json3?|xml)$/i.test(file)) {
    return { segments: paragraphsToSegments(unwrapLines(text)), timed: false };
  }
  const cues = removeRepeats(parseSubtitleText(text, file).cues).filter((cue) => /[\p{L}\p{N}]/u.test(cue.text));
  const segments = cues.map((cue, id) => ({ id, ...cue, text: cue.text.replace(/\s+/g, ' ').trim() }));
  return { segments, timed: true };
}

async function readInput(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new AppError('file_missing', { cause: error });
  }
}
