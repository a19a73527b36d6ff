import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast/toast.ts';

/** Starts notes for every record that has a link and no note. */
export function BatchSummaryButton() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const start = useMutation(
    trpc.video.batchSummarise.mutationOptions({
      onSuccess: ({ outcome, total }) => {
        if (outcome === 'all_have_notes') showToast({ tone: 'success', message: t(($) => $.batchSummary.allHaveNotes) });
        else if (outcome === 'nothing_to_do') showToast({ tone: 'info', message: t(($) => $.batchSummary.nothingToDo) });
        else if (outcome === 'under_way') showToast({ tone: 'info', message: t(($) => $.batchSummary.underWay) });
        else showToast({ tone: 'success', message: t(($) => $.batchSummary.started, { count: total }) });
      },
      onError: (error) =>
        failed(
          t(($) => $.batchSummary.failed),
          error,
        ),
    }),
  );
  return (
    <Button size="sm" loading={start.isPending} title={t(($) => $.batchSummary.startHint)} onClick={() => start.mutate({})}>
      <Sparkles aria-hidden className="size-4" />
      {t(($) => $.batchSummary.start)}
    </Button>
  );
}
