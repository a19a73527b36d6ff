import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DigestPage } from '#features/channels/ui/digest/digest-page.tsx';
import { loadChannelWords } from '#features/channels/ui/load-words.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useNoteOptions } from '../use-note-options.ts';

export const Route = createFileRoute('/user/digest')({
  validateSearch: ({ week }: Record<string, unknown>): { week?: string } =>
    typeof week === 'string' && isDay(week) ? { week } : {},
  loader: loadChannelWords,
  component: DigestRoute,
});

function isDay(text: string): boolean {
  return /^2\d{3}-\d{2}-\d{2}$/.test(text) && new Date(text).toString() !== 'Invalid Date';
}

function DigestRoute() {
  const { t } = useTranslation();
  const { week } = Route.useSearch();
  usePageTitle(t(($) => $.channels.digest.title));
  return <DigestPage day={week} noteOptions={useNoteOptions()} />;
}
