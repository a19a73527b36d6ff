import { useMutation, useQuery } from '@tanstack/react-query';
import type { SelectorKey } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import type { Engine, ServerState } from '../contract.ts';
import { QueryCard } from './query-card.tsx';

export function EngineList() {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().admin.engines.queryOptions());
  return (
    <SettingsSection title={t(($) => $.admin.sections.engines)} lead={t(($) => $.admin.engines.lead)}>
      <QueryCard query={query}>
        {query.data ? (
          <ul className="divide-y divide-line">
            {query.data.engines.map((engine) => (
              <EngineRow key={engine.id} engine={engine} onTested={() => void query.refetch()} />
            ))}
            <ServerRows server={query.data.server} />
          </ul>
        ) : null}
      </QueryCard>
    </SettingsSection>
  );
}

const tones: Record<Engine['state'], string> = {
  working: 'text-success',
  failing: 'text-danger',
  unused: 'text-soft',
  off: 'text-soft',
};

function EngineRow({ engine, onTested }: { engine: Engine; onTested: () => void }) {
  const { t } = useTranslation();
  const { id, name, state } = engine;
  const format = useFormat();
  const reasonOf = useReason();
  const fail = useFailureToast();
  const label = t(($) => $.admin.engines.names[id]);
  const test = useMutation(
    useTRPC().admin.testEngine.mutationOptions({
      onError: (error) =>
        fail(
          t(($) => $.admin.engines.notTested),
          error,
        ),
      onSettled: onTested,
    }),
  );
  const known: Record<string, string> = {
    local: t(($) => $.admin.engines.local),
    folder: t(($) => $.admin.engines.folder),
  };
  const result = test.data;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {label} <span className={`font-normal ${tones[state]}`}>{t(($) => $.admin.engines.states[state])}</span>
        </p>
        {name === null ? null : <p className="text-soft wrap-anywhere">{known[name] ?? name}</p>}
        {engine.workedAt === null ? null : (
          <p className="text-soft">{t(($) => $.admin.engines.worked, { date: format.dateTime(engine.workedAt) })}</p>
        )}
        {engine.failedAt === null ? null : (
          <p className="text-soft wrap-anywhere">
            {t(($) => $.admin.engines.failed, { date: format.dateTime(engine.failedAt) })}
            {engine.errorCode === null || engine.errorCode === result?.errorCode ? null : ` ${reasonOf(engine.errorCode)}`}
          </p>
        )}
        <p role="status" className={result?.errorCode ? 'wrap-anywhere text-danger' : 'text-success'}>
          {result === undefined
            ? null
            : result.errorCode === null
              ? t(($) => $.admin.engines.passed, { seconds: format.number(Math.max(0.1, Math.round(result.ms / 100) / 10)) })
              : reasonOf(result.errorCode)}
        </p>
      </div>
      {state === 'off' ? null : (
        <Button
          size="sm"
          aria-label={t(($) => $.admin.engines.testName, { name: label })}
          loading={test.isPending}
          onClick={() => test.mutate({ engine: id })}
        >
          {t(($) => $.admin.engines.test)}
        </Button>
      )}
    </li>
  );
}

/** Error texts for users send them to their administrator, so the administrator reads other words. */
function useReason(): (code: NonNullable<Engine['errorCode']>) => string {
  const { t, i18n } = useTranslation();
  const toText = useErrorText();
  return (code) => {
    const key = `admin.engines.reasons.${code}`;
    return `${i18n.exists(key) ? t(key as SelectorKey) : toText({ code }).message} (${code})`;
  };
}

function ServerRows({ server }: { server: ServerState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = [
    {
      label: t(($) => $.admin.engines.queue),
      good: server.workers,
      text: server.workers
        ? t(($) => $.admin.engines.depth, { queued: format.number(server.queued), running: format.number(server.running) })
        : t(($) => $.admin.engines.noWorker),
    },
    {
      label: t(($) => $.admin.engines.files),
      good: server.storage,
      text: server.storage ? t(($) => $.admin.engines.states.working) : t(($) => $.admin.engines.states.failing),
    },
    {
      label: t(($) => $.admin.engines.space),
      good: server.space === 'ok',
      text: t(($) => $.admin.engines.room[server.space], { bytes: format.bytes(server.roomBytes) }),
    },
  ];
  return rows.map(({ label, good, text }) => (
    <li key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="font-medium">{label}</p>
      <p className={good ? 'text-soft tabular-nums' : 'text-danger'}>{text}</p>
    </li>
  ));
}
