import { expect, test } from 'vitest';
import { isMediaType, isUnknownType, looksLikeMedia } from './media-types.ts';

test.each<[type: string | null, isMedia: boolean, isUnknown: boolean]>([
  ['audio/mpeg', true, false],
  [' VIDEO/MP4 ; codecs=x', true, false],
  ['application/ogg', true, false],
  ['application/oggs', false, false],
  ['x-audio/mpeg', false, false],
  ['audio/x-mpegurl', false, false],
  ['audio/x-scpls', false, false],
  ['video/x-ms-asx', false, false],
  ['audio/x-ms-wax', false, false],
  ['video/x-ms-wvx', false, false],
  ['text/html', false, false],
  [null, false, true],
  [' ; x', false, true],
  ['application/OCTET-STREAM', false, true],
  ['application/force-download', false, true],
  ['application/x-download', false, true],
  ['binary/x', false, true],
  ['x-binary/x', false, false],
])('SUM-04 judges the type %j', (type, isMedia, isUnknown) => {
  expect([isMediaType(type), isUnknownType(type)]).toEqual([isMedia, isUnknown]);
});

test.each<[start: string, expected: boolean]>([
  ['ID3\x03', true],
  ['fLaC', true],
  ['OggS', true],
  ['FLV\x01', true],
  ['caff', true],
  ['#!AMR\n', true],
  ['FORM\n\r\0\0AIFF', true],
  ['RIFF\n\r\0\0WAVE', true],
  ['RIFF\n\r\0\0AVI ', true],
  ['RIFF\n\r\0\0AVIX', false],
  ['RIFF\n\r\0\0WEBP', false],
  ['xID3', false],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', true],
  ['\0\n\0\x20ftypisom', true],
  ...['moov', 'mdat', 'wide', 'free', 'skip'].map((box): [string, boolean] => [`\0\r\0\0${box}`, true]),
  ['\0\0\0ftyp', false],
  ['\0\0\0\0\0ftyp', false],
  ['\x1a\x45\xdf\xa3', true],
  ['\xff\xfb', true],
  ['\xff\xf1', true],
  ['\xff\xe3', true],
  ['\xff\xd8', false],
  ['\xff\xea', false],
  ['\xff\xe9', false],
  ['\xfe\xfb', false],
  ['\xff', false],
  [`G${'x'.repeat(187)}G`, true],
  [`G${'x'.repeat(187)}x`, false],
  [`x${'x'.repeat(187)}G`, false],
  ['words', false],
  ['', false],
])('SUM-04 tells whether %j begins a medium', (start, expected) => {
  expect(looksLikeMedia(Buffer.from(start, 'latin1'))).toBe(expected);
});
