/** The one Markdown parser of page, mind map and export. HTML in the text stays text. */
import MarkdownIt, { type Token } from 'markdown-it';

export type MarkdownToken = Token;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

export function parseMarkdown(text: string): MarkdownToken[] {
  return markdown.parse(text, {});
}
