import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { ModelKey } from '../contract.ts';
import { type BrowserKey, useBrowserKey } from './browser-key.ts';
import { KeptKeys } from './kept-keys.tsx';
import { LocalModels, LocalModelsHint } from './local-models.tsx';
import { ModelKeyForm } from './model-key-form.tsx';
import { UsableModels } from './usable-models.tsx';
import type { KeyPlace } from './use-tried-save.ts';

export function ModelSettings() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.account.modelKey.queryOptions());
  const local = useQuery(trpc.account.localModels.queryOptions(undefined, { retry: false }));
  const me = useQuery(trpc.account.me.queryOptions());
  const user = me.data?.user ?? null;
  const inBrowser = useBrowserKey(user);
  const error = useAppError(query.error);
  /** The models of the last trial that worked. Kept here, because the form below is remounted when a key is saved. */
  const [usable, setUsable] = useState<string[] | null>(null);
  // Waits for both, so that nothing moves down when a local program is found.
  const known = local.isPending || me.isPending ? undefined : query.data;
  return (
    <div className="space-y-10">
      {known ? <LocalModels found={local.data?.servers ?? null} known={known} inBrowser={inBrowser} /> : null}
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
            <KeyCard
              key={`${known.state}${known.savedAt ?? ''}${inBrowser?.savedAt ?? ''}`}
              known={known}
              inBrowser={inBrowser}
              // The owner of a server for one person controls it; any other server gets the key only if the user chooses that.
              usualPlace={user?.isOwner ? 'server' : 'browser'}
              usable={usable}
              onWorks={setUsable}
            />
          ) : null}
        </SettingsCard>
      </SettingsSection>
      {known ? <LocalModelsHint found={local.data?.servers ?? null} known={known} /> : null}
    </div>
  );
}

type KeyCardProps = {
  known: ModelKey;
  inBrowser: BrowserKey | null;
  usualPlace: KeyPlace;
  usable: string[] | null;
  onWorks: (models: string[] | null) => void;
};

function KeyCard({ known, inBrowser, usualPlace, usable, onWorks }: KeyCardProps) {
  const { t } = useTranslation();
  const used = inBrowser ?? (known.state === 'saved' ? known : null);
  return (
    <div className="space-y-4 p-4">
      <KeptKeys known={known} inBrowser={inBrowser} />
      {used && usable ? <UsableModels models={usable} current={used.model} /> : null}
      <ModelKeyForm known={known} inBrowser={inBrowser} usualPlace={usualPlace} onWorks={onWorks} />
      <p className="max-w-prose text-sm text-soft">{t(($) => $.credentials.modelKey.privacyUsed)}</p>
    </div>
  );
}
