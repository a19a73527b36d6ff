import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { Detail, Language } from '#engine/domain.ts';
import { readError } from '#lib/client-error.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

type Uploads = {
  queue: UploadQueue;
  /** The listener is called instead of the default; returns the unsubscribe function. */
  onBatchDone: (listener: (items: readonly UploadItem[]) => void) => () => void;
};

const UploadsContext = createContext<Uploads | null>(null);

type UploadsProviderProps = { noteLanguage: Language; detail: Detail; children: ReactNode };

/** The options apply to notes of files that finish from now on. */
export function UploadsProvider({ noteLanguage, detail, children }: UploadsProviderProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const options = useRef({ noteLanguage, detail });
  useEffect(() => {
    options.current = { noteLanguage, detail };
  }, [noteLanguage, detail]);

  const [uploads] = useState<Uploads>(() => {
    const listeners = new Set<(items: readonly UploadItem[]) => void>();
    const queue = new UploadQueue({
      openTransfer: async (file, events) => (await import('./tus-transfer.ts')).openTusTransfer(file, events),
      ensureAccount: async () => {
        await client.account.ensure.mutate();
      },
      async submit(uploadId, wordsId) {
        const item = wordsId === null ? { uploadId } : { uploadId, wordsId };
        const input = { items: [item], ...options.current };
        const { results } = await client.ingest.submit.mutate(input);
        void queryClient.invalidateQueries(trpc.account.me.queryFilter()).then(() => refreshWork(queryClient, trpc));
        return results[0] ?? { problem: { code: 'internal', params: {} } };
      },
      toError: readError,
      onBatchDone: (items) => {
        for (const listener of listeners) listener(items);
      },
      now: () => performance.now(),
    });
    return {
      queue,
      onBatchDone(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  });

  // Leaving stops uploads; to resume, the file has to be chosen again.
  useEffect(() => {
    function handleBeforeUnload(event: BeforeUnloadEvent) {
      if (uploads.queue.isBusy()) event.preventDefault();
    }
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => window.removeEventListener('beforeunload', handleBeforeUnload);
  }, [uploads]);

  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (uploads === null) throw new Error('UploadsProvider is missing');
  return uploads;
}

export function useUploadItems(): readonly UploadItem[] {
  return useStore(useUploads().queue.state, ({ items }) => items);
}
