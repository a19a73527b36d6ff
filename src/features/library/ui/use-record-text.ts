import type { SelectorKey } from 'i18next';
import { useTranslation } from 'react-i18next';
import { noteExcerpt } from '#features/library/ui/note-excerpt.ts';
import type { RecordRow } from '#features/library/ui/use-records.ts';
import { useErrorText } from '#rpc/client.tsx';

/** The lines under a record's title: of the note, else why there is none and what to do, else what is being done. */
export function useRecordText(): (row: RecordRow, noteLength?: number) => string {
  const { t, i18n } = useTranslation();
  const toText = useErrorText();
  return (row, noteLength) => {
    if (row.note !== null) return noteExcerpt(row.note, noteLength);
    if (row.status === 'failed')
      return row.problem === null ? t(($) => $.library.status.failedHint) : toText(row.problem).message;
    if (row.status === 'cancelled') return t(($) => $.library.status.cancelledHint);
    const slow = t(($) => $.library.status.slowHint);
    const known = row.run !== null && i18n.exists(`progress.${row.run.code}`);
    return known && row.run ? `${t(`progress.${row.run.code}` as SelectorKey, row.run.params)} · ${slow}` : slow;
  };
}
