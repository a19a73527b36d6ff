/** Checks of the file's first bytes and structure before any native code opens it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { TaskFailure } from './fail.ts';

export function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

export function withFile<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'r');
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const playlists =
  /^[\s\0]*(?:#EXTM3U|#EXT-X-|ffconcat\b|\[playlist\]|\[reference\]|<asx\b|<mpd\b|<smil\b|<\?xml|v=0\r?\n|rtsptext|#!(?!AMR)|file:|https?:)/i;

/** Returns the first 64 kB. Throws for a playlist (`media_refused`) and an empty file (`media_unreadable`). */
export function sniffHead(path: string): Buffer {
  const head = withFile(path, (descriptor) => readAt(descriptor, 0, 65_536));
  if (head.length === 0) throw new TaskFailure('media_unreadable', 'the file is empty');
  if (playlists.test(head.subarray(0, 2048).toString('latin1')))
    throw new TaskFailure('media_refused', 'a playlist is not media');
  return head;
}

/** Whether an MP4 has its index (`moov`) where players look; FFmpeg may find one in padding. True for an unknown structure. */
export function hasMovieBox(path: string, fileSize: number): boolean {
  return withFile(path, (descriptor) => {
    let position = 0;
    for (let boxes = 0; boxes < 10_000 && position + 8 <= fileSize; boxes++) {
      const header = readAt(descriptor, position, 16);
      const type = header.toString('latin1', 4, 8);
      if (type === 'moov' || type === 'moof' || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return true;
      const size = boxSize(header, fileSize - position);
      if (size < 8) return true;
      position += size;
    }
    return false;
  });
}

function boxSize(header: Buffer, rest: number): number {
  const size = header.readUInt32BE(0);
  if (size === 0) return rest;
  return size === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : size;
}
