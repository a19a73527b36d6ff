import { Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { RecordRow } from '../use-records.ts';
import { DeleteRecords } from './delete-records.tsx';
import { SelectEvery, type SelectEveryProps } from './select-every.tsx';
import type { Selection } from './use-selection.ts';

type BatchBarProps = {
  selection: Selection;
  rows: readonly RecordRow[];
  /** All that the list matches, including rows not loaded yet; null if every row is loaded. */
  matching: Pick<SelectEveryProps, 'count' | 'wanted'> | null;
  more: (contentIds: readonly string[]) => ReactNode;
};

export function BatchBar({ selection, rows, matching, more }: BatchBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [deleting, setDeleting] = useState<readonly string[] | null>(null);
  const { ids, isAll, isEvery } = selection;
  return (
    <>
      {ids.length > 0 ? (
        <section
          aria-label={t(($) => $.records.select.bar)}
          data-bottom-bar
          className="sticky bottom-4 z-30 mx-auto mt-4 flex w-max max-w-full animate-pop-in items-center gap-1 overflow-x-auto rounded-lg md:flex-wrap border border-line bg-surface p-1.5 shadow-overlay"
        >
          {/* First in the row: on a phone the other buttons scroll, elsewhere they wrap to a second line. */}
          <IconButton size="sm" label={t(($) => $.records.select.none)} onClick={() => selection.clear()}>
            <X aria-hidden />
          </IconButton>
          <p role="status" className="pr-2 text-sm whitespace-nowrap tabular-nums">
            {t(($) => $.records.select.count, { count: ids.length, formatted: format.number(ids.length) })}
          </p>
          {isAll || isEvery ? null : (
            <Button size="sm" variant="ghost" onClick={() => selection.all()}>
              {t(($) => $.records.select.all)}
            </Button>
          )}
          {isAll && !isEvery && matching ? (
            <SelectEvery {...matching} read={ids.length} of={selection.of} onIds={selection.every} />
          ) : null}
          {more(ids)}
          <Button size="sm" variant="danger-ghost" onClick={() => setDeleting(ids)}>
            <Trash2 aria-hidden className="size-4" />
            {t(($) => $.records.remove.action)}
          </Button>
        </section>
      ) : null}
      <DeleteRecords contentIds={deleting} rows={rows} onClose={() => setDeleting(null)} onDone={() => selection.clear()} />
    </>
  );
}
