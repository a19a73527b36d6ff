/** Makes the picture of a content for lists after its source was read, so that no note waits for it. */
import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { blobGarbage, contents, coverBlobOf, extractions, sources } from '#db/schema/content.ts';
import type { Asker } from '#engine/ports.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { findAppError } from '#lib/app-error.ts';
import { sniffIcon } from '#lib/image-type.ts';
import { isStored, linkedPdfKey } from './original-file.ts';
import { iconFolder } from './present.ts';

const pdfBytes = 30 * 1024 * 1024;
const pdfTimeoutMs = 40_000;
const iconBytes = 512 * 1024;
const iconTimeoutMs = 10_000;
/** A file that no record refers to after this time is deleted. */
const unclaimedMs = 60 * 60_000;

type Wanted = {
  sourceId: string;
  url: string | null;
  blobKey: string | null;
  format: string | null;
  iconUrl: string | null;
  /** The page's address after redirects. */
  pageUrl: string | null;
  /** The user who asked for the source first. */
  userId: string | null;
};

export function createMakeCover(services: Services): JobHandler<{ extractionId: string }> {
  return {
    async run({ extractionId }, { signal }) {
      const wanted = await whatIsWanted(services, extractionId);
      const made = wanted && (await make(services, wanted, signal));
      if (made) await keep(services, extractionId, wanted.sourceId, made);
    },
  };
}

/** Null when there is a cover already, or the record was deleted. */
async function whatIsWanted({ db }: Services, extractionId: string): Promise<Wanted | null> {
  const { data } = extractions;
  const [found] = await db
    .select({
      sourceId: extractions.sourceId,
      url: sources.url,
      blobKey: sources.blobKey,
      format: sql<string | null>`${data} #>> '{document,format}'`,
      iconUrl: sql<string | null>`${data} ->> 'iconUrl'`,
      pageUrl: sql<string | null>`${data} ->> 'canonicalUrl'`,
      userId: sql<string | null>`(select ${contents.userId} from ${contents}
        where ${contents.sourceId} = ${extractions.sourceId} order by ${contents.createdAt} limit 1)`,
    })
    .from(extractions)
    .innerJoin(sources, eq(sources.id, extractions.sourceId))
    .where(and(eq(extractions.id, extractionId), sql`${coverBlobOf(data)} is null`));
  return found ?? null;
}

type Made = { key: string; bytes: Uint8Array };

async function make(services: Services, wanted: Wanted, signal: AbortSignal): Promise<Made | null> {
  if (wanted.format !== 'pdf') return await siteIcon(services, wanted, signal);
  const file = await pdfOf(services, wanted, signal);
  const bytes = file && (await services.paintPage(file, signal));
  return bytes && { key: `covers/${hashOf(bytes)}.jpg`, bytes };
}

async function pdfOf(services: Services, { sourceId, url, blobKey, userId }: Wanted, signal: AbortSignal) {
  const key = blobKey ?? linkedPdfKey(sourceId);
  if (await isStored(services, key)) return { path: await services.blobs.localPath(key) };
  const limits = { maxBytes: pdfBytes, timeoutMs: pdfTimeoutMs, accept: 'application/pdf,*/*;q=0.5' };
  const bytes = url === null ? null : await fetched(services, url, { ...limits, asker: askerOf(userId), signal });
  return bytes && { bytes };
}

/** The icon that the page names, else the one at the address where browsers look. */
async function siteIcon(
  services: Services,
  { iconUrl, pageUrl, url, userId }: Wanted,
  signal: AbortSignal,
): Promise<Made | null> {
  const page = pageUrl ?? url;
  if (page === null) return null;
  const limits = { maxBytes: iconBytes, timeoutMs: iconTimeoutMs, accept: 'image/png,image/x-icon,image/*;q=0.8' };
  for (const address of new Set([iconUrl ?? new URL('/favicon.ico', page).href, new URL('/favicon.ico', page).href])) {
    const bytes = await fetched(services, address, { ...limits, asker: askerOf(userId), signal });
    const extension = bytes && iconExtension(bytes);
    if (extension) return { key: `${iconFolder}${hashOf(bytes)}.${extension}`, bytes };
  }
  return null;
}

function iconExtension(bytes: Uint8Array): string | null {
  const type = sniffIcon(bytes);
  return type === 'jpeg' ? 'jpg' : type;
}

function askerOf(userId: string | null): Asker {
  return userId === null ? {} : { userId };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Wish = { maxBytes: number; timeoutMs: number; accept: string; asker: Asker; signal: AbortSignal };

/** Null when it cannot be fetched: a missing picture is no reason for an error. */
async function fetched(services: Services, url: string, { accept, ...options }: Wish): Promise<Uint8Array | null> {
  try {
    const response = await services.fetch(url, { ...options, headers: { accept } });
    if (response.status === 200) return await response.bytes();
    await response.cancel();
    return null;
  } catch (error) {
    const code = findAppError(error)?.code;
    if (code !== undefined && code !== 'busy' && !options.signal.aborted) return null;
    throw error;
  }
}

/** Stores the cover in the extraction, which deletion reads, and in every content of the source without one. */
async function keep(services: Services, extractionId: string, sourceId: string, { key, bytes }: Made): Promise<void> {
  const { db, blobs } = services;
  await db.insert(blobGarbage).values({ blobKey: key, createdAt: new Date(Date.now() + unclaimedMs) });
  await blobs.put(key, bytes);
  await db.transaction(async (tx) => {
    const [source] = await tx.select({ id: sources.id }).from(sources).where(eq(sources.id, sourceId)).for('no key update');
    if (!source) return;
    const written = await tx
      .update(extractions)
      .set({ data: sql`jsonb_set(${extractions.data}, '{coverBlob}', to_jsonb(${key}::text))` })
      .where(and(eq(extractions.id, extractionId), sql`${coverBlobOf(extractions.data)} is null`))
      .returning({ id: extractions.id });
    if (written.length === 0) return;
    await tx
      .update(sources)
      .set({ storedBytes: sql`${sources.storedBytes} + ${bytes.length}` })
      .where(eq(sources.id, sourceId));
    const shown = await tx
      .update(contents)
      .set({ coverBlob: key })
      .where(and(eq(contents.sourceId, sourceId), isNull(contents.coverBlob)))
      .returning({ userId: contents.userId });
    for (const { userId } of shown) await services.events.publish(tx, { type: 'user_work', userId });
  });
}
