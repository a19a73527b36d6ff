import { useMutation } from '@tanstack/react-query';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { forgetOfflineAnswers } from '#rpc/offline-answers.ts';
import { forgetUserTraces } from '#ui/browser/user-traces.ts';

/** Signs out, deletes what this browser stored for the user, and reloads at the home page. */
export function useSignOut(failure: string) {
  const fail = useFailureToast();
  return useMutation(
    useTRPC().account.signOut.mutationOptions({
      onSuccess: async () => {
        forgetUserTraces();
        await forgetOfflineAnswers();
        window.location.assign('/');
      },
      onError: (error) => fail(failure, error),
    }),
  );
}
