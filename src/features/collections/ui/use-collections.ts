import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { dismissToast, showToast, type ToastInput } from '#ui/toast/toast.ts';

export type Collection = RouterOutputs['share']['listUserCollections'][number];
export type CollectionName = RouterOutputs['share']['getContentCollections'][number];

export const itemCount = (collection: Collection) => collection.collection_items[0].count;

export function useCollections() {
  const trpc = useTRPC();
  return useQuery(trpc.share.listUserCollections.queryOptions(undefined, { refetchOnMount: 'always' }));
}

/** Loaded with the page, so that the button does not change its label. */
export function useContentCollections(contentId: string, { enabled = true } = {}) {
  const trpc = useTRPC();
  return useQuery(trpc.share.getContentCollections.queryOptions({ contentId }, { retry: false, enabled }));
}

type Change = {
  contentId: string;
  collection: CollectionName;
  /** Reverts a change without a toast; `position` is the content's earlier position. */
  undo?: { position?: number };
};

const mutationKey = ['collections'];
// Changes are sent one after the other, so that quick ticks arrive in order.
const scope = { id: 'collections' };

const notices = new Map<string, string>();
let noticeCount = 0;

function forgetNotice(collectionId: string): void {
  const notice = notices.get(collectionId);
  if (notice === undefined) return;
  notices.delete(collectionId);
  dismissToast(notice);
}

/** Needs a new id, because a toast that is fading out cannot be shown again. */
function notify(collectionId: string, toast: Omit<ToastInput, 'id'>): void {
  forgetNotice(collectionId);
  const id = `collection-${++noticeCount}`;
  notices.set(collectionId, id);
  showToast({ ...toast, id });
}

export function useCollectionChanges() {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const say = useFailureToast();
  const { show, refreshAfterLast } = useShownCollections();
  const common = { mutationKey, scope, onSettled: refreshAfterLast };
  const undoLabel = t(($) => $.collections.toast.undo);
  const retryLabel = t(($) => $.collections.toast.retry);

  const add = useMutation({
    ...common,
    mutationFn: ({ contentId, collection, undo }: Change) =>
      client.share.addItemsToCollection.mutate({
        collectionId: collection.id,
        contentIds: [contentId],
        ...(undo?.position === undefined ? {} : { positions: [undo.position] }),
      }),
    onMutate: (change: Change) => show(change, true),
    onSuccess: ({ addedCount }, change) => {
      const { name, id } = change.collection;
      if (change.undo) return;
      if (addedCount === 0) {
        notify(id, { tone: 'info', message: t(($) => $.collections.toast.already, { name }) });
        return;
      }
      const onAction = () => remove.mutate({ ...change, undo: {} });
      const message = t(($) => $.collections.toast.added, { name });
      notify(id, { tone: 'success', message, action: { label: undoLabel, onAction } });
    },
    onError: (error, change) => {
      void show(change, false);
      const title = t(($) => $.collections.toast.addFailed, { name: change.collection.name });
      say(title, error, { label: retryLabel, onAction: () => add.mutate(change) });
    },
  });

  const remove = useMutation({
    ...common,
    mutationFn: ({ contentId, collection }: Change) =>
      client.share.removeItemsFromCollection.mutate({ collectionId: collection.id, contentIds: [contentId] }),
    onMutate: (change: Change) => show(change, false),
    onSuccess: ({ removed: [place] }, change) => {
      if (change.undo) return;
      const { name, id } = change.collection;
      const undo = place ? { position: place.position } : {};
      const onAction = () => add.mutate({ ...change, undo });
      const message = t(($) => $.collections.toast.removed, { name });
      notify(id, { message, action: { label: undoLabel, onAction } });
    },
    onError: (error, change) => {
      void show(change, true);
      const title = t(($) => $.collections.toast.removeFailed, { name: change.collection.name });
      say(title, error, { label: retryLabel, onAction: () => remove.mutate(change) });
    },
  });

  return { add, remove, create: useCreateCollection() };
}

function useCreateCollection() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const say = useFailureToast();
  const { show, refreshAfterLast } = useShownCollections();
  const common = { mutationKey, scope, onSettled: refreshAfterLast };

  const drop = useMutation({
    ...common,
    mutationFn: ({ collection }: Change) => client.share.deleteCollection.mutate({ id: collection.id }),
    onMutate: (change: Change) => show(change, false),
    onError: (error) =>
      say(
        t(($) => $.collections.toast.deleteFailed),
        error,
      ),
  });

  const create = useMutation({
    ...common,
    mutationFn: ({ name, contentId }: { name: string; contentId: string }) =>
      client.share.createCollection.mutate({ name, contentIds: [contentId] }),
    onSuccess: ({ collection: made }, { contentId }) => {
      const { id, name, is_public } = made;
      const collection = { id, name, is_public };
      queryClient.setQueryData(trpc.share.listUserCollections.queryKey(), (list) => (list ? [made, ...list] : list));
      queryClient.setQueryData(trpc.share.getContentCollections.queryKey({ contentId }), (own) =>
        own ? [...own, collection] : own,
      );
      const onAction = () => drop.mutate({ contentId, collection });
      const message = t(($) => $.collections.toast.created, { name });
      notify(id, { tone: 'success', message, action: { label: t(($) => $.collections.toast.undo), onAction } });
    },
    onError: (error, wanted) =>
      say(
        t(($) => $.collections.toast.createFailed, { name: wanted.name }),
        error,
        { label: t(($) => $.collections.toast.retry), onAction: () => create.mutate(wanted) },
      ),
  });

  return create;
}

export type CollectionChanges = ReturnType<typeof useCollectionChanges>;

type Details = RouterOutputs['share']['getCollectionDetails'];

function useShownCollections() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();

  function refreshAfterLast(): void {
    // Not while other changes are pending, which the server does not know yet.
    if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries(trpc.share.pathFilter());
  }

  async function show({ contentId, collection }: Change, inside: boolean): Promise<void> {
    // The undo of an older toast would revert the wrong change.
    forgetNotice(collection.id);
    // A running request must not overwrite this change.
    await queryClient.cancelQueries(trpc.share.pathFilter());
    const ownKey = trpc.share.getContentCollections.queryKey({ contentId });
    const own = queryClient.getQueryData(ownKey);
    if (own?.some(({ id }) => id === collection.id) === inside) return;
    const step = inside ? 1 : -1;
    const counted = <Counted extends Collection>(each: Counted): Counted =>
      each.id === collection.id ? { ...each, collection_items: [{ count: Math.max(0, itemCount(each) + step) }] } : each;
    if (own) queryClient.setQueryData(ownKey, inside ? [...own, collection] : own.filter(({ id }) => id !== collection.id));
    queryClient.setQueryData(trpc.share.listUserCollections.queryKey(), (list) => list?.map(counted));
    queryClient.setQueriesData<{ pages: Details[]; pageParams: unknown[] }>(
      trpc.share.getCollectionDetails.pathFilter(),
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) =>
            page.collection.id === collection.id
              ? {
                  ...page,
                  collection: counted(page.collection),
                  // Restored contents are refetched with their position.
                  items: inside ? page.items : page.items.filter(({ content_id }) => content_id !== contentId),
                }
              : page,
          ),
        },
    );
  }

  return { show, refreshAfterLast };
}
