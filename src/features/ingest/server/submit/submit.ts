import type { z } from 'zod';
import type { Detail, Language } from '#engine/domain.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { type Started, startNote, startWithFile } from '#features/summaries/server/index.ts';
import { describeUpload, requireQuota, takeUpload } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { noRoom } from '#infra/storage/disk.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Context } from '#rpc/server.ts';
import type { ingestContract, zSubmitItem } from '../../contract.ts';

type Output = z.input<(typeof ingestContract)['ingest.submit']['output']>;
export type Submitter = Pick<Context, 'user' | 'ensureUser' | 'clientAddress'>;

type Item = z.output<typeof zSubmitItem>;
type Wish = { noteLanguage: Language; detail?: Detail | undefined; signal: AbortSignal };

/** An item that cannot be started is returned with its problem. The first one that can be started creates the account. */
export async function submit(services: Services, from: Submitter, items: readonly Item[], wish: Wish): Promise<Output> {
  const results: Output['results'] = [];
  // The space left on a full disk is kept for deletions.
  const isFull = (await services.disk.state()) === 'full';
  // Before the loop: a refused account fails the whole call.
  if (!isFull && items.some((item) => 'url' in item && parseHttpUrl(item.url) !== null)) await from.ensureUser();
  for (const item of items) {
    try {
      if (isFull) throw noRoom('the disk is full');
      results.push(await submitOne(services, from, item, wish));
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
  from: Submitter,
  item: Item,
  { noteLanguage, detail, signal }: Wish,
): Promise<Started> {
  const { clientAddress } = from;
  if ('url' in item) {
    const wanted = wantedLink(item.url);
    const { id: userId } = await from.ensureUser();
    await requireQuota(services, userId);
    return startNote(services, { userId, clientAddress }, wanted, noteLanguage, {
      detail,
      title: item.title,
      toldSeconds: item.durationSeconds,
    });
  }
  if (!from.user) throw new AppError('upload_not_found');
  const userId = from.user.id;
  const { uploadId, wordsId } = item;
  const asker = { userId, clientAddress };
  const take = async () => {
    const upload = await takeUpload(services, services.db, { uploadId, userId });
    return { key: `file:${uploadId}`, blobKey: upload.blobKey, fileName: upload.name };
  };
  if (wordsId === undefined) return startNote(services, asker, await take(), noteLanguage, { detail });
  const { name } = await describeUpload(services, { uploadId, userId });
  if (wordsId === uploadId || mediaExtension(name) === null) throw new AppError('bad_request', { params: { field: 'wordsId' } });
  return startWithFile(services, asker, { key: `file:${uploadId}`, take }, { uploadId: wordsId, noteLanguage, detail }, signal);
}
