import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleTask } from '#lib/note-tasks.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '../run/use-run-actions.ts';

/** Turns over a todo item of the note at once, and back when the server does not take it. Several go one after the other. */
export function useToggleTask(contentId: string): (line: number) => void {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { mutateAsync } = useMutation(trpc.content.saveNote.mutationOptions());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const key = trpc.content.detail.queryKey({ contentId });

  /** Saves what stands in the page now; what was ticked meanwhile goes with it, and an equal note makes no version. */
  async function save(): Promise<void> {
    const detail = queries.getQueryData(key);
    if (!detail?.note) return;
    const { note } = detail;
    try {
      const saved = await mutateAsync({ contentId, baseVersionId: detail.noteVersionId, note });
      queries.setQueryData(key, (now) => (now ? { ...now, noteVersionId: saved.versionId, updatedAt: saved.updatedAt } : now));
    } catch (error) {
      // The page shows again what the server has.
      await queries.invalidateQueries({ queryKey: key });
      failed(
        t(($) => $.content.edit.taskFailed),
        error,
      );
    }
  }

  function toggle(line: number): void {
    const detail = queries.getQueryData(key);
    const note = detail?.note ? toggleTask(detail.note, line) : null;
    if (!detail || note === null) return;
    queries.setQueryData(key, { ...detail, note });
    queue.current = queue.current.then(save);
  }
  const latest = useRef(toggle);
  latest.current = toggle;
  return useCallback((line: number) => latest.current(line), []);
}
