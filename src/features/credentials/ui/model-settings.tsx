import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { ModelKey } from '../contract.ts';
import { RemoveSecret, SecretHead } from './kept-secret.tsx';
import { LocalModels } from './local-models.tsx';
import { ModelKeyForm } from './model-key-form.tsx';
import { UsableModels } from './usable-models.tsx';
import { useKeepModelKey } from './use-keep-model-key.ts';

export function ModelSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.account.modelKey.queryOptions());
  const local = useQuery(trpc.account.localModels.queryOptions(undefined, { retry: false }));
  const error = useAppError(query.error);
  /** Of the last trial that worked; the form below is made anew when a key is saved. */
  const [usable, setUsable] = useState<string[] | null>(null);
  // Both together, so that nothing moves down when a program on this machine is found.
  const known = local.isPending ? undefined : query.data;
  const servers = local.data?.servers ?? [];
  return (
    <div className="space-y-10">
      {known && servers.length > 0 ? <LocalModels servers={servers} known={known} /> : null}
      <SettingsSection title={t(($) => $.credentials.modelKey.title)} lead={t(($) => $.credentials.modelKey.lead)}>
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
          {known ? (
            <KeyCard key={`${known.state}${known.savedAt ?? ''}`} known={known} usable={usable} onWorks={setUsable} />
          ) : null}
        </SettingsCard>
      </SettingsSection>
    </div>
  );
}

type KeyCardProps = { known: ModelKey; usable: string[] | null; onWorks: (models: string[] | null) => void };

function KeyCard({ known, usable, onWorks }: KeyCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = {
    none: t(($) => $.credentials.kept.none),
    saved: t(($) => $.credentials.kept.saved),
    unreadable: t(($) => $.credentials.kept.unreadable),
  };
  const tones = { none: 'neutral', saved: 'success', unreadable: 'warning' } as const;
  const provider = known.providers.find(({ id }) => id === known.provider);
  // A model on this machine is not a key.
  const state = provider?.local ? 'none' : known.state;
  return (
    <div className="space-y-4 p-4">
      <SecretHead title={t(($) => $.credentials.modelKey.key)} state={labels[state]} tone={tones[state]}>
        {state === 'none' ? null : <RemoveKey />}
      </SecretHead>
      {state === 'saved' && known.savedAt ? (
        <p className="text-sm wrap-anywhere text-soft">
          {t(($) => $.credentials.modelKey.savedAt, {
            date: format.dateTime(known.savedAt),
            model: known.model ?? '',
            host: provider?.host ?? '',
          })}
        </p>
      ) : null}
      {state === 'saved' && usable ? <UsableModels models={usable} current={known.model} /> : null}
      {state === 'unreadable' ? <p className="text-sm">{t(($) => $.credentials.modelKey.unreadableHint)}</p> : null}
      <ModelKeyForm known={known} onWorks={onWorks} />
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-soft">
        <li>{t(($) => $.credentials.kept.privacy)}</li>
        <li>{t(($) => $.credentials.modelKey.privacyUsed)}</li>
      </ul>
    </div>
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
