import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { EntryCard, EntryProblem, textLink } from './entry-card.tsx';
import { PasswordField } from './entry-fields.tsx';
import { enter } from './use-sign-in-options.ts';

/** Opened from a mail. Asks for the password, because the person who signed up may not own the mailbox. */
export function VerifyPage({ token }: { token: string }) {
  const { t } = useTranslation();
  const verify = useMutation(useTRPC().account.verifyEmail.mutationOptions({ onSuccess: enter }));
  const problem = useAppError(verify.error);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ token, password });
  };
  const back = (
    <Link to="/user/sign-in" className={textLink}>
      {t(($) => $.account.reset.back)}
    </Link>
  );
  if (token === '')
    return (
      <EntryCard title={t(($) => $.account.verify.title)} footer={back}>
        <EntryProblem title={t(($) => $.account.verify.failed)} message={t(($) => $.account.verify.missing)} />
      </EntryCard>
    );
  return (
    <EntryCard title={t(($) => $.account.verify.title)} lead={t(($) => $.account.verify.lead)} footer={back}>
      <form onSubmit={submit} className="space-y-4">
        {problem ? <EntryProblem title={t(($) => $.account.verify.failed)} message={problem.message} /> : null}
        <PasswordField
          label={t(($) => $.account.fields.password)}
          value={password}
          onValue={setPassword}
          invalid={problem?.code === 'sign_in_failed'}
        />
        <Button type="submit" variant="primary" className="w-full" loading={verify.isPending || verify.isSuccess}>
          {t(($) => $.account.verify.submit)}
        </Button>
        <p className="text-sm text-soft">
          {t(($) => $.account.verify.notYou)}{' '}
          <Link to="/user/reset-password" className={textLink}>
            {t(($) => $.account.reset.title)}
          </Link>
        </p>
      </form>
    </EntryCard>
  );
}
