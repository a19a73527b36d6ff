import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { EntryProblem } from './entry-card.tsx';
import { PasswordField } from './entry-fields.tsx';

export function ChangePassword() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation(
    useTRPC().account.changePassword.mutationOptions({
      onSuccess: () => {
        setCurrent('');
        setPassword('');
        showToast({ tone: 'success', message: t(($) => $.account.settings.changed) });
      },
    }),
  );
  const problem = useAppError(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ current, password });
  };
  return (
    <SettingsSection title={t(($) => $.account.settings.password)} lead="">
      <Card className="mt-4 p-4">
        <form onSubmit={submit} className="max-w-sm space-y-4">
          {problem ? <EntryProblem message={problem.message} /> : null}
          <PasswordField
            label={t(($) => $.account.fields.currentPassword)}
            value={current}
            onValue={setCurrent}
            invalid={problem?.code === 'sign_in_failed'}
          />
          <PasswordField
            isNew
            label={t(($) => $.account.fields.newPassword)}
            value={password}
            onValue={setPassword}
            invalid={problem?.code === 'password_unfit'}
          />
          <Button type="submit" variant="primary" loading={change.isPending}>
            {t(($) => $.account.settings.change)}
          </Button>
        </form>
      </Card>
    </SettingsSection>
  );
}
