/** A plain text as one paragraph of Markdown: nothing in it may be read as markup. `leading`: it opens the paragraph. */
export function escapeMarkdownText(text: string, leading = true): string {
  const inline = text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&');
  return leading ? inline.replace(/^([-+=])/, '\\$1').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2') : inline;
}
