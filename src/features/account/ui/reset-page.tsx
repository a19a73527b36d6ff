import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { EntryCard, EntryProblem, textLink } from './entry-card.tsx';
import { EmailField, PasswordField } from './entry-fields.tsx';
import { WhereAccounts } from './where-accounts.tsx';

/** With the token of a mailed link, sets a new password; without one, sends such a link. */
export function ResetPage({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <WhereAccounts title={t(($) => $.account.reset.title)} lead={t(($) => $.account.reset.lead)}>
      {token === '' ? <RequestForm /> : <NewPasswordForm token={token} />}
    </WhereAccounts>
  );
}

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to="/user/sign-in" className={textLink}>
      {t(($) => $.account.reset.back)}
    </Link>
  );
}

function RequestForm() {
  const { t } = useTranslation();
  const language = useInterfaceLanguage();
  const request = useMutation(useTRPC().account.requestReset.mutationOptions());
  const problem = useAppError(request.error);
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate({ email, language });
  };
  if (request.isSuccess)
    return (
      <EntryCard title={t(($) => $.account.reset.sentTitle)} footer={<BackLink />}>
        <div role="status" className="space-y-3 text-sm">
          <MailCheck aria-hidden className="size-8 text-accent-ink" />
          <p className="wrap-anywhere">{t(($) => $.account.reset.sent, { email })}</p>
        </div>
      </EntryCard>
    );
  return (
    <EntryCard title={t(($) => $.account.reset.title)} lead={t(($) => $.account.reset.lead)} footer={<BackLink />}>
      <form onSubmit={submit} className="space-y-4">
        {problem ? <EntryProblem message={problem.message} /> : null}
        <EmailField
          value={email}
          onValue={setEmail}
          invalid={problem?.code === 'reset_not_possible' || problem?.code === 'email_unfit'}
        />
        <Button type="submit" variant="primary" className="w-full" loading={request.isPending}>
          {t(($) => $.account.reset.submit)}
        </Button>
        <p className="text-sm text-soft">{t(($) => $.account.reset.weChat)}</p>
      </form>
    </EntryCard>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const reset = useMutation(
    useTRPC().account.resetPassword.mutationOptions({
      onSuccess: () => window.location.assign('/user/sign-in?reset=true'),
    }),
  );
  const problem = useAppError(reset.error);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate({ token, password });
  };
  return (
    <EntryCard title={t(($) => $.account.reset.newTitle)} lead={t(($) => $.account.reset.newLead)} footer={<BackLink />}>
      <form onSubmit={submit} className="space-y-4">
        {problem ? <EntryProblem message={problem.message} /> : null}
        <PasswordField
          isNew
          label={t(($) => $.account.fields.newPassword)}
          value={password}
          onValue={setPassword}
          invalid={problem?.code === 'password_unfit'}
        />
        <Button type="submit" variant="primary" className="w-full" loading={reset.isPending || reset.isSuccess}>
          {t(($) => $.account.reset.save)}
        </Button>
        {problem?.code === 'link_expired' ? (
          <p className="text-center text-sm">
            <Link to="/user/reset-password" className={textLink}>
              {t(($) => $.account.reset.title)}
            </Link>
          </p>
        ) : null}
      </form>
    </EntryCard>
  );
}
