import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useTask } from '#rpc/use-task.ts';
import type { WrittenArticle } from '../contract.ts';

/** Long articles are large, so their new parts are fetched less often. */
const fetchEveryMs = (parts: number): number => (parts > 40 ? 6000 : 1500);

export type ArticleView = 'spoken' | 'written';

export type ArticleWriting = {
  data: WrittenArticle | undefined;
  /** Requested parts that are written, and all requested parts; may be ahead of `data`. */
  progress: { done: number; total: number };
  error: unknown;
  view: ArticleView;
  setView: (view: ArticleView) => void;
  /** All parts, the missing and stale ones, or one part. A stable callback. */
  write: (parts: 'all' | 'rest' | number) => void;
  stop: () => void;
  remove: (done: () => void) => void;
  busy: boolean;
};

export function useWrittenArticle(contentId: string): ArticleWriting {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const [wish, setWish] = useState<ArticleView | null>(null);
  const query = useQuery(trpc.content.writtenArticle.queryOptions({ contentId }));
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.content.writtenArticle.queryKey({ contentId }) });
  const { stage } = useTask(query.data?.taskId ?? null, {
    onChange: () => void refresh(),
    everyMs: fetchEveryMs(query.data?.parts.length ?? 0),
  });
  const onError = (error: unknown) =>
    failed(
      t(($) => $.articles.written.failed),
      error,
    );
  const start = useMutation(trpc.content.writeArticle.mutationOptions({ onError, onSettled: refresh }));
  const cancel = useMutation(trpc.content.cancelArticle.mutationOptions({ onError, onSettled: refresh }));
  const remove = useMutation(trpc.content.deleteArticle.mutationOptions({ onError, onSettled: refresh }));
  const { mutate } = start;
  const write = useCallback(
    (wanted: 'all' | 'rest' | number) => {
      setWish('written');
      mutate({ contentId, parts: wanted });
    },
    [mutate, contentId],
  );
  const parts = query.data?.parts ?? [];
  const hasText = parts.some(({ state }) => state === 'written');
  const running = query.data?.state === 'running';

  return {
    data: query.data,
    progress: {
      done: Math.max(query.data?.done ?? 0, Number(stage?.params?.done ?? 0)),
      total: Number(stage?.params?.total ?? query.data?.total ?? 0),
    },
    error: query.data ? null : query.error,
    // Until there is written text to show, the view is the spoken text.
    view: parts.length === 0 || !(hasText || running) ? 'spoken' : (wish ?? 'written'),
    setView: setWish,
    write,
    stop: () => cancel.mutate({ contentId }),
    remove: (done) => remove.mutate({ contentId }, { onSuccess: done }),
    busy: start.isPending || cancel.isPending || remove.isPending,
  };
}
