import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isWaiting, useProgressText } from '#i18n/describe-progress.ts';
import type { TaskStage } from '#lib/task-event.ts';
import type { TaskView } from '#lib/task-view.ts';
import { formatClock } from '#lib/time.ts';
import { useFocusWhenGone } from '#ui/browser/use-focus-handover.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { useElapsed } from './running/use-elapsed.ts';
import { useCancelRun } from './use-run-actions.ts';
import type { LiveRun } from './use-run-stream.ts';

export function useStageText(): (view: TaskView) => string {
  const { t } = useTranslation();
  const toText = useProgressText();
  return ({ stage }) => (stage && toText({ code: stage.code, params: stage.params ?? {} })) ?? t(($) => $.summaries.run.waiting);
}

/** How much of a recording has been heard; empty in other stages. */
function heardSoFar(stage: TaskStage | null): string {
  if (stage?.code !== 'transcribing') return '';
  const done = Number(stage.params?.done);
  const total = Number(stage.params?.total);
  return done >= 0 && total > 0 ? ` ${formatClock(done * 1000)} / ${formatClock(total * 1000)}` : '';
}

/** After this time a run may need an explanation. */
const slowAfterMs = 90_000;

type RunStatusProps = {
  contentId: string;
  live: LiveRun;
  /** A finished note is shown below, so the run is one quiet line. Otherwise the run is what the page shows. */
  slim: boolean;
};

export function RunStatus({ contentId, live, slim }: RunStatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, reconnecting } = live;
  const elapsed = useElapsed(view.stage?.elapsedMs ?? 0);
  // Shown but not announced, since it changes all the time.
  const stage = useStageText()(view) + heardSoFar(view.stage);
  const cancel = useCancelRun(contentId);
  const percent = view.stage?.percent ?? 0;
  const box = useRef<HTMLElement>(null);
  useFocusWhenGone(box, '[data-more-actions]');
  return (
    <section
      ref={box}
      aria-label={slim ? t(($) => $.summaries.run.rewriting) : t(($) => $.summaries.run.title)}
      className={slim ? 'mb-6 rounded-md bg-sunken px-3 py-2' : 'mb-8 rounded-lg border border-line bg-surface p-4'}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 grow truncate text-sm max-sm:basis-full">
          {slim ? <span className="text-soft">{t(($) => $.summaries.run.rewriting)} · </span> : null}
          <span className={slim ? '' : 'text-base font-medium'}>{stage}</span>
        </p>
        <p className="shrink-0 text-sm text-soft tabular-nums max-sm:grow">
          <span>{format.percent(percent)}</span>
          <span aria-hidden> · </span>
          <span>{t(($) => $.summaries.run.elapsed, { time: formatClock(elapsed) })}</span>
        </p>
        <Button data-cancel-run size="sm" variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate({ contentId })}>
          {cancel.isPending ? null : <X aria-hidden className="size-4" />}
          {t(($) => $.summaries.run.cancel)}
        </Button>
      </div>
      <Progress
        percent={view.stage ? percent : null}
        label={t(($) => $.summaries.run.percent)}
        valueText={`${stage} ${format.percent(percent)}`}
        className="mt-2"
      />
      {reconnecting || (!slim && elapsed > slowAfterMs && !(view.stage && isWaiting(view.stage))) ? (
        <p className="mt-2 text-sm text-faint">
          {reconnecting ? t(($) => $.summaries.run.reconnecting) : t(($) => $.summaries.run.slow)}
        </p>
      ) : null}
    </section>
  );
}
