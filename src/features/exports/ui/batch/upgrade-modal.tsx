import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export function UpgradeModal({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(($) => $.exportBatch.upgrade.title)}
      description={t(($) => $.exportBatch.upgrade.text)}
    >
      <div className="flex justify-end gap-2 px-6 pb-6">
        <Button onClick={() => onOpenChange(false)}>{t(($) => $.exportBatch.upgrade.later)}</Button>
        <Button variant="primary" asChild>
          <Link to="/user/settings" search={{ section: 'time' }}>
            {t(($) => $.exportBatch.upgrade.action)}
          </Link>
        </Button>
      </div>
    </Dialog>
  );
}
