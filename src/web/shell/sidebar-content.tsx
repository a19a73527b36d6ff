import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { rememberedRows } from '#features/collections/ui/sidebar-rows.ts';
import { RecentList } from '#features/library/ui/recent-list.tsx';
import { loadMeteringWords } from '#features/metering/ui/load-words.ts';
import { useTRPC } from '#rpc/client.tsx';
import { dropScroll } from '#ui/drag/drag-source.ts';
import { useIsDragging } from '#ui/drag/drag-state.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { loadDrag, loadDragWords } from '#web/shell/drag/load-drag.ts';
import { Logo } from '#web/shell/logo.tsx';
import { SidebarNav } from '#web/shell/nav/sidebar-nav.tsx';
import { UserMenu } from '#web/shell/user-menu.tsx';

const SidebarCollections = lazyPart(
  async () => (await import('#features/collections/ui/sidebar-collections.tsx')).SidebarCollections,
  { words: loadCollectionWords },
);

const TimeLeft = lazyPart(async () => (await import('#features/metering/ui/time-left.tsx')).TimeLeft, {
  words: loadMeteringWords,
});

const MarkPlaces = lazyPart(async () => (await loadDrag()).MarkPlaces, { words: loadDragWords, quiet: true });

type SidebarContentProps = {
  rail: boolean;
  onShowShortcuts: () => void;
};

/** Memoised, so that a drag does not render it again. */
export const SidebarContent = memo(function SidebarContent({ rail, onShowShortcuts }: SidebarContentProps) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const me = useQuery(useTRPC().account.me.queryOptions());
  return (
    <>
      <div className={clsx('flex h-14 shrink-0 items-center', rail ? 'justify-center' : 'px-3')}>
        <Link
          to="/desktop"
          aria-label={t(($) => $.common.appName)}
          className="flex items-center gap-2 rounded-md p-1 text-base font-semibold"
        >
          <Logo className="size-6 shrink-0" />
          {rail ? null : <span>{t(($) => $.common.appName)}</span>}
        </Link>
      </div>
      {/* One area scrolls, so that a low window can show all of it. */}
      <div data-sidebar-scroll {...dropScroll} className="flex min-h-0 grow flex-col overflow-x-hidden overflow-y-auto">
        <SidebarNav rail={rail} />
        <div data-tour="secondary-nav" className={rail ? 'hidden' : 'flex grow flex-col'}>
          {rail ? null : me.data?.user != null ? (
            <Suspense fallback={<CollectionsPlace rows={rememberedRows() ?? 1} />}>
              <SidebarCollections />
            </Suspense>
          ) : me.isPending && rememberedRows() !== null ? (
            <CollectionsPlace rows={rememberedRows() ?? 1} />
          ) : null}
          {rail ? null : <RecentList currentPath={pathname} />}
        </div>
      </div>
      {rail ? null : <MarksWhileDragging />}
      <div className={clsx('shrink-0 border-t border-line py-2', rail ? 'px-1' : 'px-2')}>
        {rail || me.data?.user == null ? null : (
          <Suspense fallback={null}>
            <TimeLeft />
          </Suspense>
        )}
        <UserMenu rail={rail} onShowShortcuts={onShowShortcuts} />
      </div>
    </>
  );
});

function MarksWhileDragging() {
  if (!useIsDragging()) return null;
  return (
    <div {...dropScroll} className="max-h-2/5 shrink-0 overflow-y-auto border-t border-line p-2 max-md:hidden">
      <Suspense>
        <MarkPlaces />
      </Suspense>
    </div>
  );
}

/** Reserves the space of a heading of 28 px and rows of 32 px. */
function CollectionsPlace({ rows }: { rows: number }) {
  return <div className="mt-4 shrink-0" style={{ height: 28 + rows * 32 }} />;
}
