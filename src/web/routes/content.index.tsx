import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/states.tsx';
import { loadContentWords } from '../pages/content/load-words.ts';

export const Route = createFileRoute('/content/')({ loader: loadContentWords, component: ContentWithoutId });

function ContentWithoutId() {
  const { t } = useTranslation();
  const text = useErrorText()({ code: 'content_id_missing' });
  return (
    <ErrorState
      layout="page"
      title={t(($) => $.content.notFound.title)}
      message={text.message}
      code={text.code}
      action={
        <Button asChild>
          <Link to="/user/videos">{t(($) => $.content.notFound.records)}</Link>
        </Button>
      }
    />
  );
}
