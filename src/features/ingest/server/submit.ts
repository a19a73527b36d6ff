import type { z } from 'zod';
import type { Detail, Language } from '#engine/model.ts';
import { type Started, startWork, wantedLink } from '#features/summaries/server/index.ts';
import { noRoom } from '#infra/storage/disk.ts';
import { toAppError } from '#lib/app-error.ts';
import type { Services } from '#rpc/services.ts';
import type { ingestContract, zSubmitItem } from '../contract.ts';

type Output = z.input<(typeof ingestContract)['ingest.submit']['output']>;
type Item = z.output<typeof zSubmitItem>;

/** Starts work for each item; one that cannot be started says why and does not hold up the others. */
export async function submit(
  services: Services,
  userId: string,
  items: readonly Item[],
  wish: { noteLanguage: Language; detail?: Detail | undefined },
): Promise<Output> {
  const results: Output['results'] = [];
  // What is left on a full disk is for deleting.
  const isFull = (await services.disk.state()) === 'full';
  for (const item of items) {
    try {
      if (isFull) throw noRoom('the disk is full');
      results.push(await submitOne(services, userId, item, wish));
    } catch (error) {
      const known = toAppError(error);
      if (known.code === 'internal') throw error;
      results.push({ problem: { code: known.code, params: { ...known.params } } });
    }
  }
  return { results };
}

async function submitOne(
  services: Services,
  userId: string,
  item: Item,
  { noteLanguage, detail }: { noteLanguage: Language; detail?: Detail | undefined },
): Promise<Started> {
  if ('url' in item) await services.uploads.requireQuota(userId);
  if ('url' in item) return startWork(services, userId, wantedLink(item.url), noteLanguage, { detail });
  const upload = await services.uploads.take(services.db, item.uploadId, userId);
  return startWork(
    services,
    userId,
    { key: `file:${item.uploadId}`, blobKey: upload.blobKey, fileName: upload.name },
    noteLanguage,
    { detail },
  );
}
