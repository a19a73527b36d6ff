import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Input, Labelled } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Badge, Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { Invitation } from '../contract.ts';

export function Invitations() {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().account.invitations.queryOptions());
  const problem = useAppError(query.error);
  const invitations = query.data?.invitations;
  return (
    <div className="space-y-10">
      <NewInvitation />
      <SettingsSection title={t(($) => $.account.invitations.list)} lead="">
        <SettingsCard
          loading={t(($) => $.account.invitations.loading)}
          problem={
            problem && {
              ...problem,
              title: t(($) => $.account.invitations.loadFailed),
              retrying: query.isFetching,
              onRetry: () => void query.refetch(),
            }
          }
        >
          {invitations === undefined ? null : invitations.length === 0 ? (
            <EmptyState title={t(($) => $.account.invitations.none)} description={t(($) => $.account.invitations.noneText)} />
          ) : (
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <Row key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )}
        </SettingsCard>
      </SettingsSection>
    </div>
  );
}

function NewInvitation() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const fail = useFailureToast();
  const ids = { email: useId(), note: useId(), uses: useId(), days: useId() };
  const [code, setCode] = useState<string | null>(null);
  const create = useMutation(
    trpc.account.createInvitation.mutationOptions({
      onSuccess: async (made) => {
        setCode(made.code);
        await queryClient.invalidateQueries(trpc.account.invitations.queryFilter());
      },
      onError: (error) =>
        fail(
          t(($) => $.account.invitations.failed),
          error,
        ),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    create.mutate({
      email: text('email') || null,
      note: text('note'),
      mostUses: Number(text('uses')),
      days: Number(text('days')),
    });
  };
  return (
    <SettingsSection title={t(($) => $.account.invitations.title)} lead={t(($) => $.account.invitations.lead)}>
      <Card className="mt-4">
        <form onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2">
          <Labelled id={ids.email} label={t(($) => $.account.invitations.email)}>
            <Input id={ids.email} name="email" type="text" inputMode="email" maxLength={254} autoComplete="off" />
          </Labelled>
          <Labelled id={ids.note} label={t(($) => $.account.invitations.note)}>
            <Input id={ids.note} name="note" maxLength={200} />
          </Labelled>
          <Labelled id={ids.uses} label={t(($) => $.account.invitations.uses)}>
            <Input id={ids.uses} name="uses" type="number" min={1} max={1000} required defaultValue={1} />
          </Labelled>
          <Labelled id={ids.days} label={t(($) => $.account.invitations.days)}>
            <Input id={ids.days} name="days" type="number" min={1} max={365} required defaultValue={14} />
          </Labelled>
          <div>
            <Button type="submit" variant="primary" loading={create.isPending}>
              {t(($) => $.account.invitations.create)}
            </Button>
          </div>
        </form>
        <div role="status">{code === null ? null : <MadeCode code={code} />}</div>
      </Card>
    </SettingsSection>
  );
}

function MadeCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const link = `${window.location.origin}/user/sign-up?invitation=${encodeURIComponent(code)}`;
  return (
    <div className="space-y-3 border-t border-line p-4 text-sm">
      <p className="font-medium">{t(($) => $.account.invitations.made)}</p>
      <p>
        <code className="font-mono wrap-anywhere select-all">{code}</code>
      </p>
      <p>
        <code className="font-mono wrap-anywhere select-all">{link}</code>
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="secondary" text={code} label={t(($) => $.account.invitations.copyCode)} />
        <CopyButton variant="secondary" text={link} label={t(($) => $.account.invitations.copyLink)} />
      </div>
    </div>
  );
}

function Row({ invitation: { id, email, note, mostUses, uses, expiresAt, isOver } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const fail = useFailureToast();
  const remove = useMutation(
    trpc.account.deleteInvitation.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.account.invitations.queryFilter());
        showToast({ tone: 'success', message: t(($) => $.account.invitations.deleted) });
      },
      onError: (error) =>
        fail(
          t(($) => $.account.invitations.deleteFailed),
          error,
        ),
    }),
  );
  const whom = email ?? t(($) => $.account.invitations.anybody);
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {whom}
          {isOver ? <Badge>{t(($) => $.account.invitations.over)}</Badge> : null}
        </p>
        {note === '' ? null : <p className="wrap-anywhere">{note}</p>}
        <p className="text-soft">{t(($) => $.account.invitations.about, { uses, mostUses, date: format.date(expiresAt) })}</p>
      </div>
      <Button
        size="sm"
        aria-label={t(($) => $.account.invitations.deleteName, { whom })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        {t(($) => $.account.invitations.delete)}
      </Button>
    </li>
  );
}
