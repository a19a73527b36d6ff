/** Every error that the product specification names (§8), and where its message is. What the desktop program says is not here. */
import { join } from 'node:path';
import type { ErrorCode } from '#lib/app-error.ts';

const root = join(import.meta.dirname, '..');

/** Words of the interface: the file that holds them, and the path in it. */
type Said = { file: string; key: string };
const said = (file: string, key: string): Said => ({ file, key });

const records = 'features/library/words/records';
const moves = 'features/collections/words/move';
const batch = 'features/summaries/words/batch-summary';
/** Of the server, by its code. */
const refused = (code: ErrorCode) => said('i18n/words', `errors.${code}`);

/** By the meaning in §8, in its order. A failed "load more" is only logged. */
export const specifiedErrors = {
  'delete failed': [said('web/pages/content/words', 'content.remove.failed')],
  'missing content ID': [refused('content_id_missing')],
  'fetching subtitles failed': [said('features/transcripts/words', 'transcripts.failed'), refused('subtitles_missing')],
  'download failed': [said('features/articles/words', 'articles.failed')],
  'note update failed': [said('features/notes/words', 'notes.marks.favoriteFailed')],
  'tag operation failed': [said('features/notes/words', 'notes.marks.tagFailed')],
  'clipboard copy failed': [said('i18n/words', 'common.copyFailed')],
  'operation in progress': [refused('work_in_progress')],
  'please log in first': [refused('sign_in_needed')],
  'page could not be loaded': [said(records, 'records.pages.failed')],
  'page out of range': [said(records, 'records.pages.outOfRange')],
  'batch delete: done': [said(records, 'records.remove.done_other')],
  'batch delete: partly': [said(records, 'records.remove.partly')],
  'batch delete: all failed': [said(records, 'records.remove.allFailed')],
  'batch summarise: one failed': [said(batch, 'batchSummary.skipped_other')],
  'batch summarise: all have notes': [said(batch, 'batchSummary.allHaveNotes')],
  'batch summarise: nothing to do': [said(batch, 'batchSummary.nothingToDo')],
  'batch export with no summaries': [refused('export_nothing')],
  'batch export with only some summaries': [refused('export_incomplete')],
  'move failed': [said(moves, 'collectionMoves.moveFailed')],
  'already in the collection': [said(moves, 'collectionMoves.already')],
  moved: [said(moves, 'collectionMoves.moved_other')],
  'invalid API key': [said('features/credentials/words/settings', 'credentials.modelKey.invalid')],
  'license not activated': [said('features/metering/words', 'metering.license.failed'), refused('license_invalid')],
  'username not updated': [said('features/account/words', 'account.profile.failed')],
  'username updated': [said('features/account/words', 'account.profile.updated')],
  'heatmap query failed': [said(records, 'records.heatmap.failed')],
  'smart folder not created': [said('features/smart-folders/words', 'smartFolders.toast.createFailed')],
  'smart folder not saved': [said('features/smart-folders/words', 'smartFolders.toast.saveFailed')],
  'smart folder not deleted': [said('features/smart-folders/words', 'smartFolders.toast.removeFailed')],
} as const satisfies Record<string, readonly Said[]>;

/** `i18n/words/zh/common.ts` lies the other way round. */
export async function wordsAt({ file, key }: Said, language: 'zh' | 'en'): Promise<unknown> {
  const [name = '', ...path] = key.split('.');
  const module = file === 'i18n/words' ? `src/i18n/words/${language}/${name}.ts` : `src/${file}/${language}.ts`;
  const words: Record<string, unknown> = await import(join(root, module));
  return [name, ...path].reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], words);
}
