import { Link } from '@tanstack/react-router';
import { CalendarDays, ChevronDown, Inbox, Rss } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { AutomaticSettings } from './automatic-settings.tsx';
import { ChannelList, ChannelListSkeleton } from './channel-list.tsx';
import { EntryList, EntryListSkeleton } from './entry-list.tsx';
import { FollowForm } from './follow-form.tsx';
import { OpmlButtons } from './opml-buttons.tsx';
import {
  type NoteOptions,
  type Subscription,
  useChannelChanges,
  useChannelSettings,
  useEntries,
  useSubscriptions,
  useSummarise,
} from './use-channels.ts';

type ChannelsPageProps = {
  /** The channel whose entries are shown; null or an unfollowed channel: entries of all. */
  channelId: string | null;
  onChannel: (channelId: string | null) => void;
  noteOptions: NoteOptions;
  /** The latest summaries, shown while nothing is followed, under this heading. */
  recent: (heading: string) => ReactNode;
};

export function ChannelsPage({ channelId, onChannel, noteOptions, recent }: ChannelsPageProps) {
  const { t } = useTranslation();
  const query = useSubscriptions();
  const failed = useAppError(query.error);
  const changes = { ...useChannelChanges(), ...useChannelSettings() };
  const channels = query.data;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-16 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-xl">
          <h1 className="text-2xl font-semibold">{t(($) => $.channels.title)}</h1>
          <p className="mt-2 text-sm text-soft">{t(($) => $.channels.lead)}</p>
        </div>
        <div className="flex flex-wrap gap-1 max-md:-ml-3">
          <Button size="sm" variant="ghost" asChild>
            <Link to="/user/digest">
              <CalendarDays aria-hidden className="size-4" />
              {t(($) => $.channels.digest.open)}
            </Link>
          </Button>
          <OpmlButtons canExport={channels !== undefined && channels.length > 0} />
        </div>
      </div>
      <div className="mt-5">
        <FollowForm follow={changes.follow} />
      </div>
      {failed && !channels ? (
        <ErrorState
          title={t(($) => $.channels.list.failed)}
          message={failed.message}
          code={failed.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : channels?.length === 0 ? (
        <>
          <EmptyState icon={<Rss />} title={t(($) => $.channels.none.title)} description={t(($) => $.channels.none.hint)} />
          {recent(t(($) => $.channels.none.recent))}
        </>
      ) : (
        <Followed channels={channels} channelId={channelId} onChannel={onChannel} changes={changes} noteOptions={noteOptions} />
      )}
    </div>
  );
}

type FollowedProps = Omit<ChannelsPageProps, 'recent'> & {
  channels: readonly Subscription[] | undefined;
  changes: ReturnType<typeof useChannelChanges> & ReturnType<typeof useChannelSettings>;
};

function Followed({ channels, channelId, onChannel, changes, noteOptions }: FollowedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const chosen = channels?.find(({ id }) => id === channelId) ?? null;
  const [open, setOpen] = useState(false);
  const count = channels?.length ?? 0;
  const list =
    channels === undefined ? (
      <ChannelListSkeleton />
    ) : (
      <ChannelList
        channels={channels}
        chosen={chosen?.id ?? null}
        onChoose={(id) => {
          onChannel(id);
          setOpen(false);
        }}
        onUnfollow={(channelId) => changes.unfollow.mutate({ channelId })}
        onCheckAgain={(channelId) => changes.checkAgain.mutate({ channelId })}
        onAutomatic={(channelId, automatic) => changes.setAutomatic.mutate({ channelId, automatic, ...noteOptions })}
      />
    );
  return (
    <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <section aria-labelledby="followed-channels" className="lg:order-2">
        <h2 id="followed-channels" className="text-base font-semibold max-lg:sr-only">
          {t(($) => $.channels.list.title)}
        </h2>
        <Button
          className="w-full justify-between! lg:hidden"
          aria-expanded={open}
          aria-controls="channel-list"
          onClick={() => setOpen(!open)}
        >
          <span className="truncate">
            {chosen?.title ?? t(($) => $.channels.list.count, { count, formatted: format.number(count) })}
          </span>
          <ChevronDown aria-hidden className={open ? 'size-4 rotate-180' : 'size-4'} />
        </Button>
        <div id="channel-list" className={open ? 'mt-2' : 'mt-2 max-lg:hidden'}>
          {list}
          {channels?.some(({ automatic }) => automatic) ? <AutomaticSettings /> : null}
        </div>
      </section>
      <Entries
        channel={chosen}
        unread={channels?.some(({ state, problem }) => state === 'new' && problem === null) ?? false}
        noteOptions={noteOptions}
      />
    </div>
  );
}

type EntriesProps = { channel: Subscription | null; unread: boolean; noteOptions: NoteOptions };

function Entries({ channel, unread, noteOptions }: EntriesProps) {
  const { t } = useTranslation();
  const query = useEntries(channel?.id ?? null, { unread });
  const failed = useAppError(query.error);
  const summarise = useSummarise(noteOptions);
  const [starting, setStarting] = useState<string | null>(null);
  const heading =
    channel === null ? t(($) => $.channels.entries.title) : t(($) => $.channels.entries.of, { title: channel.title });
  return (
    <section aria-labelledby="channel-entries" className="min-w-0">
      <h2 id="channel-entries" className="mb-2 text-base font-semibold wrap-anywhere">
        {heading}
      </h2>
      {query.data === undefined ? (
        failed ? (
          <ErrorState
            title={t(($) => $.channels.entries.failed)}
            message={failed.message}
            code={failed.code}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <EntryListSkeleton />
        )
      ) : query.entries.length === 0 ? (
        unread ? (
          <EntryListSkeleton />
        ) : (
          <EmptyState
            icon={<Inbox />}
            title={t(($) => $.channels.entries.empty)}
            description={t(($) => $.channels.entries.emptyHint)}
          />
        )
      ) : (
        <>
          <EntryList
            entries={query.entries}
            label={heading}
            withChannel={channel === null}
            starting={summarise.isPending ? starting : null}
            onSummarise={(entry) => {
              setStarting(entry.id);
              summarise.mutate(entry);
            }}
          />
          {query.hasNextPage ? (
            <div className="mt-4 flex justify-center">
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t(($) => $.channels.entries.more)}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
