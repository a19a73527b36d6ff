/** The note as it leaves the page: for the clipboard, a file, another program. */

/** `[12:34](#t=754)` leads nowhere outside; its label says the time all the same. */
export function withoutAnchorLinks(note: string): string {
  return note.replace(/\[([^\]\n]{1,20})\]\(#(?:t=\d+(?:\.\d+)?|p\d+|unverified)\)/g, '[$1]');
}

/** Title, note and where it comes from, as Markdown. */
export function portableNote(content: { title: string; note: string; sourceUrl: string | null }): string {
  const title = content.title.replace(/\s+/gu, ' ').trim();
  const parts = [`# ${title}`, withoutAnchorLinks(content.note).trim()];
  if (content.sourceUrl) parts.push(`<${content.sourceUrl}>`);
  return `${parts.join('\n\n')}\n`;
}
