import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogIn, LogOut, ShieldCheck, UserPlus, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#features/account/ui/use-sign-out.ts';
import { may } from '#lib/roles.ts';
import { useTRPC } from '#rpc/client.tsx';
import { DropdownMenuItem } from '#ui/overlays/dropdown-menu.tsx';

export function UserMenuAccount() {
  const { t } = useTranslation();
  const user = useQuery(useTRPC().account.me.queryOptions()).data?.user;
  const signOut = useSignOut(t(($) => $.shell.user.signOutFailed));
  if (user?.isOwner)
    return (
      <>
        <p className="px-2 py-2 text-xs text-soft">{t(($) => $.shell.user.ownerLine)}</p>
        <AdminItem />
      </>
    );
  if (user && !user.isAnonymous)
    return (
      <>
        <p className="truncate px-2 py-2 text-xs text-soft" title={user.email ?? undefined}>
          {user.email}
        </p>
        <DropdownMenuItem asChild>
          <Link to="/user/profile">
            <UserRound aria-hidden />
            {t(($) => $.shell.user.profile)}
          </Link>
        </DropdownMenuItem>
        {may(user.role, 'administer') ? <AdminItem /> : null}
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <LogOut aria-hidden />
          {t(($) => $.shell.user.signOut)}
        </DropdownMenuItem>
      </>
    );
  return (
    <>
      <p className="px-2 py-2 text-xs text-soft">{t(($) => $.shell.user.guestLine)}</p>
      <DropdownMenuItem asChild>
        <Link to="/user/sign-in">
          <LogIn aria-hidden />
          {t(($) => $.shell.user.signIn)}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link to="/user/sign-up">
          <UserPlus aria-hidden />
          {t(($) => $.shell.user.signUp)}
        </Link>
      </DropdownMenuItem>
    </>
  );
}

function AdminItem() {
  const { t } = useTranslation();
  return (
    <DropdownMenuItem asChild>
      <Link to="/user/admin">
        <ShieldCheck aria-hidden />
        {t(($) => $.shell.user.admin)}
      </Link>
    </DropdownMenuItem>
  );
}
