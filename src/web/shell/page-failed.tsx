import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/states.tsx';
import { isFailedLoad } from '#web/failed-loads.ts';

/** Replaces a page that threw an error; the shell keeps working. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const { code, message } = useErrorText()(isFailedLoad(error) ? { code: 'offline' } : error);
  return (
    <ErrorState
      layout="page"
      title={t(($) => $.shell.pageFailed.title)}
      message={code === 'internal' ? t(($) => $.shell.pageFailed.message) : message}
      code={code}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
      action={
        <Button size="sm" variant="ghost" asChild>
          <Link to="/">{t(($) => $.shell.pageFailed.home)}</Link>
        </Button>
      }
    />
  );
}
