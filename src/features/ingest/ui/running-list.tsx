import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SelectorKey } from 'i18next';
import { X } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useElapsed } from '#features/ingest/ui/use-elapsed.ts';
import { useRunning } from '#features/ingest/ui/use-running-progress.ts';
import { formatClock } from '#lib/time.ts';
import { type RouterOutputs, useAppError, useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { CoverTile } from '#ui/cover-tile.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast.ts';

type RunningItem = RouterOutputs['content']['running']['items'][number];
type RunningBatch = RouterOutputs['content']['running']['batches'][number];

/** More than these are a click away: the recent notes below stay in reach. */
const MOST_SHOWN = 5;

function isWaiting(item: RunningItem): boolean {
  return item.run.stage === 'queued';
}

/** What is being summarised now. Nothing at all when nothing is: the page below is more useful then. */
export function RunningList({ BatchRows }: { BatchRows: ComponentType<{ batches: readonly RunningBatch[] }> }) {
  const { t } = useTranslation();
  const query = useRunning();
  const error = useAppError(query.error);
  const [all, setAll] = useState(false);
  // What is being worked on stands above what waits; the sort keeps the order of equals.
  // What waits in a batch is counted in the batch's row.
  const single = (query.data?.items ?? []).filter((item) => item.batchId === null || !isWaiting(item));
  const batches = query.data?.batches ?? [];
  const items = single.toSorted((a, b) => Number(isWaiting(a)) - Number(isWaiting(b)));
  const shown = all ? items : items.slice(0, MOST_SHOWN);
  if (error !== null && query.data === undefined) {
    return (
      <Card>
        <ErrorState
          layout="row"
          title={t(($) => $.home.running.loadFailed)}
          message={error.message}
          code={error.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Card>
    );
  }
  if (items.length === 0 && batches.length === 0) return null;
  return (
    <section aria-labelledby="running-title">
      <h2 id="running-title" className="mb-3 text-base font-semibold">
        {t(($) => $.home.running.title)}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {batches.length > 0 ? (
            <Suspense>
              <BatchRows batches={batches} />
            </Suspense>
          ) : null}
          {shown.map((item) => (
            <RunningRow key={item.contentId} item={item} />
          ))}
        </ul>
        {items.length > MOST_SHOWN ? (
          <Button variant="ghost" className="w-full rounded-t-none" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t(($) => $.home.running.fewer) : t(($) => $.home.running.more, { count: items.length - shown.length })}
          </Button>
        ) : null}
      </Card>
    </section>
  );
}

function RunningRow({ item }: { item: RunningItem }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const elapsedMs = useElapsed(item.run.elapsedMs);
  const cancel = useCancelRun(item);
  const title = item.title.trim() || item.sourceUrl || t(($) => $.common.untitled);
  const key = `progress.${item.run.code}`;
  const doing = t((i18n.exists(key) ? key : 'progress.queued') as SelectorKey, item.run.params);
  const { until } = item.run.params;
  const stage = typeof until === 'string' ? t(($) => $.common.until, { stage: doing, time: format.time(until) }) : doing;
  const percent = format.percent(item.run.percent);
  return (
    <li className="relative flex items-center gap-3 p-3">
      <CoverTile src={item.coverUrl} title={title} source={hostOf(item.sourceUrl)} className="w-20 max-sm:hidden" />
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
          label={t(($) => $.home.running.progress, { title })}
          valueText={`${percent}, ${stage}`}
        />
        <p className="mt-1.5 flex gap-3 text-xs text-soft tabular-nums">
          <span className="grow truncate">{stage}</span>
          <span>{t(($) => $.home.running.elapsed, { time: formatClock(elapsedMs) })}</span>
          <span className="min-w-9 text-end">{percent}</span>
        </p>
        {/* Said once per stage, not once per percent. */}
        <span role="status" className="sr-only">
          {`${title}: ${stage}`}
        </span>
      </div>
      <IconButton
        className="relative"
        label={t(($) => $.home.running.cancel, { title })}
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
          t(($) => $.home.running.cancelFailed),
          error,
        );
      },
      onSuccess: () => showToast({ tone: 'info', message: t(($) => $.home.running.cancelled, { title: item.title }) }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: key }),
          queryClient.invalidateQueries(trpc.user.videos.pathFilter()),
          queryClient.invalidateQueries(trpc.content.detail.queryFilter({ contentId: item.contentId })),
        ]),
    }),
  );
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
