import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { needsSignIn } from '#lib/client-error.ts';
import { useTRPC } from '#rpc/client.tsx';
import { refreshTime } from '#rpc/refresh-work.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { ActivatedLicense } from '../contract.ts';
import { activateLicensePath } from '../shared/license-path.ts';
import { minutesOf } from '../shared/shown-time.ts';

/** Nothing on a server without license keys, and while that is not known. */
export function LicenseForm() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const account = useQuery(trpc.user.timeAccount.queryOptions(undefined, { enabled: me.data?.user != null }));
  const licenses = account.data?.licenses ?? 'off';
  if (licenses === 'off') return null;
  return (
    <SettingsSection title={t(($) => $.metering.license.title)} lead={t(($) => $.metering.license.hint)}>
      <SettingsCard problem={null} loading="">
        <div className="p-4">{licenses === 'on' ? <KeyForm /> : <SignInFirst />}</div>
      </SettingsCard>
    </SettingsSection>
  );
}

function SignInFirst() {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-sm">{t(($) => $.metering.license.signIn)}</p>
      <Button className="mt-3" asChild>
        <Link to="/user/sign-in">{t(($) => $.metering.license.toSignIn)}</Link>
      </Button>
    </>
  );
}

function KeyForm() {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const toText = useErrorText();
  const [key, setKey] = useState('');
  const activate = useActivation(() => setKey(''));
  const answered = activate.error === null ? null : toText(activate.error);
  // The key had already added its time; only the answer was lost.
  const isYours = answered?.code === 'license_yours';
  const problem = isYours ? null : answered;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (key.trim() !== '' && !activate.isPending) activate.mutate(key.trim());
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <label htmlFor={id} className="text-sm font-medium">
        {t(($) => $.metering.license.field)}
      </label>
      <div className="mt-1 flex gap-2 max-sm:flex-col">
        <Input
          id={id}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          value={key}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-result`}
          onChange={(event) => {
            setKey(event.target.value);
            activate.reset();
          }}
        />
        <Button type="submit" variant="primary" loading={activate.isPending}>
          {activate.isPending ? t(($) => $.metering.license.activating) : t(($) => $.metering.license.activate)}
        </Button>
      </div>
      <p
        id={`${id}-result`}
        role="status"
        className={problem ? 'mt-1 min-h-5 text-sm text-danger' : 'mt-1 min-h-5 text-sm text-success'}
      >
        {problem ? `${t(($) => $.metering.license.failed)}: ${problem.message}` : null}
        {isYours ? answered.message : null}
        {activate.data
          ? t(($) => $.metering.license.done, { minutes: format.number(minutesOf(activate.data.rechargeTime)) })
          : null}
      </p>
      {problem && needsSignIn(problem.code) ? (
        <Button size="sm" className="mt-1" asChild>
          <Link to="/user/sign-in">{t(($) => $.metering.license.toSignIn)}</Link>
        </Button>
      ) : null}
    </form>
  );
}

function useActivation(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (licenseKey: string): Promise<ActivatedLicense> => {
      const response = await fetch(activateLicensePath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ licenseKey }),
      });
      const body: unknown = await response.json().catch(() => null);
      // The same shape as an error of an RPC call, so that the same texts apply.
      if (!response.ok) throw typeof body === 'object' && body !== null && 'error' in body ? body.error : { data: null };
      return body as ActivatedLicense;
    },
    onSuccess: onDone,
    // Also after an error: the time may have been added although the answer was lost.
    onSettled: () => refreshTime(queryClient, trpc),
  });
}
