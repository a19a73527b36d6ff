import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useIsDragging } from '#ui/drag/drag-state.ts';
import { SidebarContent } from '#web/shell/sidebar-content.tsx';

type DesktopSidebarProps = { open: boolean; onShowShortcuts: () => void };

/** During a drag, a rail opens over the page, whose layout stays as it is. */
export function DesktopSidebar({ open, onShowShortcuts }: DesktopSidebarProps) {
  const { t } = useTranslation();
  const dragging = useIsDragging();
  return (
    <aside
      id="sidebar"
      aria-label={t(($) => $.shell.sidebar)}
      data-state={open ? 'expanded' : 'collapsed'}
      className={clsx(
        'sticky top-0 h-dvh shrink-0 transition-[width] duration-180',
        open ? 'w-[16rem]' : 'w-[3rem]',
        dragging ? 'z-50' : 'z-40',
      )}
    >
      <div
        className={clsx(
          'flex h-full flex-col overflow-hidden border-r border-line bg-sunken transition-[width] duration-180',
          dragging && !open ? 'w-[16rem] shadow-overlay' : 'w-full',
        )}
      >
        <SidebarContent rail={!open && !dragging} onShowShortcuts={onShowShortcuts} />
      </div>
    </aside>
  );
}
