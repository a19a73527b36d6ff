import type { Segment } from '#engine/domain.ts';
import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { toSrt, toTxt, toVtt } from '#lib/transcripts/write-subtitles.ts';

export type SubtitleFormat = 'srt' | 'vtt' | 'txt';

const subtitleWriters: Record<SubtitleFormat, { mime: string; write: (segments: readonly Segment[]) => string }> = {
  srt: { mime: 'application/x-subrip', write: toSrt },
  vtt: { mime: 'text/vtt', write: toVtt },
  txt: { mime: 'text/plain', write: toTxt },
};

/** Errors: `content_id_missing`, `subtitles_missing`. */
export function subtitleFile(
  content: { contentId: string | undefined; title: string; subtitles: readonly Segment[] },
  format: SubtitleFormat,
): { name: string; mime: string; text: string } {
  if (!content.contentId) throw new AppError('content_id_missing');
  if (content.subtitles.length === 0) throw new AppError('subtitles_missing');
  const { mime, write } = subtitleWriters[format];
  return { name: fileNameOf(content.title, format), mime, text: write(content.subtitles) };
}

/** With the translation under each line. Errors as for `subtitleFile`. */
export function bilingualFile(
  content: {
    contentId: string | undefined;
    title: string;
    subtitles: readonly Segment[];
    lines: readonly (string | null)[];
    language: string;
  },
  format: SubtitleFormat,
): { name: string; mime: string; text: string } {
  const both = content.subtitles.map((segment, index) => {
    const line = content.lines[index];
    return line ? { ...segment, text: `${segment.text}\n${line}` } : segment;
  });
  // In plain text the translation is a line of its own.
  const lines =
    format === 'txt' ? both.flatMap((segment) => segment.text.split('\n').map((text) => ({ ...segment, text }))) : both;
  const file = subtitleFile({ ...content, subtitles: lines }, format);
  return { ...file, name: fileNameOf(`${content.title} (+${content.language})`, format) };
}
