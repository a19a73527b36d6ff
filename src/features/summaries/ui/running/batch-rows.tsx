import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { Progress } from '#ui/progress.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Batch = RouterOutputs['content']['running']['batches'][number];

export function BatchRows({ batches }: { batches: readonly Batch[] }) {
  return batches.map((batch) => <BatchRow key={batch.batchId} batch={batch} />);
}

function BatchRow({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelBatch(() => setAsking(false));
  const { done, total, active, failed, until } = batch;
  const title = batch.title || t(($) => $.batches.missingNotes);
  const remaining = total - done;
  const counts = { done: format.number(done), total: format.number(total) };
  const progress = t(($) => $.batches.progress, counts);
  const state =
    active > 0
      ? t(($) => $.batches.active, { count: active })
      : until !== null && Date.parse(until) > Date.now()
        ? t(($) => $.batches.until, { time: format.time(until) })
        : t(($) => $.batches.waiting);
  return (
    <li className="p-3" data-testid="batch">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p title={title} className="min-w-0 flex-1 basis-48 truncate font-medium">
          {title}
        </p>
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          <X aria-hidden className="size-4" />
          {t(($) => $.batches.cancel, { number: format.number(remaining) })}
        </Button>
      </div>
      <Progress
        className="mt-2"
        percent={total === 0 ? null : (100 * done) / total}
        label={t(($) => $.batches.label, { title })}
        valueText={progress}
      />
      <p className="mt-1.5 flex gap-3 text-xs text-soft tabular-nums">
        <span className="min-w-0 grow truncate">{state}</span>
        {failed > 0 ? <span className="shrink-0 text-danger">{t(($) => $.batches.failed, { count: failed })}</span> : null}
        <span className="shrink-0">{progress}</span>
      </p>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.batches.confirm, { title, number: format.number(remaining) })}
        description={t(($) => $.batches.confirmText)}
        confirmLabel={t(($) => $.batches.cancel, { number: format.number(remaining) })}
        cancelLabel={t(($) => $.batches.keep)}
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({ batchId: batch.batchId })}
      />
    </li>
  );
}

function useCancelBatch(onDone: () => void) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  return useMutation(
    trpc.ingest.cancelBatch.mutationOptions({
      onSuccess: ({ cancelled }) => showToast({ tone: 'info', message: t(($) => $.batches.cancelled, { count: cancelled }) }),
      onError: (error) =>
        failed(
          t(($) => $.batches.cancelFailed),
          error,
        ),
      onSettled: () => {
        onDone();
        return refreshWork(queryClient, trpc);
      },
    }),
  );
}
