import { useTranslation } from 'react-i18next';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { SidebarContent } from '#web/shell/sidebar-content.tsx';

type SidebarDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void; onShowShortcuts: () => void };

export function SidebarDrawer({ open, onOpenChange, onShowShortcuts }: SidebarDrawerProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} side="left" title={t(($) => $.shell.sidebar)} hideTitle>
      <SidebarContent
        rail={false}
        onShowShortcuts={() => {
          onOpenChange(false);
          onShowShortcuts();
        }}
      />
    </Sheet>
  );
}
