import { escapeUTF8 } from 'entities/escape';

/** Characters that XML 1.0 does not allow at all: they would make the whole file unreadable. */
const notXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text for an element or an attribute. */
export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(notXml, ''));
}
