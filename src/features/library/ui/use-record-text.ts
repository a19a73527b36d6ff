import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordRow } from '#features/library/ui/use-records.ts';
import { isWaiting, useProgressText } from '#i18n/describe-progress.ts';
import { useErrorText } from '#i18n/error-text.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { useIsWatchLater } from './record-extra.tsx';

/** The note's excerpt (ending in an ellipsis in the watch-later list), else the problem and its remedy, else the progress. */
export function useRecordText(): (row: RecordRow, noteLength?: number) => string {
  const { t } = useTranslation();
  const toProgress = useProgressText();
  const toText = useErrorText();
  const trailing = useIsWatchLater() ? '…' : '';
  return useCallback(
    (row, noteLength) => {
      if (row.excerpt !== null) {
        const text = noteLength === undefined ? row.excerpt : shortenText(row.excerpt, noteLength);
        return text === '' || text.endsWith(trailing) ? text : text + trailing;
      }
      if (row.status === 'failed')
        return row.problem === null ? t(($) => $.library.status.failedHint) : toText(row.problem).message;
      if (row.status === 'cancelled') return t(($) => $.library.status.cancelledHint);
      const slow = t(($) => $.library.status.slowHint);
      const doing = row.run && toProgress(row.run);
      if (!row.run || !doing) return slow;
      return isWaiting(row.run) ? doing : `${doing} · ${slow}`;
    },
    [t, toProgress, toText, trailing],
  );
}
