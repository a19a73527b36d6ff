import { clsx } from 'clsx';
import {
  Ellipsis,
  ExternalLink,
  type LucideIcon,
  Podcast,
  RefreshCw,
  Rss,
  Sparkles,
  TriangleAlert,
  Video,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import type { Subscription } from './use-channels.ts';

export const kindIcons: Readonly<Record<Subscription['kind'], LucideIcon>> = { video: Video, podcast: Podcast, feed: Rss };

type ChannelListProps = {
  channels: readonly Subscription[];
  /** Null: all channels. */
  chosen: string | null;
  onChoose: (channelId: string | null) => void;
  onUnfollow: (channelId: string) => void;
  onCheckAgain: (channelId: string) => void;
  onAutomatic: (channelId: string, automatic: boolean) => void;
};

export function ChannelList({ channels, chosen, onChoose, onUnfollow, onCheckAgain, onAutomatic }: ChannelListProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t(($) => $.channels.list.title)} className="flex flex-col gap-0.5">
      <li>
        <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)} className={look(chosen === null)}>
          {t(($) => $.channels.list.all)}
        </button>
      </li>
      {channels.map((channel) => (
        <Row
          key={channel.id}
          channel={channel}
          chosen={chosen === channel.id}
          onChoose={() => onChoose(chosen === channel.id ? null : channel.id)}
          onUnfollow={() => onUnfollow(channel.id)}
          onCheckAgain={() => onCheckAgain(channel.id)}
          onAutomatic={() => onAutomatic(channel.id, !channel.automatic)}
        />
      ))}
    </ul>
  );
}

const look = (chosen: boolean) =>
  clsx(
    'flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-start text-sm transition-colors max-md:h-11',
    chosen ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
  );

type RowProps = {
  channel: Subscription;
  chosen: boolean;
  onChoose: () => void;
  onUnfollow: () => void;
  onCheckAgain: () => void;
  onAutomatic: () => void;
};

function Row({ channel, chosen, onChoose, onUnfollow, onCheckAgain, onAutomatic }: RowProps) {
  const { t } = useTranslation();
  const { id, kind, title, url, automatic } = channel;
  const Icon = kindIcons[kind];
  const note = useStateNote(channel);
  return (
    <li data-channel={id} className="flex items-center gap-0.5">
      <button type="button" aria-pressed={chosen} onClick={onChoose} title={note ?? title} className={look(chosen)}>
        <Icon role="img" aria-label={t(($) => $.channels.list.kind[kind])} className="size-4 shrink-0" />
        <span className="min-w-0 grow truncate">{title}</span>
        {automatic ? (
          <Sparkles role="img" aria-label={t(($) => $.channels.list.isAutomatic)} className="size-4 shrink-0 text-accent" />
        ) : null}
        {note === null ? null : <TriangleAlert role="img" aria-label={note} className="size-4 shrink-0 text-warning" />}
      </button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton size="sm" label={t(($) => $.channels.list.more, { title })}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {note === null ? null : <p className="max-w-64 px-2 py-1.5 text-xs text-soft">{note}</p>}
          <DropdownMenuItem asChild>
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {t(($) => $.channels.list.openPage)}
            </a>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onCheckAgain}>
            <RefreshCw aria-hidden />
            {t(($) => $.channels.list.checkAgain)}
          </DropdownMenuItem>
          <DropdownMenuCheckboxItem checked={automatic} onSelect={onAutomatic}>
            <Sparkles aria-hidden />
            {t(($) => $.channels.list.automatic)}
          </DropdownMenuCheckboxItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={onUnfollow}>
            <X aria-hidden />
            {t(($) => $.channels.list.unfollow)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  );
}

/** Why nothing new arrives from this channel; null while all is well. */
function useStateNote({ state, problem }: Subscription): string | null {
  const { t } = useTranslation();
  const toText = useErrorText();
  if (state === 'gone') return t(($) => $.channels.list.gone);
  return problem === null ? null : t(($) => $.channels.list.problem, { message: toText(problem).message });
}

export function ChannelListSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-0.5">
      <span className="sr-only">{t(($) => $.channels.list.loading)}</span>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex h-9 items-center px-2 max-md:h-11">
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
