import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation as useWords } from 'react-i18next';
import type { Language } from '#engine/model.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import type { ContentDetail, Translation } from '../../contract.ts';

/** How often a translation that is being made is asked for: a long one is long to send. */
const askEveryMs = (lines: number): number => (lines > 5000 ? 10_000 : 2000);

export type ScriptTranslation = {
  /** A model is there that could translate, or a translation is shown. */
  available: boolean;
  shown: Language | null;
  show: (language: Language | null) => void;
  data: Translation | undefined;
  start: () => void;
  cancel: () => void;
  busy: boolean;
};

/** A script's translation beside it: made when it is first asked for, and shown as it comes. */
export function useScriptTranslation(detail: ContentDetail): ScriptTranslation {
  const { t } = useWords();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { contentId } = detail;
  const [shown, setShown] = useState<Language | null>(null);
  const language = shown ?? 'zh';
  const query = useQuery(
    trpc.content.translation.queryOptions(
      { contentId, language },
      {
        enabled: shown !== null,
        refetchInterval: ({ state }) => (state.data?.state === 'running' ? askEveryMs(state.data.total) : false),
      },
    ),
  );
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
  const onError = (error: unknown) =>
    failed(
      t(($) => $.content.subtitle.translation.failed),
      error,
    );
  const start = useMutation(trpc.content.translate.mutationOptions({ onError, onSettled: refresh }));
  const cancel = useMutation(trpc.content.cancelTranslation.mutationOptions({ onError, onSettled: refresh }));

  return {
    available: detail.availableModel !== null || shown !== null,
    shown,
    show: (next) => {
      setShown(next);
      if (next === null) return;
      // What nobody has asked for yet is asked for by showing it.
      void queries
        .fetchQuery(trpc.content.translation.queryOptions({ contentId, language: next }))
        .then((known) => (known.state === null ? start.mutate({ contentId, language: next }) : undefined), onError);
    },
    data: shown === null ? undefined : query.data,
    start: () => start.mutate({ contentId, language }),
    cancel: () => cancel.mutate({ contentId, language }),
    busy: start.isPending || cancel.isPending,
  };
}
