import { expect, test } from 'vitest';
import { announcesDocument, binaryKindOf } from './kind.ts';

test.each<[start: string, name: string, kind: string]>([
  ['%PDF-1.7', '', 'pdf'],
  ['\xef\xbb\xbf \n%PDF-1.7', 'a.docx', 'pdf'],
  ['x%PDF-1.7', 'a.PDF', 'pdf'],
  ['x%PDF-1.7', 'a.epub', 'named'],
  ['x%PDF-1.7', '', 'other'],
  [`${'x'.repeat(1019)}%PDF-`, 'a.pdf', 'pdf'],
  [`${'x'.repeat(1020)}%PDF-`, 'a.pdf', 'named'],
  ['PK\x03\x04', '', 'zip'],
  ['xPK\x03\x04', 'a.pdf', 'named'],
  ['\xd0\xcf\x11\xe0', 'a.docx', 'locked'],
  ['\xd0\xcf\x11\xe0', 'a.doc', 'other'],
  ['\xd0\xcf\x11\xe0', 'a.pdf', 'named'],
  ['words', 'a.docx', 'named'],
  ['words', 'a.docx.txt', 'other'],
  ['words', 'docx', 'other'],
  ['', '', 'other'],
])('SUM-05 tells the document %j named %j', (start, name, kind) => {
  const bytes = Buffer.from(`PK\x03\x04${start}`, 'latin1').subarray(4);
  expect(binaryKindOf(bytes, name)).toBe(kind);
});

test.each<[type: string | null, says: string]>([
  ['application/pdf', 'yes'],
  [' Application/PDF ; charset=x', 'yes'],
  ['application/x-pdf', 'yes'],
  ['application/epub+zip', 'yes'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'yes'],
  [null, 'maybe'],
  ['', 'maybe'],
  [' ;x', 'maybe'],
  ['application/octet-stream', 'maybe'],
  ['binary/octet-stream', 'maybe'],
  ['application/zip', 'maybe'],
  ['application/x-zip-compressed', 'maybe'],
  ['application/download', 'maybe'],
  ['application/force-download', 'maybe'],
  ['text/html', 'no'],
  ['toString', 'no'],
  ['application/pdfs', 'no'],
])('SUM-05 tells whether the type %j announces a document', (type, says) => {
  expect(announcesDocument(type)).toBe(says);
});
