import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useVisible } from '#ui/browser/use-visible.ts';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import type { Records } from '../use-records.ts';

const endVisibility = 0.5;

type ListEndProps = {
  query: Pick<Records, 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  label: string;
};

/** Loads more when half of it is visible. */
export function ListEnd({ query, label }: ListEndProps) {
  const { t } = useTranslation();
  const { hasNextPage, isFetching, isNextPageError, fetchNextPage } = query;
  const error = useAppError(query.error);
  const end = useVisible(fetchNextPage, {
    threshold: endVisibility,
    enabled: hasNextPage && !isFetching && !isNextPageError,
  });
  if (error !== null && isNextPageError)
    return (
      <ErrorState
        layout="row"
        title={t(($) => $.library.moreFailed)}
        message={error.message}
        code={error.code}
        retrying={isFetching}
        onRetry={fetchNextPage}
      />
    );
  if (!hasNextPage) return null;
  return (
    <div ref={end} role="status" className="flex h-16 items-center gap-4">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-10 grow" />
      <Skeleton className="h-10 grow max-md:hidden" />
      <Skeleton className="h-10 grow max-lg:hidden" />
    </div>
  );
}
