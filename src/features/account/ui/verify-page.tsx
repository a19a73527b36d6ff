import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { EntryCard, EntryProblem, textLink } from './entry-card.tsx';
import { enter } from './use-sign-in-options.ts';

/** Opened from a mail: verifies at once, and signs in. */
export function VerifyPage({ token }: { token: string }) {
  const { t } = useTranslation();
  const verify = useMutation(useTRPC().account.verifyEmail.mutationOptions({ onSuccess: enter }));
  const problem = useAppError(verify.error);
  const begin = useEffectEvent(() => {
    if (token !== '' && verify.isIdle) verify.mutate({ token });
  });
  useEffect(() => begin(), []);
  return (
    <EntryCard
      title={t(($) => $.account.verify.title)}
      footer={
        <Link to="/user/sign-in" className={textLink}>
          {t(($) => $.account.reset.back)}
        </Link>
      }
    >
      {problem || token === '' ? (
        <EntryProblem
          title={t(($) => $.account.verify.failed)}
          message={problem?.message ?? t(($) => $.account.verify.missing)}
        />
      ) : (
        <p role="status" className="text-sm text-soft">
          {t(($) => $.account.verify.working)}
        </p>
      )}
    </EntryCard>
  );
}
