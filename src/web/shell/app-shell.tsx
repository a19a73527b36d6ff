import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunningProgress } from '#features/summaries/ui/running/use-running-progress.ts';
import { useTRPC } from '#rpc/client.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AwayLine } from '#web/shell/away-line.tsx';
import { DesktopSidebar } from '#web/shell/desktop-sidebar.tsx';
import { DragHost } from '#web/shell/drag/drag-host.tsx';
import { Header } from '#web/shell/header.tsx';
import { loadPaletteWords } from '#web/shell/palette/load-words.ts';
import { loadPalette, showPalette, usePaletteOpen } from '#web/shell/palette/palette-state.ts';
import { TypedAhead } from '#web/shell/palette/typed-ahead.tsx';
import { useSidebarState } from '#web/shell/sidebar-state.ts';
import { loadTourWords } from '#web/shell/tour/load-words.ts';
import { rememberTour, useTourWanted } from '#web/shell/tour/tour-state.ts';
import { useWelcome } from '#web/shell/tour/use-welcome.ts';
import { useAccountPreferences } from '#web/shell/use-account-preferences.ts';
import { useForgetTraces } from '#web/shell/use-forget-traces.ts';
import { useShellShortcuts } from '#web/shell/use-shell-shortcuts.ts';
import { useWorkBegun } from '#web/shell/use-work-begun.ts';
import { loadWorkNoticeWords } from '#web/shell/work-notice-words.ts';

const loadDrawer = () => import('#web/shell/sidebar-drawer.tsx');
const SidebarDrawer = lazyPart(async () => (await loadDrawer()).SidebarDrawer);
const Palette = lazyPart(async () => (await loadPalette()).Palette, { words: loadPaletteWords });
const WelcomeDialog = lazyPart(async () => (await import('#web/shell/tour/welcome-dialog.tsx')).WelcomeDialog, {
  words: loadTourWords,
});
const Tour = lazyPart(async () => (await import('#web/shell/tour/tour.tsx')).Tour, { words: loadTourWords, quiet: true });
const WorkNotices = lazyPart(async () => (await import('#web/shell/work-notices.tsx')).WorkNotices, {
  words: loadWorkNoticeWords,
  quiet: true,
});
const ShortcutsDialog = lazyPart(async () => (await import('#web/shell/shortcuts-dialog.tsx')).ShortcutsDialog);

export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const sidebar = useSidebarState();
  const { isMobile, open, setOpen } = sidebar;
  const [drawerNeeded, setDrawerNeeded] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const [shortcutsNeeded, setShortcutsNeeded] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const href = useRouterState({ select: (state) => state.location.href });
  const paletteOpen = usePaletteOpen();
  const [paletteNeeded, setPaletteNeeded] = useState(paletteOpen);
  if (paletteOpen && !paletteNeeded) setPaletteNeeded(true);
  const me = useQuery(useTRPC().account.me.queryOptions());
  const visitor = me.data?.user;
  const welcome = useWelcome(visitor, pathname);
  const tourWanted = useTourWanted();
  const workBegun = useWorkBegun(pathname);
  useRunningProgress();
  useAccountPreferences();
  useForgetTraces();

  function showShortcuts() {
    setShortcutsNeeded(true);
    setShortcutsOpen(true);
  }
  useShellShortcuts({ showShortcuts, togglePalette: () => showPalette(!paletteOpen), toggleSidebar: sidebar.toggle });

  // Closes the drawer after navigation, also where only the filters in the address change, and when the search opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on these changes only.
  useEffect(() => {
    if (isMobile) setOpen(false);
  }, [href, paletteOpen]);
  // The tour points into the sidebar, which on a phone is behind the drawer's button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened or closed when the tour begins.
  useEffect(() => {
    if (tourWanted) setOpen(!isMobile);
  }, [tourWanted]);
  useEffect(() => {
    if (isMobile && open) setDrawerNeeded(true);
  }, [isMobile, open]);

  return (
    <div className="flex min-h-dvh">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page. */}
      <a
        href="#main"
        onClick={(event) => {
          // A player, its chapters and tags stand beside a note: forty tab stops before the first reference.
          const part = document.querySelector<HTMLElement>('[data-main-part] [role=tabpanel][data-state=active]');
          if (part === null) return;
          event.preventDefault();
          part.focus();
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        {t(($) => $.shell.skipToContent)}
      </a>
      {isMobile ? (
        drawerNeeded && (
          <Suspense>
            <SidebarDrawer open={open} onOpenChange={setOpen} onShowShortcuts={showShortcuts} />
          </Suspense>
        )
      ) : (
        <DesktopSidebar open={open} onShowShortcuts={showShortcuts} />
      )}
      <div className="flex min-w-0 grow flex-col">
        <Header sidebar={sidebar} onToggleIntent={() => void loadDrawer().catch(() => undefined)} />
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col focus:outline-none">
          {children}
        </main>
      </div>
      <AwayLine />
      <DragHost />
      {workBegun ? (
        <Suspense>
          <WorkNotices />
        </Suspense>
      ) : null}
      {paletteNeeded ? (
        <Suspense fallback={paletteOpen ? <TypedAhead /> : null}>
          <Palette open={paletteOpen} onOpenChange={showPalette} onShowShortcuts={showShortcuts} />
        </Suspense>
      ) : null}
      {welcome.offered ? (
        <Suspense>
          <WelcomeDialog onClose={welcome.close} />
        </Suspense>
      ) : null}
      {tourWanted ? (
        <Suspense>
          <Tour mobile={isMobile} pathname={pathname} onCompleted={() => rememberTour(visitor ?? null, 'completed')} />
        </Suspense>
      ) : null}
      {shortcutsNeeded ? (
        <Suspense>
          <ShortcutsDialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
        </Suspense>
      ) : null}
    </div>
  );
}
