import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { ProfilePage } from '#features/account/ui/profile-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/profile')({ loader: loadAccountWords, component: ProfileRoute });

function ProfileRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.profile.title));
  return <ProfilePage />;
}
