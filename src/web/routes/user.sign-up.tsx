import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { SignUpPage } from '#features/account/ui/sign-up-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/sign-up')({
  validateSearch: ({ invitation, ref }): { invitation?: string; ref?: string } => ({
    ...(typeof invitation === 'string' ? { invitation: invitation.slice(0, 200) } : {}),
    ...(typeof ref === 'string' ? { ref: ref.slice(0, 100) } : {}),
  }),
  loader: loadAccountWords,
  component: SignUpRoute,
});

function SignUpRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.signUp.title));
  const { invitation, ref } = Route.useSearch();
  return <SignUpPage invitation={invitation ?? ''} referral={ref} />;
}
