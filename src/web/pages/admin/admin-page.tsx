import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Gauge, ListChecks, type LucideIcon, ScrollText, Ticket, Users } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Invitations } from '#features/account/ui/invitations.tsx';
import { ActionList } from '#features/admin/ui/action-list.tsx';
import { LimitList } from '#features/admin/ui/limit-list.tsx';
import { TaskList } from '#features/admin/ui/task-list.tsx';
import { UserList } from '#features/admin/ui/user-list.tsx';
import { UserPage } from '#features/admin/ui/user-page.tsx';
import { may } from '#lib/roles.ts';
import { useTRPC } from '#rpc/client.tsx';
import { NotFound } from '#web/shell/not-found.tsx';
import { PageLoading } from '#web/shell/page-loading.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { type AdminSectionId, adminSections, ownerSections } from './sections.ts';

const icons: Record<AdminSectionId, LucideIcon> = {
  users: Users,
  invitations: Ticket,
  tasks: ListChecks,
  limits: Gauge,
  actions: ScrollText,
};

type AdminPageProps = { section: AdminSectionId | undefined; userId: string | undefined };

/** For anybody else this page does not exist. */
export function AdminPage(props: AdminPageProps) {
  const me = useQuery(useTRPC().account.me.queryOptions());
  if (me.isPending) return <PageLoading />;
  const user = me.data?.user;
  if (!user || !may(user.role, 'administer')) return <NotFound />;
  return <Sections {...props} sections={user.isOwner ? ownerSections : adminSections} />;
}

function Sections({ section, userId, sections }: AdminPageProps & { sections: readonly AdminSectionId[] }) {
  const { t } = useTranslation();
  const heading = useId();
  usePageTitle(t(($) => $.admin.title));
  const shown = sections.find((one) => one === section) ?? sections[0];
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-16 md:px-8">
      <h1 id={heading} className="mb-4 text-2xl font-semibold md:mb-6">
        {t(($) => $.admin.title)}
      </h1>
      <div className="flex flex-col gap-6 md:flex-row md:gap-10">
        <nav aria-labelledby={heading} className="md:sticky md:top-20 md:w-52 md:shrink-0 md:self-start">
          <ul className="grid grid-cols-2 gap-1 md:grid-cols-1">
            {sections.map((one) => (
              <li key={one}>
                <SectionLink section={one} current={one === shown} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-3xl grow">{shown ? <Part section={shown} userId={userId} /> : null}</div>
      </div>
    </div>
  );
}

function Part({ section, userId }: { section: AdminSectionId; userId: string | undefined }) {
  switch (section) {
    case 'users':
      return userId === undefined ? <UserList /> : <UserPage key={userId} userId={userId} />;
    case 'invitations':
      return <Invitations />;
    case 'tasks':
      return <TaskList />;
    case 'limits':
      return <LimitList />;
    case 'actions':
      return <ActionList />;
  }
}

function SectionLink({ section, current }: { section: AdminSectionId; current: boolean }) {
  const { t } = useTranslation();
  const Icon = icons[section];
  return (
    <Link
      to="/user/admin"
      search={{ section }}
      resetScroll={false}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'flex min-h-11 items-center gap-2 rounded-md px-3 py-1 text-sm transition-colors md:min-h-10',
        current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(($) => $.admin.sections[section])}
    </Link>
  );
}
