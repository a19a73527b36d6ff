import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { saveText } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { Input, Labelled } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Badge, Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { LicenseBatch } from '../contract.ts';
import { ListCard } from './list-card.tsx';

export function LicenseList() {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().admin.licenseBatches.queryOptions());
  const batches = query.data?.batches;
  return (
    <div className="space-y-10">
      {query.data?.canCreate ? <NewBatch /> : null}
      <SettingsSection
        title={t(($) => $.admin.licenses.list)}
        lead={query.data?.canCreate === false ? t(($) => $.admin.licenses.cannotCreate) : ''}
      >
        <ListCard
          query={query}
          label={t(($) => $.admin.licenses.list)}
          rows={batches?.map((batch) => <Row key={batch.id} batch={batch} />)}
          none={{ title: t(($) => $.admin.licenses.none), description: t(($) => $.admin.licenses.noneText) }}
        />
      </SettingsSection>
    </div>
  );
}

function NewBatch() {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const id = useId();
  const create = useMutation(
    trpc.admin.createLicenses.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.admin.pathFilter()),
      onError: (error) =>
        fail(
          t(($) => $.admin.licenses.failed),
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
    const days = text('days');
    create.mutate({
      product: text('product'),
      order: text('order'),
      minutes: Number(text('minutes')),
      count: Number(text('count')),
      days: days === '' ? null : Number(days),
    });
  };
  return (
    <SettingsSection title={t(($) => $.admin.licenses.title)} lead={t(($) => $.admin.licenses.lead)}>
      <Card className="mt-4">
        <form onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2">
          <Labelled id={`${id}-product`} label={t(($) => $.admin.licenses.product)}>
            <Input id={`${id}-product`} name="product" required maxLength={100} />
          </Labelled>
          <Labelled id={`${id}-order`} label={t(($) => $.admin.licenses.order)}>
            <Input id={`${id}-order`} name="order" maxLength={200} />
          </Labelled>
          <Labelled id={`${id}-minutes`} label={t(($) => $.admin.licenses.minutes)}>
            <Input id={`${id}-minutes`} name="minutes" type="number" min={1} max={10_000_000} required defaultValue={600} />
          </Labelled>
          <Labelled id={`${id}-count`} label={t(($) => $.admin.licenses.count)}>
            <Input id={`${id}-count`} name="count" type="number" min={1} max={1000} required defaultValue={1} />
          </Labelled>
          <Labelled id={`${id}-days`} label={t(($) => $.admin.licenses.days)}>
            <Input id={`${id}-days`} name="days" type="number" min={1} max={36_500} />
          </Labelled>
          <div className="self-end">
            <Button type="submit" variant="primary" loading={create.isPending}>
              {t(($) => $.admin.licenses.create)}
            </Button>
          </div>
        </form>
        <div role="status">{create.data ? <MadeKeys keys={create.data.keys} onGone={() => create.reset()} /> : null}</div>
      </Card>
    </SettingsSection>
  );
}

/** Shown once: the server does not store the keys. */
function MadeKeys({ keys, onGone }: { keys: string[]; onGone: () => void }) {
  const { t } = useTranslation();
  const text = `${keys.join('\n')}\n`;
  return (
    <div className="space-y-3 border-t border-line p-4 text-sm">
      <p className="font-medium">{t(($) => $.admin.licenses.made, { count: keys.length })}</p>
      <p className="text-soft">{t(($) => $.admin.licenses.once)}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="sm"
          onClick={() => {
            saveText({ name: 'license-keys.txt', mime: 'text/plain', text });
            onGone();
          }}
        >
          <Download aria-hidden className="size-4" />
          {t(($) => $.admin.licenses.download)}
        </Button>
        <CopyButton variant="secondary" text={text} label={t(($) => $.admin.licenses.copy)} />
      </div>
    </div>
  );
}

function Row({ batch }: { batch: LicenseBatch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fail = useFailureToast();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id: batchId, product, order, seconds, count, used, createdAt, expiresAt, revokedAt } = batch;
  const revoke = useMutation(
    trpc.admin.revokeLicenses.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        showToast({ tone: 'success', message: t(($) => $.admin.licenses.revoked) });
      },
      onError: (error) =>
        fail(
          t(($) => $.admin.licenses.revokeFailed),
          error,
        ),
    }),
  );
  const about = [
    t(($) => $.admin.licenses.keys, { count, formatted: format.number(count), duration: format.duration(seconds) }),
    t(($) => $.admin.licenses.used, { count: used, formatted: format.number(used) }),
    format.date(createdAt),
    ...(expiresAt === null ? [] : [t(($) => $.admin.licenses.until, { date: format.date(expiresAt) })]),
  ];
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {product}
          {revokedAt === null ? null : <Badge>{t(($) => $.admin.licenses.isRevoked)}</Badge>}
        </p>
        {order === '' ? null : <p className="wrap-anywhere">{t(($) => $.admin.licenses.ofOrder, { order })}</p>}
        <FactLine className="text-soft" facts={about} />
      </div>
      {revokedAt === null ? (
        <Button size="sm" aria-label={t(($) => $.admin.licenses.revokeName, { product })} onClick={() => setAsking(true)}>
          {t(($) => $.admin.licenses.revoke)}
        </Button>
      ) : null}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.admin.licenses.confirm, { product })}
        description={t(($) => $.admin.licenses.confirmText)}
        confirmLabel={t(($) => $.admin.licenses.confirmButton)}
        cancelLabel={t(($) => $.common.cancel)}
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate({ batchId })}
      />
    </li>
  );
}
