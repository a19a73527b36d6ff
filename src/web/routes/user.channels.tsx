import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelsPage } from '#features/channels/ui/channels-page.tsx';
import { loadChannelWords } from '#features/channels/ui/load-words.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { useRecords } from '#features/library/ui/use-records.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useNoteOptions } from '../use-note-options.ts';

export const Route = createFileRoute('/user/channels')({
  validateSearch: ({ channel }: Record<string, unknown>): { channel?: string } =>
    typeof channel === 'string' ? { channel } : {},
  loader: loadChannelWords,
  component: ChannelsRoute,
});

function ChannelsRoute() {
  const { t } = useTranslation();
  const noteOptions = useNoteOptions();
  const { channel = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  usePageTitle(t(($) => $.channels.title));
  return (
    <ChannelsPage
      channelId={channel}
      onChannel={(id) => void navigate({ search: id === null ? {} : { channel: id }, replace: true, resetScroll: false })}
      noteOptions={noteOptions}
      recent={(heading) => <RecentRecords heading={heading} />}
    />
  );
}

/** Renders nothing before the first summary. */
function RecentRecords({ heading }: { heading: string }): ReactNode {
  const records = useRecords();
  if (records.rows.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h2 className="mb-2 text-base font-semibold">{heading}</h2>
      <RecordRows query={records} label={heading} />
    </section>
  );
}
