import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPCClient } from '#rpc/client.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { dismissToast, showToast } from '#ui/toast/toast.ts';
import type { ModelKey, ModelTrial } from '../contract.ts';
import { keyExampleOf, maxPastedKeys, providerOfKeys, readModelKeys } from '../shared/model-keys.ts';
import { SecretField } from './kept-secret.tsx';
import { KeyTrial } from './key-trial.tsx';
import { useKeepModelKey } from './use-keep-model-key.ts';

type ModelKeyFormProps = { known: ModelKey; onWorks: (models: string[] | null) => void };
/** Gone with the next key that can be tried. */
const refusedKey = 'model-key-refused';

type GivenKey = { provider: string; model: string; value?: string };
type Failed = { trial: ModelTrial; given: GivenKey };

export function ModelKeyForm({ known, onWorks }: ModelKeyFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const providers = known.providers.filter(({ local }) => !local);
  const saved = providers.find((one) => one.id === known.provider);
  const [value, setValue] = useState('');
  const [invalid, setInvalid] = useState(false);
  const [provider, setProvider] = useState((saved ?? providers[0])?.id ?? '');
  const [model, setModel] = useState(saved ? (known.model ?? '') : (providers[0]?.model ?? ''));
  const [told, setTold] = useState<string | null>(null);
  const { tryAndSave, save, failure, clearFailure } = useTriedSave(onWorks);
  const keeps = known.state === 'saved' && known.provider === provider;
  const example = keyExampleOf(provider);
  const hint = example === '' ? t(($) => $.credentials.modelKey.hintAny) : t(($) => $.credentials.modelKey.hint, { example });

  function choose(next: string): void {
    setProvider(next);
    setModel(next === known.provider ? (known.model ?? '') : (providers.find((one) => one.id === next)?.model ?? ''));
    setTold(null);
    setInvalid(false);
    clearFailure();
  }

  function handleKey(next: string): void {
    setValue(next);
    setInvalid(false);
    setTold(null);
    clearFailure();
    const owner = providers.find((one) => one.id === providerOfKeys(next));
    if (!owner || owner.id === provider || readModelKeys(next, owner.id) === null) return;
    choose(owner.id);
    setTold(t(($) => $.credentials.modelKey.toldBy, { provider: owner.name }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (tryAndSave.isPending || save.isPending || model.trim() === '') return;
    const keys = value.trim() === '' && keeps ? undefined : readModelKeys(value, provider);
    setInvalid(keys === null);
    if (keys === null)
      showToast({ id: refusedKey, tone: 'error', message: t(($) => $.credentials.modelKey.invalid), description: hint });
    else {
      dismissToast(refusedKey);
      tryAndSave.mutate({ provider, model: model.trim(), ...(keys === undefined ? {} : { value: keys }) });
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <label htmlFor={`${id}-provider`} className="text-sm font-medium">
          {t(($) => $.credentials.modelKey.provider)}
          <Select
            id={`${id}-provider`}
            className="mt-1 font-normal"
            value={provider}
            onChange={(event) => choose(event.target.value)}
          >
            {providers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name === one.host ? one.name : `${one.name} (${one.host})`}
              </option>
            ))}
          </Select>
        </label>
        <label htmlFor={`${id}-model`} className="text-sm font-medium">
          {t(($) => $.credentials.modelKey.model)}
          <Input
            id={`${id}-model`}
            className="mt-1 font-normal"
            value={model}
            maxLength={120}
            spellCheck={false}
            autoCapitalize="none"
            list={`${id}-models`}
            onChange={(event) => {
              setModel(event.target.value);
              clearFailure();
            }}
          />
          <datalist id={`${id}-models`}>
            {(failure?.trial.models ?? []).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      </div>
      <SecretField
        id={id}
        label={keeps ? t(($) => $.credentials.modelKey.replaceField) : t(($) => $.credentials.modelKey.field)}
        value={value}
        onValue={handleKey}
        maxLength={maxPastedKeys}
        placeholder={keeps ? t(($) => $.credentials.modelKey.keepsKey) : example}
        hint={invalid ? hint : (told ?? hint)}
        invalid={invalid}
        submit={{
          label: tryAndSave.isPending ? t(($) => $.credentials.modelKey.trying) : t(($) => $.credentials.modelKey.tryAndSave),
          pending: tryAndSave.isPending,
          disabled: value.trim() === '' && !keeps,
        }}
      />
      {failure ? (
        <KeyTrial
          trial={failure.trial}
          saving={save.isPending}
          onModel={(next) => {
            setModel(next);
            tryAndSave.mutate({ ...failure.given, model: next });
          }}
          onSave={() => save.mutate(failure.given)}
        />
      ) : null}
    </form>
  );
}

/** Saved only when it works, or when the user says so. */
function useTriedSave(onWorks: (models: string[] | null) => void) {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const keep = useKeepModelKey();
  const failed = useFailureToast();
  const [failure, setFailure] = useState<Failed | null>(null);
  const save = useMutation({
    mutationFn: (given: GivenKey) => client.account.saveModelKey.mutate(given),
    onSuccess: async (data) => {
      await keep(data);
      showToast({ tone: 'success', message: t(($) => $.credentials.modelKey.savedToast) });
    },
    onError: (error) =>
      failed(
        t(($) => $.credentials.modelKey.saveFailed),
        error,
      ),
  });
  const tryAndSave = useMutation({
    mutationFn: async (given: GivenKey) => ({ given, trial: await client.account.tryModelKey.mutate(given) }),
    onMutate: () => setFailure(null),
    onSuccess: async ({ given, trial }) => {
      onWorks(trial.problem === null ? (trial.models ?? []) : null);
      if (trial.problem === null) await save.mutateAsync(given).catch(() => undefined);
      else setFailure({ given, trial });
    },
    onError: (error) =>
      failed(
        t(($) => $.credentials.modelKey.saveFailed),
        error,
      ),
  });
  return { tryAndSave, save, failure, clearFailure: () => setFailure(null) };
}
