import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readBilibiliSession } from '#lib/bilibili-session.ts';
import { useAppError, useTRPC } from '#rpc/client.tsx';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { Badge, type BadgeTone, Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast.ts';
import { maxPastedSession, type SiteSignIn } from '../contract.ts';

/** Sessions that the user has left for other sites: see whether there is one, leave one, take it back. */
export function SiteSignIns() {
  const { t } = useTranslation();
  const heading = useId();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const query = useQuery(trpc.account.siteSignIns.queryOptions(undefined, { enabled: me.data?.user != null }));
  const error = useAppError(query.error ?? (me.data === undefined ? me.error : null));
  // A visitor without an account has left nothing yet; saving makes the account.
  const signIn: SiteSignIn | undefined =
    me.data?.user === null
      ? { site: 'bilibili', state: 'none', savedAt: null, expiresAt: null }
      : query.data?.signIns.find(({ site }) => site === 'bilibili');

  return (
    <section aria-labelledby={heading} id="sign-ins">
      <h2 id={heading} className="text-lg font-semibold">
        {t(($) => $.settings.signIns.title)}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-soft">{t(($) => $.settings.signIns.lead)}</p>
      <Card className="mt-4">
        {signIn ? (
          <BilibiliSignIn signIn={signIn} />
        ) : error ? (
          <ErrorState
            layout="row"
            title={t(($) => $.settings.signIns.loadFailed)}
            message={error.message}
            code={error.code}
            retrying={query.isFetching || me.isFetching}
            onRetry={() => void (me.data === undefined ? me.refetch() : query.refetch())}
          />
        ) : (
          <div role="status" className="space-y-3 p-4">
            <span className="sr-only">{t(($) => $.settings.signIns.loading)}</span>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-10" />
          </div>
        )}
      </Card>
    </section>
  );
}

type Look = 'none' | 'saved' | 'expired' | 'unreadable';

const tones: Record<Look, BadgeTone> = { none: 'neutral', saved: 'success', expired: 'warning', unreadable: 'warning' };

function lookOf({ state, expiresAt }: SiteSignIn): Look {
  return state === 'saved' && expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : state;
}

function BilibiliSignIn({ signIn }: { signIn: SiteSignIn }) {
  const { t } = useTranslation();
  const look = lookOf(signIn);
  const labels: Record<Look, string> = {
    none: t(($) => $.settings.signIns.none),
    saved: t(($) => $.settings.signIns.saved),
    expired: t(($) => $.settings.signIns.expired),
    unreadable: t(($) => $.settings.signIns.unreadable),
  };
  return (
    <div className="space-y-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{t(($) => $.settings.signIns.bilibili)}</h3>
        <Badge tone={tones[look]}>{labels[look]}</Badge>
        <span className="grow" />
        {look === 'none' ? null : <RemoveButton />}
      </div>
      <SignInFacts signIn={signIn} look={look} />
      <SessionForm replaces={look !== 'none'} />
      <div>
        <Details title={t(($) => $.settings.signIns.howTitle)}>
          <ol className="list-decimal space-y-1 pl-5">
            <li>{t(($) => $.settings.signIns.how1)}</li>
            <li>{t(($) => $.settings.signIns.how2)}</li>
            <li>{t(($) => $.settings.signIns.how3)}</li>
          </ol>
        </Details>
        <Details title={t(($) => $.settings.signIns.privacyTitle)}>
          <ul className="list-disc space-y-1 pl-5">
            <li>{t(($) => $.settings.signIns.privacyKept)}</li>
            <li>{t(($) => $.settings.signIns.privacyUsed)}</li>
            <li>{t(($) => $.settings.signIns.privacyShared)}</li>
          </ul>
        </Details>
      </div>
    </div>
  );
}

function SignInFacts({ signIn: { savedAt, expiresAt }, look }: { signIn: SiteSignIn; look: Look }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (look === 'none') return null;
  if (look === 'unreadable') return <p className="text-sm">{t(($) => $.settings.signIns.unreadableHint)}</p>;
  const parts = [
    savedAt ? t(($) => $.settings.signIns.savedAt, { date: format.dateTime(savedAt) }) : null,
    expiresAt && look === 'saved' ? t(($) => $.settings.signIns.validUntil, { date: format.date(expiresAt) }) : null,
    expiresAt && look === 'expired' ? t(($) => $.settings.signIns.expiredAt, { date: format.date(expiresAt) }) : null,
  ];
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-soft">
      {parts.map((part) => (part ? <span key={part}>{part}</span> : null))}
    </p>
  );
}

function SessionForm({ replaces }: { replaces: boolean }) {
  const { t } = useTranslation();
  const field = useId();
  const trpc = useTRPC();
  const keep = useKeepSignIns();
  const failed = useFailureToast();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation(
    trpc.account.saveSiteSignIn.mutationOptions({
      onSuccess: async (data) => {
        setValue('');
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.settings.signIns.savedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.settings.signIns.saveFailed),
          error,
        ),
    }),
  );

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const session = readBilibiliSession(value);
    const expired = session?.expiresAt != null && session.expiresAt.getTime() <= Date.now();
    if (!session) setProblem(t(($) => $.settings.signIns.notFound));
    else if (expired) setProblem(t(($) => $.settings.signIns.alreadyExpired));
    // Nothing but the session leaves the browser, whatever was pasted around it.
    else save.mutate({ site: 'bilibili', value: session.value });
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <label htmlFor={field} className="text-sm font-medium">
        {replaces ? t(($) => $.settings.signIns.replaceField) : t(($) => $.settings.signIns.field)}
      </label>
      <div className="mt-1 flex gap-2 max-sm:flex-col">
        <Input
          id={field}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxPastedSession}
          value={value}
          aria-invalid={problem !== null}
          aria-describedby={`${field}-hint`}
          onChange={(event) => {
            setValue(event.target.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="primary" loading={save.isPending} disabled={value.trim() === ''}>
          {replaces ? t(($) => $.settings.signIns.replace) : t(($) => $.settings.signIns.save)}
        </Button>
      </div>
      <p
        id={`${field}-hint`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm text-soft'}
      >
        {problem ?? t(($) => $.settings.signIns.fieldHint)}
      </p>
    </form>
  );
}

function RemoveButton() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const keep = useKeepSignIns();
  const failed = useFailureToast();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(
    trpc.account.removeSiteSignIn.mutationOptions({
      onSuccess: async (data) => {
        setAsking(false);
        await keep(data);
        showToast({ tone: 'success', message: t(($) => $.settings.signIns.removedToast) });
      },
      onError: (error) =>
        failed(
          t(($) => $.settings.signIns.removeFailed),
          error,
        ),
    }),
  );
  return (
    <>
      <Button size="sm" variant="danger-ghost" onClick={() => setAsking(true)}>
        {t(($) => $.settings.signIns.remove)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(($) => $.settings.signIns.removeTitle)}
        description={t(($) => $.settings.signIns.removeText)}
        confirmLabel={t(($) => $.settings.signIns.remove)}
        cancelLabel={t(($) => $.settings.signIns.cancel)}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ site: 'bilibili' })}
      />
    </>
  );
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1 text-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="max-w-prose pb-2 pl-5 text-sm text-soft">{children}</div>
    </details>
  );
}

/** Both calls answer with how it is now; a guest has an account since the first. */
function useKeepSignIns() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async (data: { signIns: SiteSignIn[] }): Promise<void> => {
    client.setQueryData(trpc.account.siteSignIns.queryKey(), data);
    await client.invalidateQueries({ queryKey: trpc.account.me.queryKey() });
  };
}
