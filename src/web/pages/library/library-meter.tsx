import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCredentialWords } from '#features/credentials/ui/load-words.ts';
import { TimeMeter } from '#features/metering/ui/time-meter.tsx';
import { useTRPC } from '#rpc/client.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

const DurationHelp = lazyPart(async () => (await import('./duration-help.tsx')).DurationHelp, { words: loadCredentialWords });

export function LibraryMeter() {
  const { t } = useTranslation();
  return (
    <TimeMeter
      account={<AccountLine />}
      help={
        <Suspense
          fallback={
            <div role="status">
              <span className="sr-only">{t(($) => $.libraryPage.loadingHelp)}</span>
              <Skeleton className="h-64" />
            </div>
          }
        >
          <DurationHelp />
        </Suspense>
      }
    />
  );
}

function AccountLine() {
  const { t } = useTranslation();
  const me = useQuery(useTRPC().account.me.queryOptions());
  if (me.data === undefined) return <Skeleton className="h-5 w-48" />;
  const { user } = me.data;
  if (user?.isOwner) return <p>{t(($) => $.libraryPage.owner)}</p>;
  if (user && !user.isAnonymous)
    return <p className="truncate">{t(($) => $.libraryPage.signedInAs, { name: user.name ?? user.email ?? '' })}</p>;
  return (
    <p>
      {t(($) => $.libraryPage.guest)}{' '}
      <Link to="/user/sign-in" className="rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline">
        {t(($) => $.libraryPage.signIn)}
      </Link>
    </p>
  );
}
