import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useIsShown } from '#ui/browser/use-is-shown.ts';
import { changes } from '../changes.ts';
import type { Scope } from '../shared/ask-address.ts';

/** Starts answers. `onStarted` gets the id of the new answer. */
export function useAsk(noteLanguage: NoteLanguage, onStarted: (id: string) => void) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const isShown = useIsShown();
  const after = (path: keyof typeof changes) => ({
    onSuccess: ({ id }: { id: string }) => {
      // A user who has left the page is not brought back; the answer is listed among the earlier ones.
      if (isShown()) onStarted(id);
    },
    onError: (error: unknown) =>
      failed(
        t(($) => $.ask.failed),
        error,
      ),
    onSettled: () => invalidateAfter(queries, changes, { path }),
  });
  const ask = useMutation(trpc.ask.ask.mutationOptions(after('ask.ask')));
  const brief = useMutation(trpc.ask.brief.mutationOptions(after('ask.brief')));
  const again = useMutation(trpc.ask.again.mutationOptions(after('ask.again')));
  return {
    busy: ask.isPending || brief.isPending || again.isPending,
    briefing: brief.isPending,
    /** `after`: the answer that the question follows. */
    ask: (question: string, scope: Scope, after?: string) =>
      ask.mutate({ question, scope, noteLanguage, ...(after === undefined ? {} : { after }) }),
    brief: (scope: Scope) => brief.mutate({ scope, noteLanguage }),
    again: (id: string) => again.mutate({ id, noteLanguage }),
  };
}
