import { expect, test } from 'vitest';
import { looksLikeMedia } from './media-types.ts';

const head = (start: string): Uint8Array => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(400)]);

test('media are told apart by their first bytes, also containers that are not opened', () => {
  const asf = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';
  for (const start of [asf, 'RIFF\0\0\0\0AVI LIST', 'RIFF\0\0\0\0WAVEfmt ', '\0\0\0\x20ftypisom', 'OggS', 'ID3\x03'])
    expect(looksLikeMedia(head(start)), start).toBe(true);
  for (const start of ['%PDF-1.7', 'PK\x03\x04', 'RIFF\0\0\0\0WEBPVP8 ', '\x30\x26\xb2\x75', '<!doctype html>'])
    expect(looksLikeMedia(head(start)), start).toBe(false);
});
