import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';

/** Of one call. */
const mostAtOnce = 200;

type Move = { collectionId: string; name: string; contentIds: readonly string[] };

/** Puts contents into a collection and says what became of it. */
export function useMoveToCollection() {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const takeOut = useMutation({
    mutationFn: ({ collectionId, contentIds }: Move) =>
      inParts(contentIds, (part) => client.share.removeItemsFromCollection.mutate({ collectionId, contentIds: part })),
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.removeItemsFromCollection' }),
  });

  function tell({ name, ...move }: Move, added: number, skipped: number): void {
    if (added === 0) {
      showToast({ tone: 'info', message: t(($) => $.collectionMoves.already, { name }) });
      return;
    }
    const message =
      skipped === 0
        ? t(($) => $.collectionMoves.moved, { name, count: added, formatted: format.number(added) })
        : t(($) => $.collectionMoves.partly, { name, added: format.number(added), skipped: format.number(skipped) });
    // Which of them were in it before is not known: only a whole move is taken back.
    const undo = { label: t(($) => $.collectionMoves.undo), onAction: () => takeOut.mutate({ name, ...move }) };
    showToast({ tone: 'success', message, ...(skipped === 0 ? { action: undo } : {}) });
  }

  const move = useMutation({
    mutationFn: ({ collectionId, contentIds }: Move) =>
      inParts(contentIds, (part) => client.share.addItemsToCollection.mutate({ collectionId, contentIds: part })),
    onSuccess: (parts, wanted) => {
      const sum = (count: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + count(part), 0);
      tell(
        wanted,
        sum(({ addedCount }) => addedCount),
        sum(({ skippedCount }) => skippedCount),
      );
    },
    onError: (error, wanted) =>
      say(
        t(($) => $.collectionMoves.moveFailed, { name: wanted.name }),
        error,
        { label: t(($) => $.collectionMoves.retry), onAction: () => move.mutate(wanted) },
      ),
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.addItemsToCollection' }),
  });

  const create = useMutation(
    trpc.share.createCollection.mutationOptions({
      onSettled: () => invalidateAfter(queries, changes, { path: 'share.createCollection' }),
      onError: (error, { name }) =>
        say(
          t(($) => $.collectionMoves.createFailed, { name }),
          error,
        ),
    }),
  );

  /** A new collection that begins with these. */
  function createWith(name: string, contentIds: readonly string[], onDone: () => void): void {
    create.mutate(
      { name },
      {
        onSuccess: ({ collection }) => {
          onDone();
          move.mutate({ collectionId: collection.id, name: collection.name, contentIds });
        },
      },
    );
  }

  return { move: move.mutate, createWith, creating: create.isPending };
}

async function inParts<Result>(ids: readonly string[], call: (part: string[]) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < ids.length; at += mostAtOnce) results.push(await call(ids.slice(at, at + mostAtOnce)));
  return results;
}
