import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RouterInputs, type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';

export type SubmitItem = RouterInputs['ingest']['submit']['items'][number];
export type SubmitResult = RouterOutputs['ingest']['submit']['results'][number];
export type NoteDetail = NonNullable<RouterInputs['ingest']['submit']['detail']>;

import type { NoteLanguage } from '#lib/languages.ts';

/** Creates an account when needed. Results are in the items' order. */
export function useSubmit() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: { items: SubmitItem[]; noteLanguage: NoteLanguage; detail: NoteDetail }) => {
      await client.account.ensure.mutate();
      return await client.ingest.submit.mutate(input);
    },
    onSettled: () => {
      void queryClient.invalidateQueries(trpc.account.me.queryFilter()).then(() => refreshWork(queryClient, trpc));
      // The preview's "already in your records" has changed.
      void queryClient.invalidateQueries({ ...trpc.ingest.preview.pathFilter(), refetchType: 'none' });
    },
  });
}
