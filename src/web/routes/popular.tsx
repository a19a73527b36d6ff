import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadChannelWords } from '#features/channels/ui/load-words.ts';
import { PopularPage } from '#features/channels/ui/popular-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useNoteOptions } from '../use-note-options.ts';

export const Route = createFileRoute('/popular')({ loader: loadChannelWords, component: PopularRoute });

function PopularRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.channels.explore.popular));
  return <PopularPage noteOptions={useNoteOptions()} />;
}
