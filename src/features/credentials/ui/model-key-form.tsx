import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Choice, Choices } from '#ui/choices.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { dismissToast, showToast } from '#ui/toast/toast.ts';
import type { ModelKey } from '../contract.ts';
import { keyExampleOf, maxPastedKeys, providerOfKeys, readModelKeys } from '../shared/model-keys.ts';
import type { BrowserKey } from './browser-key.ts';
import { SecretField } from './kept-secret.tsx';
import { KeyTrial } from './key-trial.tsx';
import { type KeyPlace, useTriedSave } from './use-tried-save.ts';

type ModelKeyFormProps = {
  known: ModelKey;
  inBrowser: BrowserKey | null;
  /** Where a new key is kept unless the user chooses otherwise. */
  usualPlace: KeyPlace;
  onWorks: (models: string[] | null) => void;
};
/** The id of the toast, which the next key that can be tried dismisses. */
const refusedKey = 'model-key-refused';

export function ModelKeyForm({ known, inBrowser, usualPlace, onWorks }: ModelKeyFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const providers = known.providers.filter(({ local }) => !local);
  const used = inBrowser ?? known;
  const saved = providers.find((one) => one.id === used.provider);
  const [value, setValue] = useState('');
  const [invalid, setInvalid] = useState(false);
  const [provider, setProvider] = useState((saved ?? providers[0])?.id ?? '');
  const [model, setModel] = useState(saved ? (used.model ?? '') : (providers[0]?.model ?? ''));
  const [place, setPlace] = useState<KeyPlace>(inBrowser ? 'browser' : saved ? 'server' : usualPlace);
  const [told, setTold] = useState<string | null>(null);
  const { tryAndSave, save, failure, forget } = useTriedSave(onWorks);
  // The server never returns its key; a key in the browser can be saved in either place.
  const ownKeys = inBrowser?.provider === provider ? inBrowser.keys : null;
  const keeps = ownKeys !== null || (place === 'server' && known.state === 'saved' && known.provider === provider);
  const example = keyExampleOf(provider);
  const hint = example === '' ? t(($) => $.credentials.modelKey.hintAny) : t(($) => $.credentials.modelKey.hint, { example });
  // The example does not help somebody whose key does start like it.
  const wrong = example === '' ? hint : t(($) => $.credentials.modelKey.wrongForm, { example });

  function choose(next: string): void {
    setProvider(next);
    setModel(next === used.provider ? (used.model ?? '') : (providers.find((one) => one.id === next)?.model ?? ''));
    setTold(null);
    setInvalid(false);
    forget();
  }

  function handleKey(next: string): void {
    setValue(next);
    setInvalid(false);
    setTold(null);
    forget();
    const owner = providers.find((one) => one.id === providerOfKeys(next));
    if (!owner || owner.id === provider || readModelKeys(next, owner.id) === null) return;
    choose(owner.id);
    setTold(t(($) => $.credentials.modelKey.toldBy, { provider: owner.name }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (tryAndSave.isPending || save.isPending || model.trim() === '') return;
    const keys = value.trim() === '' && keeps ? (ownKeys ?? undefined) : readModelKeys(value, provider);
    setInvalid(keys === null);
    if (keys === null)
      showToast({ id: refusedKey, tone: 'error', message: t(($) => $.credentials.modelKey.invalid), description: wrong });
    else {
      dismissToast(refusedKey);
      tryAndSave.mutate({ place, provider, model: model.trim(), ...(keys === undefined ? {} : { value: keys }) });
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-3">
      <label htmlFor={`${id}-provider`} className="block text-sm font-medium">
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
      <SecretField
        id={id}
        label={keeps ? t(($) => $.credentials.modelKey.replaceField) : t(($) => $.credentials.modelKey.field)}
        value={value}
        onValue={handleKey}
        maxLength={maxPastedKeys}
        placeholder={keeps ? t(($) => $.credentials.modelKey.keepsKey) : example}
        hint={invalid ? wrong : (told ?? hint)}
        invalid={invalid}
      />
      <label htmlFor={`${id}-model`} className="block text-sm font-medium">
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
            forget();
          }}
        />
        <datalist id={`${id}-models`}>
          {(failure?.trial.models ?? []).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </label>
      <PlaceChoice
        place={place}
        onPlace={(next) => {
          setPlace(next);
          forget();
        }}
      />
      <Button
        type="submit"
        variant="primary"
        className="max-sm:w-full"
        loading={tryAndSave.isPending}
        disabled={value.trim() === '' && !keeps}
      >
        {tryAndSave.isPending ? t(($) => $.credentials.modelKey.trying) : t(($) => $.credentials.modelKey.tryAndSave)}
      </Button>
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

function PlaceChoice({ place, onPlace }: { place: KeyPlace; onPlace: (place: KeyPlace) => void }) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <div>
      <Choices legend={t(($) => $.credentials.place.legend)}>
        <Choice group={group} checked={place === 'browser'} onChoose={() => onPlace('browser')}>
          {t(($) => $.credentials.place.browser)}
        </Choice>
        <Choice group={group} checked={place === 'server'} onChoose={() => onPlace('server')}>
          {t(($) => $.credentials.place.server)}
        </Choice>
      </Choices>
      <p aria-live="polite" className="mt-1 max-w-prose text-sm text-soft">
        {place === 'browser' ? t(($) => $.credentials.place.browserHint) : t(($) => $.credentials.place.serverHint)}
      </p>
    </div>
  );
}
