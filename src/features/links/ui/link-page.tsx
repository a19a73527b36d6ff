import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Link2Off, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError, useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Badge, Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { CommentForm, type ExportMenu, useCommentDraft } from './comment-form.tsx';
import { SiteIcon } from './site-icon.tsx';

type LinkPageProps = {
  url: string;
  onContent: (contentId: string) => void;
  onNote: (contentId: string) => void;
  onTitle: (title: string | null) => void;
  home: ReactNode;
  exportMenu: ExportMenu;
  noteOptions: { noteLanguage: NoteLanguage; detail: NoteDetail };
};

export function LinkPage({ home, ...link }: LinkPageProps) {
  const { url, onContent } = link;
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.link.find.queryOptions({ url }, { staleTime: 0, retry: false, enabled: url !== '' }));
  const failed = useAppError(query.error);
  const contentId = query.data?.content?.contentId ?? null;
  useEffect(() => {
    if (contentId !== null) onContent(contentId);
  }, [contentId, onContent]);
  if (url === '' || failed?.code === 'url_invalid' || failed?.code === 'bad_request') {
    return (
      <div className="flex grow flex-col items-center justify-center px-6 py-16 text-center">
        <Link2Off aria-hidden className="mb-4 size-8 text-faint" />
        <h1 className="text-2xl font-semibold">{t(($) => $.links.invalid)}</h1>
        <p className="mt-2 max-w-md text-base [overflow-wrap:anywhere] text-soft">{t(($) => $.links.invalidHint)}</p>
        <div className="mt-6">{home}</div>
      </div>
    );
  }
  if (failed) {
    return (
      <ErrorState
        layout="page"
        title={t(($) => $.links.failed)}
        message={failed.message}
        code={failed.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data || contentId !== null) return <Looking />;
  return <NewLink {...link} url={query.data.url} />;
}

function NewLink({ url, onContent, onNote, onTitle, exportMenu, noteOptions }: Omit<LinkPageProps, 'home'>) {
  const { noteLanguage, detail } = noteOptions;
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const toText = useErrorText();
  const failed = useFailureToast();
  const preview = useQuery(trpc.ingest.preview.queryOptions({ text: url }, { staleTime: 60_000, retry: false }));
  const item = preview.data?.items[0] ?? null;
  const title = item?.title ?? null;
  const { host, hostname } = new URL(url);
  const draft = useCommentDraft(url);
  useEffect(() => onTitle(title ?? host), [onTitle, title, host]);

  const onSettled = () => {
    void queryClient.invalidateQueries(trpc.account.me.queryFilter());
    void queryClient.invalidateQueries({ queryKey: trpc.user.videos.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.content.running.pathKey() });
  };
  const notStarted = (error: unknown) =>
    failed(
      t(($) => $.links.summariseFailed),
      error,
    );
  async function saveNote(note: string): Promise<string> {
    await client.account.ensure.mutate();
    const known = {
      ...(title === null ? {} : { title: title.slice(0, 300) }),
      siteName: item?.siteName?.slice(0, 100) ?? host,
    };
    const { contentId } = await client.link.comment.mutate({ url, note, noteLanguage, ...known });
    draft.forget();
    return contentId;
  }
  const notSaved = (error: unknown) =>
    failed(
      t(($) => $.links.saveFailed),
      error,
    );
  const summarise = useMutation({
    mutationFn: async () => {
      await client.account.ensure.mutate();
      const [result] = (await client.ingest.submit.mutate({ items: [{ url }], noteLanguage, detail })).results;
      return result;
    },
    onSuccess: (result) => {
      if (result && 'contentId' in result) onContent(result.contentId);
      else notStarted(result?.problem ?? { code: 'internal' });
    },
    onError: notStarted,
    onSettled,
  });
  // The comment is saved as the first version, which remains even if the summary fails to start.
  const saveAndSummarise = useMutation({
    mutationFn: async (note: string) => {
      const contentId = await saveNote(note);
      await client.content.summarizeAgain.mutate({ contentId, noteLanguage, detail }).then(
        () => onContent(contentId),
        (error: unknown) => {
          notStarted(error);
          onNote(contentId);
        },
      );
    },
    onError: notSaved,
    onSettled,
  });
  const comment = useMutation({
    mutationFn: saveNote,
    onSuccess: (contentId) => {
      showToast({ tone: 'success', message: t(($) => $.links.saved) });
      onNote(contentId);
    },
    onError: notSaved,
    onSettled,
  });
  const starting = summarise.isPending || saveAndSummarise.isPending;
  const written = draft.comment.trim();

  const problem = item?.problem ? toText(item.problem) : null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <div>
        <p className="text-sm text-soft">{t(($) => $.links.lead)}</p>
        <Card className="mt-3 flex flex-col gap-4 p-4 sm:flex-row">
          {/* Last in order, because it loads late or not at all, and the buttons must not move. */}
          <Cover src={item?.cover ?? null} className="order-last w-full self-start sm:w-48" />
          <div className="min-w-0 grow">
            {/* Room for two lines from the start, and the buttons above anything that loads late: nothing moves. */}
            <h1 title={title ?? undefined} className="line-clamp-2 min-h-14 text-xl font-semibold [overflow-wrap:anywhere]">
              {title ?? (preview.isPending ? <Skeleton className="h-7 w-2/3" /> : url)}
            </h1>
            <p className="mt-1 flex min-h-6 flex-wrap items-center gap-2 text-sm text-soft">
              <SiteIcon hostname={hostname} />
              <span>{item?.siteName ?? host}</span>
              {item?.kind ? <Badge>{t(($) => $.links.kinds[item.kind ?? 'page'])}</Badge> : null}
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button
                variant="primary"
                loading={starting}
                disabled={comment.isPending}
                onClick={() => (written === '' ? summarise.mutate() : saveAndSummarise.mutate(written))}
              >
                {starting ? null : <Sparkles aria-hidden className="size-4" />}
                {t(($) => $.links.summarise)}
              </Button>
              <Button asChild>
                <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={t(($) => $.links.open, { host })}>
                  <ExternalLink aria-hidden className="size-4" />
                  {host}
                </a>
              </Button>
            </div>
            {item?.description ? <p className="mt-3 line-clamp-3 text-sm text-soft">{item.description}</p> : null}
            {problem ? (
              <p className="mt-3 text-sm text-warning">{t(($) => $.links.previewFailed, { reason: problem.message })}</p>
            ) : null}
          </div>
        </Card>
        {preview.isPending ? (
          <p role="status" className="sr-only">
            {t(($) => $.links.looking)}
          </p>
        ) : null}
      </div>
      <section aria-labelledby="own-note">
        <h2 id="own-note" className="mb-3 text-base font-medium">
          {t(($) => $.links.comment)}
        </h2>
        <CommentForm
          draft={draft}
          title={title}
          url={url}
          exportMenu={exportMenu}
          saving={comment.isPending || starting}
          hint={`${t(($) => $.links.commentHint)} ${t(($) => $.links.afterwards)}`}
          onSave={(note) => comment.mutate(note)}
        />
      </section>
    </div>
  );
}

function Looking() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-4 pt-6 md:px-8">
      <span className="sr-only">{t(($) => $.links.looking)}</span>
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
