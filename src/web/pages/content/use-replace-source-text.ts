import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useSendFile } from '#features/uploads/ui/send-file.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { showToast } from '#ui/toast/toast.ts';

type SourceText = { file: File } | { track: string | null };

/** Writes the note from a user's file, from a rejected track, or (null) from the source's own words again. */
export function useReplaceSourceText({ contentId, note }: Pick<ContentOverview, 'contentId' | 'note'>) {
  const { t } = useTranslation();
  const { queryKey } = useTRPC().content.overview.queryOptions({ contentId });
  const client = useTRPCClient();
  const refresh = useRefreshContent(contentId);
  const failed = useFailureToast();
  const sendFile = useSendFile();
  return useMutation({
    mutationKey: queryKey,
    async mutationFn(words: SourceText) {
      if ('track' in words) return await client.content.useTrack.mutate({ contentId, track: words.track });
      return await client.content.useFile.mutate({ contentId, uploadId: await sendFile(words.file) });
    },
    onSuccess: () => {
      if (note !== null) showToast({ message: t(($) => $.summaries.again.started) });
    },
    onError: (error) =>
      failed(
        t(($) => $.content.words.failed),
        error,
      ),
    // After a failure another file may be dropped at once.
    onSettled: async (_data, error) => {
      const refreshed = refresh();
      if (error === null) await refreshed;
    },
  });
}
