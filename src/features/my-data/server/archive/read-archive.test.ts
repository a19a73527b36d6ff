import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { findAppError } from '#lib/app-error.ts';
import { archiveLimits } from './format.ts';
import { openArchive } from './read-archive.ts';
import { writeArchive } from './zip-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'archive.zip');

const entries: Record<string, string> = {
  'data/account.json': '{"name":"李"}',
  'data/contents/000001.json': JSON.stringify({ words: 'rye '.repeat(200) }),
  'notes/000001 笔记.md': '# 炉子\n\n- 十一个小时',
};

function made(): Promise<Buffer> {
  const stream = writeArchive('Gleaner test', async (archive) => {
    for (const [name, content] of Object.entries(entries)) await archive.text(name, content);
  });
  return buffer(stream);
}

/** All entries, or the code and the detail if the archive is refused. */
async function read(bytes: Uint8Array): Promise<Record<string, string> | string> {
  writeFileSync(path, bytes);
  try {
    const archive = await openArchive(path, new AbortController().signal);
    const found: Record<string, string> = {};
    for (const name of archive.names) found[name] = await text(await archive.stream(name));
    archive.close();
    return found;
  } catch (error) {
    return findAppError(error)?.message ?? `not told: ${String(error)}`;
  }
}

/** The mulberry32 generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function corrupted(bytes: Buffer, seed: number): Buffer {
  const next = random(seed);
  const at = Math.floor(next() * bytes.length);
  const length = 1 + Math.floor(next() * 64);
  switch (seed % 4) {
    case 0: {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(next() * 8));
      return copy;
    }
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, Math.floor(next() * 256)), bytes.subarray(at)]);
  }
}

test('ACC-12 an archive gives back what was written into it', async () => {
  expect(await read(await made())).toEqual(entries);
});

test('ACC-12 texts of an archive are packed, and files are not: media are packed already', async () => {
  const words = 'rye '.repeat(2000);
  const stream = writeArchive('Gleaner test', async (archive) => {
    await archive.text('notes/a.md', words);
    await archive.json('data/account.json', words);
    await archive.file('files/1', Readable.from([Buffer.from(words)]));
  });
  writeFileSync(path, await buffer(stream));
  const sizes: Record<string, number> = {};
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) {
    sizes[entry.fileName] = entry.compressedSize;
    // The same data gives the same archive at any time.
    expect(entry.getLastModDate(), entry.fileName).toEqual(new Date(Date.UTC(2000, 0, 1)));
  }
  expect(sizes['files/1']).toBe(words.length);
  for (const name of ['notes/a.md', 'data/account.json']) expect(sizes[name]).toBeLessThan(words.length / 10);
});

test('ACC-12 what cannot be written to its end breaks the archive off, and so does a reader who leaves', async () => {
  const failing = new Readable({ read: () => failing.destroy(new Error('the file is gone')) });
  const broken = (write: Parameters<typeof writeArchive>[1]) => buffer(writeArchive('Gleaner test', write));
  await expect(broken((archive) => archive.file('files/1', failing))).rejects.toThrow('the file is gone');
  await expect(broken(() => Promise.reject(new Error('the database is gone')))).rejects.toThrow('the database is gone');
  await expect(broken(() => Promise.reject('no error'))).rejects.toThrow('not written');
  const told = Promise.withResolvers<unknown[]>();
  const stream = writeArchive('Gleaner test', async (archive) => {
    const failed = (work: Promise<void>) => work.then(() => 'written', String);
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(1000)) });
    told.resolve([await failed(archive.file('files/1', endless)), await failed(archive.text('notes/a.md', 'words'))]);
  });
  stream.once('data', () => stream.destroy());
  const left = 'Error: nobody reads the archive any more';
  expect(await told.promise).toEqual([left, left]);
});

test('ACC-12 an archive tells the sizes of its entries, and of what it has not', async () => {
  const bytes = await made();
  expect(await read(bytes)).toEqual(entries);
  const archive = await openArchive(path, new AbortController().signal);
  expect(archive.names.map((name) => [name, archive.bytesOf(name)])).toEqual(
    Object.entries(entries).map(([name, content]) => [name, Buffer.byteLength(content)]),
  );
  expect(archive.bytesOf('data/none.json')).toBe(0);
  await expect(archive.stream('data/none.json')).rejects.toMatchObject({ code: 'archive_damaged' });
  expect(await archive.json('data/account.json', z.object({ name: z.string() }))).toEqual({ name: '李' });
  archive.close();
  const gone = AbortSignal.abort(new Error('left'));
  await expect(openArchive(path, gone)).rejects.toBe(gone.reason);
});

test('ACC-12 a thousand damaged archives give a refusal that says why, or the exact content', async () => {
  const bytes = await made();
  const results = new Map<string, number>();
  for (let seed = 1; seed <= 1000; seed++) {
    const result = await read(corrupted(bytes, seed));
    if (typeof result === 'string') expect(result).toMatch(/^archive_(?:damaged|unreadable|too_large|newer)(?:: |$)/);
    else expect(result).toEqual(entries);
    const kind = typeof result === 'string' ? (result.split(':')[0] ?? '') : 'exact';
    results.set(kind, (results.get(kind) ?? 0) + 1);
  }
  expect(results.get('archive_damaged')).toBeGreaterThan(200);
  expect(results.get('exact') ?? 0).toBeLessThan(200);
}, 60_000);

type Raw = [name: string, content: string, mode?: number];

function zipOf(files: readonly Raw[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, mode] of files) zip.addBuffer(Buffer.from(content), name, mode === undefined ? {} : { mode });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const manifest = (changes: object) =>
  JSON.stringify({
    format: 'gleaner-archive',
    version: 1,
    madeBy: 'x',
    madeAt: '2026-01-01T00:00:00.000Z',
    entries: [],
    ...changes,
  });

describe('hostile archives', () => {
  test.each<[string, Raw[], string]>([
    ['without a manifest', [['a', '']], 'archive_unreadable: no manifest'],
    ['of another program', [['manifest.json', manifest({ format: 'other' })]], 'archive_unreadable'],
    ['whose version is no number', [['manifest.json', manifest({ version: '9' })]], 'archive_damaged'],
    ['of a later version', [['manifest.json', manifest({ version: 2, anything: 'else' })]], 'archive_newer'],
    [
      'with an entry that is not listed',
      [
        ['manifest.json', manifest({})],
        ['a', ''],
      ],
      'archive_damaged: entries and manifest differ',
    ],
    [
      'with a listed entry that is not there',
      [['manifest.json', manifest({ entries: [{ name: 'a', bytes: 0, sha256: emptyHash }] })]],
      'archive_damaged: entries and manifest differ',
    ],
    [
      'with an entry that is shorter than listed',
      [
        ['manifest.json', manifest({ entries: [{ name: 'a', bytes: 1, sha256: emptyHash }] })],
        ['a', ''],
      ],
      'archive_damaged: an entry is not what the manifest says',
    ],
    [
      'with an entry that says something else than listed',
      [
        ['manifest.json', manifest({ entries: [{ name: 'a', bytes: 1, sha256: emptyHash }] })],
        ['a', 'x'],
      ],
      'archive_damaged: an entry is not what the manifest says',
    ],
    [
      'with an entry that is listed twice',
      [
        ['manifest.json', manifest({ entries: [1, 2].map(() => ({ name: 'a', bytes: 0, sha256: emptyHash })) })],
        ['a', ''],
      ],
      'archive_damaged: entries and manifest differ',
    ],
    [
      'with a link',
      [
        ['manifest.json', manifest({ entries: [{ name: 'a', bytes: 0, sha256: emptyHash }] })],
        ['a', '', 0o120777],
      ],
      'archive_damaged: an entry that no archive of ours has',
    ],
    [
      'with two entries of one name',
      [
        ['manifest.json', manifest({})],
        ['manifest.json', manifest({})],
      ],
      'archive_damaged: two entries of one name',
    ],
    [
      'nested too deeply',
      [['manifest.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`]],
      'archive_damaged: nested too deeply',
    ],
  ])('ACC-12 one %s is refused', async (_name, files, code) => {
    expect(await read(await zipOf(files))).toBe(code);
  });

  test.each([
    [16, 'archive_damaged: entries over one another'],
    [17, 'archive_too_large'],
  ])('ACC-12 entries are counted together: %i of four gigabytes are %s', async (count, code) => {
    const files: Raw[] = Array.from({ length: count }, (_, n) => [`files/${n}`, '']);
    const bytes = await zipOf(files);
    for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
      // Marked as uncompressed, so that both sizes are equal.
      bytes.writeUInt16LE(0, at + 10);
      for (const size of [20, 24]) bytes.writeUInt32LE(0xffffff00, at + size);
    }
    expect(await read(bytes)).toBe(code);
  });

  test.each([
    [4, 'archive_unreadable: no manifest'],
    [5, 'archive_too_large'],
  ])('ACC-12 what packs too well is counted together: %i of half a gigabyte are %s', async (count, code) => {
    const files: Raw[] = Array.from({ length: count }, (_, n) => [`files/${n}`, 'rye']);
    const bytes = await zipOf(files);
    for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1'))
      bytes.writeUInt32LE(archiveLimits.wellPackedBytes / 4, at + 24);
    expect(await read(bytes)).toBe(code);
  });

  test('ACC-12 an archive with very many versions of one note can be read', async () => {
    const id = 'data/contents/000001.json';
    const version = 'The oven was warm, and the rye was not. '.repeat(6);
    const words = version.repeat(Math.ceil(archiveLimits.ratioFromBytes / version.length) + 1);
    const bytes = await buffer(writeArchive('Gleaner test', (archive) => archive.text(id, words)));
    expect(words.length).toBeGreaterThan(bytes.length * archiveLimits.ratio);
    expect(Object.keys((await read(bytes)) as object)).toEqual([id]);
  });

  test('ACC-12 what is small may pack well, and what is large like other text', async () => {
    const next = random(1);
    const letters = Array.from({ length: archiveLimits.ratioFromBytes / 4 + 1 }, () =>
      Math.floor(next() * 0xffff)
        .toString(16)
        .padStart(4, '0'),
    );
    const files = { 'notes/small.md': ' '.repeat(archiveLimits.ratioFromBytes), 'notes/large.md': letters.join('') };
    const stream = writeArchive('Gleaner test', async (archive) => {
      for (const [name, content] of Object.entries(files)) await archive.text(name, content);
    });
    expect(await read(await buffer(stream))).toEqual(files);
  });

  test('ACC-12 an archive has so many entries, and an entry of rows so many bytes', async () => {
    const limits = archiveLimits as { entries: number; jsonBytes: number };
    const { entries: mostEntries, jsonBytes } = limits;
    const bytes = await made();
    const name = 'data/account.json';
    const size = Buffer.byteLength(entries[name] ?? '');
    const account = async () => {
      const archive = await openArchive(path, new AbortController().signal);
      return archive
        .json(name, z.unknown())
        .catch((error: unknown) => findAppError(error)?.message)
        .finally(() => archive.close());
    };
    try {
      // As many as are refused are too many for a test.
      expect([mostEntries, jsonBytes]).toEqual([500_000, 64 * 1024 * 1024]);
      limits.entries = 4;
      expect(await read(bytes)).toEqual(entries);
      limits.entries = 3;
      expect(await read(bytes)).toBe('archive_too_large: too many entries');
      limits.entries = mostEntries;
      limits.jsonBytes = size;
      expect(await account()).toEqual({ name: '李' });
      limits.jsonBytes = size - 1;
      expect(await account()).toBe('archive_too_large');
    } finally {
      Object.assign(limits, { entries: mostEntries, jsonBytes });
    }
  });

  test('ACC-12 a name may be long, and no longer', async () => {
    const named = (length: number) =>
      buffer(writeArchive('Gleaner test', (archive) => archive.text(`notes/${'x'.repeat(length - 6)}`, 'words')));
    expect(Object.values((await read(await named(archiveLimits.nameLength))) as object)).toEqual(['words']);
    expect(await read(await named(archiveLimits.nameLength + 1))).toBe('archive_damaged: an entry that no archive of ours has');
  });

  test('ACC-12 a name that leads out of the folder is refused', async () => {
    const bytes = await zipOf([
      ['manifest.json', manifest({ entries: [{ name: '../b', bytes: 0, sha256: emptyHash }] })],
      ['aa/b', ''],
    ]);
    const text = Buffer.from(bytes.toString('latin1').replaceAll('aa/b', '../b'), 'latin1');
    expect(await read(text)).toBe('archive_damaged');
  });

  test('ACC-12 two entries in one place are refused, although each is what the manifest says', async () => {
    const sha256 = createHash('sha256').update('same').digest('hex');
    const listed = ['a', 'b'].map((name) => ({ name, bytes: 4, sha256 }));
    const bytes = await zipOf([
      ['a', 'same'],
      ['b', 'same'],
      ['manifest.json', manifest({ entries: listed })],
    ]);
    expect(await read(bytes)).toEqual({ a: 'same', b: 'same' });
    const first = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    const second = bytes.indexOf('PK\x01\x02', first + 4, 'latin1');
    const place = bytes.readUInt32LE(second + 42);
    bytes.writeUInt32LE(0, second + 42);
    expect(await read(bytes)).toBe('archive_damaged: entries over one another');
    // By one byte, which is the last of what is packed behind the head of 30 bytes and the name.
    const end = 30 + 1 + bytes.readUInt32LE(first + 20);
    bytes.writeUInt32LE(end - 1, second + 42);
    expect(await read(bytes)).toBe('archive_damaged: entries over one another');
    // In another order than they are listed in.
    bytes.writeUInt32LE(place, first + 42);
    bytes.writeUInt32LE(0, second + 42);
    expect(await read(bytes)).toEqual({ a: 'same', b: 'same' });
  });

  test('ACC-12 rows may be nested so deeply and no deeper, whatever brackets stand in their words', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const { depth } = archiveLimits;
    const words = JSON.stringify(`"${'[{'.repeat(depth)}\\`);
    const closing = JSON.stringify(`\\"${']}'.repeat(depth)}`);
    const rows: [text: string, isRead: boolean][] = [
      [deep(depth), true],
      [deep(depth + 1), false],
      [`${'{"a":'.repeat(depth + 1)}1${'}'.repeat(depth + 1)}`, false],
      [`[${words},${Array.from({ length: 100 }, () => '[{}]').join()}]`, true],
      [`[${closing},${deep(depth)}]`, false],
      ['[', false],
    ];
    const stream = writeArchive('Gleaner test', async (archive) => {
      for (const [at, [json]] of rows.entries()) await archive.text(`data/${at}.json`, json);
    });
    writeFileSync(path, await buffer(stream));
    const archive = await openArchive(path, new AbortController().signal);
    const outcomes = rows.map((_, at) =>
      archive.json(`data/${at}.json`, z.unknown()).then(
        () => true,
        (error: unknown) => findAppError(error)?.code !== 'archive_damaged',
      ),
    );
    expect(await Promise.all(outcomes)).toEqual(rows.map(([, isRead]) => isRead));
    archive.close();
  });

  test('ACC-12 rows of another shape are refused with their cause when they are read, and so is an entry that is not there', async () => {
    writeFileSync(path, await made());
    const archive = await openArchive(path, new AbortController().signal);
    const refused = (name: string, schema: z.ZodType) => archive.json(name, schema).catch((error: unknown) => error);
    expect(await refused('data/account.json', z.object({ name: z.number() }))).toMatchObject({
      ...{ code: 'archive_damaged', message: 'archive_damaged', cause: { name: 'ZodError' } },
    });
    expect(await refused('notes/000001 笔记.md', z.unknown())).toMatchObject({
      code: 'archive_damaged',
      cause: { name: 'SyntaxError' },
    });
    expect(await refused('data/none.json', z.unknown())).toMatchObject({
      ...{ code: 'archive_damaged', message: 'archive_damaged: data/none.json is missing' },
    });
    archive.close();
    await expect(archive.stream('data/account.json')).rejects.toThrow('closed');
  });

  test('ACC-12 a refusal tells what made the file unreadable, and one that is stopped tells why', async () => {
    writeFileSync(path, 'no archive at all');
    const opened = (signal: AbortSignal) => openArchive(path, signal).catch((error: unknown) => error);
    const { signal } = new AbortController();
    const cause = expect.objectContaining({ message: expect.stringContaining('central directory') });
    expect(await opened(signal)).toMatchObject({ code: 'archive_unreadable', cause });
    writeFileSync(path, await made());
    const stopped = AbortSignal.abort(new Error('left'));
    expect(await opened(stopped)).toBe(stopped.reason);
  });
});
