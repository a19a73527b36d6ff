import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { sleep } from '#lib/sleep.ts';
import { useTRPCClient } from '#rpc/client.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type RecordRow, recordTitle } from '../use-records.ts';

const dialogTitles = 5;
const partlyFailedTitles = 2;
const allFailedTitles = 3;
const pauseMs = 200;
const never = new AbortController().signal;

type DeleteRecordsProps = { rows: readonly RecordRow[] | null; onClose: () => void; onDone: () => void };

/** Asks first, then deletes one record after the other. A page that is left meanwhile ends it between two of them. */
export function DeleteRecords({ rows, onClose, onDone }: DeleteRecordsProps) {
  const { t } = useTranslation();
  const remove = useDeleteRecords();
  const titles = useTitles();
  if (rows === null) return null;
  const hidden = rows.length - dialogTitles;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      danger
      title={t(($) => $.records.remove.title, { count: rows.length })}
      description={
        <>
          <ul className="list-disc pl-5">
            {titles(rows.slice(0, dialogTitles)).map((title, index) => (
              <li key={rows[index]?.content_id} className="truncate">
                {title}
              </li>
            ))}
          </ul>
          {hidden > 0 ? <p className="mt-1">{t(($) => $.records.remove.andMore, { count: hidden })}</p> : null}
          <p className="mt-3">{t(($) => $.records.remove.text)}</p>
        </>
      }
      confirmLabel={t(($) => $.records.remove.confirm)}
      cancelLabel={t(($) => $.common.cancel)}
      onConfirm={() => {
        onClose();
        void remove(rows).then(onDone);
      }}
    />
  );
}

function useTitles(): (rows: readonly RecordRow[]) => string[] {
  const { t } = useTranslation();
  return (rows) => rows.map((row) => recordTitle(row, 40) ?? t(($) => $.common.untitled));
}

function useDeleteRecords(): (rows: readonly RecordRow[]) => Promise<void> {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const toText = useErrorText();
  const titles = useTitles();
  return async (rows) => {
    const id = `delete-${Date.now()}`;
    const failed: RecordRow[] = [];
    let reason: unknown = null;
    for (const [index, row] of rows.entries()) {
      showToast({
        id,
        tone: 'info',
        message: t(($) => $.records.remove.progress, { done: index + 1, total: rows.length }),
        durationMs: Number.POSITIVE_INFINITY,
      });
      try {
        await client.userNote.deleteContentWithCleanup.mutate({ contentId: row.content_id });
      } catch (error) {
        failed.push(row);
        reason = error;
      }
      if (index < rows.length - 1) await sleep(pauseMs, never);
    }
    const deleted = rows.length - failed.length;
    const names = (most: number) => titles(failed.slice(0, most)).join(t(($) => $.records.remove.between));
    if (failed.length === 0)
      showToast({
        id,
        tone: 'success',
        message: t(($) => $.records.remove.done, { count: deleted }),
        description: t(($) => $.records.remove.wait),
        durationMs: 4000,
      });
    else
      showToast({
        id,
        tone: deleted > 0 ? 'warning' : 'error',
        message:
          deleted > 0
            ? t(($) => $.records.remove.partly, { deleted, failed: failed.length, names: names(partlyFailedTitles) })
            : t(($) => $.records.remove.allFailed, { names: names(allFailedTitles) }),
        description: toText(reason).message,
        durationMs: 8000,
      });
    // Collections, highlights, what runs: nearly everything may have named them.
    await queryClient.invalidateQueries();
  };
}
