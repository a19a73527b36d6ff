import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { useTask } from '#rpc/use-task.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { Card } from '#ui/surfaces.tsx';

type Result = NonNullable<RouterOutputs['video']['batchResult']>;

const seenKey = 'gleaner.batch-summary-seen';
const refreshEveryMs = 2000;

function readSeen(): string | null {
  try {
    return localStorage.getItem(seenKey);
  } catch {
    return null;
  }
}

function rememberSeen(taskId: string): void {
  try {
    localStorage.setItem(seenKey, taskId);
  } catch {
    // Storage is refused: it is read again after the page is loaded anew.
  }
}

/** The progress of the batch; afterwards its outcome, until the user has read it. Shows nothing before the first batch. */
export function BatchSummaryPanel() {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const { data } = useQuery({ ...trpc.video.batchResult.queryOptions(), enabled: me.data?.user != null });
  const [seen, setSeen] = useState(readSeen);
  if (!data) return null;
  if (data.state === 'running') return <Running result={data} />;
  if (data.taskId === seen) return null;
  return (
    <Ended
      result={data}
      onRead={() => {
        rememberSeen(data.taskId);
        setSeen(data.taskId);
      }}
    />
  );
}

function Running({ result }: { result: Result }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const { stage, cancel, cancelling } = useTask(result.taskId, {
    everyMs: refreshEveryMs,
    onChange: () => {
      void queryClient.invalidateQueries(trpc.video.batchResult.queryFilter());
      void refreshWork(queryClient, trpc);
    },
    onCancelError: (error) =>
      failed(
        t(($) => $.batchSummary.cancelFailed),
        error,
      ),
  });
  const done = Math.max(Number(stage?.params?.done ?? 0), result.summarised + result.skipped);
  const progress = t(($) => $.batchSummary.progress, { done: format.number(done), total: format.number(result.total) });
  return (
    <Card className="mb-4 p-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 grow truncate text-sm font-medium">{t(($) => $.batchSummary.running)}</p>
        <Button size="sm" variant="ghost" loading={cancelling} onClick={cancel}>
          {t(($) => $.batchSummary.cancel)}
        </Button>
      </div>
      <Progress
        className="mt-2"
        percent={result.total === 0 ? null : (100 * done) / result.total}
        label={t(($) => $.batchSummary.running)}
        valueText={progress}
      />
      <p className="mt-1.5 text-xs text-soft tabular-nums">{progress}</p>
    </Card>
  );
}

const titles = { completed: 'done', cancelled: 'stopped', failed: 'broken' } as const;

function Ended({ result, onRead }: { result: Result; onRead: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toText = useErrorText();
  const { state, summarised, skipped, skippedItems } = result;
  if (state === 'running') return null;
  const counts = [
    t(($) => $.batchSummary.summarised, { count: summarised, formatted: format.number(summarised) }),
    ...(skipped > 0 ? [t(($) => $.batchSummary.skipped, { count: skipped, formatted: format.number(skipped) })] : []),
  ];
  return (
    <Card className="mb-4 p-3">
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 grow text-sm">
          <span className="font-medium">{t(($) => $.batchSummary[titles[state]])}</span>
          <span className="ml-3 text-soft tabular-nums">{counts.join(t(($) => $.common.listSeparator))}</span>
        </p>
        <Button size="sm" variant="ghost" onClick={onRead}>
          {t(($) => $.batchSummary.dismiss)}
        </Button>
      </div>
      {skippedItems.length > 0 ? (
        <ul aria-label={t(($) => $.batchSummary.skippedList)} className="mt-2 max-h-60 space-y-2 overflow-y-auto">
          {skippedItems.map(({ contentId, title, problem }) => (
            <li key={contentId} className="text-sm">
              <Link to="/content/$contentId" params={{ contentId }} className="block truncate underline-offset-2 hover:underline">
                {title.trim() || t(($) => $.common.untitled)}
              </Link>
              <p className="text-xs text-soft">{problem ? toText(problem).message : t(($) => $.batchSummary.noReason)}</p>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
