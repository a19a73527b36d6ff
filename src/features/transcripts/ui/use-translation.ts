import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation as useWords } from 'react-i18next';
import type { Language } from '#engine/domain.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { defaultLanguage, noteLanguages } from '#lib/languages.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useTask } from '#rpc/use-task.ts';
import type { Translation } from '../contract.ts';

/** Long translations are large: their new lines are fetched less often. */
const fetchEveryMs = (lines: number): number => (lines > 5000 ? 10_000 : 2000);

export type ScriptTranslation = {
  /** Whether a model is available, or a translation exists. */
  available: boolean;
  shown: Language | null;
  show: (language: Language | null) => void;
  data: Translation | undefined;
  /** Translated lines, which may be ahead of those in `data`. */
  done: number;
  start: () => void;
  cancel: () => void;
  busy: boolean;
};

const prefix = 'gleaner.translation.';

function shownLast(contentId: string): Language | null {
  try {
    const kept = localStorage.getItem(prefix + contentId);
    return noteLanguages.find((one) => one === kept) ?? null;
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
  const language = wanted ?? defaultLanguage;
  const query = useQuery(trpc.content.translation.queryOptions({ contentId, language }, { enabled: wanted !== null }));
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
  const { stage } = useTask(query.data?.taskId ?? null, {
    onChange: () => void refresh(),
    everyMs: fetchEveryMs(query.data?.total ?? 0),
  });
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
    done: Math.max(query.data?.done ?? 0, Number(stage?.params?.done ?? 0)),
    start: () => start.mutate({ contentId, language }),
    cancel: () => cancel.mutate({ contentId, language }),
    busy: start.isPending || cancel.isPending,
  };
}
