import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { useTask } from '#rpc/use-task.ts';
import { rememberWork, takeEnd } from '#ui/browser/begun-work.ts';
import { useFormat } from '#ui/format.ts';
import { dismissToast, showToast } from '#ui/toast/toast.ts';

type Result = NonNullable<RouterOutputs['userNote']['deletionResult']>;

const toastId = 'library-deletion';
const refreshEveryMs = 1000;
/** A long deletion changes nearly everything on the page while it runs. */
const refreshLongEveryMs = 10_000;
const longDeletion = 100;
const partlyFailedTitles = 2;
const allFailedTitles = 3;

/** Progress and result of a deletion of many contents, on every page. A result is shown once, and only where the work was begun or seen. */
export function DeletionNotice() {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const { data } = useQuery({ ...trpc.userNote.deletionResult.queryOptions(), enabled: me.data?.user != null });
  const tellEnd = useDeletionEnd();
  const userId = me.data?.user?.id ?? '';
  const showsProgress = useRef(false);
  const tell = useEffectEvent((ended: Result) => {
    if (takeEnd('deletion', { taskId: ended.taskId, userId })) tellEnd(ended);
    // Another tab has told the end.
    else if (showsProgress.current) dismissToast(toastId);
    showsProgress.current = false;
  });
  useEffect(() => {
    if (data?.state === 'running') showsProgress.current = true;
    else if (data) tell(data);
  }, [data]);
  return data?.state === 'running' ? <Running key={data.taskId} result={data} userId={userId} /> : null;
}

function Running({ result: { taskId, total, deleted }, userId }: { result: Result; userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const { stage, cancel } = useTask(taskId, {
    everyMs: total > longDeletion ? refreshLongEveryMs : refreshEveryMs,
    // Collections, highlights, running tasks: nearly everything may refer to a deleted content. What is being read again
    // meanwhile goes on: cancelled for each step, a slow answer would never arrive. At the end everything is read anew.
    onChange: (ended) => void queryClient.invalidateQueries({}, { cancelRefetch: ended }),
    onCancelError: (error) =>
      failed(
        t(($) => $.records.remove.notStopped),
        error,
      ),
  });
  const message = t(($) => $.records.remove.progress, {
    done: format.number(Math.max(Number(stage?.params?.done ?? 0), deleted)),
    total: format.number(total),
  });
  const label = t(($) => $.records.remove.stop);
  useEffect(() => rememberWork('deletion', userId), [userId]);
  const stop = useEffectEvent(() => cancel());
  useEffect(
    () =>
      showToast({
        id: toastId,
        tone: 'info',
        message,
        action: { label, onAction: () => stop() },
        durationMs: Number.POSITIVE_INFINITY,
      }),
    [message, label],
  );
  return null;
}

function useDeletionEnd(): (result: Result) => void {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ state, deleted, failed, total }) => {
    const names = (most: number) =>
      failed
        .slice(0, most)
        .map(({ title }) => title || t(($) => $.common.untitled))
        .join(t(($) => $.records.remove.between));
    if (state === 'cancelled')
      showToast({
        id: toastId,
        tone: 'info',
        message: t(($) => $.records.remove.stopped, { deleted: format.number(deleted), left: format.number(total - deleted) }),
        durationMs: 8000,
      });
    else if (deleted === total)
      showToast({
        id: toastId,
        tone: 'success',
        message: t(($) => $.records.remove.done, { count: deleted, formatted: format.number(deleted) }),
        description: t(($) => $.records.remove.wait),
        durationMs: 4000,
      });
    else if (failed.length === 0)
      // The task itself failed: it names no record.
      showToast({
        id: toastId,
        tone: 'error',
        message: t(($) => $.records.remove.broke, { deleted: format.number(deleted), left: format.number(total - deleted) }),
        durationMs: 8000,
      });
    else
      showToast({
        id: toastId,
        tone: deleted > 0 ? 'warning' : 'error',
        message:
          deleted > 0
            ? t(($) => $.records.remove.partly, {
                deleted: format.number(deleted),
                failed: format.number(total - deleted),
                names: names(partlyFailedTitles),
              })
            : t(($) => $.records.remove.allFailed, { names: names(allFailedTitles) }),
        durationMs: 8000,
      });
  };
}
