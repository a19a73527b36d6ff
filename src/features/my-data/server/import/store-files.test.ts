import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { Archive } from '../archive/read-archive.ts';
import type { Existing } from './existing.ts';
import { type StoredFile, storeFiles, takeBack } from './store-files.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 1]);
const gif = Buffer.from('GIF89a and more');
const { signal } = new AbortController();

type File = { file: string; kind: 'cover' | 'upload'; name: string };
const contentOf = (title: string, files: File[]) => ({
  ...{ source: { url: `https://a.example/${title}`, fileName: null, file: null }, extractions: [], rows: {}, files },
  content: { title, contentType: 'online', noteLanguage: 'en' },
});

/** `sizes`: the stated sizes of files that are larger than their bytes here. */
function archiveOf(contents: object[], files: Record<string, Buffer>, sizes: Record<string, number> = {}): Archive {
  const entries = new Map(contents.map((one, at) => [`data/contents/00000${at}.json`, one]));
  return {
    names: [...entries.keys(), ...Object.keys(files)],
    json: async <Schema extends z.ZodType>(name: string, schema: Schema) => schema.parse(entries.get(name)),
    bytesOf: (name) => sizes[name] ?? files[name]?.length ?? 0,
    stream: async (name) => Readable.from([files[name]]),
    close: () => {},
  };
}

function store() {
  const put: Record<string, string> = {};
  const blobs = {
    async put(key: string, content: Buffer | Readable) {
      put[key] = (Buffer.isBuffer(content) ? content : await buffer(content)).toString('latin1');
    },
  };
  return { put, services: { blobs } as unknown as Services };
}
const knows = (title: string | null) =>
  ({ contentId: ({ content }) => (content.title === title ? 'known' : null) }) as Pick<Existing, 'contentId'> as Existing;
const coverKey = (bytes: Buffer, end: string) => `covers/${createHash('sha256').update(bytes).digest('hex')}.${end}`;

test('ACC-12 each file of an archive is stored once, and none of a content that is there already', async () => {
  const cover = (file: string): File => ({ file, kind: 'cover', name: 'c' });
  const upload = (file: string, name: string): File => ({ file, kind: 'upload', name });
  const archive = archiveOf(
    [
      contentOf('one', [cover('files/1'), upload('files/2', 'talk.mp4'), cover('files/4')]),
      contentOf('two', [cover('files/1'), cover('files/5')]),
      contentOf('known', [upload('files/3', 'old.mp4')]),
    ],
    {
      'files/1': jpeg,
      'files/2': Buffer.from('words'),
      'files/3': Buffer.from('x'),
      'files/4': gif,
      'files/5': Buffer.from('no'),
    },
  );
  const { put, services } = store();
  const stored: StoredFile[] = [];
  const files = await storeFiles(services, archive, { existing: knows('known'), stored, signal });
  const { blobKey = '', upload: taken } = files.get('files/2') ?? {};
  expect(taken).toEqual({ id: blobKey.replace('uploads/', ''), name: 'talk.mp4', sizeBytes: 5 });
  expect(Object.fromEntries(files)).toEqual({
    'files/1': { blobKey: coverKey(jpeg, 'jpg'), upload: null },
    'files/2': { blobKey, upload: taken },
    'files/4': { blobKey: coverKey(gif, 'gif'), upload: null },
  });
  expect(stored).toEqual([...files.values()]);
  expect(put).toEqual({
    [coverKey(jpeg, 'jpg')]: jpeg.toString('latin1'),
    [blobKey]: 'words',
    [coverKey(gif, 'gif')]: gif.toString('latin1'),
  });
});

test('ACC-12 a cover may be so large and no larger, and a cancelled import stores nothing more', async () => {
  const most = 12 * 1024 * 1024;
  const archiveWith = (size: number) =>
    archiveOf([contentOf('one', [{ file: 'files/1', kind: 'cover', name: 'c' }])], { 'files/1': jpeg }, { 'files/1': size });
  const run = (size: number, at = signal) => {
    const { put, services } = store();
    const stored: StoredFile[] = [];
    return storeFiles(services, archiveWith(size), { existing: knows(null), stored, signal: at }).then(
      () => Object.keys(put),
      (error: unknown) => [error, put, stored],
    );
  };
  expect(await run(most)).toEqual([coverKey(jpeg, 'jpg')]);
  expect(await run(most + 1)).toEqual([expect.objectContaining({ code: 'archive_too_large' }), {}, []]);
  const gone = AbortSignal.abort(new Error('left'));
  expect(await run(1, gone)).toEqual([gone.reason, {}, []]);
});

test.each([
  ['storage_quota', ['uploads/a', 'covers/b.jpg']],
  ['database_unavailable', []],
] as const)('ACC-12 files of an import that failed with %s are taken back, unless its rows may be stored', async (code, gone) => {
  const taken: string[] = [];
  const services = {
    blobs: { delete: async (key: string) => void taken.push(key) },
    db: { insert: () => ({ values: async (row: { blobKey: string }) => void taken.push(row.blobKey) }) },
  } as unknown as Services;
  const stored: StoredFile[] = [
    { blobKey: 'uploads/a', upload: { id: 'a', name: 'a.mp4', sizeBytes: 1 } },
    { blobKey: 'covers/b.jpg', upload: null },
  ];
  await takeBack(services, stored, new AppError(code));
  expect(taken).toEqual(gone);
});
