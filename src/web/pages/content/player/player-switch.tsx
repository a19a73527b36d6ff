import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';

export function PlayerSwitch({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  const { t } = useTranslation();
  const label = shown ? t(($) => $.content.player.hide) : t(($) => $.content.player.show);
  return (
    <IconButton size="sm" label={label} onClick={() => onChange(!shown)}>
      {shown ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
    </IconButton>
  );
}
