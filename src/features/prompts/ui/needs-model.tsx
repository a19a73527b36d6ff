import { Link } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

export function NeedsModel() {
  const { t } = useTranslation();
  return (
    <div role="note" className="flex items-start gap-3 rounded-lg border border-line bg-sunken p-4 text-sm">
      <Cpu aria-hidden className="mt-0.5 size-4 shrink-0 text-soft" />
      <div className="min-w-0">
        <p className="font-medium">{t(($) => $.prompts.needsModel.title)}</p>
        <p className="mt-1 text-soft">
          {t(($) => $.prompts.needsModel.message)} {t(($) => $.prompts.needsModel.how)}
        </p>
        <Button size="sm" className="mt-3" asChild>
          <Link to="/user/settings" search={{ section: 'model' }}>
            {t(($) => $.prompts.needsModel.settings)}
          </Link>
        </Button>
      </div>
    </div>
  );
}
