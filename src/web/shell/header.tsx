import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { modKeyLabel } from '#ui/browser/use-shortcut.ts';
import { IconButton } from '#ui/button.tsx';
import { Breadcrumb } from '#web/shell/nav/breadcrumb.tsx';
import { PageActionsPlace } from '#web/shell/page-actions.tsx';
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
      // On a phone the header scrolls away, to leave the screen to the note.
      className="sticky top-0 z-40 flex h-14 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 md:px-3 in-data-[page=phone-study]:static"
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
