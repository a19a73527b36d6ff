import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pairFiles } from '#features/uploads/ui/pair-files.ts';
import { useUploads } from '#features/uploads/ui/uploads-provider.tsx';
import { shortenFileName } from '#lib/file-name.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { useNoteOptions } from '#web/use-note-options.ts';

/** The limit until the server has sent its own. */
const usualUploadBytes = 4 * 1024 ** 3;

/** A message has room for three lines. */
const mostOfName = 48;
const shownName = ({ name }: File) => shortenFileName(name, mostOfName);

/** How long it stays told which files are not used. */
const leftOutMs = 10_000;

/** Refuses unusable files before they are sent. A recording and its words become one item. */
export function useAddFiles(): (files: File[]) => void {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const info = useQuery(trpc.system.info.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const maxBytes = info.data?.maxUploadBytes ?? usualUploadBytes;
  const format = useFormat();
  const { queue } = useUploads();
  const { noteLanguage } = useNoteOptions();
  return (files) => {
    const good: File[] = [];
    for (const file of files) {
      if (file.size > maxBytes) {
        const sizes = { size: format.bytes(file.size), limit: format.bytes(maxBytes) };
        showToast({ tone: 'error', message: t(($) => $.uploads.tooLarge, { name: shownName(file), ...sizes }) });
      } else if (file.size === 0) {
        showToast({ tone: 'error', message: t(($) => $.uploads.empty, { name: shownName(file) }) });
      } else good.push(file);
    }
    if (good.length === 0) return;
    const chosen = pairFiles(good, noteLanguage);
    for (const { file, words, leftOut } of chosen) {
      if (words === null || leftOut.length === 0) continue;
      const others = format.list(leftOut.map(shownName));
      const names = { name: shownName(file), wordsName: shownName(words), others };
      showToast({ tone: 'info', message: t(($) => $.uploads.leftOut, names), durationMs: leftOutMs });
    }
    queue.add(chosen);
  };
}

/** A single dropped file opens its content; several stay listed with links. */
export function useOpenWhenUploaded(open: (contentId: string) => void): void {
  const { queue, onBatchDone } = useUploads();
  const handleUploaded = useEffectEvent(open);
  useEffect(
    () =>
      onBatchDone((items) => {
        const [only] = items;
        if (items.length !== 1 || only === undefined || only.contentId === null || queue.isBusy()) return;
        queue.remove(only.id);
        handleUploaded(only.contentId);
      }),
    [queue, onBatchDone],
  );
}
