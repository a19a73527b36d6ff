import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPCClient } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { ModelTrial } from '../contract.ts';
import { keepBrowserKey, removeBrowserKey } from './browser-key.ts';
import { useKeepModelKey, useModelKeyChanged } from './use-keep-model-key.ts';

export type KeyPlace = 'browser' | 'server';

/** Without `value`: the key saved on the server. */
export type GivenKey = { provider: string; model: string; value?: string; place: KeyPlace };
type Failed = { trial: ModelTrial; given: GivenKey };

/** Saves a key only when it works, or when the user insists. */
export function useTriedSave(onWorks: (models: string[] | null) => void) {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const saveGiven = useSaveGiven();
  const failed = useFailureToast();
  const [failure, setFailure] = useState<Failed | null>(null);
  /** The trial whose result counts. A trial can take long, and what it was given can be changed meanwhile. */
  const current = useRef(0);
  const notSaved = (error: unknown) =>
    failed(
      t(($) => $.credentials.modelKey.saveFailed),
      error,
    );
  const save = useMutation({
    mutationFn: saveGiven,
    onSuccess: () => showToast({ tone: 'success', message: t(($) => $.credentials.modelKey.savedToast) }),
    onError: notSaved,
  });
  const tryAndSave = useMutation({
    mutationFn: async ({ place: _place, ...key }: GivenKey) => client.account.tryModelKey.mutate(key),
    onMutate: () => {
      setFailure(null);
      current.current++;
      return current.current;
    },
    onSuccess: async (trial, given, began) => {
      if (began !== current.current) return;
      onWorks(trial.problem === null ? (trial.models ?? []) : null);
      if (trial.problem === null) await save.mutateAsync(given).catch(() => undefined);
      else setFailure({ given, trial });
    },
    onError: (error, _given, began) => {
      if (began === current.current) notSaved(error);
    },
  });
  /** For a changed form: what was tried is neither saved nor shown any more. */
  function forget(): void {
    current.current++;
    setFailure(null);
    tryAndSave.reset();
  }
  return { tryAndSave, save, failure, forget };
}

function useSaveGiven() {
  const client = useTRPCClient();
  const keep = useKeepModelKey();
  const changed = useModelKeyChanged();
  return async ({ place, ...given }: GivenKey): Promise<void> => {
    if (place === 'server') {
      const data = await client.account.saveModelKey.mutate(given);
      // A key in the browser would take precedence over the one that was just saved.
      removeBrowserKey((await client.account.me.query()).user);
      return keep(data);
    }
    const { user } = await client.account.ensure.mutate();
    const { provider, model, value = '' } = given;
    if (!keepBrowserKey(user, { provider, model, keys: value })) throw new Error('this browser has no storage');
    await changed();
  };
}
