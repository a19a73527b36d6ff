import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { LicenseForm } from './license-form.tsx';
import { ReferralCard } from './referral-card.tsx';
import { TimeAndBalance } from './time-and-balance.tsx';
import { TimeEntries } from './time-entries.tsx';
import { useOwnTime } from './use-own-time.ts';

export function TimeSettings() {
  const { t } = useTranslation();
  const { user, time, failed, retrying, retry } = useOwnTime();
  const error = useAppError(failed);
  return (
    <div className="space-y-10">
      <SettingsSection title={t(($) => $.metering.title)} lead={t(($) => $.metering.lead)}>
        <SettingsCard
          loading={t(($) => $.metering.loading)}
          problem={error && { ...error, title: t(($) => $.metering.loadFailed), retrying, onRetry: retry }}
        >
          {time ? <TimeAndBalance time={time} /> : null}
        </SettingsCard>
      </SettingsSection>
      <LicenseForm />
      <ReferralCard />
      {user ? <TimeEntries /> : null}
    </div>
  );
}
