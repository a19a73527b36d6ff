import { useMutation } from '@tanstack/react-query';
import { Download, History, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { portableHtml, portableNote } from '#features/notes/ui/note-text.ts';
import { VersionsDialog } from '#features/notes/ui/versions-dialog.tsx';
import { AgainOptions } from '#features/summaries/ui/again-options.tsx';
import { useSummarizeAgain } from '#features/summaries/ui/use-run-actions.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { leadsToThisComputer } from '#lib/own-page-address.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { forgetPicks } from '#ui/browser/recent-picks.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { ActionMenu, type MenuAction } from '#ui/overlays/action-menu.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { PageActions } from '#web/shell/page-actions.tsx';
import { useDisplayTitle } from './content-header.tsx';
import { DownloadItems } from './download-items.tsx';
import { forgetKept } from './forget-kept.ts';
import { isLasting } from './next-step.ts';

type ContentActionsProps = {
  detail: ContentOverview;
  running: boolean;
  onDeleted: () => void;
  downloads: ReactNode;
  first: ReactNode;
  more: readonly MenuAction[] | undefined;
};

function pageUrlOf(contentId: string): string {
  return `${window.location.origin}/content/${contentId}`;
}

/** One row in one place, in every state of the content: actions that are not possible yet are shown disabled. */
export function ContentActions({ detail, running, onDeleted, downloads, first, more = [] }: ContentActionsProps) {
  const { t } = useTranslation();
  const { contentId, note } = detail;
  const title = useDisplayTitle(detail);
  const again = useSummarizeAgain(contentId, note !== null);
  const [dialog, setDialog] = useState<'versions' | 'delete' | null>(null);
  const writing = running || again.isPending;
  const failsAgain = note === null && isLasting(detail.problem?.code ?? null);
  const source = { title, note: note ?? '', sourceUrl: detail.sourceUrl, pageUrl: pageUrlOf(contentId) };

  const groups: MenuAction[][] = [
    [
      {
        id: 'again',
        icon: <RefreshCw aria-hidden />,
        label: t(($) => $.summaries.again.action),
        disabled: writing || failsAgain,
        busy: again.isPending,
        onSelect: () => again.mutate({ contentId }),
      },
      {
        id: 'again-options',
        icon: <SlidersHorizontal aria-hidden />,
        label: t(($) => $.summaries.again.options),
        disabled: writing || failsAgain,
        page: <AgainOptions detail={detail} onStart={(chosen) => again.mutate({ contentId, ...chosen })} />,
      },
      {
        id: 'versions',
        icon: <History aria-hidden />,
        label: t(($) => $.content.actions.versions),
        onSelect: () => setDialog('versions'),
      },
    ],
    [...more],
    [
      {
        id: 'download',
        icon: <Download aria-hidden />,
        label: t(($) => $.content.actions.download),
        page: <DownloadItems detail={detail} downloads={downloads} />,
      },
    ],
    [
      {
        id: 'delete',
        icon: <Trash2 aria-hidden />,
        label: t(($) => $.content.actions.remove),
        danger: true,
        onSelect: () => setDialog('delete'),
      },
    ],
  ];
  return (
    <PageActions>
      <fieldset aria-label={t(($) => $.content.actions.label)} className="flex items-center gap-1">
        {first}
        <CopyButton
          compact
          disabled={note === null}
          text={() => portableNote(source)}
          html={() => portableHtml(source)}
          notice={(text) => (leadsToThisComputer(text, window.location.origin) ? t(($) => $.common.copiedLocalLinks) : null)}
          label={t(($) => $.content.actions.copyNote)}
        />
        <ActionMenu label={t(($) => $.content.actions.more)} backLabel={t(($) => $.content.actions.back)} groups={groups} />
      </fieldset>
      <VersionsDialog detail={detail} open={dialog === 'versions'} onOpenChange={(open) => setDialog(open ? 'versions' : null)} />
      <DeleteDialog
        contentId={contentId}
        title={title}
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
        onDeleted={onDeleted}
      />
    </PageActions>
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
        forgetPicks([contentId]);
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
  const shown = shortenText(title, 60);
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
