import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { mayPass, readError } from '#lib/client-error.ts';
import { type RouterInputs, type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { lastingClient, onLeaving } from '#rpc/lasting-client.ts';
import { withPlainBreaks } from './code-editor.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store.ts';

const pauseMs = 1200;
const retryMs = 5000;

/** Stops the retries of a closed editor when another editor takes over its text. */
const endEarlierSaver = new Map<string, () => void>();

export type SaveState = { kind: 'saved' } | { kind: 'unsaved' } | { kind: 'saving' } | { kind: 'conflict' } | { kind: 'failed' };

export type NoteSaver = {
  state: SaveState;
  failure: { error: unknown } | null;
  /** Whether the unsaved text is stored in this browser. */
  isKept: () => boolean;
  change: (text: string) => void;
  /** Resolves to true once the text is saved. */
  flush: () => Promise<boolean>;
  /** Resolves a conflict: saves on top of this version. */
  overwrite: (versionId: string | null) => Promise<boolean>;
  keep: () => void;
  /** Returns the other note if nothing is unsaved; otherwise saves, which reports the conflict, and returns null. */
  follow: () => string | null;
};

type Initial = {
  versionId: string | null;
  text: string;
  current: string | null;
};

function newWork(initial: Initial, sent: string | null) {
  return {
    base: initial.versionId,
    saved: initial.text,
    text: initial.text,
    /** The first save keeps the version that was open at the start. */
    keepBase: true,
    drafted: '',
    /** The text being sent, or last sent before the page closed. */
    sent,
    /** While true, nothing is saved until the user has chosen a side. */
    conflict: false,
    /** Saves even a text equal to the one that this tab saved before. */
    overwrites: false,
    /** The other version that was already noticed while text was unsaved. */
    asked: initial.current,
    over: false,
    open: true,
    running: null as Promise<boolean> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  };
}
type Work = ReturnType<typeof newWork>;
type Sent = { note: string; baseVersionId: string | null; keepBase: boolean };
type SavedNote = RouterOutputs['content']['saveNote'];

/** Sends one request at a time, each based on the version from the one before. */
export function useNoteSaver(contentId: string, initial: Initial): NoteSaver {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const work = useRef(newWork(initial, readDraft(contentId)?.sent ?? null));

  const draft = useCallback(
    (next: Draft | null) => {
      const now = work.current;
      if (next) keepDraft(contentId, next);
      else dropDraft(contentId, now.drafted);
      now.drafted = next?.text ?? '';
    },
    [contentId],
  );

  const { state, setState, failure, setFailure, save } = useSaving(work, draft, useNoteCalls(contentId));

  const change = useCallback(
    (text: string) => {
      const now = work.current;
      now.text = text;
      clearTimeout(now.timer);
      // A running request is about to change the saved text.
      const unchanged = text === now.saved && !now.conflict && !now.running;
      const { sent } = now;
      draft(unchanged ? null : { baseVersionId: now.base, text, ...(sent === null ? {} : { sent }) });
      if (now.conflict) return;
      setState({ kind: unchanged ? 'saved' : 'unsaved' });
      if (unchanged) setFailure(null);
      if (!unchanged) now.timer = setTimeout(() => void save(), pauseMs);
    },
    [draft, save, setFailure, setState],
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

  const follow = useCallback((): string | null => {
    const now = work.current;
    const theirs = queries.getQueryData(trpc.content.overview.queryKey({ contentId }));
    if (!theirs || theirs.note === null || theirs.noteVersionId === now.base || now.running || now.conflict) return null;
    if (now.text !== now.saved || now.overwrites) {
      if (theirs.noteVersionId === now.asked) return null;
      now.asked = theirs.noteVersionId;
      void save();
      return null;
    }
    now.base = theirs.noteVersionId;
    now.saved = withPlainBreaks(theirs.note);
    now.text = now.saved;
    now.keepBase = true;
    return now.text;
  }, [contentId, queries, save, trpc]);

  const isKept = useCallback(() => readDraft(contentId)?.text === work.current.text, [contentId]);

  useSaveOnLeaving(contentId, work, draft, save);

  return { state, failure, isKept, change, flush: save, overwrite, keep, follow };
}

/** Saves on unmount and when the page closes; the draft stays until the save is confirmed. */
function useSaveOnLeaving(
  contentId: string,
  work: RefObject<Work>,
  draft: (next: Draft | null) => void,
  save: () => Promise<boolean>,
): void {
  useEffect(() => {
    const now = work.current;
    endEarlierSaver.get(contentId)?.();
    endEarlierSaver.delete(contentId);
    now.open = true;
    now.over = false;
    const handleLeaving = (): void => {
      if (now.text === now.saved && !now.running) return;
      // While a conflict is undecided, this tab's text stays in the browser.
      if (now.conflict) draft({ baseVersionId: now.base, text: now.text });
      else void save();
    };
    const stop = onLeaving(handleLeaving);
    return () => {
      stop();
      clearTimeout(now.timer);
      now.open = false;
      handleLeaving();
      endEarlierSaver.set(contentId, () => {
        now.over = true;
        clearTimeout(now.timer);
      });
    };
  }, [contentId, draft, save, work]);
}

function useSaving(
  work: RefObject<Work>,
  draft: (next: Draft | null) => void,
  { send, showSaved }: ReturnType<typeof useNoteCalls>,
) {
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [failure, setFailure] = useState<NoteSaver['failure']>(null);
  const save = useCallback(async (): Promise<boolean> => {
    const now = work.current;
    clearTimeout(now.timer);
    if (now.running) await now.running;
    if (now.conflict) return false;
    if (now.text === now.saved && !now.overwrites) return true;
    const { text, base } = now;
    const sentBefore = now.sent;
    now.sent = text;
    draft({ baseVersionId: now.base, text, sent: text });
    setState({ kind: 'saving' });
    const attempt = (async () => {
      try {
        const saved = await send({ note: text, baseVersionId: now.base, keepBase: now.keepBase }, sentBefore);
        now.base = saved.versionId;
        now.saved = text;
        now.sent = null;
        now.keepBase = false;
        now.overwrites = false;
        await showSaved(text, saved, base);
        const current = now.text === text;
        draft(current ? null : { baseVersionId: now.base, text: now.text });
        setState({ kind: current ? 'saved' : 'unsaved' });
        setFailure(null);
        return current;
      } catch (error) {
        const { code } = readError(error);
        if (code === 'note_conflict') {
          now.conflict = true;
          setState({ kind: 'conflict' });
          setFailure(null);
        } else {
          setState({ kind: 'failed' });
          setFailure({ error });
          // A closed editor retries only what may pass.
          if (!now.over && (now.open || mayPass(code))) now.timer = setTimeout(() => void save(), retryMs);
        }
        return false;
      } finally {
        now.running = null;
      }
    })();
    now.running = attempt;
    return attempt;
  }, [draft, send, showSaved, work]);
  return { state, setState, failure, setFailure, save };
}

function useNoteCalls(contentId: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (edit: RouterInputs['content']['saveNote']) => lastingClient.content.saveNote.mutate(edit),
  });

  const send = useCallback(
    async ({ note, baseVersionId, keepBase }: Sent, sentBefore: string | null): Promise<SavedNote> => {
      const input = { contentId, note, baseVersionId, ...(keepBase ? { keepBase: true } : {}) };
      return await mutateAsync(input).catch(async (error: unknown) => {
        if (readError(error).code !== 'note_conflict') throw error;
        // A save by this page that was never confirmed is not a conflict.
        const theirs = await queries.fetchQuery(trpc.content.overview.queryOptions({ contentId }, { staleTime: 0 }));
        if (theirs.note !== note && theirs.note !== sentBefore) throw error;
        return mutateAsync({ ...input, baseVersionId: theirs.noteVersionId });
      });
    },
    [contentId, mutateAsync, queries, trpc],
  );

  const showSaved = useCallback(
    async (text: string, saved: SavedNote, base: string | null): Promise<void> => {
      const queryKey = trpc.content.overview.queryKey({ contentId });
      const known = queries.getQueryData(queryKey)?.noteVersionId;
      // A running load may return the note from before, or overwrite a newer one.
      const reading = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (detail) =>
        detail ? { ...detail, note: text, noteVersionId: saved.versionId, noteEdited: true, updatedAt: saved.updatedAt } : detail,
      );
      if (reading || (known !== base && known !== saved.versionId)) void queries.invalidateQueries({ queryKey });
    },
    [contentId, queries, trpc],
  );

  return { send, showSaved };
}
