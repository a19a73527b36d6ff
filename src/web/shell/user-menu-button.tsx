import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarPath } from '#features/account/shared/avatar-path.ts';
import { isThisComputer } from '#lib/own-page-address.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Avatar } from '#ui/avatar.tsx';

export function UserMenuButton({ rail, className, ...rest }: ComponentProps<'button'> & { rail: boolean }) {
  const { t } = useTranslation();
  const user = useQuery(useTRPC().account.me.queryOptions()).data?.user;
  const owner = isThisComputer(window.location.origin) ? t(($) => $.shell.user.ownerHere) : t(($) => $.shell.user.owner);
  const unnamed = user?.isOwner ? owner : t(($) => $.shell.user.guest);
  const name = user?.name ?? user?.email ?? unnamed;
  const label = `${name}, ${t(($) => $.shell.user.menu)}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={rail ? label : undefined}
      className={clsx(
        'flex h-10 w-full items-center rounded-md text-sm text-soft transition-colors hover:bg-hover hover:text-ink',
        rail ? 'justify-center' : 'gap-3 px-2',
        className,
      )}
      {...rest}
    >
      <Avatar src={user?.avatar ? `${avatarPath}/${user.avatar}` : null} name={user?.name ?? user?.email ?? null} size="sm" />
      {rail ? null : (
        <>
          <span className="grow truncate text-start">{name}</span>
          <ChevronsUpDown aria-hidden className="size-4" />
        </>
      )}
    </button>
  );
}
