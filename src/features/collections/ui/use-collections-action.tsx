import { Folder, FolderPlus, Folders } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/overlays/popover.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { shortCollectionName } from '../shared/short-collection-name.ts';
import { firstField } from './first-field.ts';
import { useCollectionChanges, useContentCollections } from './use-collections.ts';

const loadMenu = () => import('./collections-menu.tsx');
const CollectionsMenu = lazyPart(async () => (await loadMenu()).CollectionsMenu);

export function CollectionsButton({ contentId }: { contentId: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const query = useContentCollections(contentId);
  const changes = useCollectionChanges();
  const content = useRef<HTMLDivElement>(null);
  const own = query.data ?? [];
  const [first] = own;
  const single = own.length === 1 && first ? first.name : null;
  const full = single === null ? undefined : t(($) => $.collections.button.named, { name: single });
  const Icon = own.length > 1 ? Folders : own.length === 1 || query.isPending ? Folder : FolderPlus;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          size="sm"
          variant="ghost"
          // The full name is only read out; `relative` keeps it inside of the scrolling parent.
          className="relative max-w-full"
          title={full}
          // Loads the list's code before the click.
          onPointerEnter={() => void loadMenu().catch(() => undefined)}
        >
          <Icon aria-hidden className="size-4" />
          {single === null ? (
            <span className="truncate">
              {query.isPending
                ? // Not yet known to be in none.
                  t(($) => $.collections.menu.title)
                : own.length > 1
                  ? t(($) => $.collections.button.many, { count: own.length })
                  : t(($) => $.collections.button.none)}
            </span>
          ) : (
            <>
              <span aria-hidden className="truncate">
                {shortCollectionName(single)}
              </span>
              <span className="sr-only">{full}</span>
            </>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        ref={content}
        align="start"
        aria-label={t(($) => $.collections.menu.title)}
        // The window itself has the focus until its list is loaded.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (content.current) (firstField(content.current) ?? content.current).focus();
        }}
      >
        <Suspense fallback={<Skeleton className="m-1 h-9" />}>
          <CollectionsMenu contentId={contentId} own={query} changes={changes} onLeave={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
