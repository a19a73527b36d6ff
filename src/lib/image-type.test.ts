import { expect, test } from 'vitest';
import { sniffIcon, sniffImage } from './image-type.ts';
import { mediaExtension } from './media-extension.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\xff\xd8', null],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\x89PNG\r\n\x1a', null],
  ['x\x89PNG\r\n\x1a\n', null],
  ['GIF87a', 'gif'],
  ['GIF89a...', 'gif'],
  ['GIF88a', null],
  ['RIFF1234WEBPVP8 ', 'webp'],
  ['RIFF1234WAVEWEBP', null],
  ['XIFF1234WEBP', null],
  ['\0\0\0 ftypavif', 'avif'],
  ['\0\0\0\nftypavis', 'avif'],
  ['\0\0\0 ftypheic', null],
  ['\0\0 ftypavif', null],
  ['<svg xmlns=', null],
  ['', null],
])('the bytes %j are %s', (text, type) => {
  expect([sniffImage(bytes(text)), sniffIcon(bytes(text))]).toEqual([type, type]);
});

test('an icon file has a head and a picture', () => {
  const icon = (head: string, length: number) => sniffIcon(bytes(head.padEnd(length, '\0')));
  expect([icon('\0\0\x01\0\x01', 23), icon('\0\0\x01\0\x01', 22), sniffImage(bytes('\0\0\x01\0'.padEnd(30, '\0')))]).toEqual([
    'ico',
    null,
    null,
  ]);
  for (const head of ['\x01\0\x01\0', '\0\x01\x01\0', '\0\0\x02\0', '\0\0\x01\x01']) expect(icon(head, 40)).toBeNull();
});

test.each([
  ['Talk.MP4', 'mp4'],
  ['a.b.mp3', 'mp3'],
  ['a.ts', 'ts'],
  ['a.m2ts', 'm2ts'],
  ['a.mp4?x=1', null],
  ['mp4', null],
  ['.mp4', 'mp4'],
  ['a.txt', null],
  ['a.mp4x', null],
  ['a.mp4 ', null],
])('the extension of sound or film in %j is %j', (name, extension) => {
  expect(mediaExtension(name)).toBe(extension);
});
