import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import type { MenuAction } from '#ui/overlays/action-menu.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { CommentForm, type ExportMenu, useCommentDraft } from './comment-form.tsx';

/** A menu item and the dialog that it opens; nothing if there is a note already. */
export function useCommentAction(contentId: string, exportMenu: ExportMenu): { action: MenuAction | null; dialog: ReactNode } {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  // Reads the page's cache without a request.
  const detail = useQuery(trpc.content.overview.queryOptions({ contentId }, { enabled: false })).data;
  const offered = detail && detail.note === null && detail.run === null && detail.status !== 'processing';
  const action = useMemo<MenuAction>(
    () => ({
      id: 'comment',
      icon: <PenLine aria-hidden />,
      label: t(($) => $.links.button),
      onSelect: () => setOpen(true),
    }),
    [t],
  );
  return {
    action: offered ? action : null,
    dialog: offered ? (
      <Dialog open={open} onOpenChange={setOpen} title={t(($) => $.links.dialogTitle)}>
        <OwnNote detail={detail} exportMenu={exportMenu} onSaved={() => setOpen(false)} />
      </Dialog>
    ) : null,
  };
}

type OwnNoteProps = {
  detail: RouterOutputs['content']['overview'];
  exportMenu: ExportMenu;
  onSaved: () => void;
};

function OwnNote({ detail, exportMenu, onSaved }: OwnNoteProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const { contentId } = detail;
  const draft = useCommentDraft(contentId);
  const save = useMutation(
    trpc.content.saveNote.mutationOptions({
      onSuccess: () => {
        draft.forget();
        onSaved();
        showToast({ tone: 'success', message: t(($) => $.links.saved) });
      },
      onError: (error) =>
        failed(
          t(($) => $.links.saveFailed),
          error,
        ),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.content.overview.queryKey({ contentId }) }),
          queryClient.invalidateQueries({ queryKey: trpc.user.videos.pathKey() }),
        ]),
    }),
  );
  return (
    <CommentForm
      draft={draft}
      title={detail.title}
      url={detail.sourceUrl}
      exportMenu={exportMenu}
      saving={save.isPending}
      hint={t(($) => $.links.dialogHint)}
      autoFocus
      onSave={(note) => save.mutate({ contentId, baseVersionId: detail.noteVersionId, note })}
    />
  );
}
