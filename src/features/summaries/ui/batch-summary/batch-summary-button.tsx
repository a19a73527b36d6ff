import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type CostText, useCostText } from '#i18n/use-cost-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

type BatchSummaryButtonProps = { contentIds?: readonly string[]; variant?: ButtonVariant };

export function BatchSummaryButton({ contentIds, variant = 'secondary' }: BatchSummaryButtonProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const format = useFormat();
  const toText = useCostText();
  const [asked, setAsked] = useState<CostText | null>(null);
  const among = contentIds === undefined ? {} : { contentIds: [...contentIds] };
  const start = useMutation(
    trpc.video.batchSummarise.mutationOptions({
      onSuccess: ({ outcome, total, left }) => {
        void invalidateAfter(queries, changes, { path: 'video.batchSummarise' });
        if (outcome === 'all_have_notes') showToast({ tone: 'success', message: t(($) => $.batchSummary.allHaveNotes) });
        else if (outcome === 'nothing_to_do') showToast({ tone: 'info', message: t(($) => $.batchSummary.nothingToDo) });
        else if (outcome === 'under_way') showToast({ tone: 'info', message: t(($) => $.batchSummary.underWay) });
        else
          showToast({
            tone: 'success',
            message: t(($) => $.batchSummary.started, { count: total }),
            ...(left > 0 ? { description: t(($) => $.batchSummary.left, { count: left, formatted: format.number(left) }) } : {}),
          });
      },
      onError: (error) =>
        failed(
          t(($) => $.batchSummary.failed),
          error,
        ),
    }),
  );
  const look = useMutation({
    // The cost is shown before it begins.
    mutationFn: () => queries.fetchQuery(trpc.user.workCost.queryOptions({ work: 'batch', ...among }, { staleTime: 0 })),
    onSuccess: (known) => {
      if (known.pays === 'unlimited' || known.seconds + known.unknown === 0) start.mutate(among);
      else setAsked(toText(known, 'note'));
    },
    // The cost is unknown then; the start reports what is wrong.
    onError: () => start.mutate(among),
  });
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        loading={start.isPending || look.isPending}
        title={t(($) => $.batchSummary.startHint)}
        onClick={() => look.mutate()}
      >
        <Sparkles aria-hidden className="size-4" />
        {contentIds === undefined ? t(($) => $.batchSummary.start) : t(($) => $.batchSummary.startChosen)}
      </Button>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={t(($) => $.batchSummary.costTitle)}
        description={asked?.text ?? ''}
        confirmLabel={asked?.short ? t(($) => $.batchSummary.costShortStart) : t(($) => $.batchSummary.costStart)}
        cancelLabel={t(($) => $.common.cancel)}
        onConfirm={() => {
          setAsked(null);
          start.mutate(among);
        }}
      />
    </>
  );
}
