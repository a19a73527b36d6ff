import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { removeRecord } from '#rpc/patch-records.ts';
import { rememberWork } from '#ui/browser/begun-work.ts';
import { forgetPicks } from '#ui/browser/recent-picks.ts';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type RecordRow, recordTitle } from '../use-records.ts';

const dialogTitles = 5;

/** `rows`: the loaded rows, which provide the titles. */
type DeleteRecordsProps = {
  /** Not a choice of many, which is one task: one is deleted at once, also while a task deletes others. */
  single?: boolean;
  contentIds: readonly string[] | null;
  rows: readonly RecordRow[];
  onClose: () => void;
  onDone: () => void;
};

/** Asks for confirmation. The server deletes many one by one, even after the page is left; `DeletionNotice` shows the progress. */
export function DeleteRecords({ single = false, contentIds, rows, onClose, onDone }: DeleteRecordsProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const format = useFormat();
  const userId = useQuery(trpc.account.me.queryOptions()).data?.user?.id;
  const deleteOne = useMutation(
    trpc.userNote.deleteContentWithCleanup.mutationOptions({
      onSuccess: (_, { contentId }) => {
        onClose();
        onDone();
        removeRecord(queryClient, trpc, contentId);
        forgetPicks([contentId]);
        showToast({
          tone: 'success',
          message: t(($) => $.records.remove.done, { count: 1, formatted: format.number(1) }),
          description: t(($) => $.records.remove.wait),
        });
        // Collections, highlights, running tasks: nearly everything may refer to a deleted content.
        void queryClient.invalidateQueries();
      },
      onError: (error) =>
        failed(
          t(($) => $.records.remove.notDeleted),
          error,
        ),
    }),
  );
  const start = useMutation(
    trpc.userNote.deleteMany.mutationOptions({
      onSuccess: (_, chosen) => {
        onClose();
        onDone();
        forgetPicks(chosen.contentIds);
        if (userId !== undefined) rememberWork('deletion', userId);
        void queryClient.invalidateQueries(trpc.userNote.deletionResult.queryFilter());
      },
      onError: (error) =>
        failed(
          t(($) => $.records.remove.notStarted),
          error,
        ),
    }),
  );
  if (contentIds === null) return null;
  const taken = new Set(contentIds);
  const named = rows.filter((row) => taken.has(row.content_id)).slice(0, dialogTitles);
  const hidden = contentIds.length - named.length;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      danger
      pending={start.isPending || deleteOne.isPending}
      title={t(($) => $.records.remove.title, { count: contentIds.length, formatted: format.number(contentIds.length) })}
      description={
        <>
          <ul className="list-disc pl-5">
            {named.map((row) => (
              <li key={row.content_id}>
                <span className="block truncate">{recordTitle(row, 40) ?? t(($) => $.common.untitled)}</span>
              </li>
            ))}
          </ul>
          {hidden > 0 ? (
            <p className="mt-1">{t(($) => $.records.remove.andMore, { count: hidden, formatted: format.number(hidden) })}</p>
          ) : null}
          <p className="mt-3">{t(($) => $.records.remove.text)}</p>
        </>
      }
      confirmLabel={t(($) => $.records.remove.confirm)}
      cancelLabel={t(($) => $.common.cancel)}
      onConfirm={() => {
        const [contentId] = contentIds;
        if (single && contentId !== undefined) deleteOne.mutate({ contentId });
        else start.mutate({ contentIds: [...contentIds] });
      }}
    />
  );
}
