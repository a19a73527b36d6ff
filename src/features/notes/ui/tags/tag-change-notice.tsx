import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTask } from '#rpc/use-task.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { LastChange, useTagChanges } from './use-tag-changes.ts';

const toastId = 'tag-change';
const refreshEveryMs = 1000;
const toastMs = 10_000;

type TagChangeNoticeProps = Pick<ReturnType<typeof useTagChanges>, 'last' | 'undo' | 'busy' | 'refresh'>;

/** Progress of the latest change, then its result with undo. If the user waited for the end, a toast reports it too. */
export function TagChangeNotice({ last, undo, busy, refresh }: TagChangeNoticeProps) {
  const { t } = useTranslation();
  const outcome = useOutcome();
  const waitedFor = useRef<string | null>(null);
  const tell = useEffectEvent((change: LastChange) => {
    if (change.state === 'running') waitedFor.current = change.taskId;
    else if (waitedFor.current === change.taskId) {
      waitedFor.current = null;
      showToast({
        id: toastId,
        tone: change.state === 'completed' ? 'success' : 'error',
        message: outcome(change),
        durationMs: toastMs,
        ...(change.canUndo ? { action: { label: t(($) => $.tags.undo), onAction: () => undo(change.taskId) } } : {}),
      });
    }
  });
  useEffect(() => {
    if (last) tell(last);
  }, [last]);
  if (last === null) return null;
  if (last.state === 'running') return <Running key={last.taskId} change={last} onChange={() => void refresh()} />;
  return (
    <p className="mb-3 flex min-h-10 flex-wrap items-center gap-x-3 text-sm text-soft">
      <span className="min-w-0 wrap-anywhere">{outcome(last)}</span>
      {last.canUndo ? (
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => undo(last.taskId)}>
          {t(($) => $.tags.undo)}
        </Button>
      ) : null}
    </p>
  );
}

function Running({ change, onChange }: { change: LastChange; onChange: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { stage } = useTask(change.taskId, { everyMs: refreshEveryMs, onChange });
  const { done = 0, total = change.total } = stage?.params ?? {};
  const label = t(($) => $.tags.progress, { done: format.number(Number(done)), total: format.number(Number(total)) });
  return (
    <div className="mb-3 flex min-h-10 flex-col justify-center gap-1.5">
      <p role="status" className="text-sm text-soft tabular-nums">
        {label}
      </p>
      <Progress percent={stage?.percent ?? null} label={label} />
    </div>
  );
}

function useOutcome(): (change: LastChange) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ state, from, to, isUndo, changed }) => {
    const said = { from: from ?? to ?? '', to: to ?? '', count: changed, formatted: format.number(changed) };
    if (state !== 'completed') return t(($) => $.tags.outcome.stopped, said);
    if (isUndo) return t(($) => $.tags.outcome.undone, said);
    if (from === null) return t(($) => $.tags.outcome.added, said);
    return to === null ? t(($) => $.tags.outcome.removed, said) : t(($) => $.tags.outcome.changed, said);
  };
}
