import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { EntryCard } from './entry-card.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

/** On a server for one person, says that there are no accounts in place of the form. */
export function WhereAccounts({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { t } = useTranslation();
  const options = useSignInOptions();
  if (options.isPending)
    return (
      <EntryCard title={title} lead={lead}>
        <div className="space-y-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-10" />
        </div>
      </EntryCard>
    );
  if (options.data?.mode !== 'single') return children;
  return (
    <EntryCard title={t(($) => $.account.single.title)}>
      <p className="text-sm text-soft">{t(($) => $.account.single.message)}</p>
      <Button variant="primary" className="mt-4 w-full" asChild>
        <Link to="/">{t(($) => $.account.single.home)}</Link>
      </Button>
    </EntryCard>
  );
}
