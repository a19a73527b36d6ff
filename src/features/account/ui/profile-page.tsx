import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { may } from '#lib/roles.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { User } from '../contract.ts';
import { usernameLength } from '../shared/username-length.ts';
import { AvatarPart } from './avatar-part.tsx';
import { textLink } from './entry-card.tsx';

export function ProfilePage() {
  const { t } = useTranslation();
  const me = useQuery(useTRPC().account.me.queryOptions());
  const user = me.data?.user ?? null;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-8 pb-20 md:px-8">
      {me.isPending ? (
        <Skeleton className="h-9 w-64" />
      ) : (
        <h1 className="text-2xl font-semibold wrap-anywhere">
          {t(($) => $.account.profile.welcome, { name: user?.name ?? t(($) => $.account.profile.newUser) })}
        </h1>
      )}
      <Card className="mt-6 p-4">
        {me.isPending ? (
          <Skeleton className="h-40" />
        ) : user && may(user.role, 'changeUsername') ? (
          <div className="space-y-6">
            <AvatarPart user={user} />
            <Username user={user} />
          </div>
        ) : (
          <GuestLine />
        )}
      </Card>
      <p className="mt-4 text-sm">
        <Link to="/user/settings" search={{ section: 'account' }} className={textLink}>
          {t(($) => $.account.profile.settings)}
        </Link>
      </p>
    </div>
  );
}

function GuestLine() {
  const { t } = useTranslation();
  return (
    <p className="text-sm text-soft">
      {t(($) => $.account.profile.guest)}{' '}
      <Link to="/user/sign-in" className={textLink}>
        {t(($) => $.account.signIn.submit)}
      </Link>
    </p>
  );
}

function Username({ user }: { user: User }) {
  const { t } = useTranslation();
  const id = useId();
  const fail = useFailureToast();
  const editButton = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const close = () => {
    setDraft(null);
    // The button exists again only after the next render.
    requestAnimationFrame(() => editButton.current?.focus());
  };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(
    trpc.user.updateUsername.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.account.me.queryFilter());
        showToast({ tone: 'success', message: t(($) => $.account.profile.updated) });
        close();
      },
      onError: (error) =>
        fail(
          t(($) => $.account.profile.failed),
          error,
        ),
    }),
  );
  if (draft === null)
    return (
      <div className="flex items-center gap-3">
        <dl className="min-w-0 grow text-sm">
          <dt className="text-soft">{t(($) => $.account.profile.username)}</dt>
          <dd className="text-base wrap-anywhere">{user.name ?? t(($) => $.account.profile.newUser)}</dd>
        </dl>
        <IconButton ref={editButton} label={t(($) => $.account.profile.edit)} onClick={() => setDraft(user.name ?? '')}>
          <Pencil aria-hidden />
        </IconButton>
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() === '') return close();
    update.mutate({ username: draft });
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="text-sm font-medium">
        {t(($) => $.account.profile.username)}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <Input
          id={id}
          autoFocus
          autoComplete="nickname"
          maxLength={usernameLength}
          className="min-w-40 flex-1"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        />
        <Button type="submit" variant="primary" loading={update.isPending}>
          {t(($) => $.account.profile.save)}
        </Button>
        <Button onClick={close}>{t(($) => $.account.profile.cancel)}</Button>
      </div>
    </form>
  );
}
