import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { showToast } from '#ui/toast/toast.ts';

export function useCancelRun(contentId: string) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshContent(contentId);
  const failed = useFailureToast();
  return useMutation(
    trpc.content.cancel.mutationOptions({
      onError: (error) =>
        failed(
          t(($) => $.summaries.run.cancelFailed),
          error,
        ),
      onSettled: () => refresh(),
    }),
  );
}

/** `hasNote`: the old note stays until the new one is complete, and the user is told so. */
export function useSummarizeAgain(contentId: string, hasNote: boolean) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshContent(contentId);
  const failed = useFailureToast();
  return useMutation(
    trpc.content.summarizeAgain.mutationOptions({
      onSuccess: () => {
        if (hasNote) showToast({ message: t(($) => $.summaries.again.started) });
      },
      onError: (error) =>
        failed(
          t(($) => $.summaries.again.failed),
          error,
        ),
      onSettled: () => refresh(),
    }),
  );
}
