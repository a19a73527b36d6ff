import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ModelSettings } from '#features/credentials/ui/model-settings.tsx';
import { LicenseForm } from '#features/metering/ui/license-form.tsx';

export function DurationHelp() {
  const { t } = useTranslation();
  return (
    <div className="max-w-3xl space-y-8">
      <p className="max-w-prose text-soft">
        {t(($) => $.libraryPage.helpLead)}{' '}
        <Link
          to="/user/settings"
          search={{ section: 'time' }}
          className="rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {t(($) => $.libraryPage.history)}
        </Link>
      </p>
      <LicenseForm />
      <ModelSettings />
    </div>
  );
}
