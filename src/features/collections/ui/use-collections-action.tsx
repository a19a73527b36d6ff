import { Folder, FolderPlus, Folders } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ActionWindow, MenuAction } from '#ui/overlays/action-menu.tsx';
import { ActionPopover } from '#ui/overlays/action-popover.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { shortCollectionName } from '../shared/short-collection-name.ts';
import { firstField } from './first-field.ts';
import { useCollectionChanges, useContentCollections } from './use-collections.ts';

const loadMenu = () => import('./collections-menu.tsx');
const CollectionsMenu = lazyPart(async () => (await loadMenu()).CollectionsMenu);

export function useCollectionsAction(contentId: string, { enabled }: { enabled: boolean }): MenuAction {
  const { t } = useTranslation();
  const query = useContentCollections(contentId, { enabled });
  const { data, isPending } = query;
  return useMemo(() => {
    const own = data ?? [];
    const [first] = own;
    const Icon = own.length > 1 ? Folders : first || isPending ? Folder : FolderPlus;
    return {
      id: 'collections',
      icon: <Icon aria-hidden />,
      label: isPending
        ? // It is not known yet whether the content is in a collection.
          t(($) => $.collections.menu.title)
        : own.length > 1
          ? t(($) => $.collections.button.many, { count: own.length })
          : first
            ? t(($) => $.collections.button.named, { name: shortCollectionName(first.name) })
            : t(($) => $.collections.button.none),
      ...(own.length === 1 && first ? { fullName: t(($) => $.collections.button.named, { name: first.name }) } : {}),
      window: (frame: ActionWindow) => <CollectionsWindow contentId={contentId} {...frame} />,
    };
  }, [contentId, data, isPending, t]);
}

function CollectionsWindow({ contentId, anchor, onClose }: ActionWindow & { contentId: string }) {
  const { t } = useTranslation();
  const query = useContentCollections(contentId);
  const changes = useCollectionChanges();
  return (
    // The dialog itself has the focus until its list is loaded.
    <ActionPopover label={t(($) => $.collections.menu.title)} firstFocus={firstField} anchor={anchor} onClose={onClose}>
      <Suspense fallback={<Skeleton className="m-1 h-9" />}>
        <CollectionsMenu contentId={contentId} own={query} changes={changes} onLeave={onClose} />
      </Suspense>
    </ActionPopover>
  );
}
