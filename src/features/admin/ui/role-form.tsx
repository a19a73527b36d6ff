import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { UserDetail } from '../contract.ts';
import { readDay, writeDay } from '../shared/days.ts';
import { DayField } from './day-field.tsx';

export function RoleForm({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const ids = { reason: useId(), reasonHint: useId() };
  const [isAdmin, setIsAdmin] = useState(user.isAdmin);
  const [isLifetime, setIsLifetime] = useState(user.isLifetime);
  const firstDay = user.paidUntil === null ? '' : writeDay(new Date(user.paidUntil));
  const [day, setDay] = useState(firstDay);
  const [reason, setReason] = useState('');
  const change = useMutation(
    trpc.admin.changeRole.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        await queryClient.invalidateQueries(trpc.account.me.queryFilter());
        showToast({ tone: 'success', message: t(($) => $.admin.role.saved) });
      },
      onError: (error) =>
        fail(
          t(($) => $.admin.role.failed),
          error,
        ),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const end = readDay(day);
    if (day !== '' && end === null) return;
    // A day that was not changed keeps its hour.
    const paidUntil = day === firstDay ? user.paidUntil : (end?.toISOString() ?? null);
    change.mutate({ userId: user.id, isAdmin, isLifetime, paidUntil, reason });
  };
  return (
    <SettingsSection title={t(($) => $.admin.role.title)} lead="">
      <Card className="mt-4">
        <form onSubmit={submit} className="space-y-4 p-4">
          <Check
            label={t(($) => $.admin.role.isAdmin)}
            hint={t(($) => $.admin.role.isAdminHint)}
            checked={isAdmin}
            onChange={setIsAdmin}
          />
          <Check label={t(($) => $.admin.role.isLifetime)} checked={isLifetime} onChange={setIsLifetime} />
          <DayField
            label={t(($) => $.admin.role.paidUntil)}
            hint={t(($) => $.admin.role.paidUntilHint)}
            value={day}
            onValue={setDay}
          />
          <div>
            <label htmlFor={ids.reason} className="mb-1 block text-sm font-medium">
              {t(($) => $.admin.role.reason)}
            </label>
            <Input
              id={ids.reason}
              maxLength={500}
              aria-describedby={ids.reasonHint}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <p id={ids.reasonHint} className="mt-1 text-sm text-soft">
              {t(($) => $.admin.role.reasonHint)}
            </p>
          </div>
          <Button type="submit" variant="primary" loading={change.isPending}>
            {t(($) => $.admin.role.save)}
          </Button>
        </form>
      </Card>
    </SettingsSection>
  );
}

type CheckProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

function Check({ label, hint, checked, onChange }: CheckProps) {
  const ids = { box: useId(), hint: useId() };
  return (
    <div className="flex items-start gap-3">
      <input
        id={ids.box}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-accent md:size-4"
        aria-describedby={hint === undefined ? undefined : ids.hint}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="text-sm">
        <label htmlFor={ids.box} className="font-medium">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={ids.hint} className="text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
