import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import type { ModelKey } from '../contract.ts';
import { type BrowserKey, removeBrowserKey } from './browser-key.ts';
import { RemoveSecret, SecretHead } from './kept-secret.tsx';
import { useKeepModelKey, useModelKeyChanged } from './use-keep-model-key.ts';

export function KeptKeys({ known, inBrowser }: { known: ModelKey; inBrowser: BrowserKey | null }) {
  const { t } = useTranslation();
  const provider = known.providers.find(({ id }) => id === known.provider);
  // A model on this machine is not a key.
  const onServer = provider?.local ? 'none' : known.state;
  if (inBrowser === null && onServer === 'none')
    return (
      <SecretHead title={t(($) => $.credentials.modelKey.key)} state={t(($) => $.credentials.kept.none)} tone="neutral">
        {null}
      </SecretHead>
    );
  return (
    <ul className="space-y-4">
      {inBrowser ? (
        <li className="space-y-1">
          <SecretHead title={t(($) => $.credentials.place.inBrowser)} state={t(($) => $.credentials.kept.saved)} tone="success">
            <RemoveFromBrowser />
          </SecretHead>
          <KeyFacts known={known} kept={inBrowser} />
        </li>
      ) : null}
      {onServer === 'none' ? null : (
        <li className="space-y-1">
          <SecretHead
            title={t(($) => $.credentials.place.onServer)}
            state={onServer === 'saved' ? t(($) => $.credentials.kept.saved) : t(($) => $.credentials.kept.unreadable)}
            tone={onServer === 'saved' ? 'success' : 'warning'}
          >
            <RemoveFromServer />
          </SecretHead>
          {onServer === 'saved' ? <KeyFacts known={known} kept={known} /> : null}
          {onServer === 'unreadable' ? <p className="text-sm">{t(($) => $.credentials.modelKey.unreadableHint)}</p> : null}
          {inBrowser ? <p className="text-sm text-soft">{t(($) => $.credentials.place.browserFirst)}</p> : null}
        </li>
      )}
    </ul>
  );
}

type Kept = { provider: string | null; model: string | null; savedAt: string | null };

function KeyFacts({ known, kept }: { known: ModelKey; kept: Kept }) {
  const { t } = useTranslation();
  const format = useFormat();
  const provider = known.providers.find(({ id }) => id === kept.provider);
  if (!provider) return <p className="text-sm">{t(($) => $.credentials.place.notOffered)}</p>;
  return (
    <p className="text-sm wrap-anywhere text-soft">
      {t(($) => $.credentials.modelKey.savedAt, {
        date: kept.savedAt ? format.dateTime(kept.savedAt) : '',
        model: kept.model ?? '',
        host: provider.host,
      })}
    </p>
  );
}

function RemoveFromBrowser() {
  const { t } = useTranslation();
  const me = useQuery(useTRPC().account.me.queryOptions());
  const changed = useModelKeyChanged();
  return (
    <RemoveSecret
      words={{
        title: t(($) => $.credentials.place.removeTitle),
        text: t(($) => $.credentials.place.removeText),
        removed: t(($) => $.credentials.modelKey.removedToast),
        notRemoved: t(($) => $.credentials.modelKey.removeFailed),
      }}
      onRemove={async () => removeBrowserKey(me.data?.user ?? null)}
      onRemoved={changed}
    />
  );
}

function RemoveFromServer() {
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
