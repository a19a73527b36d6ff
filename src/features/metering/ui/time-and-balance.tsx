import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';
import { minutesOf } from '../shared/shown-time.ts';
import { SavedBar } from './time-saved-bar.tsx';
import type { OwnTime } from './use-own-time.ts';

export function TimeAndBalance({ time: { remaining, account, savedMinutes } }: { time: OwnTime }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { remainingTime, expiresAt } = remaining;
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
      <SavedBar savedMinutes={savedMinutes} remainingTime={remainingTime} />
      {account?.balanceUsd == null ? null : (
        <p className="text-sm">{t(($) => $.metering.balance, { amount: format.dollars(account.balanceUsd) })}</p>
      )}
    </div>
  );
}
