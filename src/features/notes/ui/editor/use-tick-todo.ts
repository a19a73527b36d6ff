import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { setTodo, todoAt } from '#lib/notes/note-todos.ts';
import { useTRPC } from '#rpc/client.tsx';
import { lastingClient, onLeaving } from '#rpc/lasting-client.ts';
import { isSame, lastOfEach, sendWaiting, type Tick, type TickQueue, tickQueueOf } from './waiting-ticks.ts';

type TodoTicker = {
  note: string | null;
  /** Requests are sent one at a time. */
  toggle: (line: number) => void;
};

const retryMs = 3000;
const toldAfter = 2;

/** Toggles todo items optimistically; pending changes survive leaving the page and are reverted when refused. */
export function useTickTodo(contentId: string, note: string | null): TodoTicker {
  const queries = useQueryClient();
  const queue = tickQueueOf(contentId);
  const ticks = useStore(queue.state, ({ waiting }) => waiting);
  const shown = useMemo(() => withTicks(note, ticks), [note, ticks]);
  const send = useTickSender(contentId, queue);
  const key = useTRPC().content.overview.queryKey({ contentId });

  function toggle(line: number): void {
    const now = withTicks(queries.getQueryData(key)?.note ?? note, queue.waiting);
    const task = now === null ? null : todoAt(now, line);
    if (task === null) return;
    const tick = { ...task, done: !task.done };
    // The first change is being sent; of the others for this item, only the last is kept.
    const [first, ...rest] = queue.waiting;
    queue.wait([...(first ? [first] : []), ...rest.filter((one) => !isSame(one, tick)), tick]);
    void send();
  }

  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useLeavingTicks(contentId, queue, send);

  // The previous page's request may still be running, so it is repeated.
  const known = note !== null;
  useEffect(() => {
    if (known && queue.waiting.length > 0) void send();
  }, [known, queue, send]);
  return { note: shown, toggle: useCallback((line: number) => latest.current(line), []) };
}

function useTickSender(contentId: string, queue: TickQueue): () => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const key = useTRPC().content.overview.queryKey({ contentId });
  const { mutateAsync } = useMutation({
    mutationFn: ({ line, words, done }: Tick) => {
      queue.sent = new AbortController();
      return lastingClient.content.setTask.mutate({ contentId, line, words, done }, { signal: queue.sent.signal });
    },
  });
  async function store(tick: Tick): Promise<void> {
    const saved = await mutateAsync(tick);
    // A running load may return the note from before.
    const reading = queries.isFetching({ queryKey: key }) > 0;
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, (detail) =>
      detail ? { ...detail, note: saved.note, noteVersionId: saved.versionId, updatedAt: saved.updatedAt } : detail,
    );
    if (reading) void queries.invalidateQueries({ queryKey: key });
  }
  function tell(error: unknown): void {
    void queries.invalidateQueries({ queryKey: key });
    failed(
      t(($) => $.notes.edit.taskFailed),
      error,
    );
  }
  async function send(): Promise<void> {
    if (queue.sending) return;
    queue.sending = true;
    clearTimeout(queue.retry);
    try {
      const refusal = await sendWaiting(queue, store);
      if (refusal) tell(refusal.error);
    } catch (error) {
      if (queue.sent?.signal.aborted) return;
      // Retried also by a closing page.
      queue.retry = setTimeout(() => void latest.current(), retryMs);
      queue.failures += 1;
      if (queue.failures === toldAfter) tell(error);
    } finally {
      queue.sending = false;
    }
  }

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  return useCallback(() => latest.current(), []);
}

/** A closing page sends the pending changes without waiting for the answers. */
function useLeavingTicks(contentId: string, queue: TickQueue, send: () => Promise<void>): void {
  useEffect(() => {
    let left = false;
    const stop = onLeaving((gone) => {
      if (left || queue.waiting.length === 0) return;
      left = gone;
      // Otherwise it could arrive after the later ones.
      if (gone) queue.sent?.abort();
      // Sending a change again has no effect.
      for (const { line, words, done } of lastOfEach(gone ? queue.waiting : queue.waiting.slice(1)))
        lastingClient.content.setTask.mutate({ contentId, line, words, done }).catch(() => undefined);
    });
    const handleBack = (event: PageTransitionEvent): void => {
      left = false;
      if (event.persisted) void send();
    };
    window.addEventListener('pageshow', handleBack);
    return () => {
      stop();
      window.removeEventListener('pageshow', handleBack);
    };
  }, [contentId, queue, send]);
}

function withTicks(note: string | null, ticks: readonly Tick[]): string | null {
  return note === null ? null : ticks.reduce((text, tick) => setTodo(text, tick, tick.done) ?? text, note);
}
