/** The clean-up of files that no record names any more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { blobGarbage, contents, extractions, sources } from '#db/schema/content.ts';
import { createDeleteFiles } from '#features/contents/server/delete-files.handler.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { type BlobStore, createBlobStore } from '#infra/storage/blobs.ts';
import { AppError } from '#lib/app-error.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';

describe.each(inject('clusters').slice(-1))('files of deleted records on $name', ({ connection: cluster }) => {
  const directory = mkdtempSync(join(tmpdir(), 'gleaner-clean-up-'));
  let database: TestDatabase;
  let client: DatabaseClient;
  let blobs: BlobStore;

  beforeEach(async () => {
    database = await cloneDatabase(cluster);
    client = createDatabase(database.connection, { max: 1, applicationName: 'test' });
    blobs = await createBlobStore(directory);
  });
  afterEach(async () => {
    await client.close();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) await blobs.put(key, Buffer.from(key));
    await client.db.insert(blobGarbage).values(keys.map((blobKey) => ({ blobKey, createdAt: new Date(0) })));
  }

  /** The clean-up as a worker runs it; `onDelete` is called behind each file. */
  function tidy(signal: AbortSignal, onDelete: () => void = () => undefined): Promise<void> {
    const watched = {
      ...blobs,
      async delete(key: string) {
        await blobs.delete(key);
        onDelete();
      },
    };
    const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
    const services = { db: client.db, blobs: watched, logger } as unknown as Services;
    const context: JobContext = { jobId: '', attempt: 0, isLastAttempt: true, signal, putOff: () => undefined, logger };
    return createDeleteFiles(services).run({}, context);
  }

  const left = async () => (await client.db.select({ key: blobGarbage.blobKey }).from(blobGarbage)).map(({ key }) => key);

  test('clean-up: stop between two files when the job is aborted', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `covers/garbage-${index}`);
    await discard(keys);
    const controller = new AbortController();
    let deleted = 0;
    const run = tidy(controller.signal, () => {
      deleted++;
      if (deleted === 3) controller.abort(new AppError('cancelled'));
    });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(deleted).toBe(3);
    expect(await left()).toEqual(keys.slice(3));
    await tidy(new AbortController().signal);
    expect(await left()).toEqual([]);
  });

  test('clean-up: keep a file that a source, a content or an extraction names', async () => {
    const keys = [
      'uploads/of-a-source',
      'covers/of-a-content',
      'covers/of-an-extraction',
      'uploads/of-an-extraction',
      'covers/of-none',
    ];
    await discard(keys);
    await client.db.execute(sql`insert into "user" (id, name, email) values ('keeper', 'Anonymous', 'keeper@seed.test')`);
    const [source] = await client.db
      .insert(sources)
      .values({ key: 'file:kept', blobKey: 'uploads/of-a-source' })
      .returning({ id: sources.id });
    const sourceId = source?.id ?? '';
    await client.db.insert(contents).values({
      userId: 'keeper',
      sourceId,
      contentType: 'local',
      title: 'Kept',
      noteLanguage: 'en',
      coverBlob: 'covers/of-a-content',
    });
    for (const data of [
      { coverBlob: 'covers/of-an-extraction', media: null },
      { coverBlob: null, media: { blob: 'uploads/of-an-extraction' } },
    ])
      await client.db.execute(
        sql`insert into ${extractions} (source_id, data) values (${sourceId}, ${JSON.stringify(data)}::jsonb)`,
      );
    await tidy(new AbortController().signal);
    expect(await left()).toEqual([]);
    for (const key of keys.slice(0, 4)) expect((await blobs.stat(key)).size).toBe(key.length);
    await expect(blobs.stat('covers/of-none')).rejects.toThrow();
  });
});
