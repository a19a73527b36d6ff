import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { useTranslation } from '#ui/i18n.ts';

export function PlayerSwitch({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  const { t } = useTranslation();
  const label = shown ? t(($) => $.content.player.hide) : t(($) => $.content.player.show);
  return (
    <IconButton label={label} onClick={() => onChange(!shown)}>
      {shown ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
    </IconButton>
  );
}
