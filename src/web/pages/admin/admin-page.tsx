import { useQuery } from '@tanstack/react-query';
import { Activity, Flag, Gauge, KeyRound, ListChecks, type LucideIcon, ScrollText, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Invitations } from '#features/account/ui/invitations.tsx';
import { ActionList } from '#features/admin/ui/action-list.tsx';
import { EngineList } from '#features/admin/ui/engine-list.tsx';
import { LicenseList } from '#features/admin/ui/license-list.tsx';
import { LimitList } from '#features/admin/ui/limit-list.tsx';
import { ReportList } from '#features/admin/ui/report-list.tsx';
import { TaskList } from '#features/admin/ui/task-list.tsx';
import { UserList } from '#features/admin/ui/user-list.tsx';
import { UserPage } from '#features/admin/ui/user-page.tsx';
import { may } from '#lib/roles.ts';
import { useTRPC } from '#rpc/client.tsx';
import { NotFound } from '#web/shell/not-found.tsx';
import { PageLoading } from '#web/shell/page-loading.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { SectionFrame } from '../section-frame.tsx';
import { type AdminSectionId, adminSections, ownerSections } from './sections.ts';

const icons: Record<AdminSectionId, LucideIcon> = {
  users: Users,
  invitations: Ticket,
  licenses: KeyRound,
  tasks: ListChecks,
  engines: Activity,
  reports: Flag,
  limits: Gauge,
  actions: ScrollText,
};

type AdminPageProps = { section: AdminSectionId | undefined; userId: string | undefined };

/** For everybody else this page does not exist. */
export function AdminPage(props: AdminPageProps) {
  const me = useQuery(useTRPC().account.me.queryOptions());
  if (me.isPending) return <PageLoading />;
  const user = me.data?.user;
  if (!user || !may(user.role, 'administer')) return <NotFound />;
  return <Sections {...props} sections={user.isOwner ? ownerSections : adminSections} />;
}

function Sections({ section, userId, sections }: AdminPageProps & { sections: readonly AdminSectionId[] }) {
  const { t } = useTranslation();
  const pageTitle = t(($) => $.admin.title);
  usePageTitle(pageTitle);
  const shown = sections.find((one) => one === section) ?? sections[0];
  if (shown === undefined) return null;
  const entries = sections.map((id) => ({
    id,
    label: t(($) => $.admin.sections[id]),
    icon: icons[id],
    link: { to: '/user/admin', search: { section: id } } as const,
  }));
  return (
    <SectionFrame title={pageTitle} sections={entries} current={shown}>
      <Part section={shown} userId={userId} />
    </SectionFrame>
  );
}

function Part({ section, userId }: { section: AdminSectionId; userId: string | undefined }) {
  switch (section) {
    case 'users':
      return userId === undefined ? <UserList /> : <UserPage key={userId} userId={userId} />;
    case 'invitations':
      return <Invitations />;
    case 'licenses':
      return <LicenseList />;
    case 'tasks':
      return <TaskList />;
    case 'engines':
      return <EngineList />;
    case 'reports':
      return <ReportList />;
    case 'limits':
      return <LimitList />;
    case 'actions':
      return <ActionList />;
  }
}
