import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { changes } from '../changes.ts';
import type { ModelKey } from '../contract.ts';

/** Saving and removing return the state; the first save creates the guest's account. */
export function useKeepModelKey() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const changed = useModelKeyChanged();
  return async (data: ModelKey): Promise<void> => {
    client.setQueryData(trpc.account.modelKey.queryKey(), data);
    await changed();
  };
}

/** Refetches what depends on the model, because another one writes from now on. */
export function useModelKeyChanged() {
  const client = useQueryClient();
  return () => invalidateAfter(client, changes, { path: 'account.saveModelKey' });
}
