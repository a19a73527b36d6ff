import { parseAnchor } from '#lib/markdown/anchors.ts';
import { sourceLinkOf } from '#lib/source-links.ts';
import type { NoteToExport } from './exported-note.ts';

/** The note with a head that note apps read (YAML), its anchors as absolute links. */
export function writeMarkdown(note: NoteToExport): string {
  const head = {
    title: note.title,
    source: note.sourceUrl,
    author: note.author,
    site: note.siteName,
    published: note.publishedAt,
  };
  const lines = Object.entries(head).flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(oneLine(value))}`] : []));
  return `---\n${lines.join('\n')}\n---\n\n# ${oneLine(note.title).replace(/([\\[\]<>`*_])/g, '\\$1')}\n\n${writeMarkdownBody(note)}`;
}

/** The note alone, its anchors as absolute links. */
export function writeMarkdownBody(note: NoteToExport): string {
  return note.markdown
    .replace(/\]\((#(?:t=\d{1,7}(?:\.\d{1,3})?|p\d{1,7}))\)/g, (whole, href: string) => {
      const anchor = parseAnchor(href);
      return anchor ? `](${sourceLinkOf(anchor, note)})` : whole;
    })
    .replaceAll('[?](#unverified)', '[?]');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
