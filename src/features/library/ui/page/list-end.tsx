import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useVisible } from '#ui/browser/use-visible.ts';
import { ErrorState } from '#ui/states.tsx';
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
      {/* One moving layer instead of three: each row above is compared with every layer that moves. */}
      <div className={clsx('flex grow gap-4', isFetching && 'animate-pulse-soft')}>
        <div className="h-10 grow rounded-md bg-hover" />
        <div className="h-10 grow rounded-md bg-hover max-md:hidden" />
        <div className="h-10 grow rounded-md bg-hover max-lg:hidden" />
      </div>
    </div>
  );
}
