import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation as useWords } from 'react-i18next';
import type { Language } from '#engine/domain.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import type { Translation } from '../contract.ts';

/** Poll interval: long translations are large. */
const askEveryMs = (lines: number): number => (lines > 5000 ? 10_000 : 2000);

export type ScriptTranslation = {
  /** A model is available, or a translation exists. */
  available: boolean;
  shown: Language | null;
  show: (language: Language | null) => void;
  data: Translation | undefined;
  start: () => void;
  cancel: () => void;
  busy: boolean;
};

const prefix = 'gleaner.translation.';

function shownLast(contentId: string): Language | null {
  try {
    const kept = localStorage.getItem(prefix + contentId);
    return kept === 'zh' || kept === 'en' ? kept : null;
  } catch {
    return null;
  }
}

function remember(contentId: string, language: Language | null): void {
  try {
    if (language === null) localStorage.removeItem(prefix + contentId);
    else localStorage.setItem(prefix + contentId, language);
  } catch {
    // Without storage it lasts until the tab closes.
  }
}

/** A script's translation, made when first shown. */
export function useScriptTranslation(detail: ContentOverview): ScriptTranslation {
  const { t } = useWords();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { contentId } = detail;
  const [wanted, setWanted] = useState(() => shownLast(contentId));
  const language = wanted ?? 'zh';
  const query = useQuery(
    trpc.content.translation.queryOptions(
      { contentId, language },
      {
        enabled: wanted !== null,
        refetchInterval: ({ state }) => (state.data?.state === 'running' ? askEveryMs(state.data.total) : false),
      },
    ),
  );
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
  const onError = (error: unknown) =>
    failed(
      t(($) => $.transcripts.translation.failed),
      error,
    );
  const start = useMutation(trpc.content.translate.mutationOptions({ onError, onSettled: refresh }));
  const cancel = useMutation(trpc.content.cancelTranslation.mutationOptions({ onError, onSettled: refresh }));
  // A failed or deleted one is not shown.
  const shown = query.data?.state === null && !start.isPending ? null : wanted;

  return {
    available: detail.availableModel !== null || shown !== null,
    shown,
    show: (next) => {
      setWanted(next);
      remember(contentId, next);
      if (next === null) return;
      // Showing a language requests its translation.
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
