import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { createBlobStore } from '#infra/storage/blobs.ts';
import { bury, readTombstones } from './tombstones.ts';

const [oldKey, newKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
let directory = '';
let services: Services;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-tombstones-'));
  services = { blobs: await createBlobStore(directory), secrets: createSecretBox([oldKey]) } as unknown as Services;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const isDeleted = async (id: string) => (await readTombstones(services))?.(id) ?? null;

test('ACC-12 whoever was deleted is known by their id, also after the key has changed, and files that say nothing are passed over', async () => {
  await services.blobs.put('tombstones/empty', Buffer.alloc(0));
  await services.blobs.put('tombstones/broken', Buffer.from('{"id":'));
  expect(await readTombstones(services)).toBeNull();
  for (const id of ['ann', 'bob']) await bury(services, id);
  expect([await isDeleted('ann'), await isDeleted('bob'), await isDeleted('cid')]).toEqual([true, true, false]);
  services = { ...services, secrets: createSecretBox([newKey, oldKey]) };
  expect(await isDeleted('ann')).toBe(true);
  services = { ...services, secrets: createSecretBox([newKey]) };
  expect(await isDeleted('ann')).toBe(false);
});
