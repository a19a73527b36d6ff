import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import type { usePages } from './use-pages.ts';

type ListEndProps = { list: Omit<ReturnType<typeof usePages>, 'pages'>; failedTitle: string; loading: string };

export function ListEnd({ list, failedTitle, loading }: ListEndProps) {
  const { failed, isNextPageError, isFetching, hasNextPage, readOn, end } = list;
  if (failed && isNextPageError)
    return (
      <ErrorState
        layout="row"
        title={failedTitle}
        message={failed.message}
        code={failed.code}
        retrying={isFetching}
        onRetry={readOn}
      />
    );
  if (!hasNextPage) return null;
  return (
    <div ref={end} role="status" className="flex h-16 items-center gap-4">
      <span className="sr-only">{loading}</span>
      <Skeleton className="h-10 grow" />
    </div>
  );
}
