import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadChannelWords } from '#features/channels/ui/load-words.ts';
import { PopularChannelsPage } from '#features/channels/ui/popular-channels-page.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/explore/channel')({ loader: loadChannelWords, component: ChannelRoute });

function ChannelRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.channels.explore.channel));
  return <PopularChannelsPage kind="channel" />;
}
