import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { Badge } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { LocalServer, ModelKey } from '../contract.ts';
import { type BrowserKey, removeBrowserKey } from './browser-key.ts';
import { useKeepModelKey } from './use-keep-model-key.ts';

/** `found`: null where it is not known what runs. */
type LocalModelsProps = { found: readonly LocalServer[] | null; known: ModelKey; inBrowser: BrowserKey | null };

const chosenOf = (known: ModelKey) =>
  known.state === 'saved' ? known.providers.find(({ id, local }) => local && id === known.provider) : undefined;

export function LocalModels({ found, known, inBrowser }: LocalModelsProps) {
  const { t } = useTranslation();
  const servers = found ?? [];
  const chosen = chosenOf(known);
  const usesKey = inBrowser !== null || (known.state === 'saved' && chosen === undefined);
  // A program that was ended is still asked for each note.
  const ended = found && inBrowser === null && chosen && !found.some(({ id }) => id === chosen.id) ? chosen : null;
  if (servers.length === 0 && !ended) return null;
  return (
    <SettingsSection
      title={t(($) => $.credentials.localModels.title)}
      lead={t(($) => (servers.length > 0 ? $.credentials.localModels.lead : $.credentials.localModels.leadEnded))}
    >
      <SettingsCard problem={null} loading="">
        <ul className="divide-y divide-line">
          {ended ? <EndedRow name={ended.name} host={ended.host} model={known.model ?? ''} /> : null}
          {servers.map((server) => (
            <LocalRow key={server.id} server={server} known={known} inBrowser={inBrowser} />
          ))}
        </ul>
        {usesKey ? (
          <p className="border-t border-line p-4 text-sm text-soft">{t(($) => $.credentials.localModels.replacesKey)}</p>
        ) : null}
      </SettingsCard>
    </SettingsSection>
  );
}

/** Where none runs and none is chosen: that one could. `found` is null, or no provider is local, where they are not looked for. */
export function LocalModelsHint({ found, known }: Pick<LocalModelsProps, 'found' | 'known'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = known.providers.filter(({ local }) => local).map(({ name }) => name);
  if (found?.length !== 0 || names.length === 0 || chosenOf(known)) return null;
  return (
    <p className="max-w-prose text-sm text-faint">{t(($) => $.credentials.localModels.none, { names: format.list(names) })}</p>
  );
}

type LocalRowProps = { server: LocalServer; known: ModelKey; inBrowser: BrowserKey | null };

function LocalRow({ server, known, inBrowser }: LocalRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const used = inBrowser === null && known.provider === server.id && known.state === 'saved' ? known.model : null;
  const [chosen, setChosen] = useState(used ?? server.models[0] ?? '');
  const { choose, stop } = useLocalChoice();
  const inUse = used !== null && used === chosen;
  return (
    <li className="flex flex-wrap items-end gap-3 p-4">
      <div className="min-w-0 grow basis-56">
        <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
          {server.name}
          <span className="font-normal text-faint">{server.host}</span>
          {used === null ? null : <Badge tone="success">{t(($) => $.credentials.localModels.inUse)}</Badge>}
        </label>
        <Select id={id} className="mt-1" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {server.models.map((model) => (
            <option key={model} value={model}>
              {model}
            </option>
          ))}
        </Select>
      </div>
      {inUse ? (
        <Button loading={stop.isPending} onClick={() => stop.mutate()}>
          {t(($) => $.credentials.localModels.stop)}
        </Button>
      ) : (
        <Button
          variant="primary"
          loading={choose.isPending}
          onClick={() => choose.mutate({ provider: server.id, model: chosen })}
          aria-label={t(($) => $.credentials.localModels.useNamed, { name: server.name, model: chosen })}
        >
          {t(($) => $.credentials.localModels.use)}
        </Button>
      )}
    </li>
  );
}

function EndedRow({ name, host, model }: { name: string; host: string; model: string }) {
  const { t } = useTranslation();
  const { stop } = useLocalChoice();
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <div className="min-w-0 grow basis-56 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <span className="font-normal text-faint">{host}</span>
          <Badge tone="warning">{t(($) => $.credentials.localModels.ended)}</Badge>
        </p>
        <p className="mt-1 text-soft">{t(($) => $.credentials.localModels.endedHint, { name, model })}</p>
      </div>
      <Button loading={stop.isPending} onClick={() => stop.mutate()}>
        {t(($) => $.credentials.localModels.stop)}
      </Button>
    </li>
  );
}

function useLocalChoice() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const keep = useKeepModelKey();
  const failed = useFailureToast();
  const choose = useMutation(
    trpc.account.saveModelKey.mutationOptions({
      onSuccess: async (data) => {
        // A key in the browser would take precedence over the model that was just chosen.
        removeBrowserKey((await client.account.me.query()).user);
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.credentials.localModels.chosen, { model: data.model ?? '' }) });
      },
      onError: (error) =>
        failed(
          t(($) => $.credentials.localModels.notChosen),
          error,
        ),
    }),
  );
  const stop = useMutation(
    trpc.account.removeModelKey.mutationOptions({
      onSuccess: keep,
      onError: (error) =>
        failed(
          t(($) => $.credentials.localModels.notChosen),
          error,
        ),
    }),
  );
  return { choose, stop };
}
