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

const [before, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
const isDeleted = async (id: string, email: string, createdAt: Date) =>
  (await readTombstones(services))?.({ id, email, createdAt }) ?? null;

test('ACC-12 whoever was deleted is known by their id, and by their address where the account is older than that', async () => {
  expect(await readTombstones(services)).toBeNull();
  await bury(services, { id: 'ann', email: ' Ann@Example.org ' });
  await bury(services, { id: 'bob', email: 'bob@example.org' });
  expect(await isDeleted('ann', 'new@example.org', later)).toBe(true);
  expect(await isDeleted('cid', 'ann@example.org', before)).toBe(true);
  expect(await isDeleted('cid', 'ANN@example.org', later)).toBe(false);
  expect(await isDeleted('cid', 'cid@example.org', before)).toBe(false);
  // A tombstone made with a rotated key still matches.
  services = { ...services, secrets: createSecretBox([newKey, oldKey]) };
  expect([await isDeleted('ann', '', later), await isDeleted('cid', 'bob@example.org', before)]).toEqual([true, true]);
  services = { ...services, secrets: createSecretBox([newKey]) };
  expect(await isDeleted('ann', 'ann@example.org', before)).toBe(false);
});

test('ACC-12 an address that was deleted twice counts from the last time, and files that say nothing are passed over', async () => {
  await services.blobs.put('tombstones/empty', Buffer.alloc(0));
  await services.blobs.put('tombstones/broken', Buffer.from('{"id":'));
  expect(await readTombstones(services)).toBeNull();
  for (const id of ['first', 'second']) await bury(services, { id, email: 'ann@example.org' });
  const [email = ''] = services.secrets.macs('ann@example.org', ['deleted address']);
  for (const [id, at] of [
    ['third', '2030-01-02T00:00:00.000Z'],
    ['fourth', '2030-01-01T00:00:00.000Z'],
  ] as const)
    await services.blobs.put(`tombstones/${id}`, Buffer.from(JSON.stringify({ id, email, at })));
  expect(await isDeleted('ann', 'ann@example.org', new Date('2030-01-01T23:59:59.999Z'))).toBe(true);
  expect(await isDeleted('ann', 'ann@example.org', new Date('2030-01-02T00:00:00.000Z'))).toBe(false);
});
