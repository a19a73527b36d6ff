import { useMutation } from '@tanstack/react-query';
import { History, MoreHorizontal, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { leadsToThisComputer, portableHtml, portableNote } from '#features/notes/ui/note-text.ts';
import { VersionsDialog } from '#features/notes/ui/versions-dialog.tsx';
import { AgainMenu } from '#features/summaries/ui/again-menu.tsx';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { IconButton } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { forgetKept } from './clear-local-state.ts';
import { useDisplayTitle } from './content-header.tsx';
import { DownloadMenu } from './download-menu.tsx';

type ContentActionsProps = {
  detail: ContentOverview;
  running: boolean;
  onDeleted: () => void;
  downloads: ReactNode;
  first: ReactNode;
  more: ReactNode;
};

function pageUrlOf(contentId: string): string {
  return `${window.location.origin}/content/${contentId}`;
}

export function ContentActions({ detail, running, onDeleted, downloads, first, more }: ContentActionsProps) {
  const { t } = useTranslation();
  const { contentId, note } = detail;
  const title = useDisplayTitle(detail);
  const [dialog, setDialog] = useState<'versions' | 'delete' | null>(null);
  return (
    <fieldset aria-label={t(($) => $.content.actions.label)} className="flex items-center gap-1 md:min-w-0 md:flex-wrap">
      {first}
      {note === null ? null : (
        <CopyButton
          text={() => portableNote({ title, note, sourceUrl: detail.sourceUrl, pageUrl: pageUrlOf(contentId) })}
          html={() => portableHtml({ title, note, sourceUrl: detail.sourceUrl, pageUrl: pageUrlOf(contentId) })}
          notice={(text) =>
            leadsToThisComputer(text, window.location.origin) ? t(($) => $.content.actions.copiedLocalLinks) : null
          }
          label={t(($) => $.content.actions.copyNote)}
        />
      )}
      <DownloadMenu detail={detail} downloads={downloads} />
      {running ? null : <AgainMenu detail={detail} />}
      {more}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" label={t(($) => $.content.actions.more)}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setDialog('versions')}>
            <History aria-hidden />
            {t(($) => $.content.actions.versions)}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            {t(($) => $.content.actions.remove)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <VersionsDialog detail={detail} open={dialog === 'versions'} onOpenChange={(open) => setDialog(open ? 'versions' : null)} />
      <DeleteDialog
        contentId={contentId}
        title={title}
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
        onDeleted={onDeleted}
      />
    </fieldset>
  );
}

type DeleteDialogProps = {
  contentId: string;
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
};

function DeleteDialog({ contentId, title, open, onOpenChange, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshContent(contentId);
  const failed = useFailureToast();
  const remove = useMutation(
    trpc.userNote.deleteContentWithCleanup.mutationOptions({
      onSuccess: () => {
        onOpenChange(false);
        forgetKept(contentId);
        showToast({ tone: 'success', message: t(($) => $.content.remove.done) });
        // Leave the page first: it would report the deleted content as missing.
        onDeleted();
        void refresh();
      },
      onError: (error) =>
        failed(
          t(($) => $.content.remove.failed),
          error,
        ),
    }),
  );
  const shown = title.length > 60 ? `${title.slice(0, 60)}…` : title;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      danger
      pending={remove.isPending}
      title={t(($) => $.content.remove.title)}
      description={t(($) => $.content.remove.text, { title: shown })}
      confirmLabel={t(($) => $.content.remove.confirm)}
      cancelLabel={t(($) => $.common.cancel)}
      onConfirm={() => remove.mutate({ contentId })}
    />
  );
}
