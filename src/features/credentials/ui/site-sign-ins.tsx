import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readBilibiliSession } from '#engine/sites/bilibili/shared/session.ts';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { maxPastedSession } from '#lib/input-limits.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { BadgeTone } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { SiteSignIn } from '../contract.ts';
import { RemoveSecret, SecretField, SecretHead } from './kept-secret.tsx';

export function SiteSignIns() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const query = useQuery(trpc.account.siteSignIns.queryOptions(undefined, { enabled: me.data?.user != null }));
  const error = useAppError(query.error ?? (me.data === undefined ? me.error : null));
  // A visitor has no account yet; saving creates one.
  const signIn: SiteSignIn | undefined =
    me.data?.user === null
      ? { site: 'bilibili', state: 'none', savedAt: null, expiresAt: null }
      : query.data?.signIns.find(({ site }) => site === 'bilibili');

  return (
    <SettingsSection title={t(($) => $.credentials.signIns.title)} lead={t(($) => $.credentials.signIns.lead)}>
      <SettingsCard
        loading={t(($) => $.credentials.kept.loading)}
        problem={
          error && {
            ...error,
            title: t(($) => $.credentials.signIns.loadFailed),
            retrying: query.isFetching || me.isFetching,
            onRetry: () => void (me.data === undefined ? me.refetch() : query.refetch()),
          }
        }
      >
        {signIn ? <BilibiliSignIn signIn={signIn} /> : null}
      </SettingsCard>
    </SettingsSection>
  );
}

type Look = 'none' | 'saved' | 'expired' | 'unreadable';

const tones: Record<Look, BadgeTone> = { none: 'neutral', saved: 'success', expired: 'warning', unreadable: 'warning' };

function lookOf({ state, expiresAt }: SiteSignIn): Look {
  return state === 'saved' && expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : state;
}

function BilibiliSignIn({ signIn }: { signIn: SiteSignIn }) {
  const { t } = useTranslation();
  const look = lookOf(signIn);
  const labels: Record<Look, string> = {
    none: t(($) => $.credentials.kept.none),
    saved: t(($) => $.credentials.kept.saved),
    expired: t(($) => $.credentials.signIns.expired),
    unreadable: t(($) => $.credentials.kept.unreadable),
  };
  return (
    <div className="space-y-4 p-4">
      <SecretHead title={t(($) => $.credentials.signIns.bilibili)} state={labels[look]} tone={tones[look]}>
        {look === 'none' ? null : <RemoveSignIn />}
      </SecretHead>
      <SignInFacts signIn={signIn} look={look} />
      <SessionForm replaces={look !== 'none'} />
      <div>
        <Details title={t(($) => $.credentials.signIns.howTitle)}>
          <ol className="list-decimal space-y-1 pl-5">
            <li>{t(($) => $.credentials.signIns.how1)}</li>
            <li>{t(($) => $.credentials.signIns.how2)}</li>
            <li>{t(($) => $.credentials.signIns.how3)}</li>
          </ol>
        </Details>
        <Details title={t(($) => $.credentials.signIns.privacyTitle)}>
          <ul className="list-disc space-y-1 pl-5">
            <li>{t(($) => $.credentials.kept.privacy)}</li>
            <li>{t(($) => $.credentials.signIns.privacyUsed)}</li>
            <li>{t(($) => $.credentials.signIns.privacyShared)}</li>
          </ul>
        </Details>
      </div>
    </div>
  );
}

function SignInFacts({ signIn: { savedAt, expiresAt }, look }: { signIn: SiteSignIn; look: Look }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (look === 'none') return null;
  if (look === 'unreadable') return <p className="text-sm">{t(($) => $.credentials.signIns.unreadableHint)}</p>;
  const parts = [
    savedAt ? t(($) => $.credentials.signIns.savedAt, { date: format.dateTime(savedAt) }) : null,
    expiresAt && look === 'saved' ? t(($) => $.credentials.signIns.validUntil, { date: format.date(expiresAt) }) : null,
    expiresAt && look === 'expired' ? t(($) => $.credentials.signIns.expiredAt, { date: format.date(expiresAt) }) : null,
  ];
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-soft">
      {parts.map((part) => (part ? <span key={part}>{part}</span> : null))}
    </p>
  );
}

function SessionForm({ replaces }: { replaces: boolean }) {
  const { t } = useTranslation();
  const field = useId();
  const trpc = useTRPC();
  const keep = useKeepSignIns();
  const failed = useFailureToast();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation(
    trpc.account.saveSiteSignIn.mutationOptions({
      onSuccess: async (data) => {
        setValue('');
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.credentials.signIns.savedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.credentials.signIns.saveFailed),
          error,
        ),
    }),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const session = readBilibiliSession(value);
    const expired = session?.expiresAt != null && session.expiresAt.getTime() <= Date.now();
    if (!session) setProblem(t(($) => $.credentials.signIns.notFound));
    else if (expired) setProblem(t(($) => $.credentials.signIns.alreadyExpired));
    // Sends only the session, whatever was pasted around it.
    else save.mutate({ site: 'bilibili', value: session.value });
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <SecretField
        id={field}
        label={replaces ? t(($) => $.credentials.signIns.replaceField) : t(($) => $.credentials.signIns.field)}
        value={value}
        onValue={(next) => {
          setValue(next);
          setProblem(null);
        }}
        maxLength={maxPastedSession}
        hint={problem ?? t(($) => $.credentials.signIns.fieldHint)}
        invalid={problem !== null}
        submit={{
          label: replaces ? t(($) => $.credentials.kept.replace) : t(($) => $.credentials.kept.save),
          pending: save.isPending,
          disabled: value.trim() === '',
        }}
      />
    </form>
  );
}

function RemoveSignIn() {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const keep = useKeepSignIns();
  return (
    <RemoveSecret
      words={{
        title: t(($) => $.credentials.signIns.removeTitle),
        text: t(($) => $.credentials.signIns.removeText),
        removed: t(($) => $.credentials.signIns.removedToast),
        notRemoved: t(($) => $.credentials.signIns.removeFailed),
      }}
      onRemove={() => client.account.removeSiteSignIn.mutate({ site: 'bilibili' })}
      onRemoved={keep}
    />
  );
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 text-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="max-w-prose pb-2 pl-5 text-sm text-soft">{children}</div>
    </details>
  );
}

/** Both calls return the state; the first save creates the guest's account. */
function useKeepSignIns() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async (data: { signIns: SiteSignIn[] }): Promise<void> => {
    client.setQueryData(trpc.account.siteSignIns.queryKey(), data);
    await client.invalidateQueries({ queryKey: trpc.account.me.queryKey() });
  };
}
