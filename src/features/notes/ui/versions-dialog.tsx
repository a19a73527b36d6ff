import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, GitCompare } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { modelName } from '#lib/model-name.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SourceNavigationProvider, useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Badge, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { NoteVersion } from '../contract.ts';
import { NoteView } from './note-view.tsx';

const NoteDiff = lazyPart(async () => (await import('./editor/note-diff.tsx')).NoteDiff);

type VersionsDialogProps = { detail: ContentOverview; open: boolean; onOpenChange: (open: boolean) => void };

export function VersionsDialog({ detail, open, onOpenChange }: VersionsDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState<NoteVersion | null>(null);

  function handleOpen(next: boolean): void {
    if (!next) setShown(null);
    onOpenChange(next);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={handleOpen}
      title={
        shown ? t(($) => $.notes.versions.preview, { date: format.dateTime(shown.createdAt) }) : t(($) => $.notes.versions.title)
      }
      description={shown ? undefined : t(($) => $.notes.versions.description)}
      // The same height before and after loading keeps the buttons in place.
      className={clsx('sm:max-w-2xl', shown && 'h-[calc(100dvh-1rem)] sm:h-[76vh]')}
      footer={
        shown ? (
          <VersionFooter detail={detail} version={shown} onBack={() => setShown(null)} onRestored={() => handleOpen(false)} />
        ) : undefined
      }
    >
      {shown ? (
        <VersionText detail={detail} version={shown} onLeave={() => handleOpen(false)} />
      ) : (
        <VersionList detail={detail} onShow={setShown} />
      )}
    </Dialog>
  );
}

function VersionList({ detail, onShow }: { detail: ContentOverview; onShow: (version: NoteVersion) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const query = useQuery(trpc.content.versions.queryOptions({ contentId: detail.contentId }, { staleTime: 0 }));
  const error = useAppError(query.error);
  if (error) {
    return (
      <ErrorState
        title={t(($) => $.notes.versions.failed)}
        message={error.message}
        code={error.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return (
      <div role="status" className="space-y-2">
        <span className="sr-only">{t(($) => $.notes.versions.loading)}</span>
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  const { versions } = query.data;
  if (versions.length <= 1) return <EmptyState title={t(($) => $.notes.versions.empty)} className="py-8!" />;
  return (
    <ul className="space-y-2">
      {versions.map((version) => (
        <li key={version.versionId} className="rounded-md border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <time dateTime={version.createdAt} className="text-sm font-medium tabular-nums">
              {format.dateTime(version.createdAt)}
            </time>
            {version.isCurrent ? <Badge tone="success">{t(($) => $.notes.versions.current)}</Badge> : null}
            <MethodBadge version={version} />
            <span className="grow" />
            <Button
              size="sm"
              variant="ghost"
              aria-label={t(($) => $.notes.versions.showFor, { date: format.dateTime(version.createdAt) })}
              onClick={() => onShow(version)}
            >
              {t(($) => $.notes.versions.show)}
            </Button>
          </div>
          <p className="mt-1 line-clamp-2 text-sm text-soft [overflow-wrap:anywhere]">
            {version.preview === '' ? t(($) => $.notes.versions.emptyNote) : version.preview}
          </p>
        </li>
      ))}
    </ul>
  );
}

function MethodBadge({ version }: { version: NoteVersion }) {
  const { t } = useTranslation();
  const label =
    version.method === 'extractive'
      ? t(($) => $.notes.versions.extractive)
      : version.method === 'edited'
        ? t(($) => $.notes.versions.edited)
        : version.model
          ? modelName(version.model)
          : t(($) => $.notes.versions.modelUnnamed);
  return (
    <Badge className="max-w-48">
      <span className="truncate">{label}</span>
    </Badge>
  );
}

type VersionTextProps = { detail: ContentOverview; version: NoteVersion; onLeave: () => void };

function VersionText({ detail, version, onLeave }: VersionTextProps) {
  const { t } = useTranslation();
  const [comparing, setComparing] = useState(false);
  const trpc = useTRPC();
  const query = useQuery(trpc.content.version.queryOptions({ contentId: detail.contentId, versionId: version.versionId }));
  const error = useAppError(query.error);
  if (error) {
    return (
      <ErrorState message={error.message} code={error.code} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <Skeleton className="h-64" />;
  const comparable = detail.note !== null && !version.isCurrent;
  return (
    <>
      {comparable ? (
        <Button size="sm" variant="ghost" className="mb-3" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
          <GitCompare aria-hidden className="size-4" />
          {comparing ? t(($) => $.notes.edit.hideChanges) : t(($) => $.notes.edit.showChanges)}
        </Button>
      ) : null}
      {comparing && comparable ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <p className="mb-3 text-sm text-soft">{t(($) => $.notes.versions.diffLegend)}</p>
          {/* Shows the change that restoring this version would make. */}
          <NoteDiff before={detail.note ?? ''} after={query.data.note} />
        </Suspense>
      ) : query.data.note.trim() === '' ? (
        <p className="text-sm text-faint">{t(($) => $.notes.versions.emptyNote)}</p>
      ) : (
        <div className="px-3 text-[15px]">
          <LeaveToPlace onLeave={onLeave}>
            <NoteView markdown={query.data.note} />
          </LeaveToPlace>
        </div>
      )}
    </>
  );
}

/** The dialog would cover the place of a reference, so it is closed first. */
function LeaveToPlace({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const navigation = useSourceNavigation();
  const after =
    (go: typeof navigation.goTo): typeof navigation.goTo =>
    (anchor, claim) => {
      onLeave();
      go(anchor, claim);
    };
  return (
    <SourceNavigationProvider {...navigation} goTo={after(navigation.goTo)} show={after(navigation.show)}>
      {children}
    </SourceNavigationProvider>
  );
}

type VersionFooterProps = { detail: ContentOverview; version: NoteVersion; onBack: () => void; onRestored: () => void };

function VersionFooter({ detail, version, onBack, onRestored }: VersionFooterProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshContent(detail.contentId);
  const failed = useFailureToast();
  const restore = useMutation(
    trpc.content.restore.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ tone: 'success', message: t(($) => $.notes.versions.restored) });
        onRestored();
      },
      onError: (error) =>
        failed(
          t(($) => $.notes.versions.restoreFailed),
          error,
        ),
    }),
  );
  return (
    <>
      <Button variant="ghost" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        {t(($) => $.notes.versions.back)}
      </Button>
      {version.isCurrent ? null : (
        <Button
          variant="primary"
          loading={restore.isPending}
          onClick={() => restore.mutate({ contentId: detail.contentId, versionId: version.versionId })}
        >
          {t(($) => $.notes.versions.restore)}
        </Button>
      )}
    </>
  );
}
