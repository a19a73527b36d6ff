import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { EntryCard, EntryProblem, textLink } from './entry-card.tsx';
import { EmailField, PasswordField } from './entry-fields.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { enter } from './use-sign-in-options.ts';
import { WhereAccounts } from './where-accounts.tsx';

type SignInPageProps = {
  /** Why a provider sent the browser back without a sign-in: a code of OAuth, of better-auth or of ours. */
  providerError: string | undefined;
  wasReset: boolean;
};

export function SignInPage(props: SignInPageProps) {
  const { t } = useTranslation();
  return (
    <WhereAccounts title={t(($) => $.account.signIn.title)} lead={t(($) => $.account.signIn.lead)}>
      <SignInForm {...props} />
    </WhereAccounts>
  );
}

const providerReasons = {
  access_denied: 'declined',
  email_not_found: 'noEmail',
  signup_disabled: 'invitation',
  account_not_linked: 'emailTaken',
} as const;

const ownCodes: readonly string[] = ['deletion_begun', 'invitation_needed', 'invitation_invalid'];

function useProviderProblem(code: string | undefined): string | null {
  const { t } = useTranslation();
  const ours = useAppError(code !== undefined && ownCodes.includes(code) ? { code, params: {} } : null);
  if (code === undefined) return null;
  const reason = Object.entries(providerReasons).find(([of]) => of === code)?.[1] ?? 'unknown';
  return ours?.message ?? t(($) => $.account.signIn.providerWhy[reason]);
}

function SignInForm({ providerError, wasReset }: SignInPageProps) {
  const { t } = useTranslation();
  const providerProblem = useProviderProblem(providerError);
  const language = useInterfaceLanguage();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const signIn = useMutation(trpc.account.signIn.mutationOptions({ onSuccess: enter }));
  const problem = useAppError(signIn.error);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password, language });
  };
  return (
    <EntryCard
      title={t(($) => $.account.signIn.title)}
      lead={me.data?.user?.isAnonymous ? t(($) => $.account.signIn.keepsGuest) : t(($) => $.account.signIn.lead)}
      footer={
        <>
          {t(($) => $.account.signIn.noAccount)}{' '}
          <Link to="/user/sign-up" className={textLink}>
            {t(($) => $.account.signIn.toSignUp)}
          </Link>
        </>
      }
    >
      <ProviderButtons />
      <form onSubmit={submit} className="space-y-4">
        {wasReset && !problem ? (
          <p role="status" className="rounded-md bg-success-soft px-3 py-2 text-sm text-success">
            {t(($) => $.account.reset.done)}
          </p>
        ) : null}
        {problem ? <EntryProblem message={problem.message} /> : null}
        {providerProblem !== null && !problem ? (
          <EntryProblem title={t(($) => $.account.signIn.providerFailed)} message={providerProblem} />
        ) : null}
        <EmailField
          value={email}
          onValue={setEmail}
          invalid={problem?.code === 'sign_in_failed' || problem?.code === 'email_unfit'}
        />
        <PasswordField
          label={t(($) => $.account.fields.password)}
          value={password}
          onValue={setPassword}
          invalid={problem?.code === 'sign_in_failed'}
        />
        <Button type="submit" variant="primary" className="w-full" loading={signIn.isPending || signIn.isSuccess}>
          {t(($) => $.account.signIn.submit)}
        </Button>
        <p className="text-center text-sm">
          <Link to="/user/reset-password" className={textLink}>
            {t(($) => $.account.signIn.forgot)}
          </Link>
        </p>
      </form>
    </EntryCard>
  );
}
