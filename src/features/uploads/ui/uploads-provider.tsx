import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { Language } from '#engine/domain.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { refreshWork } from '#rpc/refresh-work.ts';
import { readNoteWish } from '#ui/note-wish.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

type Uploads = {
  queue: UploadQueue;
  /** Called instead of the default when the files of one drop are through; returns how to stop. */
  onBatchDone: (listener: (items: readonly UploadItem[]) => void) => () => void;
};

const UploadsContext = createContext<Uploads | null>(null);

/** Keeps uploads alive across pages. `noteLanguage` is the language of notes for files that finish from now on. */
export function UploadsProvider({ noteLanguage, children }: { noteLanguage: Language; children: ReactNode }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const language = useRef(noteLanguage);
  useEffect(() => {
    language.current = noteLanguage;
  }, [noteLanguage]);

  const [uploads] = useState<Uploads>(() => {
    const listeners = new Set<(items: readonly UploadItem[]) => void>();
    const queue = new UploadQueue({
      openTransfer: async (file, events) => (await import('./tus-transfer.ts')).openTusTransfer(file, events),
      ensureAccount: async () => {
        await client.account.ensure.mutate();
      },
      async submit(uploadId) {
        const input = { items: [{ uploadId }], noteLanguage: language.current, detail: readNoteWish().detail };
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

  // Leaving would stop them; what was sent is kept, but the file has to be chosen again.
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
