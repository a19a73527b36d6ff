import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useTask } from '#rpc/use-task.ts';
import { rememberWork, takeEnd } from '#ui/browser/begun-work.ts';
import { useFormat } from '#ui/format.ts';
import { dismissToast, showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

type Change = NonNullable<RouterOutputs['userNote']['lastTagChange']>;

const toastId = 'tagging';
const refreshEveryMs = 2000;
const endMs = 10_000;

/** Progress and result, with undo, of adding a tag to many chosen notes, on every page. A result is shown once, and only where the work was begun or seen. */
export function TaggingNotice() {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const { data } = useQuery({ ...trpc.userNote.lastTagChange.queryOptions(), enabled: me.data?.user != null });
  const userId = me.data?.user?.id ?? '';
  const tellEnd = useTaggingEnd(userId);
  const showsProgress = useRef(false);
  const tell = useEffectEvent((ended: Change) => {
    if (takeEnd('tagging', { taskId: ended.taskId, userId })) tellEnd(ended);
    // Another tab has told the end.
    else if (showsProgress.current) dismissToast(toastId);
    showsProgress.current = false;
  });
  // Changes in all notes are reported on the page of tags.
  const change = data?.from === null ? data : null;
  useEffect(() => {
    if (change?.state === 'running') showsProgress.current = true;
    else if (change) tell(change);
  }, [change]);
  return change?.state === 'running' ? <Running key={change.taskId} change={change} userId={userId} /> : null;
}

function Running({ change: { taskId, total }, userId }: { change: Change; userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { stage } = useTask(taskId, {
    everyMs: refreshEveryMs,
    onChange: () => void invalidateAfter(queries, changes, { path: 'userNote.tagChosen' }),
  });
  useEffect(() => rememberWork('tagging', userId), [userId]);
  const params = stage?.params ?? {};
  const message = t(($) => $.tagBatch.progress, {
    done: format.number(Number(params.done ?? 0)),
    total: format.number(Number(params.total ?? total)),
  });
  useEffect(() => showToast({ id: toastId, tone: 'info', message, durationMs: Number.POSITIVE_INFINITY }), [message]);
  return null;
}

function useTaggingEnd(userId: string): (change: Change) => void {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const undo = useMutation(
    trpc.userNote.undoTagChange.mutationOptions({
      onError: (error) =>
        failed(
          t(($) => $.tagBatch.undoFailed),
          error,
        ),
      onSuccess: () => rememberWork('tagging', userId),
      onSettled: () => invalidateAfter(queries, changes, { path: 'userNote.undoTagChange' }),
    }),
  );
  return ({ state, taskId, isUndo, canUndo, changed, left }) => {
    const count = { count: changed, formatted: format.number(changed) };
    const message =
      state !== 'completed'
        ? t(($) => $.tagBatch.stopped)
        : isUndo
          ? t(($) => $.tagBatch.undone, count)
          : t(($) => $.tagBatch.done, count);
    showToast({
      id: toastId,
      tone: state === 'completed' ? 'success' : 'error',
      message,
      durationMs: endMs,
      ...(left > 0 && !isUndo ? { description: t(($) => $.tagBatch.leftChosen, { formatted: format.number(left) }) } : {}),
      ...(canUndo ? { action: { label: t(($) => $.tagBatch.undo), onAction: () => undo.mutate({ taskId }) } } : {}),
    });
  };
}
