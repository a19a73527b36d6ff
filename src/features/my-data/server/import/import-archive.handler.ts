/** Imports an archive: checks all of it, stores its files, then writes its rows in the transaction that ends the task. */
import { takeArchivedChannels } from '#features/channels/server/index.ts';
import { collectionLimits } from '#features/collections/contract.ts';
import { promptLimits } from '#features/prompts/shared/prompt-limits.ts';
import { takeImportedFiles, takeUpload } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { smartFolderLimits } from '#lib/input-limits.ts';
import type { ImportResult } from '../../contract.ts';
import type { ImportTask } from '../../tasks.ts';
import { archiveLimits } from '../archive/format.ts';
import { type Archive, openArchive } from '../archive/read-archive.ts';
import { storeAvatar, takeAvatar } from './avatar.ts';
import {
  contentNames,
  readChannels,
  readCollectionLists,
  readContentFile,
  readPrompts,
  readSmartFolders,
} from './check-entries.ts';
import { type Existing, linkOf, readExisting } from './existing.ts';
import { readAccount, takeSettings } from './settings.ts';
import { type StoredFile, storeFiles, takeBack } from './store-files.ts';
import { writeRows } from './write-rows.ts';

/** Errors: those of `openArchive`, `channel_limit`, `upload_not_found`, `upload_incomplete`, `storage_quota`, `storage_failed`. */
export async function run(services: Services, { userId, uploadId }: ImportTask, context: TaskContext): Promise<void> {
  const { db, blobs } = services;
  context.stage('reading', 0, 'reading_archive');
  const { blobKey } = await takeUpload(services, db, { uploadId, userId });
  const archive = await openArchive(await blobs.localPath(blobKey), context.signal);
  const stored: StoredFile[] = [];
  try {
    context.stage('checking', 30, 'reading_archive');
    const existing = await readExisting(db, userId);
    const channels = await readChannels(archive);
    const account = await readAccount(archive);
    await context.checkpoint('result', await countAll(archive, existing));
    context.stage('storing', 50, 'storing_archive');
    const files = await storeFiles(services, archive, { existing, stored, signal: context.signal });
    const avatar = await storeAvatar(services, archive, { account, signal: context.signal });
    context.stage('writing', 70, 'storing_archive');
    await context.complete(async (tx) => {
      const uploads = stored.flatMap(({ upload }) => (upload === null ? [] : [upload]));
      await takeImportedFiles(services, tx, { userId, files: uploads, insteadOf: blobKey });
      await writeRows(tx, { userId, archive, files, existing });
      if (account !== null) await takeSettings(tx, userId, account);
      if (channels !== null) await takeArchivedChannels(services, tx, { userId, archived: channels });
      if (avatar !== null) await takeAvatar(tx, userId, avatar);
      await services.events.publish(tx, { type: 'user_work', userId });
    });
  } catch (error) {
    await takeBack(services, stored, error);
    throw error;
  } finally {
    archive.close();
  }
  await blobs.delete(blobKey);
}

/** Errors: `archive_damaged`, `archive_too_large`, `prompt_limit`, `collection_limit`, `collection_full`, `smart_folder_limit`. */
async function countAll(archive: Archive, existing: Existing): Promise<ImportResult> {
  const result = { contents: 0, kept: 0, prompts: 0, collections: 0, smartFolders: 0 };
  const links = new Set<string>();
  let rows = 0;
  for (const name of contentNames(archive)) {
    const file = await readContentFile(archive, name);
    const link = file.source.url === null ? null : linkOf(file.source.url).url;
    // Two links of an earlier version may be one today.
    if (existing.contentId(file) === null && (link === null || !links.has(link))) result.contents++;
    else result.kept++;
    if (link !== null) links.add(link);
    rows += 1 + file.extractions.length + Object.values(file.rows).reduce((sum, of) => sum + of.length, 0);
    if (rows > archiveLimits.rows) throw new AppError('archive_too_large');
  }
  if (result.contents > 0 && existing.contents + result.contents > archiveLimits.contents)
    throw new AppError('archive_too_large');
  const { perUser: mostPrompts } = promptLimits;
  const { perUser: mostCollections } = collectionLimits;
  result.prompts = (await readPrompts(archive)).filter((row) => existing.promptId(row) === null).length;
  result.collections = (await readCollectionLists(archive)).filter(
    ({ collection }) => existing.collectionId(collection) === null,
  ).length;
  if (result.prompts > 0 && existing.prompts + result.prompts > mostPrompts)
    throw new AppError('prompt_limit', { params: { most: mostPrompts } });
  if (result.collections > 0 && existing.collections + result.collections > mostCollections)
    throw new AppError('collection_limit', { params: { most: mostCollections } });
  const { perUser: mostFolders } = smartFolderLimits;
  result.smartFolders = (await readSmartFolders(archive)).filter((row) => existing.smartFolderId(row) === null).length;
  if (result.smartFolders > 0 && existing.smartFolders + result.smartFolders > mostFolders)
    throw new AppError('smart_folder_limit', { params: { most: mostFolders } });
  return result;
}
