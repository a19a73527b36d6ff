import type { ContentDetail } from '#features/contents/contract.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';

/** Plain paragraphs as Markdown: nothing in them may be read as markup. */
export function paragraphsAsMarkdown(paragraphs: readonly { text: string }[]): string {
  return paragraphs
    .map(({ text }) => escapeMarkdownText(text))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The article as Markdown: as it was extracted, else made of its paragraphs; null when there is no text. */
export function articleMarkdownOf(detail: Pick<ContentDetail, 'articleMarkdown' | 'paragraphs'>): string | null {
  if (detail.articleMarkdown?.trim()) return detail.articleMarkdown;
  return detail.paragraphs.length > 0 ? paragraphsAsMarkdown(detail.paragraphs) : null;
}

/**
 * The address of a page that may be shown in the sandboxed frame, else null: https on a public-looking name. The server
 * checks where it leads; this keeps a stored address from ever becoming a script or the reader's own network.
 */
export function frameAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  const host = url.hostname;
  const isAddress = /^[\d.]+$/.test(host) || host.startsWith('[');
  return isAddress || !host.includes('.') || /\.(?:local|localhost|internal|home|lan|arpa)$/.test(host) ? null : url;
}
