/**
 * Opens an archive that may come from anybody. Every entry is checked against the manifest before it is used.
 * Errors: `archive_unreadable` (not one of our archives), `archive_damaged`, `archive_newer`, `archive_too_large`.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { AppError, findAppError } from '#lib/app-error.ts';
import { archiveFormat, archiveLimits, archiveVersion, type Manifest, manifestName, zManifest } from './format.ts';

export type Archive = {
  /** In the order of the manifest. */
  names: readonly string[];
  bytesOf(name: string): number;
  json<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.output<Schema>>;
  /** Fails at the end if the content does not match the manifest. */
  stream(name: string): Promise<Readable>;
  close(): void;
};

export async function openArchive(path: string, signal: AbortSignal): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new AppError('archive_unreadable', { cause: error });
  });
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifest(zip, entries);
    const listed = compare(entries, manifest);
    const archive: Archive = {
      names: manifest.entries.map(({ name }) => name),
      bytesOf: (name) => listed.get(name)?.bytes ?? 0,
      async json(name, schema) {
        return parse(await readText(await archive.stream(name), archiveLimits.jsonBytes), schema);
      },
      async stream(name) {
        const entry = entries.get(name);
        const fact = listed.get(name);
        if (!entry || !fact) throw new AppError('archive_damaged', { detail: `${name} is missing` });
        return checked(await open(zip, entry), fact);
      },
      close: () => zip.close(),
    };
    for (const name of archive.names) {
      signal.throwIfAborted();
      await pipeline(await archive.stream(name), drain());
    }
    return archive;
  } catch (error) {
    zip.close();
    signal.throwIfAborted();
    throw findAppError(error) ?? new AppError('archive_damaged', { cause: error });
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > archiveLimits.entries) throw new AppError('archive_too_large', { detail: 'too many entries' });
  const entries = new Map<string, Entry>();
  const spans: [start: number, end: number][] = [];
  let total = 0;
  let wellPacked = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, compressedSize, uncompressedSize } = entry;
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
    if (name.length > archiveLimits.nameLength || validateFileName(name) !== null || isLink || entry.isEncrypted())
      throw new AppError('archive_damaged', { detail: 'an entry that no archive of ours has' });
    if (entries.has(name)) throw new AppError('archive_damaged', { detail: 'two entries of one name' });
    total += uncompressedSize;
    if (uncompressedSize > archiveLimits.ratioFromBytes && uncompressedSize > compressedSize * archiveLimits.ratio)
      wellPacked += uncompressedSize;
    if (total > archiveLimits.totalBytes || wellPacked > archiveLimits.wellPackedBytes) throw new AppError('archive_too_large');
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push([start, start + 30 + entry.fileNameLength + compressedSize]);
    entries.set(name, entry);
  }
  spans.sort(([a], [b]) => a - b);
  let last = 0;
  for (const [start, end] of spans) {
    if (start < last) throw new AppError('archive_damaged', { detail: 'entries over one another' });
    last = end;
  }
  return entries;
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw new AppError('archive_unreadable', { detail: 'no manifest' });
  const text = await readText(await open(zip, entry), archiveLimits.manifestBytes);
  const version = versionOf(text);
  if (version !== null && version > archiveVersion) throw new AppError('archive_newer');
  return parse(text, zManifest);
}

/** Read first, because the manifest of a later version may have another shape. */
function versionOf(text: string): number | null {
  const value: unknown = parseJson(text);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== archiveFormat)
    throw new AppError('archive_unreadable');
  return 'version' in value && typeof value.version === 'number' ? value.version : null;
}

type Fact = { bytes: number; sha256: string };

function compare(entries: ReadonlyMap<string, Entry>, manifest: Manifest): Map<string, Fact> {
  const listed = new Map(manifest.entries.map(({ name, bytes, sha256 }) => [name, { bytes, sha256 }]));
  const sameNumber = listed.size === manifest.entries.length && entries.size === listed.size + 1;
  if (!sameNumber || listed.has(manifestName) || [...listed.keys()].some((name) => !entries.has(name)))
    throw new AppError('archive_damaged', { detail: 'entries and manifest differ' });
  return listed;
}

function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  return zip.openReadStreamPromise(entry);
}

function checked(stream: Readable, { bytes, sha256 }: Fact): Readable {
  const hash = createHash('sha256');
  let seen = 0;
  const damaged = () => new AppError('archive_damaged', { detail: 'an entry is not what the manifest says' });
  const checking = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) return done(damaged());
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(seen === bytes && hash.digest('hex') === sha256 ? null : damaged());
    },
  });
  stream.on('error', (error) => checking.destroy(new AppError('archive_damaged', { cause: error })));
  checking.on('close', () => stream.destroy());
  return stream.pipe(checking);
}

function drain(): Transform {
  return new Transform({ transform: (_chunk, _encoding, done) => done(), flush: (done) => done() }).resume();
}

async function readText(stream: Readable, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) throw new AppError('archive_too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(parseJson(text));
  if (!result.success) throw new AppError('archive_damaged', { cause: result.error });
  return result.data;
}

function parseJson(text: string): unknown {
  requireShallow(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('archive_damaged', { cause: error });
  }
}

/** Limits the nesting before parsing, because the validation recurses once per level. */
function requireShallow(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > archiveLimits.depth) throw new AppError('archive_damaged', { detail: 'nested too deeply' });
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}
