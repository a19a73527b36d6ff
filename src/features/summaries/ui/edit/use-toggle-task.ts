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

  async function save(line: number): Promise<void> {
    const detail = queries.getQueryData(key);
    const note = detail?.note ? toggleTask(detail.note, line) : null;
    if (!detail || note === null) return;
    queries.setQueryData(key, { ...detail, note });
    try {
      const saved = await mutateAsync({ contentId, baseVersionId: detail.noteVersionId, note });
      queries.setQueryData(key, (now) => (now ? { ...now, noteVersionId: saved.versionId, updatedAt: saved.updatedAt } : now));
    } catch (error) {
      queries.setQueryData(key, (now) => (now?.note === note ? { ...now, note: detail.note } : now));
      await queries.invalidateQueries({ queryKey: key });
      failed(
        t(($) => $.content.edit.taskFailed),
        error,
      );
    }
  }
  const latest = useRef(save);
  latest.current = save;
  return useCallback((line: number) => {
    queue.current = queue.current.then(() => latest.current(line));
  }, []);
}
