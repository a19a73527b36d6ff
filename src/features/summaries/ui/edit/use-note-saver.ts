import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type RouterInputs, useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { lastingClient, onLeaving } from '#rpc/lasting-client.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store.ts';

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
  /** What is saved by now stays in the history, whatever is saved next. */
  keep: () => void;
};

/** Saves an edited note, one request at a time, each on the version that the one before made. */
export function useNoteSaver(contentId: string, initial: { versionId: string | null; text: string }): NoteSaver {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (edit: RouterInputs['content']['saveNote']) => lastingClient.content.saveNote.mutate(edit),
  });
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const work = useRef({
    base: initial.versionId,
    saved: initial.text,
    text: initial.text,
    /** What was there when the editor was opened stays: somebody was done with it, here or in another tab. */
    keepBase: true,
    /** What this tab keeps in the browser. */
    drafted: '',
    /** What is on its way to the server, or was when this browser was last closed. */
    sent: readDraft(contentId)?.sent ?? null,
    /** Nothing is saved until the user has chosen. */
    conflict: false,
    /** Chosen: it is saved also when it is what this tab saved before. */
    overwrites: false,
    running: null as Promise<boolean> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  });

  const draft = useCallback(
    (next: Draft | null) => {
      const now = work.current;
      if (next) keepDraft(contentId, next);
      else dropDraft(contentId, now.drafted);
      now.drafted = next?.text ?? '';
    },
    [contentId],
  );

  const save = useCallback(async (): Promise<boolean> => {
    const now = work.current;
    clearTimeout(now.timer);
    if (now.running) await now.running;
    if (now.conflict) return false;
    if (now.text === now.saved && !now.overwrites) return true;
    const { text } = now;
    const sentBefore = now.sent;
    now.sent = text;
    draft({ baseVersionId: now.base, text, sent: text });
    setState({ kind: 'saving' });
    const attempt = (async () => {
      try {
        const input = { contentId, note: text, ...(now.keepBase ? { keepBase: true } : {}) };
        const saved = await mutateAsync({ ...input, baseVersionId: now.base }).catch(async (error: unknown) => {
          if (readError(error).code !== 'note_conflict') throw error;
          // No conflict with what was sent from here and is not known to have arrived.
          const theirs = await queries.fetchQuery(trpc.content.detail.queryOptions({ contentId }, { staleTime: 0 }));
          if (theirs.note !== text && theirs.note !== sentBefore) throw error;
          return mutateAsync({ ...input, baseVersionId: theirs.noteVersionId });
        });
        now.base = saved.versionId;
        now.saved = text;
        now.sent = null;
        now.keepBase = false;
        now.overwrites = false;
        queries.setQueryData(trpc.content.detail.queryKey({ contentId }), (detail) =>
          detail
            ? { ...detail, note: text, noteVersionId: saved.versionId, noteEdited: true, updatedAt: saved.updatedAt }
            : detail,
        );
        const current = now.text === text;
        draft(current ? null : { baseVersionId: now.base, text: now.text });
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
  }, [contentId, draft, mutateAsync, queries, trpc]);

  const change = useCallback(
    (text: string) => {
      const now = work.current;
      now.text = text;
      clearTimeout(now.timer);
      const unchanged = text === now.saved && !now.conflict;
      const { sent } = now;
      draft(unchanged ? null : { baseVersionId: now.base, text, ...(sent === null ? {} : { sent }) });
      if (now.conflict) return;
      setState({ kind: unchanged ? 'saved' : 'unsaved' });
      if (!unchanged) now.timer = setTimeout(() => void save(), pauseMs);
    },
    [draft, save],
  );

  const overwrite = useCallback(
    (versionId: string | null) => {
      const now = work.current;
      now.base = versionId;
      now.keepBase = true;
      now.overwrites = true;
      now.conflict = false;
      return save();
    },
    [save],
  );

  const keep = useCallback(() => {
    work.current.keepBase = true;
  }, []);

  // What is typed when the editor or the page goes away is on its way; the draft stays until it has arrived.
  useEffect(() => {
    const now = work.current;
    const handleLeaving = (): void => {
      if (now.text === now.saved) return;
      // Nobody has chosen: whatever other tabs have kept there since, this one's words are in the browser.
      if (now.conflict) draft({ baseVersionId: now.base, text: now.text });
      else void save();
    };
    const stop = onLeaving(handleLeaving);
    return () => {
      stop();
      clearTimeout(now.timer);
      handleLeaving();
    };
  }, [draft, save]);

  return { state, change, flush: save, overwrite, keep };
}
