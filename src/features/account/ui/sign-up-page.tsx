import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { EntryCard, EntryProblem, textLink } from './entry-card.tsx';
import { EmailField, PasswordField } from './entry-fields.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { enter, useSignInOptions } from './use-sign-in-options.ts';
import { WhereAccounts } from './where-accounts.tsx';

type SignUpPageProps = { invitation: string; referral: string | undefined };

export function SignUpPage(props: SignUpPageProps) {
  const { t } = useTranslation();
  return (
    <WhereAccounts title={t(($) => $.account.signUp.title)} lead={t(($) => $.account.signUp.lead)}>
      <SignUpForm {...props} />
    </WhereAccounts>
  );
}

function SignUpForm({ invitation, referral }: SignUpPageProps) {
  const { t } = useTranslation();
  const language = useInterfaceLanguage();
  const trpc = useTRPC();
  const options = useSignInOptions();
  const me = useQuery(trpc.account.me.queryOptions());
  const signUp = useMutation(
    trpc.account.signUp.mutationOptions({
      onSuccess: ({ mailed }) => {
        if (!mailed) enter();
      },
    }),
  );
  const problem = useAppError(signUp.error);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState(invitation);
  const formId = useId();
  const needsCode = options.data?.needsInvitation === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate({
      ...{ email, password, language },
      ...(needsCode ? { invitation: code.trim() } : {}),
      ...(referral === undefined ? {} : { ref: referral }),
    });
  };
  if (signUp.data?.mailed) return <MailSent email={email} onAgain={() => signUp.reset()} />;
  return (
    <EntryCard
      title={t(($) => $.account.signUp.title)}
      lead={me.data?.user?.isAnonymous ? t(($) => $.account.signIn.keepsGuest) : t(($) => $.account.signUp.lead)}
      footer={
        <>
          {t(($) => $.account.signUp.hasAccount)}{' '}
          <Link to="/user/sign-in" className={textLink}>
            {t(($) => $.account.signUp.toSignIn)}
          </Link>
        </>
      }
    >
      {needsCode ? <InvitationField form={formId} value={code} onValue={setCode} /> : null}
      <ProviderButtons referral={referral} invitation={needsCode ? code.trim() : undefined} />
      <form id={formId} onSubmit={submit} className="space-y-4">
        {problem ? <EntryProblem message={problem.message} /> : null}
        <EmailField
          value={email}
          onValue={setEmail}
          invalid={problem?.code === 'email_reserved' || problem?.code === 'email_unfit'}
        />
        <PasswordField
          isNew
          label={t(($) => $.account.fields.password)}
          value={password}
          onValue={setPassword}
          invalid={problem?.code === 'password_unfit'}
        />
        <Button type="submit" variant="primary" className="w-full" loading={signUp.isPending || signUp.isSuccess}>
          {t(($) => $.account.signUp.submit)}
        </Button>
      </form>
    </EntryCard>
  );
}

type InvitationFieldProps = { form: string; value: string; onValue: (value: string) => void };

/** Outside of the form, because other ways to sign up need it too. */
function InvitationField({ form, value, onValue }: InvitationFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="mb-4">
      <label htmlFor={id} className="text-sm font-medium">
        {t(($) => $.account.signUp.invitation)}
      </label>
      <Input
        id={id}
        form={form}
        required
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="mt-1"
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
        {t(($) => $.account.signUp.invitationHint)}
      </p>
    </div>
  );
}

function MailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <EntryCard title={t(($) => $.account.signUp.mailedTitle)}>
      <div role="status" className="space-y-3 text-sm">
        <MailCheck aria-hidden className="size-8 text-accent-ink" />
        <p className="wrap-anywhere">{t(($) => $.account.signUp.mailed, { email })}</p>
        <p className="text-soft">{t(($) => $.account.signUp.mailedHint)}</p>
      </div>
      <Button className="mt-4 w-full" onClick={onAgain}>
        {t(($) => $.account.signUp.again)}
      </Button>
    </EntryCard>
  );
}
