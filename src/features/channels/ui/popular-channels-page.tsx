import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { kindIcons } from './channel-list.tsx';
import { ExploreFrame } from './explore-frame.tsx';
import { useChannelChanges } from './use-channels.ts';

type PopularChannel = RouterOutputs['explore']['channels']['channels'][number];

export function PopularChannelsPage({ kind }: { kind: 'channel' | 'podcast' }) {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().explore.channels.queryOptions({ kind }, { refetchOnMount: 'always' }));
  const { follow } = useChannelChanges();
  const failed = useFailureToast();
  const channels = query.data?.channels ?? [];
  const starting = follow.isPending ? follow.variables.url : null;
  return (
    <ExploreFrame page={kind} query={query} empty={channels.length === 0}>
      <ul aria-label={t(($) => $.channels.explore[kind])} className="border-t border-line">
        {channels.map((channel) => (
          <Row
            key={channel.id}
            channel={channel}
            starting={starting === channel.address}
            onFollow={() =>
              follow.mutate(
                { url: channel.address },
                {
                  onError: (error) =>
                    failed(
                      t(($) => $.channels.follow.failed),
                      error,
                    ),
                },
              )
            }
          />
        ))}
      </ul>
    </ExploreFrame>
  );
}

type RowProps = { channel: PopularChannel; starting: boolean; onFollow: () => void };

function Row({ channel, starting, onFollow }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, url, kind, followers, followed, latest } = channel;
  const Icon = kindIcons[kind];
  return (
    <li className="flex items-start gap-3 border-b border-line py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 grow">
        <h2 className="text-sm font-medium">
          <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere hover:underline">
            {title}
          </a>
        </h2>
        <p className="mt-1 text-xs text-faint">
          {t(($) => $.channels.explore.followers, { count: followers, formatted: format.number(followers) })}
        </p>
        {latest.length === 0 ? null : (
          <ul
            aria-label={t(($) => $.channels.explore.latest, { title })}
            className="mt-1.5 flex flex-col gap-1 text-sm text-soft"
          >
            {latest.map((entry) => (
              <li key={entry.url} className="min-w-0">
                <a href={entry.url} target="_blank" rel="noreferrer" className="line-clamp-1 wrap-anywhere hover:underline">
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {followed ? (
        <span className="flex h-8 shrink-0 items-center gap-1.5 px-3 text-sm text-soft max-md:h-10">
          <Check aria-hidden className="size-4" />
          {t(($) => $.channels.explore.followed)}
        </span>
      ) : (
        <Button size="sm" loading={starting} aria-label={t(($) => $.channels.explore.followName, { title })} onClick={onFollow}>
          {starting ? null : <Plus aria-hidden className="size-4" />}
          {t(($) => $.channels.explore.follow)}
        </Button>
      )}
    </li>
  );
}
