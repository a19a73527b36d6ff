import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { inParts } from '#lib/in-parts.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { rememberWork } from '#ui/browser/begun-work.ts';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

/** The most notes per call. More are a task, whose end `TaggingNotice` reports. */
const mostAtOnce = 200;

type Wanted = { contentIds: readonly string[]; tag: string };
type Tagged = { changed: number; already: number; withoutNote: number };

export function useTagMany() {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useTRPCClient();
  const userId = useQuery(useTRPC().account.me.queryOptions()).data?.user?.id;
  const queries = useQueryClient();
  const failed = useFailureToast();

  const takeBack = useMutation({
    mutationFn: ({ contentIds, tag }: Wanted) =>
      inParts(contentIds, 1, ([contentId = '']) => client.userNote.removeTag.mutate({ contentId, tag })),
    onError: (error, wanted) =>
      failed(
        t(($) => $.tagBatch.undoFailed),
        error,
        { label: t(($) => $.tagBatch.retry), onAction: () => takeBack.mutate(wanted) },
      ),
    onSettled: () => invalidateAfter(queries, changes, { path: 'userNote.removeTag' }),
  });

  function tell(wanted: Wanted, { changed, already, withoutNote }: Tagged): void {
    const [count, left] = [
      { count: changed, formatted: format.number(changed) },
      { already: format.number(already), withoutNote: format.number(withoutNote) },
    ];
    const starred = wanted.tag === favoriteTag;
    // Nobody knows which of them had the tag before, so undo is offered only if none had.
    const whole = already + withoutNote === 0;
    const undo = { label: t(($) => $.tagBatch.undo), onAction: () => takeBack.mutate(wanted) };
    showToast({
      tone: changed > 0 ? 'success' : 'info',
      message: starred ? t(($) => $.tagBatch.starred, count) : t(($) => $.tagBatch.done, count),
      ...(whole
        ? { action: undo }
        : { description: starred ? t(($) => $.tagBatch.leftUnstarred, left) : t(($) => $.tagBatch.left, left) }),
    });
  }

  const add = useMutation({
    mutationFn: async ({ contentIds, tag }: Wanted): Promise<Tagged | null> => {
      const wanted = { contentIds: [...contentIds], tag };
      if (contentIds.length <= mostAtOnce) return await client.userNote.tagMany.mutate(wanted);
      await client.userNote.tagChosen.mutate(wanted);
      if (userId !== undefined) rememberWork('tagging', userId);
      return null;
    },
    onSuccess: (tagged, wanted) => {
      if (tagged) tell(wanted, tagged);
    },
    onError: (error, wanted) =>
      failed(
        t(($) => (wanted.tag === favoriteTag ? $.tagBatch.starFailed : $.tagBatch.failed)),
        error,
        { label: t(($) => $.tagBatch.retry), onAction: () => add.mutate(wanted) },
      ),
    onSettled: () => invalidateAfter(queries, changes, { path: 'userNote.tagChosen' }),
  });

  return { add: add.mutate, adding: add.isPending };
}
