import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/surfaces.tsx';

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-4 py-8">
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="mt-3 h-4 w-11/12" />
      <Skeleton className="mt-3 h-4 w-4/5" />
    </div>
  );
}
