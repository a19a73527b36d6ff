import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast.ts';
import type { ModelKey } from '../contract.ts';
import { maxPastedKeys, readModelKeys } from '../shared/model-keys.ts';
import { RemoveSecret, SecretField, SecretHead } from './kept-secret.tsx';

export function OwnModelKey() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.account.modelKey.queryOptions());
  const error = useAppError(query.error);
  return (
    <SettingsSection id="model-key" title={t(($) => $.credentials.modelKey.title)} lead={t(($) => $.credentials.modelKey.lead)}>
      <SettingsCard
        loading={t(($) => $.credentials.kept.loading)}
        problem={
          error && {
            ...error,
            title: t(($) => $.credentials.modelKey.loadFailed),
            retrying: query.isFetching,
            onRetry: () => void query.refetch(),
          }
        }
      >
        {query.data ? <KeyCard key={`${query.data.state}${query.data.savedAt ?? ''}`} known={query.data} /> : null}
      </SettingsCard>
    </SettingsSection>
  );
}

function KeyCard({ known }: { known: ModelKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = {
    none: t(($) => $.credentials.kept.none),
    saved: t(($) => $.credentials.kept.saved),
    unreadable: t(($) => $.credentials.kept.unreadable),
  };
  const tones = { none: 'neutral', saved: 'success', unreadable: 'warning' } as const;
  const provider = known.providers.find(({ id }) => id === known.provider);
  return (
    <div className="space-y-4 p-4">
      <SecretHead title={t(($) => $.credentials.modelKey.key)} state={labels[known.state]} tone={tones[known.state]}>
        {known.state === 'none' ? null : <RemoveKey />}
      </SecretHead>
      {known.state === 'saved' && known.savedAt ? (
        <p className="text-sm wrap-anywhere text-soft">
          {t(($) => $.credentials.modelKey.savedAt, {
            date: format.dateTime(known.savedAt),
            model: known.model ?? '',
            host: provider?.host ?? '',
          })}
        </p>
      ) : null}
      {known.state === 'unreadable' ? <p className="text-sm">{t(($) => $.credentials.modelKey.unreadableHint)}</p> : null}
      <KeyForm known={known} />
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-soft">
        <li>{t(($) => $.credentials.kept.privacy)}</li>
        <li>{t(($) => $.credentials.modelKey.privacyUsed)}</li>
      </ul>
    </div>
  );
}

const select =
  'mt-1 h-10 w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink transition-colors hover:border-soft focus-visible:border-focus focus-visible:outline-offset-0 md:text-sm';

function KeyForm({ known }: { known: ModelKey }) {
  const { t } = useTranslation();
  const id = useId();
  const trpc = useTRPC();
  const keep = useKeepModelKey();
  const failed = useFailureToast();
  const [value, setValue] = useState('');
  const [invalid, setInvalid] = useState(false);
  const [provider, setProvider] = useState(known.provider ?? known.providers[0]?.id ?? '');
  const proposed = known.providers.find((one) => one.id === provider);
  const [model, setModel] = useState(known.model ?? proposed?.model ?? '');
  const hint = t(($) => $.credentials.modelKey.hint);
  const save = useMutation(
    trpc.account.saveModelKey.mutationOptions({
      onSuccess: async (data) => {
        setValue('');
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.credentials.modelKey.savedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.credentials.modelKey.saveFailed),
          error,
        ),
    }),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const keys = readModelKeys(value);
    setInvalid(keys === null);
    if (keys === null) showToast({ tone: 'error', message: t(($) => $.credentials.modelKey.invalid), description: hint });
    else save.mutate({ provider, model, value: keys });
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <label className="text-sm font-medium">
          {t(($) => $.credentials.modelKey.provider)}
          <select
            className={select}
            value={provider}
            onChange={(event) => {
              setProvider(event.target.value);
              setModel(known.providers.find((one) => one.id === event.target.value)?.model ?? '');
            }}
          >
            {known.providers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name === one.host ? one.name : `${one.name} (${one.host})`}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={`${id}-model`} className="text-sm font-medium">
          {t(($) => $.credentials.modelKey.model)}
          <Input
            id={`${id}-model`}
            className="mt-1"
            value={model}
            maxLength={120}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setModel(event.target.value)}
          />
        </label>
      </div>
      <SecretField
        id={id}
        label={known.state === 'none' ? t(($) => $.credentials.modelKey.field) : t(($) => $.credentials.modelKey.replaceField)}
        replaces={known.state !== 'none'}
        value={value}
        onValue={(next) => {
          setValue(next);
          setInvalid(false);
        }}
        maxLength={maxPastedKeys}
        placeholder="sk-…"
        hint={hint}
        invalid={invalid}
        saving={save.isPending}
        incomplete={model.trim() === ''}
      />
    </form>
  );
}

function RemoveKey() {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const keep = useKeepModelKey();
  return (
    <RemoveSecret
      words={{
        title: t(($) => $.credentials.modelKey.removeTitle),
        text: t(($) => $.credentials.modelKey.removeText),
        removed: t(($) => $.credentials.modelKey.removedToast),
        notRemoved: t(($) => $.credentials.modelKey.removeFailed),
      }}
      onRemove={() => client.account.removeModelKey.mutate()}
      onRemoved={keep}
    />
  );
}

/** Both calls return the state; the first makes the guest's account. */
function useKeepModelKey() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async (data: ModelKey): Promise<void> => {
    client.setQueryData(trpc.account.modelKey.queryKey(), data);
    await invalidateAfter(client, { path: 'account.saveModelKey' });
  };
}
