import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { minutesOf, savedShare } from '../shared/shown-time.ts';
import { LicenseForm } from './license-form.tsx';
import { TimeEntries } from './time-entries.tsx';

type Account = RouterOutputs['user']['timeAccount'];
type Remaining = RouterOutputs['user']['remainingTime'];

export function TimeSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const isKnown = me.data?.user != null;
  const remaining = useQuery(trpc.user.remainingTime.queryOptions());
  const account = useQuery(trpc.user.timeAccount.queryOptions(undefined, { enabled: isKnown }));
  const saved = useQuery(trpc.user.getReferralUserData.queryOptions(undefined, { enabled: isKnown }));
  const queries = isKnown ? [remaining, account, saved] : [me, remaining];
  const error = useAppError(queries.find((query) => query.error !== null && query.data === undefined)?.error);
  const isReady = me.data !== undefined && queries.every((query) => query.data !== undefined);
  return (
    <div className="space-y-10">
      <SettingsSection title={t(($) => $.metering.title)} lead={t(($) => $.metering.lead)}>
        <SettingsCard
          loading={t(($) => $.metering.loading)}
          problem={
            error && {
              ...error,
              title: t(($) => $.metering.loadFailed),
              retrying: queries.some((query) => query.isFetching),
              onRetry: () => {
                for (const query of queries) void query.refetch();
              },
            }
          }
        >
          {isReady && remaining.data ? (
            <TimeLeft remaining={remaining.data} account={account.data} savedMinutes={saved.data?.savedTime ?? 0} />
          ) : null}
        </SettingsCard>
      </SettingsSection>
      {account.data && account.data.licenses !== 'off' ? <LicenseForm mayActivate={account.data.licenses === 'on'} /> : null}
      {isKnown ? <TimeEntries /> : null}
    </div>
  );
}

type TimeLeftProps = { remaining: Remaining; account: Account | undefined; savedMinutes: number };

function TimeLeft({ remaining: { remainingTime, expiresAt }, account, savedMinutes }: TimeLeftProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = remainingTime === null ? null : savedShare(savedMinutes, remainingTime);
  const isMember = account?.member === true;
  const expiry = expiresAt && format.date(expiresAt);
  return (
    <div className="space-y-3 p-4">
      <p className="text-2xl font-semibold tabular-nums">
        {remainingTime === null
          ? t(($) => $.metering.unlimited)
          : t(($) => $.metering.left, { minutes: format.number(minutesOf(remainingTime)) })}
      </p>
      {remainingTime === null ? (
        <p className="text-sm text-soft">
          {isMember ? t(($) => $.metering.unlimitedMember) : t(($) => $.metering.unlimitedHere)}{' '}
          {expiry ? t(($) => $.metering.memberUntil, { date: expiry }) : null}
        </p>
      ) : null}
      {remainingTime !== null && remainingTime > 0 && expiry ? (
        <p className="text-sm text-soft">{t(($) => $.metering.expires, { date: expiry })}</p>
      ) : null}
      {account && account.savedItems > 0 ? (
        <p className="text-sm text-soft">
          {t(($) => $.metering.saved, {
            count: account.savedItems,
            formatted: format.number(account.savedItems),
            minutes: format.number(Math.round(savedMinutes)),
          })}
        </p>
      ) : null}
      {share === null ? null : (
        <div className="space-y-1">
          <Progress
            percent={Number(share)}
            label={t(($) => $.metering.savedBar)}
            valueText={t(($) => $.metering.savedShare, { percent: share })}
          />
          <p className="text-sm text-soft tabular-nums">{t(($) => $.metering.savedShare, { percent: share })}</p>
        </div>
      )}
      {account?.balanceUsd == null ? null : (
        <p className="text-sm">{t(($) => $.metering.balance, { amount: format.dollars(account.balanceUsd) })}</p>
      )}
    </div>
  );
}
