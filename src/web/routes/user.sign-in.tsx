import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { SignInPage } from '#features/account/ui/sign-in-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/sign-in')({
  validateSearch: ({ error, reset }): { error?: string; reset?: boolean } => ({
    ...(typeof error === 'string' ? { error } : {}),
    ...(reset === 'true' ? { reset: true } : {}),
  }),
  loader: loadAccountWords,
  component: SignInRoute,
});

function SignInRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.account.signIn.title));
  const { error, reset } = Route.useSearch();
  return <SignInPage providerError={error} wasReset={reset === true} />;
}
