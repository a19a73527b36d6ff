import { withAbsoluteAnchors } from '#engine/export/shared/absolute-anchors.ts';
import { renderMarkdown } from '#lib/markdown/parser.ts';

type PortableNote = { title: string; note: string; sourceUrl: string | null; pageUrl: string };

/** Markdown with title and source; anchors become absolute links. */
export function portableNote(content: PortableNote): string {
  const title = content.title.replace(/\s+/gu, ' ').trim();
  const parts = [`# ${title}`, withAbsoluteAnchors(content.note, content).trim()];
  if (content.sourceUrl) parts.push(`<${content.sourceUrl}>`);
  return `${parts.join('\n\n')}\n`;
}

/** HTML: raw HTML in the note becomes text, and addresses are checked. */
export function portableHtml(content: PortableNote): string {
  return renderMarkdown(portableNote(content));
}
