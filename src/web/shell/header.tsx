import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronRight, PanelLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { modKeyLabel } from '#ui/browser/use-shortcut.ts';
import { IconButton } from '#ui/button.tsx';
import { PageActionsPlace } from '#web/shell/page-actions.tsx';
import { useCurrentPageTitle } from '#web/shell/page-title.ts';
import type { SidebarState } from '#web/shell/sidebar-state.ts';

type HeaderProps = { sidebar: SidebarState; onToggleIntent: () => void };

export function Header({ sidebar, onToggleIntent }: HeaderProps) {
  const { t } = useTranslation();
  const label = sidebar.isMobile
    ? t(($) => $.shell.openSidebar)
    : sidebar.open
      ? t(($) => $.shell.collapseSidebar)
      : t(($) => $.shell.expandSidebar);
  return (
    <header
      // On a phone the screen belongs to the note.
      className="sticky top-0 z-40 flex h-14 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 md:px-3 in-[:has([data-study=phone])]:static"
    >
      <IconButton
        label={label}
        shortcut={sidebar.isMobile ? undefined : `${modKeyLabel()} B`}
        aria-expanded={sidebar.open}
        aria-controls={sidebar.isMobile ? undefined : 'sidebar'}
        onClick={sidebar.toggle}
        onPointerEnter={sidebar.isMobile ? onToggleIntent : undefined}
        onFocus={sidebar.isMobile ? onToggleIntent : undefined}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <Breadcrumb />
      <PageActionsPlace />
    </header>
  );
}

function Breadcrumb() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const title = useCurrentPageTitle();
  const appName = t(($) => $.common.appName);

  const atHome = pathname === '/' || pathname.startsWith('/desktop');
  const atRecords = pathname.startsWith('/user/videos');
  const atSettings = pathname.startsWith('/user/settings');
  const atHighlights = pathname.startsWith('/user/outputs/highlight');
  const inRecords = atRecords || pathname.startsWith('/content/');
  const namesItself = /^\/(?:user\/(?:prompts\/|collections\/|sign-|reset-|verify-|profile)|s\/)/.test(pathname);
  const here = atHome
    ? t(($) => $.shell.nav.newSummary)
    : atRecords
      ? t(($) => $.shell.nav.records)
      : atSettings
        ? t(($) => $.shell.nav.settings)
        : atHighlights
          ? t(($) => $.shell.nav.highlights)
          : inRecords || namesItself
            ? title
            : t(($) => $.shell.notFound.title);

  useEffect(() => {
    document.title = atHome ? appName : `${here ?? t(($) => $.shell.nav.records)} · ${appName}`;
  }, [atHome, here, appName, t]);

  return (
    <nav aria-label={t(($) => $.shell.breadcrumb)} className="min-w-0 grow">
      <ol className="flex items-center gap-1 text-sm">
        {inRecords && !atRecords ? (
          <li className="flex shrink-0 items-center gap-1">
            <Link to="/user/videos" className="rounded-sm px-1 py-1 text-soft hover:text-ink">
              {t(($) => $.shell.nav.records)}
            </Link>
            {here === null ? null : <ChevronRight aria-hidden className="size-4 text-faint" />}
          </li>
        ) : null}
        {here === null ? null : (
          <li aria-current="page" className="truncate px-1" title={here}>
            {here}
          </li>
        )}
      </ol>
    </nav>
  );
}
