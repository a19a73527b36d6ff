import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';

/** Errors: `article_missing`. */
export function articleFile(content: { title: string; markdown: string | null }): { name: string; mime: string; text: string } {
  if (!content.markdown?.trim()) throw new AppError('article_missing');
  return { name: fileNameOf(content.title, 'md'), mime: 'text/markdown', text: content.markdown };
}
