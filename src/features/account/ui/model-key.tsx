import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPastedKeys, readModelKeys } from '#lib/model-keys.ts';
import { useAppError, useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { Badge, Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast.ts';
import type { ModelKey } from '../contract.ts';

/** A key of the user's own for a language model: see whether there is one, leave one, take it back. */
export function OwnModelKey() {
  const { t } = useTranslation();
  const heading = useId();
  const trpc = useTRPC();
  const query = useQuery(trpc.account.modelKey.queryOptions());
  const error = useAppError(query.error);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-lg font-semibold">
        {t(($) => $.settings.modelKey.title)}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-soft">{t(($) => $.settings.modelKey.lead)}</p>
      <Card className="mt-4">
        {query.data ? (
          <KeyCard key={`${query.data.state}${query.data.savedAt ?? ''}`} known={query.data} />
        ) : error ? (
          <ErrorState
            layout="row"
            title={t(($) => $.settings.modelKey.loadFailed)}
            message={error.message}
            code={error.code}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" className="space-y-3 p-4">
            <span className="sr-only">{t(($) => $.settings.modelKey.loading)}</span>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-10" />
          </div>
        )}
      </Card>
    </section>
  );
}

function KeyCard({ known }: { known: ModelKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = {
    none: t(($) => $.settings.modelKey.none),
    saved: t(($) => $.settings.modelKey.saved),
    unreadable: t(($) => $.settings.modelKey.unreadable),
  };
  const tones = { none: 'neutral', saved: 'success', unreadable: 'warning' } as const;
  const provider = known.providers.find(({ id }) => id === known.provider);
  return (
    <div className="space-y-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{t(($) => $.settings.modelKey.key)}</h3>
        <Badge tone={tones[known.state]}>{labels[known.state]}</Badge>
        <span className="grow" />
        {known.state === 'none' ? null : <RemoveButton />}
      </div>
      {known.state === 'saved' && known.savedAt ? (
        <p className="text-sm wrap-anywhere text-soft">
          {t(($) => $.settings.modelKey.savedAt, {
            date: format.dateTime(known.savedAt),
            model: known.model ?? '',
            host: provider?.host ?? '',
          })}
        </p>
      ) : null}
      {known.state === 'unreadable' ? <p className="text-sm">{t(($) => $.settings.modelKey.unreadableHint)}</p> : null}
      <KeyForm known={known} />
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-soft">
        <li>{t(($) => $.settings.modelKey.privacyKept)}</li>
        <li>{t(($) => $.settings.modelKey.privacyUsed)}</li>
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
  const hint = t(($) => $.settings.modelKey.hint);
  const save = useMutation(
    trpc.account.saveModelKey.mutationOptions({
      onSuccess: async (data) => {
        setValue('');
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.settings.modelKey.savedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.settings.modelKey.saveFailed),
          error,
        ),
    }),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const keys = readModelKeys(value);
    setInvalid(keys === null);
    if (keys === null) showToast({ tone: 'error', message: t(($) => $.settings.modelKey.invalid), description: hint });
    else save.mutate({ provider, model, value: keys });
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <label className="text-sm font-medium">
          {t(($) => $.settings.modelKey.provider)}
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
          {t(($) => $.settings.modelKey.model)}
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
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {known.state === 'none' ? t(($) => $.settings.modelKey.field) : t(($) => $.settings.modelKey.replaceField)}
        </label>
        <div className="mt-1 flex gap-2 max-sm:flex-col">
          <Input
            id={id}
            type="password"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxPastedKeys}
            value={value}
            placeholder="sk-…"
            aria-invalid={invalid}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setValue(event.target.value);
              setInvalid(false);
            }}
          />
          <Button type="submit" variant="primary" loading={save.isPending} disabled={value.trim() === '' || model.trim() === ''}>
            {known.state === 'none' ? t(($) => $.settings.modelKey.save) : t(($) => $.settings.modelKey.replace)}
          </Button>
        </div>
        <p id={`${id}-hint`} className={invalid ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm text-soft'}>
          {hint}
        </p>
      </div>
    </form>
  );
}

function RemoveButton() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const keep = useKeepModelKey();
  const failed = useFailureToast();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(
    trpc.account.removeModelKey.mutationOptions({
      onSuccess: async (data) => {
        setAsking(false);
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.settings.modelKey.removedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.settings.modelKey.removeFailed),
          error,
        ),
    }),
  );
  return (
    <>
      <Button size="sm" variant="danger-ghost" onClick={() => setAsking(true)}>
        {t(($) => $.settings.modelKey.remove)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.settings.modelKey.removeTitle)}
        description={t(($) => $.settings.modelKey.removeText)}
        confirmLabel={t(($) => $.settings.modelKey.remove)}
        cancelLabel={t(($) => $.settings.modelKey.cancel)}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

/** Both calls answer with how it is now; a guest has an account since the first. */
function useKeepModelKey() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async (data: ModelKey): Promise<void> => {
    client.setQueryData(trpc.account.modelKey.queryKey(), data);
    await client.invalidateQueries({ queryKey: trpc.account.me.queryKey() });
  };
}
