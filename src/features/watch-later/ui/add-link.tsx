import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Link2Off, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { may } from '#lib/roles.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { refreshWork } from '#rpc/refresh-work.ts';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { useWatchLater } from './use-watch-later.ts';

type AddLinkProps = {
  url: string;
  /** Adds the link and leaves the page, instead of opening the content. */
  queue: boolean;
  playlist: boolean;
  noteOptions: { noteLanguage: NoteLanguage; detail: NoteDetail };
  onOpen: (contentId: string) => void;
  onQueued: (watchLater: boolean) => void;
  home: ReactNode;
};

/** Asks before anything begins, since opening an address must change nothing. */
export function AddLink({ url, ...props }: AddLinkProps) {
  const { t } = useTranslation();
  const link = parseHttpUrl(url.trim())?.href;
  if (link === undefined)
    return (
      <EmptyState
        className="grow justify-center"
        icon={<Link2Off />}
        title={t(($) => $.watchLater.link.none)}
        description={t(($) => $.watchLater.link.noneHint)}
        action={props.home}
      />
    );
  return <Question url={link} {...props} />;
}

function Question({ url, queue, playlist, noteOptions, onOpen, onQueued, home }: AddLinkProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const toText = useErrorText();
  const failed = useFailureToast();
  const { change } = useWatchLater();
  const preview = useQuery(trpc.ingest.preview.queryOptions({ text: url }, { staleTime: 60_000, retry: false }));
  const item = preview.data?.items[0] ?? null;
  const { host } = new URL(url);
  const add = useAdd(url, noteOptions);
  const queryClient = useQueryClient();
  const mayKeep = async () => {
    // Where nobody answers, adding says so.
    const me = await queryClient.ensureQueryData(trpc.account.me.queryOptions()).catch(() => null);
    return me === null || may(me.user?.role ?? 'guest', 'addPlaylist');
  };
  const begin = async (how: 'open' | 'queue' | 'later') => {
    // Refused before anything is added.
    if (how === 'later' && !(await mayKeep()))
      return failed(
        t(($) => $.watchLater.failed),
        { code: 'sign_in_needed' },
      );
    add.mutate(undefined, {
      onSuccess: (contentId) => {
        if (contentId === null) return;
        if (how === 'open') return onOpen(contentId);
        if (how === 'later') change({ contentId, on: true });
        else showToast({ tone: 'success', message: t(($) => $.watchLater.link.queued) });
        onQueued(how === 'later');
      },
    });
  };
  const existing = item?.existing ?? null;
  const problem = item?.problem ? toText(item.problem) : null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-2xl font-semibold">{t(($) => $.watchLater.link.question)}</h1>
      <p className="mt-1 mb-4 text-sm text-soft">{t(($) => $.watchLater.link.hint)}</p>
      <Card className="flex flex-col gap-4 p-4 sm:flex-row">
        <Cover src={item?.cover ?? null} className="w-full self-start sm:w-48" />
        <div className="min-w-0 grow">
          <p className="line-clamp-2 min-h-12 font-medium wrap-anywhere">
            {item?.title ?? (preview.isPending ? <Skeleton className="h-5 w-2/3" /> : url)}
          </p>
          <p className="truncate text-sm text-soft">{item?.siteName ?? host}</p>
          <p className="mt-2 min-h-5 text-sm">
            {existing ? (
              <span className="inline-flex items-center gap-1.5 text-success">
                <CircleCheck aria-hidden className="size-4" />
                {t(($) => $.watchLater.link.known)}
              </span>
            ) : problem ? (
              <span className="text-warning">{t(($) => $.watchLater.link.previewFailed, { reason: problem.message })}</span>
            ) : null}
          </p>
        </div>
      </Card>
      {preview.isPending ? (
        <p role="status" className="sr-only">
          {t(($) => $.watchLater.link.looking)}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        {existing ? (
          <Button variant="primary" onClick={() => onOpen(existing.contentId)}>
            {t(($) => $.watchLater.link.open)}
          </Button>
        ) : (
          <Button variant="primary" loading={add.isPending} onClick={() => void begin(queue ? 'queue' : 'open')}>
            {add.isPending ? null : <Sparkles aria-hidden className="size-4" />}
            {t(($) => (queue ? $.watchLater.link.queue : $.watchLater.link.start))}
          </Button>
        )}
        {playlist ? (
          <Button disabled={add.isPending} onClick={() => void begin('later')}>
            {t(($) => $.watchLater.link.later)}
          </Button>
        ) : null}
        {home}
      </div>
    </div>
  );
}

/** Gives the content, or null after a failure, which is shown in a toast. */
function useAdd(url: string, { noteLanguage, detail }: AddLinkProps['noteOptions']) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const notAdded = (error: unknown) =>
    failed(
      t(($) => $.watchLater.link.failed),
      error,
    );
  return useMutation({
    mutationFn: async () => {
      await client.account.ensure.mutate();
      const { results } = await client.ingest.submit.mutate({ items: [{ url }], noteLanguage, detail });
      const [result] = results;
      if (result && 'contentId' in result) return result.contentId;
      notAdded(result?.problem ?? { code: 'internal' });
      return null;
    },
    onError: notAdded,
    onSettled: () => {
      void queries.invalidateQueries(trpc.account.me.queryFilter()).then(() => refreshWork(queries, trpc));
      void queries.invalidateQueries({ ...trpc.ingest.preview.pathFilter(), refetchType: 'none' });
    },
  });
}
