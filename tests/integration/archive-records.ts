/** Two accounts in a database and a folder of their own, and what they have, for archives of it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import type { Extracted } from '#engine/domain.ts';
import type { Services } from '#infra/services.ts';
import { type BlobStore, createBlobStore } from '#infra/storage/blobs.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

export let client: DatabaseClient;
export let directory: string;
export let blobs: BlobStore;
/** Events that were told. */
export let published: unknown[];
const tables = [
  'library_answers',
  'collections',
  'contents',
  'sources',
  'uploads',
  'blob_garbage',
  'custom_prompts',
  'smart_folders',
  'channel_settings',
];

/** For all tests of the file that calls it; each begins with two accounts and nothing in them. */
export function keepArchiveRows(): void {
  openOwnDatabase((own) => {
    client = own;
  });
  beforeAll(async () => {
    for (const id of ['ada', 'bob'])
      await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  });
  beforeEach(async () => {
    published = [];
    for (const name of tables) await client.query(`delete from ${name}`);
    await client.query('update "user" set name = id, language = null, theme = null, avatar_blob = null');
    directory = mkdtempSync(join(tmpdir(), 'gleaner-archives-'));
    blobs = await createBlobStore(directory);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
}

export function services(changes: Partial<BlobStore> = {}): Services {
  return {
    db: client.db,
    blobs: { ...blobs, ...changes },
    events: { publish: async (_tx: unknown, event: unknown) => void published.push(event) },
    settings: { version: '9.9', uploads: { directory, maxBytes: 1000, expiryMs: 1000, quotaBytes: 1000 } },
  } as unknown as Services;
}

export const day = (n: number) => new Date(Date.UTC(2026, 0, n));
export const at = (n: number) => day(n).toISOString();
export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const extracted: Extracted = {
  ...{ kind: 'video', canonicalUrl: null, title: 'A', author: null, siteName: null, description: null, publishedAt: null },
  ...{ language: null, durationMs: null, coverUrl: null, coverBlob: null, media: null, chapters: [], articleMarkdown: null },
  ...{ transcript: null, problem: null },
};
export const spoken = (words: string): Extracted => ({
  ...extracted,
  transcript: {
    ...{ timed: true, language: 'en', provenance: { origin: 'human', track: 'en' } },
    segments: [{ id: 0, startMs: 0, endMs: 1000, text: words }],
  },
});

type NewContent = Partial<typeof contents.$inferInsert> & { source?: Partial<typeof sources.$inferInsert> };
export async function addContent(userId: string, { source, ...values }: NewContent = {}) {
  const url = `https://a.example/${randomUUID()}`;
  const wanted = { key: `url:${url}`, url, ...source };
  await client.db.insert(sources).values(wanted).onConflictDoNothing();
  const [made] = await client.db.select().from(sources).where(eq(sources.key, wanted.key));
  const rest = { title: 'A', contentType: 'online', noteLanguage: 'en', status: 'completed', ...values } as const;
  const [row] = await client.db
    .insert(contents)
    .values({ ...rest, userId, sourceId: made?.id ?? '' })
    .returning();
  if (!row) throw new Error('no content');
  return row;
}
