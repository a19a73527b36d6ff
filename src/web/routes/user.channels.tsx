import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelsPage } from '#features/channels/ui/channels-page.tsx';
import { loadChannelWords } from '#features/channels/ui/load-words.ts';
import { RecordRows } from '#features/library/ui/record-rows.tsx';
import { useRecords } from '#features/library/ui/use-records.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useNoteOptions } from '../note-options.ts';

export const Route = createFileRoute('/user/channels')({ loader: loadChannelWords, component: ChannelsRoute });

function ChannelsRoute() {
  const { t } = useTranslation();
  const noteOptions = useNoteOptions();
  usePageTitle(t(($) => $.channels.title));
  return <ChannelsPage noteOptions={noteOptions} recent={(heading) => <RecentRecords heading={heading} />} />;
}

/** Nothing before the first summary. */
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
