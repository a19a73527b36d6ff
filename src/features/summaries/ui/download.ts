import type { Segment } from '#engine/model.ts';
import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { toSrt, toTxt, toVtt } from '#lib/subtitle-format.ts';
import { saveBlob } from '#ui/save-blob.ts';

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

/** Errors: `article_missing`. */
export function articleFile(content: { title: string; markdown: string | null }): { name: string; mime: string; text: string } {
  if (!content.markdown?.trim()) throw new AppError('article_missing');
  return { name: fileNameOf(content.title, 'md'), mime: 'text/markdown', text: content.markdown };
}

export function saveText(file: { name: string; mime: string; text: string }): void {
  saveBlob(file.name, new Blob([file.text], { type: `${file.mime};charset=utf-8` }));
}
