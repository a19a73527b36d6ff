import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { User } from '../contract.ts';
import { ChangePassword } from './change-password.tsx';
import { SessionList } from './session-list.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountSettings() {
  const { t } = useTranslation();
  const me = useQuery(useTRPC().account.me.queryOptions());
  const problem = useAppError(me.error);
  const user = me.data?.user;
  const hasAccount = user != null && !user.isAnonymous && !user.isOwner;
  return (
    <div className="space-y-10">
      <SettingsSection title={t(($) => $.account.settings.title)} lead={t(($) => $.account.settings.lead)}>
        <SettingsCard
          loading={t(($) => $.account.settings.loading)}
          problem={
            problem && {
              ...problem,
              title: t(($) => $.account.settings.failed),
              retrying: me.isFetching,
              onRetry: () => void me.refetch(),
            }
          }
        >
          {me.data ? <Standing user={user ?? null} /> : null}
        </SettingsCard>
      </SettingsSection>
      {hasAccount ? (
        <>
          <SessionList />
          <ChangePassword />
        </>
      ) : null}
    </div>
  );
}

function Standing({ user }: { user: User | null }) {
  const { t } = useTranslation();
  if (user?.isOwner) return <p className="p-4 text-sm text-soft">{t(($) => $.account.settings.owner)}</p>;
  if (user && !user.isAnonymous) return <SignedIn user={user} />;
  return (
    <div className="p-4">
      <h3 className="font-medium">{t(($) => $.account.settings.guestTitle)}</h3>
      <p className="mt-1 text-sm text-soft">{t(($) => $.account.settings.guest)}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" asChild>
          <Link to="/user/sign-up">{t(($) => $.account.signUp.submit)}</Link>
        </Button>
        <Button asChild>
          <Link to="/user/sign-in">{t(($) => $.account.signIn.submit)}</Link>
        </Button>
      </div>
    </div>
  );
}

function SignedIn({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const signOut = useSignOut(t(($) => $.account.settings.signOutFailed));
  return (
    <div className="flex flex-wrap items-center gap-4 p-4">
      <dl className="grid min-w-0 grow grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-soft">{t(($) => $.account.settings.email)}</dt>
        <dd className="wrap-anywhere">{user.email}</dd>
        <dt className="text-soft">{t(($) => $.account.settings.role)}</dt>
        <dd>{t(($) => $.account.settings.roles[user.role])}</dd>
        <dt className="sr-only">{t(($) => $.account.signUp.submit)}</dt>
        <dd className="col-span-2 text-soft">{t(($) => $.account.settings.since, { date: format.date(user.createdAt) })}</dd>
      </dl>
      <Button loading={signOut.isPending || signOut.isSuccess} onClick={() => signOut.mutate()}>
        <LogOut aria-hidden className="size-4" />
        {t(($) => $.account.settings.signOut)}
      </Button>
    </div>
  );
}
