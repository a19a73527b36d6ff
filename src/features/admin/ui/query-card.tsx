import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { SettingsCard } from '#ui/settings-section.tsx';

type QueryCardProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Null while loading. */
  children: ReactNode;
};

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
