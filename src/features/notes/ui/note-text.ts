/** The note as it leaves the page: for the clipboard, a file, another program. */
import { withAbsoluteAnchors } from '#lib/markdown/absolute-anchors.ts';
import { renderMarkdown } from '#lib/markdown/parser.ts';

type PortableNote = { title: string; note: string; sourceUrl: string | null; pageUrl: string };

/** Title, note and where it comes from, as Markdown; its anchors lead back from wherever it is pasted. */
export function portableNote(content: PortableNote): string {
  const title = content.title.replace(/\s+/gu, ' ').trim();
  const parts = [`# ${title}`, withAbsoluteAnchors(content.note, content).trim()];
  if (content.sourceUrl) parts.push(`<${content.sourceUrl}>`);
  return `${parts.join('\n\n')}\n`;
}

/** The same for programs that take formatted text. HTML of the note's own is text in it, addresses are checked. */
export function portableHtml(content: PortableNote): string {
  return renderMarkdown(portableNote(content));
}
