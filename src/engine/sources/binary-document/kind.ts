/** `zip`: EPUB, DOCX or other; `locked`: a DOCX with a password (not a zip); `named`: a document's name, other content. */
export type BinaryKind = 'pdf' | 'zip' | 'locked' | 'named' | 'other';

const oldOffice = '\xd0\xcf\x11\xe0';

export function binaryKindOf(head: Uint8Array, name: string): BinaryKind {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 1024)).toString('latin1');
  const ending = /\.(pdf|epub|docx)$/i.exec(name)?.[1]?.toLowerCase();
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(start)) return 'pdf';
  if (start.startsWith('PK\x03\x04')) return 'zip';
  // Some programs write a line before the header.
  if (ending === 'pdf' && start.includes('%PDF-')) return 'pdf';
  if (ending === 'docx' && start.startsWith(oldOffice)) return 'locked';
  return ending === undefined ? 'other' : 'named';
}

const types: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/epub+zip': 'epub',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

export function announcesDocument(contentType: string | null): 'yes' | 'maybe' | 'no' {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(types, type)) return 'yes';
  return [
    '',
    'application/octet-stream',
    'binary/octet-stream',
    'application/zip',
    'application/x-zip-compressed',
    'application/download',
    'application/force-download',
  ].includes(type)
    ? 'maybe'
    : 'no';
}
