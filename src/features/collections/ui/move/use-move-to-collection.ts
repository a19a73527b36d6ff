import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';
import { isNotFound, type Moved, moveContents, refusalOf, takeOut } from './move-contents.ts';

type Move = {
  collectionId: string;
  name: string;
  contentIds: readonly string[];
  /** The collection that the contents leave. */
  from?: string | null;
};

export type Moves = ReturnType<typeof useMoveToCollection>;

/** Puts contents into a collection and reports the result in a toast. */
export function useMoveToCollection() {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const takeBack = useTakeBack();

  function tell(wanted: Move, moved: Moved): void {
    const { name, contentIds, from } = wanted;
    const { added, skipped } = moved;
    if (added === 0 && !from) {
      showToast({ tone: 'info', message: t(($) => $.collectionMoves.already, { name }) });
      return;
    }
    const count = from ? contentIds.length : added;
    const whole = skipped === 0 || Boolean(from);
    const message = whole
      ? t(($) => $.collectionMoves.moved, { name, count, formatted: format.number(count) })
      : t(($) => $.collectionMoves.partly, { name, added: format.number(added), skipped: format.number(skipped) });
    // The contents that were in it before are not known, so only a move of all of them can be undone.
    const undo = { label: t(($) => $.collectionMoves.undo), onAction: () => takeBack({ ...wanted, moved }) };
    showToast({ tone: 'success', message, ...(whole ? { action: undo } : {}) });
  }

  const move = useMutation({
    mutationFn: (wanted: Move) => moveContents(client, wanted),
    onSuccess: (moved, wanted) => tell(wanted, moved),
    onError: (error, wanted) => {
      const { name } = wanted;
      // Trying again cannot bring it back.
      if (isNotFound(error)) showToast({ tone: 'error', message: t(($) => $.collectionMoves.gone, { name }) });
      else
        say(
          t(($) => $.collectionMoves.moveFailed, { name }),
          error,
          { label: t(($) => $.collectionMoves.retry), onAction: () => move.mutate(wanted) },
        );
    },
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

  /** Creates a collection that starts with these contents. */
  function createWith(name: string, what: Pick<Move, 'contentIds' | 'from'>, onDone: () => void): void {
    const refusal = refusalOf(what.contentIds.length);
    if (refusal !== null) {
      onDone();
      say(
        t(($) => $.collectionMoves.createFailed, { name }),
        refusal,
      );
      return;
    }
    create.mutate(
      { name },
      {
        onSuccess: ({ collection }) => {
          onDone();
          move.mutate({ collectionId: collection.id, name: collection.name, ...what });
        },
      },
    );
  }

  return { move: move.mutate, createWith, creating: create.isPending };
}

function useTakeBack() {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const takeBack = useMutation({
    mutationFn: async ({ collectionId, contentIds, from, moved: { skipped, left } }: Move & { moved: Moved }) => {
      if (from && left.length > 0)
        await client.share.addItemsToCollection.mutate({
          collectionId: from,
          contentIds: left.map(({ contentId }) => contentId),
          positions: left.map(({ position }) => position),
        });
      if (skipped === 0) await takeOut(client, collectionId, contentIds);
    },
    onError: (error, wanted) =>
      say(
        t(($) => $.collectionMoves.undoFailed),
        error,
        { label: t(($) => $.collectionMoves.retry), onAction: () => takeBack.mutate(wanted) },
      ),
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.removeItemsFromCollection' }),
  });

  return takeBack.mutate;
}
