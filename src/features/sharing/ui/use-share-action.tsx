import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { isThisComputer } from '#lib/own-page-address.ts';
import { may } from '#lib/roles.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import type { ActionWindow, MenuAction } from '#ui/overlays/action-menu.tsx';
import { ActionPopover } from '#ui/overlays/action-popover.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { sharedNotePath } from '../shared/public-paths.ts';

export function useShareAction(contentId: string): MenuAction {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      id: 'share',
      icon: <Share2 aria-hidden />,
      label: t(($) => $.sharing.note.action),
      window: (frame: ActionWindow) => <ShareWindow contentId={contentId} {...frame} />,
    }),
    [contentId, t],
  );
}

function ShareWindow({ contentId, ...window }: ActionWindow & { contentId: string }) {
  const { t } = useTranslation();
  return (
    <ActionPopover label={t(($) => $.sharing.note.action)} {...window}>
      <ShareState contentId={contentId} />
    </ActionPopover>
  );
}

function ShareState({ contentId }: { contentId: string }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const me = useQuery(trpc.account.me.queryOptions());
  const query = useQuery(trpc.public.noteShare.queryOptions({ contentId }, { refetchOnMount: 'always', retry: false }));
  const onSettled = () => queryClient.invalidateQueries(trpc.public.noteShare.queryFilter({ contentId }));
  const share = useMutation(
    trpc.public.shareNote.mutationOptions({
      onError: (error) =>
        failed(
          t(($) => $.sharing.note.shareFailed),
          error,
        ),
      onSettled,
    }),
  );
  const unshare = useMutation(
    trpc.public.unshareNote.mutationOptions({
      onError: (error) =>
        failed(
          t(($) => $.sharing.note.unshareFailed),
          error,
        ),
      onSettled,
    }),
  );
  const shared = query.data ?? null;
  return (
    <div className="flex max-w-80 flex-col gap-3 p-2 text-sm">
      {query.isPending || me.isPending ? (
        <Skeleton className="h-16 w-64" />
      ) : (
        <>
          <p className="text-soft">
            {shared?.hidden
              ? t(($) => $.sharing.note.hidden)
              : shared
                ? t(($) => $.sharing.note.isShared)
                : t(($) => $.sharing.note.isPrivate)}
          </p>
          {isThisComputer(window.location.origin) ? <p className="text-warning">{t(($) => $.sharing.note.onlyHere)}</p> : null}
          <div className="flex flex-wrap gap-2">
            {shared ? (
              <>
                <CopyButton
                  variant="secondary"
                  text={() => `${window.location.origin}${sharedNotePath(shared.slug)}`}
                  label={t(($) => $.sharing.note.copyLink)}
                />
                <Button size="sm" asChild>
                  <a href={sharedNotePath(shared.slug)} target="_blank" rel="noreferrer">
                    {t(($) => $.sharing.note.look)}
                  </a>
                </Button>
                <Button size="sm" variant="ghost" loading={unshare.isPending} onClick={() => unshare.mutate({ contentId })}>
                  {t(($) => $.sharing.note.unshare)}
                </Button>
              </>
            ) : may(me.data?.user?.role ?? 'guest', 'publish') ? (
              <Button size="sm" variant="primary" loading={share.isPending} onClick={() => share.mutate({ contentId })}>
                {t(($) => $.sharing.note.share)}
              </Button>
            ) : (
              <Button asChild size="sm">
                <Link to="/user/sign-up">{t(($) => $.sharing.note.signUp)}</Link>
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
