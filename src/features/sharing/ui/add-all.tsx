import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LibraryBig } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { useTask } from '#rpc/use-task.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Result = NonNullable<RouterOutputs['public']['addAllResult']>;

const refreshEveryMs = 1000;

/** Adds the whole collection to the user's library. The server continues after the page is left. */
export function AddAll({ collection }: { collection: { id: string; slug: string } }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const me = useQuery(trpc.account.me.queryOptions());
  const { data } = useQuery({ ...trpc.public.addAllResult.queryOptions(), enabled: me.data?.user != null });
  // A task that ended before the page was opened is not reported again.
  const [watched, setWatched] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.public.addAllResult.queryFilter());
  const add = useMutation(
    trpc.public.addAllToLibrary.mutationOptions({
      onSuccess: async ({ taskId }) => {
        setWatched(taskId);
        // The first one may have created the account.
        await queryClient.invalidateQueries(trpc.account.me.queryFilter());
        await refresh();
      },
      onError: (error) =>
        failed(
          t(($) => $.sharing.all.failed),
          error,
          { label: t(($) => $.sharing.toast.retry), onAction: () => add.mutate({ collection: collection.slug }) },
        ),
    }),
  );
  const own = data?.collectionId === collection.id ? data : null;
  useEffect(() => {
    if (own?.state === 'running') setWatched(own.taskId);
  }, [own?.state, own?.taskId]);
  if (own?.state === 'running') return <Running result={own} onChange={() => void refresh()} />;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" loading={add.isPending} onClick={() => add.mutate({ collection: collection.slug })}>
        <LibraryBig aria-hidden className="size-4" />
        {t(($) => $.sharing.all.add)}
      </Button>
      {own && own.taskId === watched ? <Ended result={own} onUndone={() => setWatched(null)} /> : null}
    </div>
  );
}

function Running({ result: { taskId, total }, onChange }: { result: Result; onChange: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const { stage, cancel, cancelling } = useTask(taskId, {
    everyMs: refreshEveryMs,
    onChange: () => {
      onChange();
      void refreshWork(queryClient, trpc);
    },
    onCancelError: (error) =>
      failed(
        t(($) => $.sharing.all.stopFailed),
        error,
      ),
  });
  const done = Number(stage?.params?.done ?? 0);
  const progress = t(($) => $.sharing.all.progress, { done: format.number(done), total: format.number(total) });
  return (
    <div className="mt-3 max-w-md">
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow text-sm tabular-nums">{progress}</p>
        <Button size="sm" variant="ghost" loading={cancelling} onClick={cancel}>
          {t(($) => $.sharing.all.stop)}
        </Button>
      </div>
      <Progress percent={(100 * done) / Math.max(1, total)} label={t(($) => $.sharing.all.add)} valueText={progress} />
    </div>
  );
}

function Ended({ result, onUndone }: { result: Result; onUndone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const { taskId, state, addedCount, skippedCount, refusedCount } = result;
  const undo = useMutation(
    trpc.public.undoAddAll.mutationOptions({
      onSuccess: ({ total }) => {
        onUndone();
        showToast({
          tone: 'success',
          message: t(($) => $.sharing.all.undone, { count: total, formatted: format.number(total) }),
        });
      },
      onError: (error) =>
        failed(
          t(($) => $.sharing.all.undoFailed),
          error,
        ),
    }),
  );
  const counts = [
    t(($) => $.sharing.all.addedCount, { count: addedCount, formatted: format.number(addedCount) }),
    ...(skippedCount > 0
      ? [t(($) => $.sharing.all.skippedCount, { count: skippedCount, formatted: format.number(skippedCount) })]
      : []),
    ...(refusedCount > 0
      ? [t(($) => $.sharing.all.refusedCount, { count: refusedCount, formatted: format.number(refusedCount) })]
      : []),
  ];
  return (
    <>
      <p role="status" className="text-sm text-soft tabular-nums">
        {state === 'failed' ? `${t(($) => $.sharing.all.broken)} ` : ''}
        {counts.join(t(($) => $.common.listSeparator))}
      </p>
      {addedCount > 0 ? (
        <Button size="sm" variant="ghost" loading={undo.isPending} onClick={() => undo.mutate({ taskId })}>
          {t(($) => $.sharing.all.undo)}
        </Button>
      ) : null}
    </>
  );
}
