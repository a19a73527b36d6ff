import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { SettingsCard } from '#ui/settings-section.tsx';

type QueryCardProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Null while loading. */
  children: ReactNode;
};

/** A card with the result of a query, or with its error and a way to try again. */
export function QueryCard({ query, children }: QueryCardProps) {
  const { t } = useTranslation();
  const problem = useAppError(query.error);
  return (
    <SettingsCard
      loading={t(($) => $.admin.loading)}
      problem={
        problem && {
          ...problem,
          title: t(($) => $.admin.loadFailed),
          retrying: query.isFetching,
          onRetry: () => void query.refetch(),
        }
      }
    >
      {children}
    </SettingsCard>
  );
}
