import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type RouterInputs, useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { lastingClient, onLeaving } from '#rpc/lasting-client.ts';
import { withPlainBreaks } from './code-editor.ts';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store.ts';

/** A pause of typing this long saves. */
const pauseMs = 1200;
/** Without a connection it is tried again this often. */
const retryMs = 5000;
/** What may pass by itself: an editor that is closed goes on trying only then. */
const passing = ['offline', 'busy', 'database_unavailable'];

/** Ends what a closed editor of a content still tries, because another one has taken over what was typed in it. */
const takeOver = new Map<string, () => void>();

export type SaveState = { kind: 'saved' } | { kind: 'unsaved' } | { kind: 'saving' } | { kind: 'conflict' } | { kind: 'failed' };

export type NoteSaver = {
  state: SaveState;
  /** Why it could not be saved the last time, also while it is tried again; null when it was. */
  failure: { error: unknown } | null;
  /** Is what is not saved in this browser, for the next time? */
  isKept: () => boolean;
  /** Says what the note is now; it is saved at the next pause. */
  change: (text: string) => void;
  /** Saves now. True when the server has it. */
  flush: () => Promise<boolean>;
  /** After a conflict: goes on from this version, which stays in the history; then saves. */
  overwrite: (versionId: string | null) => Promise<boolean>;
  /** What is saved by now stays in the history, whatever is saved next. */
  keep: () => void;
  /**
   * Looks whether the note that the page knows is another one by now than the one that is edited. With nothing unsaved,
   * editing goes on from that, and its text is given for the editor to show. Else what is unsaved is saved at once, which
   * says that there is a conflict; null then, and when there is nothing new.
   */
  follow: () => string | null;
};

type Initial = {
  /** The version that is edited, and the text that counts as saved. */
  versionId: string | null;
  text: string;
  /** The version that is the note now. */
  current: string | null;
};

/** Saves an edited note, one request at a time, each on the version that the one before made. */
export function useNoteSaver(contentId: string, initial: Initial): NoteSaver {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (edit: RouterInputs['content']['saveNote']) => lastingClient.content.saveNote.mutate(edit),
  });
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [failure, setFailure] = useState<NoteSaver['failure']>(null);
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
    /** Another note that was seen while something was unsaved: the server was asked about it. */
    asked: initial.current,
    /** Another editor goes on from here. */
    over: false,
    /** The editor is there. */
    open: true,
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
    const { text, base } = now;
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
        const queryKey = trpc.content.detail.queryKey({ contentId });
        const known = queries.getQueryData(queryKey)?.noteVersionId;
        // What is just being read may be the note before this; what was read meanwhile may be one after it.
        const reading = queries.isFetching({ queryKey }) > 0;
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (detail) =>
          detail
            ? { ...detail, note: text, noteVersionId: saved.versionId, noteEdited: true, updatedAt: saved.updatedAt }
            : detail,
        );
        if (reading || (known !== base && known !== saved.versionId)) void queries.invalidateQueries({ queryKey });
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
          if (!now.over && (now.open || passing.includes(code))) now.timer = setTimeout(() => void save(), retryMs);
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
      // Something else may be on its way there: then it is what counts as saved in a moment.
      const unchanged = text === now.saved && !now.conflict && !now.running;
      const { sent } = now;
      draft(unchanged ? null : { baseVersionId: now.base, text, ...(sent === null ? {} : { sent }) });
      if (now.conflict) return;
      setState({ kind: unchanged ? 'saved' : 'unsaved' });
      if (unchanged) setFailure(null);
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

  const follow = useCallback((): string | null => {
    const now = work.current;
    const theirs = queries.getQueryData(trpc.content.detail.queryKey({ contentId }));
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

  // What is typed when the editor or the page goes away is on its way; the draft stays until it has arrived.
  useEffect(() => {
    const now = work.current;
    takeOver.get(contentId)?.();
    takeOver.delete(contentId);
    now.open = true;
    now.over = false;
    const handleLeaving = (): void => {
      if (now.text === now.saved && !now.running) return;
      // Nobody has chosen: whatever other tabs have kept there since, this one's words are in the browser.
      if (now.conflict) draft({ baseVersionId: now.base, text: now.text });
      else void save();
    };
    const stop = onLeaving(handleLeaving);
    return () => {
      stop();
      clearTimeout(now.timer);
      now.open = false;
      handleLeaving();
      takeOver.set(contentId, () => {
        now.over = true;
        clearTimeout(now.timer);
      });
    };
  }, [contentId, draft, save]);

  return { state, failure, isKept, change, flush: save, overwrite, keep, follow };
}
