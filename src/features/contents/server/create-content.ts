import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { storedRow } from '#db/stored-row.ts';
import type { Detail, Language, SourceKind } from '#engine/domain.ts';
import { readKnownSite } from '#engine/sites/link-preview.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { contentTypeOf } from '#lib/content-type.ts';
import type { ContentRecord } from './owned.ts';

export type SourceRecord = typeof sources.$inferSelect;

export type WantedSource = { key: string; url: string } | { key: string; blobKey: string; fileName: string };

export async function ensureSource(tx: Tx, wanted: WantedSource): Promise<SourceRecord> {
  const values =
    'url' in wanted
      ? { key: wanted.key, url: wanted.url }
      : { key: wanted.key, blobKey: wanted.blobKey, fileName: wanted.fileName };
  await tx.insert(sources).values(values).onConflictDoNothing();
  // The lock keeps the source from being cleaned up, and gives two requests the same run.
  const [source] = await tx.select().from(sources).where(eq(sources.key, wanted.key)).for('no key update');
  if (!source) throw new AppError('conflict', { retry: {} });
  return source;
}

/** Counts what is stored for a source besides an uploaded file, which is counted at its upload. */
export async function addStoredBytes(tx: Tx, sourceId: string, bytes: number): Promise<void> {
  await tx
    .update(sources)
    .set({ storedBytes: sql`${sources.storedBytes} + ${bytes}` })
    .where(eq(sources.id, sourceId));
}

export async function createContent(
  services: Services,
  tx: Tx,
  wanted: {
    userId: string;
    source: SourceRecord;
    noteLanguage: Language;
    detail?: Detail | undefined;
    title: string | undefined;
  },
): Promise<ContentRecord> {
  const { userId, source, noteLanguage, detail, title } = wanted;
  const isFile = source.url === null;
  const made = await tx
    .insert(contents)
    .values({
      userId,
      sourceId: source.id,
      title: title?.trim() || provisionalTitle(source),
      sourceUrl: source.url,
      contentType: contentTypeOf({ isFile, kind: likelyKind(source.url), durationMs: null }, services.settings.shortVideoMs),
      noteLanguage,
      ...(detail ? { detail } : {}),
    })
    .returning();
  return storedRow(made);
}

/** Guessed from the address alone: an unavailable video is still a video. */
function likelyKind(address: string | null): SourceKind | null {
  const site = address === null ? null : readKnownSite(new URL(address));
  return site && !site.maybe ? site.kind : null;
}

function provisionalTitle(source: SourceRecord): string {
  if (source.fileName) return source.fileName.replace(/\.[^.]{1,5}(\.gz)?$/, '') || source.fileName;
  return source.url ? source.url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : '';
}
