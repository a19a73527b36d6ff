import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Input } from '#ui/fields.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';

type Settings = RouterOutputs['digest']['settings'];

export function DigestSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const user = me.data?.user;
  const { data } = useQuery(trpc.digest.settings.queryOptions(undefined, { enabled: user !== undefined && user !== null }));
  if (!data) return null;
  return (
    <div className="mt-10">
      <SettingsSection title={t(($) => $.channels.digest.elsewhere)} lead={t(($) => $.channels.digest.elsewhereLead)}>
        <SettingsCard problem={null} loading="">
          <div className="divide-y divide-line">
            <Feed settings={data} />
            {data.mails_are_sent ? <Mails settings={data} isGuest={user?.isAnonymous === true} /> : null}
          </div>
        </SettingsCard>
      </SettingsSection>
    </div>
  );
}

function Feed({ settings: { feed_path: path } }: { settings: Settings }) {
  const { t } = useTranslation();
  const id = useId();
  const { renew } = useDigestSettings();
  const language = useInterfaceLanguage();
  const address = path === null ? null : `${window.location.origin}${path}`;
  return (
    <div className="space-y-2 p-4">
      <label htmlFor={id} className="block text-sm font-medium">
        {t(($) => $.channels.digest.feed)}
      </label>
      <p className="text-sm text-soft">{t(($) => $.channels.digest.feedLead)}</p>
      <div className="flex flex-wrap gap-2">
        {address === null ? null : (
          <>
            <Input
              id={id}
              readOnly
              value={address}
              className="min-w-0 grow basis-60"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={address} label={t(($) => $.channels.digest.copyFeed)} variant="secondary" size="md">
              {t(($) => $.channels.digest.copy)}
            </CopyButton>
          </>
        )}
        <Button
          variant={address === null ? 'secondary' : 'ghost'}
          loading={renew.isPending}
          onClick={() => renew.mutate({ language })}
        >
          {address === null ? t(($) => $.channels.digest.makeFeed) : t(($) => $.channels.digest.renewFeed)}
        </Button>
      </div>
    </div>
  );
}

function Mails({ settings, isGuest }: { settings: Settings; isGuest: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { saveMail } = useDigestSettings();
  const language = useInterfaceLanguage();
  const { mail, mail_to: address } = settings;
  if (address === null)
    return (
      <div className="space-y-1 p-4 text-sm">
        <p className="font-medium">{t(($) => $.channels.digest.mail)}</p>
        <p className="text-soft">{t(($) => $.channels.digest.noAddress)}</p>
        {isGuest ? (
          <Link to="/user/sign-in" className="inline-block underline underline-offset-4">
            {t(($) => $.channels.digest.signIn)}
          </Link>
        ) : null}
      </div>
    );
  return (
    <div className="flex items-start gap-3 p-4">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={saveMail.isPending ? saveMail.variables.mail : mail}
        aria-describedby={`${id}-lead`}
        onChange={(event) => saveMail.mutate({ mail: event.target.checked, language })}
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="font-medium">
          {t(($) => $.channels.digest.mail)}
        </label>
        <p id={`${id}-lead`} className="mt-0.5 wrap-anywhere text-soft">
          {t(($) => $.channels.digest.mailLead, { address })}
        </p>
      </div>
    </div>
  );
}

function useDigestSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const options = (said: (settings: Settings) => string) => ({
    onSuccess: (settings: Settings, _input: unknown, _kept: unknown, { client }: { client: QueryClient }) => {
      client.setQueryData(trpc.digest.settings.queryKey(), settings);
      showToast({ tone: 'success', message: said(settings) });
    },
    onError: (error: unknown) =>
      failed(
        t(($) => $.channels.digest.notSaved),
        error,
      ),
  });
  const renew = useMutation(trpc.digest.renewFeed.mutationOptions(options(() => t(($) => $.channels.digest.feedMade))));
  const saveMail = useMutation(
    trpc.digest.saveMail.mutationOptions(
      options(({ mail }) => (mail ? t(($) => $.channels.digest.mailOn) : t(($) => $.channels.digest.mailOff))),
    ),
  );
  return { renew, saveMail };
}
