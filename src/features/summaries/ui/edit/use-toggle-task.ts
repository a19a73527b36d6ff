import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleTask } from '#lib/note-tasks.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';

type TaskToggle = {
  /** The note as it was ticked, until the server has it; null when there is nothing under way. */
  note: string | null;
  /** Turns over the todo item on a line, at once; several go to the server one after the other. */
  toggle: (line: number) => void;
};

/** Ticking todo items of the note: what was ticked stays ticked while it is stored, and goes back when it cannot be. */
export function useToggleTask(contentId: string): TaskToggle {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { mutateAsync } = useMutation(trpc.content.saveNote.mutationOptions());
  const [note, setNote] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const key = trpc.content.detail.queryKey({ contentId });

  function settle(): void {
    wanted.current = null;
    setNote(null);
  }

  async function save(): Promise<void> {
    const text = wanted.current;
    const detail = queries.getQueryData(key);
    if (text === null || !detail) return;
    try {
      const saved = await mutateAsync({ contentId, baseVersionId: detail.noteVersionId, note: text });
      queries.setQueryData(key, (now) =>
        now ? { ...now, note: text, noteVersionId: saved.versionId, updatedAt: saved.updatedAt } : now,
      );
      if (wanted.current === text) settle();
    } catch (error) {
      settle();
      await queries.invalidateQueries({ queryKey: key });
      failed(
        t(($) => $.content.edit.taskFailed),
        error,
      );
    }
  }

  function toggle(line: number): void {
    const before = wanted.current ?? queries.getQueryData(key)?.note ?? null;
    const after = before === null ? null : toggleTask(before, line);
    if (after === null) return;
    wanted.current = after;
    setNote(after);
    queue.current = queue.current.then(save);
  }
  const latest = useRef(toggle);
  latest.current = toggle;
  return { note, toggle: useCallback((line: number) => latest.current(line), []) };
}
