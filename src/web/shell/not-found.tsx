import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.shell.notFound.title));
  return (
    <div className="flex grow flex-col items-center justify-center px-6 py-16 text-center">
      <Compass aria-hidden className="mb-4 size-8 text-faint" />
      <h1 className="text-2xl font-semibold">{t(($) => $.shell.notFound.title)}</h1>
      <p className="mt-2 max-w-md text-base text-soft">{t(($) => $.shell.notFound.message)}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" asChild>
          <Link to="/">{t(($) => $.shell.notFound.home)}</Link>
        </Button>
        <Button asChild>
          <Link to="/user/videos">{t(($) => $.shell.notFound.records)}</Link>
        </Button>
      </div>
    </div>
  );
}
