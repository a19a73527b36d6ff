/**
 * A Zip archive in memory, read by its central directory. Nothing is ever written to disk; still an archive that tries
 * a trick (paths out of it, entries over one another, lies about sizes) is refused as a whole.
 */
import { inflateRawSync } from 'node:zlib';
import { documentLimits } from '../protocol.ts';
import { damaged, encrypted, refused } from './fail.ts';

type Entry = { name: string; method: number; packed: number; start: number; isEncrypted: boolean };

export type Zip = {
  has(name: string): boolean;
  /** The entry's bytes; null when there is no such entry. */
  read(name: string): Buffer | null;
};

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
/** The ratio says something only past this size: a long table of equal cells packs very well. */
const ratioFromBytes = 4 * 1024 * 1024;

/** Throws a DocumentError: `damaged` for a broken archive, `refused` past the limits. */
export function openZip(bytes: Buffer): Zip {
  const entries = readDirectory(bytes);
  let decoded = 0;
  return {
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.isEncrypted) throw encrypted('an entry of the archive');
      const data = bytes.subarray(entry.start, entry.start + entry.packed);
      const room = documentLimits.decodedBytes - decoded;
      const content = unpack(entry.method, data, room);
      decoded += content.length;
      if (decoded > documentLimits.decodedBytes) throw refused('too much in the archive');
      return content;
    },
  };
}

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

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const offset = bytes.readUInt32LE(end + 16);
  // Archives past 4 GB and past 65,535 entries are no documents of ours.
  if (count > documentLimits.entries) throw refused('too many entries');
  if (offset + size > end) throw damaged('the directory lies outside the archive');
  const entries = new Map<string, Entry>();
  const spans: [start: number, end: number][] = [];
  let at = offset;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entryMark) throw damaged('a broken directory');
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw damaged('a broken directory');
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (isTrick(name)) throw refused('a path that leads out of the archive');
    const packed = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    const start = contentStart(bytes, local, offset);
    if (start + packed > offset) throw damaged('an entry lies outside the archive');
    spans.push([local, start + packed]);
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (!name.endsWith('/')) entries.set(name, { name, method: bytes.readUInt16LE(at + 10), packed, start, isEncrypted });
    at = next;
  }
  refuseOverlaps(spans);
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - 0xffff);
  for (let at = bytes.length - endBytes; at >= first; at--) if (bytes.readUInt32LE(at) === endMark) return at;
  throw damaged('no end of the archive');
}

function contentStart(bytes: Buffer, local: number, limit: number): number {
  if (local + 30 > limit || bytes.readUInt32LE(local) !== localMark) throw damaged('an entry without its head');
  return local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
}

function isTrick(name: string): boolean {
  return /^[/\\]|\\|\0|^[A-Za-z]:/.test(name) || name.split('/').includes('..');
}

/** Entries that share bytes can expand without bound. */
function refuseOverlaps(spans: [start: number, end: number][]): void {
  spans.sort(([a], [b]) => a - b);
  let last = 0;
  for (const [start, end] of spans) {
    if (start < last) throw refused('entries over one another');
    last = end;
  }
}
