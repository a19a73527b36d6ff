import { escapeUTF8 } from 'entities/escape';

/** Characters that XML 1.0 forbids; a single one makes the whole file unreadable. */
export const notXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(notXml, ''));
}
