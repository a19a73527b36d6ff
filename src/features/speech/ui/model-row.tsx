import { Download, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { useUiLabels } from '#ui/labels.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { Progress } from '#ui/progress.tsx';
import { ErrorCodeLine } from '#ui/states.tsx';
import { Badge } from '#ui/surfaces.tsx';
import type { SpeechModelItem } from '../contract.ts';
import { isMoving, useModelActions } from './use-speech-models.ts';

type ModelRowProps = { model: SpeechModelItem; manageable: boolean };

export function ModelRow({ model, manageable }: ModelRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const toText = useErrorText();
  const actions = useModelActions();
  const languages = useLanguageNames(model.languages);
  const line = useProgressLine(model);
  const failure = actions.fetch.error ?? actions.cancel.error ?? actions.remove.error ?? model.problem;
  const error = failure === null ? null : toText(failure);
  const percent = (model.doneBytes / model.totalBytes) * 100;
  return (
    <li className="p-4" data-testid={`speech-model-${model.id}`} data-state={model.state}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{model.name}</span>
            <StateBadge model={model} />
          </p>
          <p className="mt-1 text-sm text-soft">{languages}</p>
          <p className="mt-0.5 text-xs text-faint tabular-nums">
            {format.bytes(model.totalBytes)}
            <span aria-hidden> · </span>
            <a href={model.licence.url} target="_blank" rel="noreferrer" className="rounded-sm underline underline-offset-2">
              {t(($) => $.speech.licence, { name: model.licence.name })}
            </a>
          </p>
        </div>
        {manageable ? <ModelActions model={model} actions={actions} /> : null}
      </div>
      {line === null ? null : (
        <>
          <Progress
            className="mt-3"
            percent={percent}
            tone={isMoving(model) ? 'accent' : model.problem === null ? 'neutral' : 'danger'}
            label={t(($) => $.speech.progress, { name: model.name })}
            valueText={line}
          />
          <p className="mt-1.5 text-xs text-soft tabular-nums">{line}</p>
        </>
      )}
      {error === null ? null : (
        <div role="alert" className="mt-2">
          <p className="text-sm text-danger">{error.message}</p>
          <ErrorCodeLine code={error.code} />
        </div>
      )}
      <Announcer model={model} />
    </li>
  );
}

function StateBadge({ model }: { model: SpeechModelItem }) {
  const { t } = useTranslation();
  switch (model.state) {
    case 'absent':
      return model.recommended ? <Badge tone="accent">{t(($) => $.speech.recommended)}</Badge> : null;
    case 'partial':
      return <Badge tone="warning">{t(($) => $.speech.states.partial)}</Badge>;
    case 'fetching':
      return <Badge>{t(($) => $.speech.states.fetching)}</Badge>;
    case 'checking':
      return <Badge>{t(($) => $.speech.states.checking)}</Badge>;
    case 'installed':
      return <Badge tone="success">{t(($) => $.speech.states.installed)}</Badge>;
  }
}

type ModelActionsProps = { model: SpeechModelItem; actions: ReturnType<typeof useModelActions> };

function ModelActions({ model, actions }: ModelActionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const { id, name, state } = model;
  const resume = state === 'partial' && model.doneBytes > 0;
  return (
    <div className="flex shrink-0 gap-2">
      {state === 'absent' || state === 'partial' ? (
        <Button
          size="sm"
          aria-label={resume ? t(($) => $.speech.actions.resumeName, { name }) : t(($) => $.speech.actions.fetchName, { name })}
          loading={actions.fetch.isPending}
          onClick={() => actions.fetch.mutate({ id })}
        >
          <Download aria-hidden className="size-4" />
          {resume ? t(($) => $.speech.actions.resume) : t(($) => $.speech.actions.fetch)}
        </Button>
      ) : null}
      {isMoving(model) ? (
        <Button
          size="sm"
          aria-label={t(($) => $.speech.actions.cancelName, { name })}
          loading={actions.cancel.isPending}
          onClick={() => actions.cancel.mutate({ id })}
        >
          <X aria-hidden className="size-4" />
          {t(($) => $.speech.actions.cancel)}
        </Button>
      ) : null}
      {state === 'installed' || state === 'partial' ? (
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={t(($) => $.speech.actions.removeName, { name })}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden className="size-4" />
          {t(($) => $.speech.actions.remove)}
        </Button>
      ) : null}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.speech.confirmRemove.title, { name })}
        description={t(($) => $.speech.confirmRemove.message, { size: format.bytes(model.doneBytes) })}
        confirmLabel={t(($) => $.speech.actions.remove)}
        cancelLabel={t(($) => $.common.cancel)}
        danger
        pending={actions.remove.isPending}
        onConfirm={() => actions.remove.mutate({ id }, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}

/** Screen readers do not announce the end of a progress bar. */
function Announcer({ model }: { model: SpeechModelItem }) {
  const { t } = useTranslation();
  const moved = useRef(false);
  const [words, setWords] = useState('');
  const { name, state } = model;
  useEffect(() => {
    if (isMoving({ state })) {
      moved.current = true;
      setWords('');
      return;
    }
    if (!moved.current) return;
    moved.current = false;
    setWords(
      state === 'installed' ? t(($) => $.speech.announce.installed, { name }) : t(($) => $.speech.announce.stopped, { name }),
    );
  }, [state, name, t]);
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

function useProgressLine({ state, doneBytes, totalBytes, bytesPerSecond }: SpeechModelItem): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const done = format.bytes(doneBytes);
  const total = format.bytes(totalBytes);
  switch (state) {
    case 'fetching':
      return bytesPerSecond === null
        ? t(($) => $.speech.line.fetching, { done, total })
        : t(($) => $.speech.line.fetchingAt, { done, total, speed: format.bytes(bytesPerSecond) });
    case 'checking':
      return t(($) => $.speech.line.checking, { done });
    case 'partial':
      return doneBytes > 0 ? t(($) => $.speech.line.partial, { done, total }) : null;
    default:
      return null;
  }
}

function useLanguageNames(languages: readonly string[] | null): string {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  if (languages === null) return t(($) => $.speech.manyLanguages);
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return languages.map((code) => names.of(code) ?? code).join(t(($) => $.common.listSeparator));
}
