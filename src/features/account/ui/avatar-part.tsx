import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { changes } from '../changes.ts';
import type { User } from '../contract.ts';
import { avatarPath } from '../shared/avatar-path.ts';

export function AvatarPart({ user }: { user: User }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const fail = useFailureToast();
  // Uploading and removing make the same queries out of date.
  const refresh = () => invalidateAfter(queryClient, changes, { path: 'user.removeAvatar' });
  const save = useMutation({
    mutationFn: sendPicture,
    onSuccess: () => showToast({ tone: 'success', message: t(($) => $.account.avatar.saved) }),
    onError: (error) =>
      fail(
        t(($) => $.account.avatar.failed),
        error,
      ),
    onSettled: refresh,
  });
  const remove = useMutation(
    trpc.user.removeAvatar.mutationOptions({
      onSuccess: () => {
        showToast({ tone: 'success', message: t(($) => $.account.avatar.removed) });
        choose.current?.focus();
      },
      onError: (error) =>
        fail(
          t(($) => $.account.avatar.removeFailed),
          error,
        ),
      onSettled: refresh,
    }),
  );
  const choose = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex items-center gap-4">
      <Avatar src={user.avatar && `${avatarPath}/${user.avatar}`} name={user.name} size="lg" />
      <div className="min-w-0">
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          hidden
          aria-label={t(($) => $.account.avatar.choose)}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) save.mutate(file);
            target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button ref={choose} loading={save.isPending} onClick={() => input.current?.click()}>
            <ImageUp aria-hidden className="size-4" />
            {t(($) => $.account.avatar.choose)}
          </Button>
          {user.avatar === null ? null : (
            <Button variant="ghost" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t(($) => $.account.avatar.remove)}
            </Button>
          )}
        </div>
        <p className="mt-2 text-sm text-soft">{t(($) => $.account.avatar.hint)}</p>
      </div>
    </div>
  );
}

async function sendPicture(file: File): Promise<void> {
  const response = await fetch(avatarPath, { method: 'PUT', body: file });
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  // The shape of a failed tRPC call, so that the same error text is found.
  throw typeof body === 'object' && body !== null && 'error' in body ? body.error : { data: null };
}
