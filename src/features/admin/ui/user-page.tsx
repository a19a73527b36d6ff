import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { UserDetail } from '../contract.ts';
import { ActionList } from './action-list.tsx';
import { BalanceForm } from './balance-form.tsx';
import { QueryCard } from './query-card.tsx';
import { RoleForm } from './role-form.tsx';
import { useUserName } from './user-name.ts';

export function UserPage({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().admin.user.queryOptions({ userId }));
  const nameOf = useUserName();
  const user = query.data;
  return (
    <div className="space-y-10">
      <div>
        <Link
          to="/user/admin"
          search={{ section: 'users' }}
          className="mb-3 inline-flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink md:min-h-8"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t(($) => $.admin.users.back)}
        </Link>
        <SettingsSection title={user ? nameOf(user) : t(($) => $.admin.sections.users)} lead="">
          <QueryCard query={query}>{user ? <Facts user={user} /> : null}</QueryCard>
        </SettingsSection>
      </div>
      {user ? (
        <>
          {user.role === 'guest' ? (
            <SettingsSection title={t(($) => $.admin.role.title)} lead={t(($) => $.admin.role.guest)}>
              {null}
            </SettingsSection>
          ) : (
            <RoleForm key={`${user.isAdmin} ${user.isLifetime} ${user.paidUntil}`} user={user} />
          )}
          <BalanceForm userId={userId} />
          <EndSessions user={user} />
          <ActionList userId={userId} />
        </>
      ) : null}
    </div>
  );
}

function Facts({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { email, role, createdAt, seenAt, items, sessions, secondsLeft, balanceUsd } = user;
  const lines = [
    ...(email === null ? [] : [email]),
    t(($) => $.admin.users.roles[role]),
    t(($) => $.admin.users.since, { date: format.dateTime(createdAt) }),
    seenAt === null ? t(($) => $.admin.users.neverSeen) : t(($) => $.admin.users.seen, { date: format.dateTime(seenAt) }),
    ...(sessions === 0 ? [] : [t(($) => $.admin.users.sessions, { count: sessions })]),
    t(($) => $.admin.users.items, { count: items }),
    ...(secondsLeft === null ? [] : [t(($) => $.admin.users.left, { duration: format.duration(secondsLeft) })]),
    ...(balanceUsd === null ? [] : [t(($) => $.admin.users.balance, { amount: format.dollars(balanceUsd) })]),
  ];
  return (
    <ul className="grid gap-x-6 gap-y-1 p-4 text-sm sm:grid-cols-2">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

function EndSessions({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [asking, setAsking] = useState(false);
  const name = useUserName()(user);
  const end = useMutation(
    trpc.admin.endSessions.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        showToast({ tone: 'success', message: t(($) => $.admin.sessions.ended) });
      },
      onError: (error) =>
        fail(
          t(($) => $.admin.sessions.failed),
          error,
        ),
    }),
  );
  return (
    <SettingsSection title={t(($) => $.admin.sessions.title)} lead={t(($) => $.admin.users.sessions, { count: user.sessions })}>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        {t(($) => $.admin.sessions.end)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.admin.sessions.confirm, { name })}
        description={t(($) => $.admin.sessions.confirmText)}
        confirmLabel={t(($) => $.admin.sessions.confirmButton)}
        cancelLabel={t(($) => $.common.cancel)}
        danger
        pending={end.isPending}
        onConfirm={() => end.mutate({ userId: user.id, reason: '' })}
      />
    </SettingsSection>
  );
}
