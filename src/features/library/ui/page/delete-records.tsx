import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { mostDeletedAtOnce } from '#lib/input-limits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { type RecordRow, recordTitle } from '../use-records.ts';

const dialogTitles = 5;

type DeleteRecordsProps = { rows: readonly RecordRow[] | null; onClose: () => void; onDone: () => void };

/** Asks first. The server deletes one after the other, also when the page is left; `DeletionNotice` tells how it goes. */
export function DeleteRecords({ rows, onClose, onDone }: DeleteRecordsProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const start = useMutation(
    trpc.userNote.deleteMany.mutationOptions({
      onSuccess: () => {
        onClose();
        onDone();
        void queryClient.invalidateQueries(trpc.userNote.deletionResult.queryFilter());
      },
      onError: (error) =>
        failed(
          t(($) => $.records.remove.notStarted),
          error,
        ),
    }),
  );
  if (rows === null) return null;
  const taken = rows.slice(0, mostDeletedAtOnce);
  const hidden = taken.length - dialogTitles;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      danger
      pending={start.isPending}
      title={t(($) => $.records.remove.title, { count: taken.length })}
      description={
        <>
          <ul className="list-disc pl-5">
            {taken.slice(0, dialogTitles).map((row) => (
              <li key={row.content_id}>
                <span className="block truncate">{recordTitle(row, 40) ?? t(($) => $.common.untitled)}</span>
              </li>
            ))}
          </ul>
          {hidden > 0 ? <p className="mt-1">{t(($) => $.records.remove.andMore, { count: hidden })}</p> : null}
          <p className="mt-3">{t(($) => $.records.remove.text)}</p>
        </>
      }
      confirmLabel={t(($) => $.records.remove.confirm)}
      cancelLabel={t(($) => $.common.cancel)}
      onConfirm={() => start.mutate({ contentIds: taken.map((row) => row.content_id) })}
    />
  );
}
