import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { keepDraft } from './draft-store.ts';

/** A pause of typing this long saves. */
const pauseMs = 1200;
/** Without a connection it is tried again this often. */
const retryMs = 5000;

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'conflict' }
  | { kind: 'failed'; error: unknown };

export type NoteSaver = {
  state: SaveState;
  /** Says what the note is now; it is saved at the next pause. */
  change: (text: string) => void;
  /** Saves now. True when the server has it. */
  flush: () => Promise<boolean>;
  /** After a conflict: goes on from this version, which stays in the history; then saves. */
  overwrite: (versionId: string | null) => Promise<boolean>;
};

/** Saves an edited note, one request at a time, each on the version that the one before made. */
export function useNoteSaver(contentId: string, initial: { versionId: string | null; text: string }): NoteSaver {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(trpc.content.saveNote.mutationOptions());
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const work = useRef({
    base: initial.versionId,
    saved: initial.text,
    text: initial.text,
    keepBase: false,
    /** Nothing is saved until the user has chosen. */
    conflict: false,
    running: null as Promise<boolean> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  });

  const save = useCallback(async (): Promise<boolean> => {
    const now = work.current;
    clearTimeout(now.timer);
    if (now.running) await now.running;
    if (now.conflict) return false;
    if (now.text === now.saved && !now.keepBase) return true;
    const { text } = now;
    setState({ kind: 'saving' });
    const attempt = (async () => {
      try {
        const saved = await mutateAsync({
          contentId,
          baseVersionId: now.base,
          note: text,
          ...(now.keepBase ? { keepBase: true } : {}),
        });
        now.base = saved.versionId;
        now.saved = text;
        now.keepBase = false;
        queries.setQueryData(trpc.content.detail.queryKey({ contentId }), (detail) =>
          detail ? { ...detail, note: text, noteVersionId: saved.versionId, updatedAt: saved.updatedAt } : detail,
        );
        const current = now.text === text;
        if (current) keepDraft(contentId, null);
        setState({ kind: current ? 'saved' : 'unsaved' });
        return current;
      } catch (error) {
        const { code } = readError(error);
        if (code === 'note_conflict') {
          now.conflict = true;
          setState({ kind: 'conflict' });
        } else {
          setState({ kind: 'failed', error });
          now.timer = setTimeout(() => void save(), retryMs);
        }
        return false;
      } finally {
        now.running = null;
      }
    })();
    now.running = attempt;
    return attempt;
  }, [contentId, mutateAsync, queries, trpc]);

  const change = useCallback(
    (text: string) => {
      const now = work.current;
      now.text = text;
      clearTimeout(now.timer);
      const unchanged = text === now.saved && !now.conflict;
      keepDraft(contentId, unchanged ? null : { baseVersionId: now.base, text });
      if (now.conflict) return;
      setState({ kind: unchanged ? 'saved' : 'unsaved' });
      if (!unchanged) now.timer = setTimeout(() => void save(), pauseMs);
    },
    [contentId, save],
  );

  const overwrite = useCallback(
    (versionId: string | null) => {
      const now = work.current;
      now.base = versionId;
      now.keepBase = true;
      now.conflict = false;
      return save();
    },
    [save],
  );

  // What is typed when the editor goes away is on its way; the draft stays until it has arrived.
  useEffect(() => {
    const now = work.current;
    return () => {
      clearTimeout(now.timer);
      if (now.text !== now.saved) void save();
    };
  }, [save]);

  return { state, change, flush: save, overwrite };
}
