import { createFileRoute } from '@tanstack/react-router';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { loadAdminWords } from '#features/admin/ui/load-words.ts';
import { AdminPage } from '../pages/admin/admin-page.tsx';
import { type AdminSectionId, adminSectionOf } from '../pages/admin/sections.ts';

export const Route = createFileRoute('/user/admin')({
  validateSearch: ({ section, id }): { section?: AdminSectionId; id?: string } => {
    const known = adminSectionOf(section);
    return {
      ...(known === undefined ? {} : { section: known }),
      ...(typeof id === 'string' && id !== '' ? { id: id.slice(0, 100) } : {}),
    };
  },
  loader: async () => {
    await Promise.all([loadAdminWords(), loadAccountWords()]);
  },
  component: AdminRoute,
});

function AdminRoute() {
  const { section, id } = Route.useSearch();
  return <AdminPage section={section} userId={id} />;
}
