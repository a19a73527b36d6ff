/** `leading`: the text is at the beginning of a paragraph. */
export function escapeMarkdownText(text: string, leading = true): string {
  const inline = text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&');
  return leading ? inline.replace(/^([-+=])/, '\\$1').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2') : inline;
}
