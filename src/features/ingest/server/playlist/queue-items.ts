import type { Detail, Language } from '#engine/domain.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { createBatch, dropEmptyBatch, startNote } from '#features/summaries/server/index.ts';
import { requireQuota } from '#features/uploads/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import type { QueuedItems } from '../../contract.ts';
import { loadListing } from './playlist-store.ts';

type Picked = { listingId: string; positions: readonly number[]; noteLanguage: Language; detail?: Detail | undefined };

/** One batch in the list's order. Counts existing contents; failures do not stop the rest. Errors: `not_found`, `bad_request`, `storage_quota`. */
export async function queueItems(services: Services, asker: Asker, picked: Picked): Promise<QueuedItems> {
  const { userId } = asker;
  const { listing } = await loadListing(services, userId, picked.listingId);
  const positions = [...new Set(picked.positions)].sort((a, b) => a - b);
  const items = positions.map((position) => {
    const item = listing.items[position];
    if (!item) throw new AppError('bad_request', { params: { field: 'positions' } });
    return { position, ...item };
  });
  await requireQuota(services, userId);
  const batchId = await createBatch(services.db, { userId, title: listing.title, url: listing.url });
  let queued = 0;
  let existing = 0;
  const problems: QueuedItems['problems'] = [];
  for (const { position, url, title, durationMs } of items) {
    try {
      const toldSeconds = durationMs === null ? null : durationMs / 1000;
      const options = { title, detail: picked.detail, batch: { id: batchId, position }, toldSeconds };
      const started = await startNote(services, asker, wantedLink(url), picked.noteLanguage, options);
      if (started.begun) queued++;
      else existing++;
    } catch (error) {
      const known = findAppError(error);
      if (!known) throw error;
      problems.push({ position, problem: { code: known.code, params: { ...known.params } } });
    }
  }
  await dropEmptyBatch(services, batchId);
  return { queued, existing, problems };
}
