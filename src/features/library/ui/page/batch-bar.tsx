import { Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { RecordRow } from '../use-records.ts';
import { DeleteRecords } from './delete-records.tsx';
import type { Selection } from './use-selection.ts';

type BatchBarProps = {
  selection: Selection;
  rows: readonly RecordRow[];
  /** What else can be done to them. */
  more?: ((rows: readonly RecordRow[]) => ReactNode) | undefined;
};

/** At the bottom of the window while something is chosen. */
export function BatchBar({ selection, rows, more }: BatchBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [deleting, setDeleting] = useState<readonly RecordRow[] | null>(null);
  const chosen = rows.filter((row) => selection.has(row.content_id));
  return (
    <>
      {chosen.length > 0 ? (
        <section
          aria-label={t(($) => $.records.select.bar)}
          data-bottom-bar
          className="sticky bottom-4 z-30 mx-auto mt-4 flex w-max max-w-full animate-pop-in items-center gap-1 overflow-x-auto rounded-lg border border-line bg-surface p-1.5 shadow-overlay"
        >
          <p role="status" className="px-2 text-sm whitespace-nowrap tabular-nums">
            {t(($) => $.records.select.count, { count: chosen.length, formatted: format.number(chosen.length) })}
          </p>
          {selection.isAll ? null : (
            <Button size="sm" variant="ghost" onClick={() => selection.all()}>
              {t(($) => $.records.select.all)}
            </Button>
          )}
          {more?.(chosen)}
          <Button size="sm" variant="danger-ghost" onClick={() => setDeleting(chosen)}>
            <Trash2 aria-hidden className="size-4" />
            {t(($) => $.records.remove.action)}
          </Button>
          <IconButton size="sm" label={t(($) => $.records.select.none)} onClick={() => selection.clear()}>
            <X aria-hidden />
          </IconButton>
        </section>
      ) : null}
      <DeleteRecords rows={deleting} onClose={() => setDeleting(null)} onDone={() => selection.clear()} />
    </>
  );
}
