import { loadRecordWords } from '#features/library/ui/load-words.ts';
import { loadTagBatchWords } from '#features/notes/ui/marks/load-words.ts';

export async function loadWorkNoticeWords(): Promise<void> {
  await Promise.all([loadRecordWords(), loadTagBatchWords()]);
}
