import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { ResetPage } from '#features/account/ui/reset-page.tsx';
import { useLinkToken } from '#features/account/ui/use-link-token.ts';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/reset-password')({
  loader: loadAccountWords,
  component: ResetRoute,
});

function ResetRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.reset.title));
  const token = useLinkToken();
  return <ResetPage key={token} token={token} />;
}
