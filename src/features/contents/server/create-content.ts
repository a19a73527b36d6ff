import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { storedRow } from '#db/stored-row.ts';
import type { Detail, Language, SourceKind } from '#engine/domain.ts';
import { readKnownSite } from '#engine/sites/link-preview.ts';
import type { Services } from '#infra/services.ts';
import { contentTypeOf } from '#lib/content-type.ts';
import type { SourceRecord } from './ensure-source.ts';
import type { ContentRecord } from './owned.ts';

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
