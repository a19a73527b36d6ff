import { FolderInput, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { ErrorCodeLine } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { ModelRow } from './model-row.tsx';
import { useModelActions, useSpeechModels } from './use-speech-models.ts';

export function SpeechModels() {
  const { t } = useTranslation();
  const query = useSpeechModels();
  const error = useAppError(query.error);
  const { data } = query;
  return (
    <SettingsSection
      title={t(($) => $.speech.title)}
      lead={
        data && data.service !== null ? (
          <Notice>{t(($) => $.speech.service, { service: data.service })}</Notice>
        ) : (
          t(($) => $.speech.intro)
        )
      }
    >
      {data && !data.manageable ? <Notice>{t(($) => $.speech.notManageable)}</Notice> : null}
      <SettingsCard
        loading={t(($) => $.common.loading)}
        skeleton={['a', 'b', 'c'].map((row) => <Skeleton key={row} className="h-14" />)}
        problem={
          error && {
            ...error,
            title: t(($) => $.speech.failed),
            retrying: query.isFetching,
            onRetry: () => void query.refetch(),
          }
        }
      >
        {data ? (
          <ul aria-label={t(($) => $.speech.list)} className="divide-y divide-line">
            {data.models.map((model) => (
              <ModelRow key={model.id} model={model} manageable={data.manageable} />
            ))}
          </ul>
        ) : null}
      </SettingsCard>
      {data?.importFolder ? <ImportBox folder={data.importFolder} models={data.models} /> : null}
    </SettingsSection>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 flex gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-soft">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

function ImportBox({ folder, models }: { folder: string; models: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const { importAll } = useModelActions();
  const error = useAppError(importAll.error);
  const names = importAll.data?.models.map(({ id }) => models.find((model) => model.id === id)?.name ?? id).join(', ');
  return (
    <div className="mt-6">
      <h3 className="font-medium">{t(($) => $.speech.import.title)}</h3>
      <p className="mt-1 text-sm text-soft">{t(($) => $.speech.import.message)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 grow basis-72 items-center rounded-md border border-line bg-surface pl-3">
          <span className="sr-only">{t(($) => $.speech.import.folder)}</span>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
          <code tabIndex={0} className="grow overflow-x-auto py-2 font-mono text-xs whitespace-nowrap">
            {folder}
          </code>
          <CopyButton text={folder} />
        </div>
        <Button loading={importAll.isPending} onClick={() => importAll.mutate()}>
          <FolderInput aria-hidden className="size-4" />
          {t(($) => $.speech.import.action)}
        </Button>
      </div>
      <div aria-live="polite">
        {names && error === null ? (
          <p className="mt-2 text-sm text-success">{t(($) => $.speech.import.done, { names })}</p>
        ) : null}
      </div>
      {error === null ? null : (
        <div role="alert" className="mt-2 text-sm text-danger">
          {error.message}
          <ErrorCodeLine code={error.code} />
        </div>
      )}
    </div>
  );
}
