import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { BookMarked, Highlighter, Library, MessageSquareText, SquarePen } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCollectionWords } from '#features/collections/ui/load-words.ts';
import { rememberedRows } from '#features/collections/ui/sidebar-rows.ts';
import { RecentList } from '#features/library/ui/recent-list.tsx';
import { loadMeteringWords } from '#features/metering/ui/load-words.ts';
import { useTRPC } from '#rpc/client.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Logo } from '#web/shell/logo.tsx';
import { UserMenu } from '#web/shell/user-menu.tsx';

const SidebarCollections = lazyPart(
  async () => (await import('#features/collections/ui/sidebar-collections.tsx')).SidebarCollections,
  { words: loadCollectionWords },
);

const TimeLeft = lazyPart(async () => (await import('#features/metering/ui/time-left.tsx')).TimeLeft, {
  words: loadMeteringWords,
});

type SidebarContentProps = {
  rail: boolean;
  onShowShortcuts: () => void;
};

export function SidebarContent({ rail, onShowShortcuts }: SidebarContentProps) {
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
      <nav aria-label={t(($) => $.shell.mainNavigation)} className={clsx('shrink-0', rail ? 'px-1' : 'px-2')}>
        <ul className="flex flex-col gap-0.5">
          <NavItem
            to="/"
            rail={rail}
            active={pathname === '/' || pathname.startsWith('/desktop')}
            icon={<SquarePen aria-hidden />}
            label={t(($) => $.shell.nav.newSummary)}
          />
          <NavItem
            to="/user/videos"
            rail={rail}
            active={pathname.startsWith('/user/videos')}
            icon={<Library aria-hidden />}
            label={t(($) => $.shell.nav.records)}
          />
          <NavItem
            to="/user/outputs/highlight"
            rail={rail}
            active={pathname.startsWith('/user/outputs/highlight')}
            icon={<Highlighter aria-hidden />}
            label={t(($) => $.shell.nav.highlights)}
          />
          <NavItem
            to="/user/prompts/custom"
            rail={rail}
            active={pathname.startsWith('/user/prompts/custom')}
            icon={<MessageSquareText aria-hidden />}
            label={t(($) => $.shell.nav.ownPrompts)}
          />
          <NavItem
            to="/user/prompts/public"
            rail={rail}
            active={pathname.startsWith('/user/prompts/public')}
            icon={<BookMarked aria-hidden />}
            label={t(($) => $.shell.nav.officialPrompts)}
          />
        </ul>
      </nav>
      {rail ? null : me.data?.user != null ? (
        <Suspense fallback={<CollectionsPlace rows={rememberedRows() ?? 1} />}>
          <SidebarCollections />
        </Suspense>
      ) : me.isPending && rememberedRows() !== null ? (
        <CollectionsPlace rows={rememberedRows() ?? 1} />
      ) : null}
      {rail ? <div className="grow" /> : <RecentList currentPath={pathname} />}
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
}

/** A heading of 28 px and rows of 32. */
function CollectionsPlace({ rows }: { rows: number }) {
  return <div className="mt-4 max-h-[40%] shrink-0" style={{ height: 28 + rows * 32 }} />;
}

type NavItemProps = {
  to: '/' | '/user/videos' | '/user/outputs/highlight' | '/user/prompts/custom' | '/user/prompts/public';
  rail: boolean;
  active: boolean;
  icon: ReactNode;
  label: string;
};

function NavItem({ to, rail, active, icon, label }: NavItemProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={active ? 'page' : undefined}
        title={rail ? label : undefined}
        className={clsx(
          'flex h-9 items-center rounded-md text-sm transition-colors [&_svg]:size-[18px] [&_svg]:shrink-0',
          rail ? 'justify-center' : 'gap-3 px-2',
          active ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
        )}
      >
        {icon}
        <span className={rail ? 'sr-only' : 'truncate'}>{label}</span>
      </Link>
    </li>
  );
}
