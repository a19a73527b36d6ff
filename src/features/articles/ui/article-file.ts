import type { SourceText } from '#features/contents/contract.ts';
import { AppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { articleMarkdownOf } from './article-text.ts';

type ArticleToSave = { title: string; text: Pick<SourceText, 'articleMarkdown' | 'articleImages' | 'paragraphs'> | null };

/** Errors: `article_missing`. */
export function articleFile({ title, text }: ArticleToSave): { name: string; mime: string; text: string } {
  const markdown = text && articleMarkdownOf(text);
  if (!markdown?.trim()) throw new AppError('article_missing');
  return { name: fileNameOf(title, 'md'), mime: 'text/markdown', text: withOriginalImages(markdown, text?.articleImages ?? []) };
}

const serverImage = /!\[((?:\\.|[^[\]\\\n]){0,1000})\]\(\/api\/contents\/[\w-]+\/images\/(\d+)\)/g;

/** A path on this server leads nowhere from a file. */
function withOriginalImages(markdown: string, images: readonly string[]): string {
  return markdown.replace(serverImage, (_whole, alt: string, place: string) => {
    const address = images[Number(place)];
    return address === undefined ? alt : `![${alt}](${address})`;
  });
}
