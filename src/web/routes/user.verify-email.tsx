import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { useLinkToken } from '#features/account/ui/use-link-token.ts';
import { VerifyPage } from '#features/account/ui/verify-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/verify-email')({
  loader: loadAccountWords,
  component: VerifyRoute,
});

function VerifyRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.verify.title));
  const token = useLinkToken();
  return <VerifyPage key={token} token={token} />;
}
