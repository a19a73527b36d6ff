import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../../changes.ts';
import { isNotFound, LeftBehind, letLeave, type Move, type Moved, moveContents, refusalOf, takeBack } from './move-contents.ts';

export type Moves = ReturnType<typeof useMoveToCollection>;

export function useMoveToCollection() {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const undo = useTakeBack();

  function tell(wanted: Move, moved: Moved): void {
    const { name } = wanted;
    const { added, skipped, left, isNew } = moved;
    const count = added.length;
    const said = { name, count, formatted: format.number(count) };
    const message =
      count === 0
        ? left.length === 0
          ? t(($) => $.collectionMoves.already, { name })
          : t(($) => $.collectionMoves.alreadyLeft, { name })
        : skipped === 0
          ? t(($) => $.collectionMoves.moved, said)
          : t(($) => $.collectionMoves.partly, { name, added: said.formatted, skipped: format.number(skipped) });
    const action = { label: t(($) => $.collectionMoves.undo), onAction: () => undo({ ...wanted, moved }) };
    const changed = count > 0 || left.length > 0 || isNew;
    showToast({ tone: count === 0 ? 'info' : 'success', message, ...(changed ? { action } : {}) });
  }

  function handleFailure(error: unknown, wanted: Move): void {
    const { name } = wanted;
    const halfway = error instanceof LeftBehind ? error : null;
    // Trying again cannot bring it back.
    if (isNotFound(error)) showToast({ tone: 'error', message: t(($) => $.collectionMoves.gone, { name }) });
    else
      say(
        t(($) => $.collectionMoves.moveFailed, { name }),
        halfway ? halfway.cause : error,
        {
          label: t(($) => $.collectionMoves.retry),
          onAction: () => move.mutate(halfway ? { ...wanted, before: halfway.put } : wanted),
        },
      );
  }

  const move = useMutation({
    mutationFn: (wanted: Move) => moveContents(client, wanted),
    onSuccess: (moved, wanted) => tell(wanted, moved),
    onError: handleFailure,
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.addItemsToCollection' }),
  });

  const { createWith, creating } = useCreateWith({ onMoved: tell, onFailed: handleFailure });
  return { move: move.mutate, createWith, creating };
}

type Outcome = {
  onMoved: (wanted: Move, moved: Moved) => void;
  /** The collection is there, with its contents, but they are still in the other one too. */
  onFailed: (error: unknown, wanted: Move) => void;
};

function useCreateWith({ onMoved, onFailed }: Outcome) {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const create = useMutation({
    mutationFn: async ({ name, contentIds, from }: Omit<Move, 'collectionId'>) => {
      const { collection, ...counts } = await client.share.createCollection.mutate({ name, contentIds: [...contentIds] });
      const wanted: Move = { collectionId: collection.id, name: collection.name, contentIds, from: from ?? null };
      const put = { added: contentIds.slice(0, counts.addedCount), isNew: true };
      return { wanted, moved: await letLeave(client, wanted, put).catch((error: unknown) => ({ error })) };
    },
    onSuccess: ({ wanted, moved }) => {
      if ('error' in moved) onFailed(moved.error, wanted);
      else onMoved(wanted, moved);
    },
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.createCollection' }),
    onError: (error, { name }) =>
      say(
        t(($) => $.collectionMoves.createFailed, { name }),
        error,
      ),
  });

  /** Creates a collection that starts with these contents; refused, none is made. */
  function createWith(name: string, what: Pick<Move, 'contentIds' | 'from'>, onDone: () => void): void {
    const refusal = refusalOf(what.contentIds.length);
    if (refusal === null) {
      create.mutate({ name, ...what }, { onSuccess: onDone });
      return;
    }
    onDone();
    say(
      t(($) => $.collectionMoves.createFailed, { name }),
      refusal,
    );
  }

  return { createWith, creating: create.isPending };
}

function useTakeBack() {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const say = useFailureToast();

  const undo = useMutation({
    mutationFn: (wanted: Move & { moved: Moved }) => takeBack(client, wanted),
    onError: (error, wanted) =>
      say(
        t(($) => $.collectionMoves.undoFailed),
        error,
        { label: t(($) => $.collectionMoves.retry), onAction: () => undo.mutate(wanted) },
      ),
    onSettled: () => invalidateAfter(queries, changes, { path: 'share.deleteCollection' }),
  });

  return undo.mutate;
}
