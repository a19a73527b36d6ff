import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const tabs = ['own', 'public'] as const;
export type CollectionTab = (typeof tabs)[number];

type CollectionListPageProps = { tab: CollectionTab; children: ReactNode };

export function CollectionListPage({ tab, children }: CollectionListPageProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="mb-2 text-2xl font-semibold">{t(($) => $.collections.menu.title)}</h1>
      <nav aria-label={t(($) => $.collections.list.tabs)} className="mb-4 border-b border-line">
        <ul className="-mb-px flex gap-1">
          {tabs.map((one) => (
            <li key={one}>
              <Link
                to="/user/collections"
                search={one === 'own' ? {} : { tab: one }}
                aria-current={tab === one ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className={clsx(
                  'inline-flex h-10 items-center border-b-2 px-3 text-sm whitespace-nowrap transition-colors max-md:h-11',
                  tab === one
                    ? 'border-accent font-medium text-ink'
                    : 'border-transparent text-soft hover:text-ink focus-visible:-outline-offset-2',
                )}
              >
                {t(($) => $.collections.list[one])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
