/** Unpacks in memory only. Refuses archives with paths that lead outside, overlapping entries or false sizes. */
import { inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, validateFileName } from 'yauzl';
import { documentLimits } from '../child-messages.ts';
import { damaged, encrypted, refused } from './fail.ts';

export type Zip = {
  has(name: string): boolean;
  read(name: string): Promise<Buffer | null>;
};

const endMark = 'PK\x05\x06';
const endBytes = 22;
/** The ratio is checked only above this size, because harmless data such as a table of equal cells packs very well. */
const ratioFromBytes = 4 * 1024 * 1024;

/** Throws a DocumentError: `refused` past the limits, `encrypted` for a protected entry, `damaged`; also yauzl's own errors. */
export async function openZip(bytes: Buffer): Promise<Zip> {
  // Every name is decoded as UTF-8, because some tools write UTF-8 names without setting the flag.
  const zip = await fromBufferPromise(withoutTail(bytes), { decodeStrings: false });
  if (zip.entryCount > documentLimits.entries) throw refused('too many entries');
  const entries = new Map<string, Entry>();
  const spans: [start: number, end: number][] = [];
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8');
    if (validateFileName(name) !== null) throw refused('a path that leads out of the archive');
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push([start, start + 30 + entry.fileNameLength + entry.compressedSize]);
    if (!name.endsWith('/')) entries.set(name, entry);
  }
  refuseOverlaps(spans);
  let decoded = 0;
  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.isEncrypted()) throw encrypted('an entry of the archive');
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const data = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
      const content = unpack(entry.compressionMethod, data, documentLimits.decodedBytes - decoded);
      decoded += content.length;
      if (decoded > documentLimits.decodedBytes) throw refused('too much in the archive');
      return content;
    },
  };
}

/** Does not use yauzl's streams, which take fifteen times as long and trust the declared size. */
function unpack(method: number, data: Buffer, room: number): Buffer {
  if (method === 0) return data;
  if (method !== 8) throw damaged(`packed by method ${method}`);
  const limit = Math.max(1, Math.min(room, Math.max(ratioFromBytes, data.length * documentLimits.ratio)));
  try {
    return inflateRawSync(data, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw refused('an entry unpacks to far too much');
    throw damaged('an entry that does not unpack');
  }
}

/** Drops bytes after the end record, which yauzl would refuse. */
function withoutTail(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endMark, undefined, 'latin1');
  return end < 0 || end + endBytes > bytes.length ? bytes : bytes.subarray(0, end + endBytes + bytes.readUInt16LE(end + 20));
}

/** Overlapping entries let a small archive unpack to any size. */
function refuseOverlaps(spans: [start: number, end: number][]): void {
  spans.sort(([a], [b]) => a - b);
  let last = 0;
  for (const [start, end] of spans) {
    if (start < last) throw refused('entries over one another');
    last = end;
  }
}
