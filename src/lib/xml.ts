/** Characters that XML 1.0 does not allow at all: they would make the whole file unreadable. */
const notXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text for an element or an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
}
