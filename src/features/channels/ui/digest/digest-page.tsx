import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { useUiLabels } from '#ui/labels.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { EntryList, EntryListSkeleton } from '../entry-list.tsx';
import { type NoteOptions, useSummarise } from '../use-channels.ts';
import { DigestSettings } from './digest-settings.tsx';

type Digest = RouterOutputs['digest']['week'];

const lookAgainMs = 3_000;

/** `day`: any day of the week that is shown. */
export function DigestPage({ day, noteOptions }: { day: string | undefined; noteOptions: NoteOptions }) {
  const { t } = useTranslation();
  const query = useQuery(
    useTRPC().digest.week.queryOptions(
      { day },
      {
        placeholderData: keepPreviousData,
        refetchOnMount: 'always',
        refetchInterval: ({ state }) =>
          state.data?.entries.some(({ existing }) => existing?.status === 'processing') ? lookAgainMs : false,
      },
    ),
  );
  const failed = useAppError(query.error);
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-2xl font-semibold">{t(($) => $.channels.digest.title)}</h1>
      <p className="mt-2 max-w-xl text-sm text-pretty text-soft">{t(($) => $.channels.digest.lead)}</p>
      {query.data ? (
        <Week digest={query.data} noteOptions={noteOptions} />
      ) : failed ? (
        <ErrorState
          title={t(($) => $.channels.digest.failed)}
          message={failed.message}
          code={failed.code}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="mt-6">
          <EntryListSkeleton />
        </div>
      )}
      <DigestSettings />
    </div>
  );
}

function Week({ digest, noteOptions }: { digest: Digest; noteOptions: NoteOptions }) {
  const { t } = useTranslation();
  const format = useFormat();
  const summarise = useSummarise(noteOptions);
  const [starting, setStarting] = useState<string | null>(null);
  const { entries, left_out: leftOut, is_over: isOver } = digest;
  const days = useDays(digest);
  return (
    <section aria-labelledby="digest-week" className="mt-6">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id="digest-week" className="min-w-0 text-base font-semibold">
          <span className="mr-2">{days}</span>
          {isOver ? null : <span className="text-sm font-normal text-faint">{t(($) => $.channels.digest.running)}</span>}
        </h2>
        <nav aria-label={t(($) => $.channels.digest.weeks)} className="flex shrink-0 gap-1">
          <Step
            to={digest.previous}
            label={t(($) => $.channels.digest.previous)}
            icon={<ChevronLeft aria-hidden className="size-4" />}
          />
          <Step
            to={digest.next}
            label={t(($) => $.channels.digest.next)}
            icon={<ChevronRight aria-hidden className="size-4" />}
          />
        </nav>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          icon={<CalendarDays />}
          title={t(($) => $.channels.digest.empty)}
          description={t(($) => $.channels.digest.emptyHint)}
          action={
            <Button asChild>
              <Link to="/user/channels">{t(($) => $.channels.title)}</Link>
            </Button>
          }
        />
      ) : (
        <EntryList
          entries={entries}
          label={t(($) => $.channels.digest.list, { days })}
          withChannel
          starting={summarise.isPending ? starting : null}
          onSummarise={(entry) => {
            setStarting(entry.id);
            summarise.mutate(entry);
          }}
        />
      )}
      {leftOut === 0 ? null : (
        <p className="mt-3 text-sm text-soft">
          {t(($) => $.channels.digest.leftOut, { count: leftOut, formatted: format.number(leftOut) })}
        </p>
      )}
    </section>
  );
}

function Step({ to, label, icon }: { to: string | null; label: string; icon: ReactNode }) {
  if (to === null)
    return (
      <Button size="sm" variant="ghost" disabled aria-label={label}>
        {icon}
      </Button>
    );
  return (
    <Button size="sm" variant="ghost" asChild>
      <Link to="/user/digest" search={{ week: to }} aria-label={label} resetScroll={false}>
        {icon}
      </Link>
    </Button>
  );
}

/** The dates of the week, whatever the reader's time zone. */
function useDays({ week, last_day: lastDay }: Digest): string {
  const { locale } = useUiLabels();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return `${format.format(new Date(week))} – ${format.format(new Date(lastDay))}`;
}
