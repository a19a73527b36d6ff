import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { plainLine } from '#lib/markdown/plain-line.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

type Todo = { line: number; words: string; done: boolean };

type Chosen = { contentId: string; title: string };

/** The dialog is the page's, not the row's: a record that leaves the list, or is scrolled away, would take it along. */
const shown = createStore<{ chosen: Chosen | null; open: boolean }>()(() => ({ chosen: null, open: false }));

export function openTodos(chosen: Chosen): void {
  shown.setState({ chosen, open: true });
}

/** Once in a page that has `TodoButton`s. */
export function TodoDialog() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { chosen, open } = useStore(shown);
  useEffect(() => () => shown.setState({ chosen: null, open: false }), []);
  if (chosen === null) return null;
  const { contentId, title } = chosen;
  // Not while the dialog is open: ticking would move the list behind it.
  const refreshLists = () => void invalidateAfter(queries, changes, { path: 'content.setTask', contentId });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        shown.setState({ open: next });
        if (!next) refreshLists();
      }}
      title={t(($) => $.noteTodos.title)}
      description={title}
    >
      {open ? <Todos contentId={contentId} onUndone={refreshLists} /> : null}
    </Dialog>
  );
}

const keyOf = ({ line, words }: Todo) => `${line} ${words}`;

function Todos({ contentId, onUndone }: { contentId: string; onUndone: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const options = trpc.userNote.tasks.queryOptions({ contentId }, { staleTime: 0 });
  const todos = useQuery(options).data;
  // What the queries tell is drawn a moment later, and until then a box would turn back.
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());

  async function tick(todo: Todo, done: boolean): Promise<void> {
    const show = (shown: boolean) => {
      setTicked((before) => new Map(before).set(keyOf(todo), shown));
      queries.setQueryData(options.queryKey, (before) =>
        before?.map((one) => (keyOf(one) === keyOf(todo) ? { ...one, done: shown } : one)),
      );
    };
    show(done);
    await queries.cancelQueries({ queryKey: options.queryKey });
    // A load that was cancelled brings back what was there before it.
    show(done);
    try {
      await client.content.setTask.mutate({ contentId, line: todo.line, words: todo.words, done });
    } catch (error) {
      show(!done);
      return failed(
        t(($) => $.notes.edit.taskFailed),
        error,
      );
    }
    void queries.invalidateQueries(trpc.content.overview.queryFilter({ contentId }));
    showToast({
      id: `todo-${contentId}-${todo.line}`,
      tone: 'success',
      message: t(($) => (done ? $.noteTodos.done : $.noteTodos.notDone), { words: plainLine(todo.words) }),
      action: { label: t(($) => $.noteTodos.undo), onAction: () => void tick(todo, !done).then(onUndone) },
    });
  }

  if (todos === undefined) return <Skeleton className="mx-6 mb-6 h-16" />;
  return (
    <ul className="flex flex-col px-6 pb-6">
      {todos.map((todo) => {
        const done = ticked.get(keyOf(todo)) ?? todo.done;
        return (
          <li key={keyOf(todo)}>
            <label className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={done}
                onChange={() => void tick(todo, !done)}
              />
              <span className={done ? 'text-faint line-through' : ''}>{plainLine(todo.words)}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
