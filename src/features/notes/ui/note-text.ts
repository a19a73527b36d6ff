import { withAbsoluteAnchors } from '#engine/export/shared/absolute-anchors.ts';
import { renderMarkdown } from '#lib/markdown/parser.ts';

type PortableNote = { title: string; note: string; sourceUrl: string | null; pageUrl: string };

/** Markdown with title and source; anchors are absolute links. */
export function portableNote(content: PortableNote): string {
  const title = content.title.replace(/\s+/gu, ' ').trim();
  const parts = [`# ${title}`, withAbsoluteAnchors(content.note, content).trim()];
  if (content.sourceUrl) parts.push(`<${content.sourceUrl}>`);
  return `${parts.join('\n\n')}\n`;
}

/** As HTML: the note's raw HTML is text, addresses are checked. */
export function portableHtml(content: PortableNote): string {
  return renderMarkdown(portableNote(content));
}

/** Whether the text leads to pages that only this computer can open. */
export function leadsToThisComputer(text: string, origin: string): boolean {
  const { hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return isLocal && text.includes(`](${origin}/`);
}
