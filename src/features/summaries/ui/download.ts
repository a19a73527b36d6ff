import type { Segment } from '#engine/model.ts';
import { AppError } from '#lib/app-error.ts';
import { toSrt, toTxt, toVtt } from '#lib/subtitle-format.ts';

export type SubtitleFormat = 'srt' | 'vtt' | 'txt';

const subtitleWriters: Record<SubtitleFormat, { mime: string; write: (segments: readonly Segment[]) => string }> = {
  srt: { mime: 'application/x-subrip', write: toSrt },
  vtt: { mime: 'text/vtt', write: toVtt },
  txt: { mime: 'text/plain', write: toTxt },
};

/** A name that every file system takes, from a title; `content` when nothing of the title is left. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
    .toWellFormed()
    .replace(/[\ufffd. ]+$/u, '');
  return `${plain || 'content'}.${extension}`;
}

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

/** Hands a blob to the browser as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data by the next task; some browsers want a little longer.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export function saveText(file: { name: string; mime: string; text: string }): void {
  saveBlob(file.name, new Blob([file.text], { type: `${file.mime};charset=utf-8` }));
}
