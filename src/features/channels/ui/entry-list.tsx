import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Badge, type BadgeTone, Skeleton } from '#ui/surfaces.tsx';
import { placeSearch } from '../shared/digest-lines.ts';
import { kindIcons } from './channel-list.tsx';
import type { ListedEntry } from './use-channels.ts';

type EntryListProps = {
  entries: readonly ListedEntry[];
  label: string;
  withChannel: boolean;
  /** The id of the entry whose summary is being started. */
  starting: string | null;
  onSummarise: (entry: ListedEntry) => void;
};

export function EntryList({ entries, label, withChannel, starting, onSummarise }: EntryListProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          withChannel={withChannel}
          starting={starting === entry.id}
          onSummarise={() => onSummarise(entry)}
        />
      ))}
    </ul>
  );
}

type EntryRowProps = { entry: ListedEntry; withChannel: boolean; starting: boolean; onSummarise: () => void };

function EntryRow({ entry, withChannel, starting, onSummarise }: EntryRowProps) {
  const { t } = useTranslation();
  const { title, url, existing } = entry;
  const Icon = kindIcons[entry.kind];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0">
        <h3 className="line-clamp-3 text-sm font-medium" title={title}>
          {existing ? (
            <Link to="/content/$contentId" params={{ contentId: existing.contentId }} className="wrap-anywhere hover:underline">
              {title}
            </Link>
          ) : entry.shelf ? (
            // A page rendered by the server, outside this interface.
            <a href={entry.shelf.item_path} className="wrap-anywhere hover:underline">
              {title}
            </a>
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere hover:underline">
              {title}
            </a>
          )}
        </h3>
        <EntryFacts entry={entry} withChannel={withChannel} />
      </div>
      {existing ? (
        <Button size="sm" variant="ghost" asChild>
          <Link
            to="/content/$contentId"
            params={{ contentId: existing.contentId }}
            aria-label={t(($) => $.channels.entries.openName, { title })}
          >
            {t(($) => $.channels.entries.open)}
          </Link>
        </Button>
      ) : (
        <Button
          size="sm"
          loading={starting}
          aria-label={t(($) => $.channels.entries.summariseName, { title })}
          onClick={onSummarise}
        >
          {starting ? null : <Sparkles aria-hidden className="size-4" />}
          {t(($) => $.channels.entries.summarise)}
        </Button>
      )}
      {existing && entry.lines && entry.lines.length > 0 ? <Lines contentId={existing.contentId} lines={entry.lines} /> : null}
    </li>
  );
}

/** Each line links to its second or paragraph. */
function Lines({ contentId, lines }: { contentId: string; lines: NonNullable<ListedEntry['lines']> }) {
  return (
    <ul className="col-span-full mt-2 flex flex-col gap-1 text-sm text-soft sm:col-start-2">
      {lines.map(({ text, anchor, page }) => (
        <li key={`${JSON.stringify(anchor)} ${text}`}>
          <Link
            to="/content/$contentId"
            params={{ contentId }}
            search={placeSearch(anchor)}
            className="-mx-1 inline-block rounded-sm px-1 wrap-anywhere hover:bg-hover hover:text-ink"
          >
            {text}{' '}
            <span className="rounded-sm bg-sunken px-1.5 text-[0.8125em] whitespace-nowrap tabular-nums">
              {anchorLabelOf({ anchor, ...(page === undefined ? {} : { page }) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function EntryFacts({ entry, withChannel }: Pick<EntryRowProps, 'entry' | 'withChannel'>) {
  const format = useFormat();
  const state = useEntryState(entry);
  const { published_at: published, duration_seconds: seconds } = entry;
  return (
    <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
      {state === null ? null : <Badge tone={state.tone}>{state.label}</Badge>}
      {!withChannel ? null : entry.shelf ? (
        <a href={entry.shelf.path} className="max-w-full truncate text-soft hover:text-ink hover:underline">
          {entry.channel_title}
        </a>
      ) : (
        <span className="max-w-full truncate text-soft">{entry.channel_title}</span>
      )}
      {published === null ? null : (
        <time dateTime={published} title={format.dateTime(published)}>
          {format.ago(published)}
        </time>
      )}
      {seconds === null ? null : <span className="tabular-nums">{formatClock(seconds * 1000)}</span>}
    </p>
  );
}

function useEntryState({ existing, is_new: isNew = false }: ListedEntry): { label: string; tone: BadgeTone } | null {
  const { t } = useTranslation();
  switch (existing?.status) {
    case 'completed':
      return { label: t(($) => $.channels.entries.inLibrary), tone: 'success' };
    case 'processing':
      return { label: t(($) => $.channels.entries.underWay), tone: 'neutral' };
    case 'failed':
    case 'cancelled':
      return { label: t(($) => $.channels.entries.notDone), tone: 'warning' };
    default:
      return isNew ? { label: t(($) => $.channels.entries.fresh), tone: 'accent' } : null;
  }
}

export function EntryListSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="border-t border-line">
      <span className="sr-only">{t(($) => $.channels.entries.loading)}</span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex flex-col gap-2 border-b border-line py-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  );
}
