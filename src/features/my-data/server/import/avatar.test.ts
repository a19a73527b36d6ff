import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import type { Archive } from '../archive/read-archive.ts';
import { storeAvatar } from './avatar.ts';
import type { ArchivedAccount } from './settings.ts';

const { signal } = new AbortController();
const names = ['data/account.json', 'files/1'];

/** What is stored of a picture of this size, and what fails. */
async function stored(avatar: string | null, { size = 7, error = null as Error | null } = {}) {
  const steps: unknown[] = [];
  const archive = {
    names,
    bytesOf: () => size,
    stream: async () => Readable.from([Buffer.from('pic'), Buffer.from('ture')]),
  } as unknown as Archive;
  const services = {
    async paintAvatar(picture: Uint8Array, by: AbortSignal) {
      steps.push(['paint', Buffer.from(picture).toString(), by === signal]);
      if (error) throw error;
      return Buffer.from('painted');
    },
    db: { insert: () => ({ values: async (rows: { blobKey: string }[]) => void steps.push(['discard', rows[0]?.blobKey]) }) },
    blobs: { put: async (key: string, bytes: Buffer) => void steps.push(['put', key, bytes.toString()]) },
  } as unknown as Services;
  const account: ArchivedAccount = { name: null, language: null, theme: null, avatar };
  const key = await storeAvatar(services, archive, { account, signal }).catch((thrown: unknown) => thrown);
  return { key, steps };
}

test('ACC-12 a picture is painted anew and discarded for later before it is stored', async () => {
  const { key, steps } = await stored('files/1');
  expect(key).toMatch(/^avatars\//);
  expect(steps).toEqual([
    ['paint', 'picture', true],
    ['discard', key],
    ['put', key, 'painted'],
  ]);
});

test('ACC-12 a picture is a file of the archive, as large as one that is uploaded and no larger', async () => {
  for (const avatar of [null, 'data/account.json', 'files/2']) expect(await stored(avatar)).toEqual({ key: null, steps: [] });
  expect((await stored('files/1', { size: avatarBytes })).key).toMatch(/^avatars\//);
  expect(await stored('files/1', { size: avatarBytes + 1 })).toEqual({ key: null, steps: [] });
});

test('ACC-12 a picture that is none is left out, and whatever else fails ends the import', async () => {
  const painted = [['paint', 'picture', true]];
  for (const code of ['picture_unreadable', 'picture_too_large', 'config_invalid'] satisfies ErrorCode[])
    expect(await stored('files/1', { error: new AppError(code) }), code).toEqual({ key: null, steps: painted });
  const error = new AppError('storage_failed');
  expect(await stored('files/1', { error })).toEqual({ key: error, steps: painted });
});
