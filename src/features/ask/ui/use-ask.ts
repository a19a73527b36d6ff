import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { useIsShown } from '#ui/browser/use-is-shown.ts';
import { changes } from '../changes.ts';
import type { Scope } from '../shared/ask-address.ts';

/** Starts answers. `onStarted` gets the id of the new answer, and of a question the answer below which it was asked, or null. */
export function useAsk(noteLanguage: NoteLanguage, onStarted: (id: string, below?: string | null) => void) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const isShown = useIsShown();
  const after = (path: keyof typeof changes) => ({
    onSuccess: ({ id }: { id: string }, asked: { noteLanguage: string; question?: string; after?: string }) => {
      // A user who has left the page is not brought back; the answer is listed among the earlier ones.
      if (isShown()) onStarted(id, asked.question === undefined ? undefined : (asked.after ?? null));
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
    /** `after`: the answer that the question follows. Resolves to whether the question was accepted. */
    ask: (question: string, scope: Scope, after?: string) =>
      ask.mutateAsync({ question, scope, noteLanguage, ...(after === undefined ? {} : { after }) }).then(
        () => true,
        () => false,
      ),
    brief: (scope: Scope) => brief.mutate({ scope, noteLanguage }),
    again: (id: string) => again.mutate({ id, noteLanguage }),
  };
}
