import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { minutesOf } from '../shared/shown-time.ts';

/** The user's referral link. Nothing for guests, and where referrals earn nothing. */
export function ReferralCard() {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const me = useQuery(trpc.account.me.queryOptions());
  const { data } = useQuery(trpc.user.referral.queryOptions(undefined, { enabled: me.data?.user?.isAnonymous === false }));
  const failed = useFailureToast();
  const create = useMutation(
    trpc.user.createReferralLink.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.user.referral.queryFilter()),
      onError: (error) =>
        failed(
          t(($) => $.metering.referral.failed),
          error,
        ),
    }),
  );
  if (!data?.referral) return null;
  const { code, seconds, joined, mostJoined } = data.referral;
  const minutes = format.number(minutesOf(seconds));
  return (
    <SettingsSection title={t(($) => $.metering.referral.title)} lead={t(($) => $.metering.referral.lead, { minutes })}>
      <SettingsCard problem={null} loading="">
        <div className="space-y-3 p-4">
          {code === null ? (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {t(($) => $.metering.referral.create)}
            </Button>
          ) : (
            <LinkField code={code} />
          )}
          <p className="text-sm text-soft tabular-nums">
            {t(($) => $.metering.referral.joined, {
              count: joined,
              formatted: format.number(joined),
              most: format.number(mostJoined),
            })}
          </p>
          <p className="max-w-prose text-sm text-soft">{t(($) => $.metering.referral.rules)}</p>
        </div>
      </SettingsCard>
    </SettingsSection>
  );
}

function LinkField({ code }: { code: string }) {
  const { t } = useTranslation();
  const id = useId();
  const link = `${window.location.origin}/user/sign-up?ref=${code}`;
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t(($) => $.metering.referral.link)}
      </label>
      <div className="mt-1 flex gap-2 max-sm:flex-col">
        <Input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
        <CopyButton variant="primary" size="md" text={link} label={t(($) => $.metering.referral.copy)} />
      </div>
    </div>
  );
}
