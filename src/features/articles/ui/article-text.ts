import type { SourceText } from '#features/contents/contract.ts';
import { escapeMarkdownText } from '#lib/markdown/escape-text.ts';

/** Escapes all markup. */
export function paragraphsAsMarkdown(paragraphs: readonly { text: string }[]): string {
  return paragraphs
    .map(({ text }) => escapeMarkdownText(text))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The extracted article, or else one made from paragraphs; null without text. */
export function articleMarkdownOf(text: Pick<SourceText, 'articleMarkdown' | 'paragraphs'>): string | null {
  if (text.articleMarkdown?.trim()) return text.articleMarkdown;
  return text.paragraphs.length > 0 ? paragraphsAsMarkdown(text.paragraphs) : null;
}

/** An https address on a public-looking host, else null. The server checks again; this keeps out scripts and private hosts. */
export function frameAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  const host = url.hostname;
  const isAddress = /^[\d.]+$/.test(host) || host.startsWith('[');
  return isAddress || !host.includes('.') || /\.(?:local|localhost|internal|home|lan|arpa)$/.test(host) ? null : url;
}
