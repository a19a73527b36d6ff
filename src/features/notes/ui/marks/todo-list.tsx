import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

type TodoListProps = { contentId: string /** How many there are, for the space until they are read. */; count: number };

/** The todo items of a note, to be ticked from a list. */
export function TodoList({ contentId, count }: TodoListProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { queryKey } = trpc.userNote.tasks.queryFilter({ contentId });
  const tasks = useQuery(trpc.userNote.tasks.queryOptions({ contentId }));
  const tick = useMutation(
    trpc.content.setTask.mutationOptions({
      scope: { id: `todo:${contentId}` },
      onMutate: async ({ line, words, done }) => {
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(trpc.userNote.tasks.queryKey({ contentId }), (list) =>
          list?.map((one) => (one.line === line && one.words === words ? { ...one, done } : one)),
        );
      },
      onError: (error) =>
        failed(
          t(($) => $.notes.edit.taskFailed),
          error,
        ),
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries({ queryKey }),
          queries.invalidateQueries(trpc.user.videos.pathFilter()),
          queries.invalidateQueries(trpc.user.videosByPage.pathFilter()),
          queries.invalidateQueries(trpc.content.overview.queryFilter({ contentId })),
        ]),
    }),
  );
  if (tasks.isPending) return <Skeleton className="w-full" style={{ height: `${Math.max(count, 1) * 1.75}rem` }} />;
  return (
    <ul aria-label={t(($) => $.notes.marks.todos)} className="list-none p-0 text-sm">
      {tasks.data?.map(({ line, words, done }) => (
        <li key={`${line}:${words}`}>
          <label className="flex min-h-7 items-start gap-2 py-1 max-md:min-h-10">
            <input
              type="checkbox"
              checked={done}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              onChange={() => tick.mutate({ contentId, line, words, done: !done })}
            />
            <span className={done ? 'min-w-0 text-soft line-through wrap-anywhere' : 'min-w-0 wrap-anywhere'}>{words}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
