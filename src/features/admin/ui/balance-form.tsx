import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Input, Labelled, Select } from '#ui/fields.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';

/** Units of the ledger per unit that the user types (minutes, US dollars). */
const unitsIn = { time: 60, api: 1_000_000 };

export function BalanceForm({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const ids = { what: useId(), direction: useId(), amount: useId(), reason: useId(), hint: useId(), problem: useId() };
  const [kind, setKind] = useState<'time' | 'api'>('time');
  const [sign, setSign] = useState<1 | -1>(1);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<'amount' | 'reason' | null>(null);
  // Changes only after an entry is made, so that a repetition after a lost answer counts once.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const change = useMutation(
    trpc.admin.changeBalance.mutationOptions({
      onSuccess: async () => {
        setRequestId(crypto.randomUUID());
        setTyped('');
        setReason('');
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        showToast({ tone: 'success', message: t(($) => $.admin.balance.saved) });
      },
      onError: (error) =>
        fail(
          t(($) => $.admin.balance.failed),
          error,
        ),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = sign * Math.round(Number(typed) * unitsIn[kind]);
    const problem = amount * sign > 0 ? (reason.trim() === '' ? 'reason' : null) : 'amount';
    setWrong(problem);
    if (problem !== null) document.getElementById(ids[problem])?.focus();
    else change.mutate({ requestId, userId, change: { kind, amount }, reason });
  };
  const changed = <Value,>(set: (value: Value) => void, value: Value) => {
    set(value);
    setWrong(null);
    // The entry now differs from the one that may already have been made, so it needs a new id.
    if (change.isError) setRequestId(crypto.randomUUID());
  };
  return (
    <SettingsSection title={t(($) => $.admin.balance.title)} lead={t(($) => $.admin.balance.lead)}>
      <Card className="mt-4">
        <form noValidate onSubmit={submit} className="space-y-4 p-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <Labelled id={ids.what} label={t(($) => $.admin.balance.what)}>
              <Select
                id={ids.what}
                value={kind}
                onChange={({ target }) => changed(setKind, target.value === 'api' ? 'api' : 'time')}
              >
                <option value="time">{t(($) => $.admin.balance.time)}</option>
                <option value="api">{t(($) => $.admin.balance.api)}</option>
              </Select>
            </Labelled>
            <Labelled id={ids.direction} label={t(($) => $.admin.balance.direction)}>
              <Select id={ids.direction} value={sign} onChange={({ target }) => changed(setSign, target.value === '-1' ? -1 : 1)}>
                <option value={1}>{t(($) => $.admin.balance.give)}</option>
                <option value={-1}>{t(($) => $.admin.balance.take)}</option>
              </Select>
            </Labelled>
            <Labelled id={ids.amount} label={t(($) => $.admin.balance.amount)}>
              <Input
                id={ids.amount}
                inputMode="decimal"
                maxLength={12}
                aria-invalid={wrong === 'amount'}
                aria-describedby={wrong === 'amount' ? ids.problem : undefined}
                value={typed}
                onChange={({ target }) => changed(setTyped, target.value)}
              />
            </Labelled>
          </div>
          <Labelled id={ids.reason} label={t(($) => $.admin.balance.reason)}>
            <Input
              id={ids.reason}
              maxLength={500}
              required
              aria-invalid={wrong === 'reason'}
              aria-describedby={wrong === 'reason' ? ids.problem : ids.hint}
              value={reason}
              onChange={({ target }) => changed(setReason, target.value)}
            />
            <p id={ids.hint} className="mt-1 text-sm text-soft">
              {t(($) => $.admin.balance.reasonHint)}
            </p>
          </Labelled>
          {wrong === null ? null : (
            <p id={ids.problem} role="alert" className="text-sm text-danger">
              {wrong === 'amount' ? t(($) => $.admin.balance.amountWrong) : t(($) => $.admin.balance.reasonMissing)}
            </p>
          )}
          <Button type="submit" variant="primary" loading={change.isPending}>
            {t(($) => $.admin.balance.save)}
          </Button>
        </form>
      </Card>
    </SettingsSection>
  );
}
