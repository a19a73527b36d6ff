import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProgressText } from '#i18n/describe-progress.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { formatClock } from '#lib/time.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { IconButton } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { useElapsed } from './use-elapsed.ts';

type RunningItem = RouterOutputs['content']['running']['items'][number];

/** One run: its stage, its progress, and a button to cancel it. Loaded with the first run. */
export function RunningRow({ item }: { item: RunningItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const elapsedMs = useElapsed(item.run.elapsedMs);
  const cancel = useCancelRun(item);
  const title = item.title.trim() || item.sourceUrl || t(($) => $.common.untitled);
  const stage = useProgressText()(item.run) ?? t(($) => $.progress.queued);
  const percent = format.percent(item.run.percent);
  return (
    <li className="relative flex items-center gap-3 p-3">
      <Cover src={item.coverUrl} className="w-20 max-sm:hidden" />
      <div className="min-w-0 grow">
        <Link
          to="/content/$contentId"
          params={{ contentId: item.contentId }}
          title={title}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {title}
        </Link>
        <Progress
          className="mt-2"
          percent={item.run.percent}
          label={t(($) => $.running.progress, { title })}
          valueText={`${percent}, ${stage}`}
        />
        <p className="mt-1.5 flex gap-3 text-xs text-soft tabular-nums">
          <span className="grow truncate">{stage}</span>
          <span>{t(($) => $.running.elapsed, { time: formatClock(elapsedMs) })}</span>
          <span className="min-w-9 text-end">{percent}</span>
        </p>
        {/* Announced once per stage, not once per percent. */}
        <span role="status" className="sr-only">
          {`${title}: ${stage}`}
        </span>
      </div>
      <IconButton
        className="relative"
        label={t(($) => $.running.cancel, { title })}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate({ contentId: item.contentId })}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

function useCancelRun(item: RunningItem) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const key = trpc.content.running.queryKey();
  return useMutation(
    trpc.content.cancel.mutationOptions({
      onMutate: async () => {
        await queryClient.cancelQueries({ queryKey: key });
        const before = queryClient.getQueryData(key);
        queryClient.setQueryData(key, (list) =>
          list === undefined ? list : { ...list, items: list.items.filter((entry) => entry.contentId !== item.contentId) },
        );
        return { before };
      },
      onError: (error, _input, context) => {
        queryClient.setQueryData(key, context?.before);
        failed(
          t(($) => $.running.cancelFailed),
          error,
        );
      },
      onSuccess: () => showToast({ tone: 'info', message: t(($) => $.running.cancelled, { title: item.title }) }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: key }),
          queryClient.invalidateQueries(trpc.user.videos.pathFilter()),
          queryClient.invalidateQueries(trpc.content.overview.queryFilter({ contentId: item.contentId })),
        ]),
    }),
  );
}
