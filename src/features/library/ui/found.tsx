import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { nearFirstMatch } from '#lib/text/near-first-match.ts';
import { formatClock } from '#lib/time.ts';
import { useRowWords } from './row-words.tsx';
import { Snippet } from './snippet.tsx';
import type { RecordRow } from './use-records.ts';

/** The title, with the words of the search highlighted, and a mark where they are there only nearly. */
export function FoundTitle({ row, title }: { row: RecordRow; title: string }) {
  const match = row.matches?.find(({ where }) => where === 'title');
  const words = match?.snippet === title ? <Snippet text={title} ranges={match.ranges} /> : title;
  return row.near ? (
    <>
      {words} <NearMark />
    </>
  ) : (
    words
  );
}

function NearMark() {
  const { t } = useRowWords();
  return <span className="text-xs font-normal whitespace-nowrap text-faint">{t(($) => $.records.search.near)}</span>;
}

export const foundIn = (row: RecordRow) => row.matches?.find(({ where }) => where !== 'title');

/** The best match outside the title, linked to its time or paragraph if it has one; otherwise `instead`. */
export function FoundText({ row, instead, className }: { row: RecordRow; instead: ReactNode; className: string }) {
  const match = foundIn(row);
  if (match === undefined) return <p className={className}>{instead}</p>;
  const { startMs, paragraph } = match;
  const words = <Snippet {...nearFirstMatch(match.snippet, match.ranges)} />;
  if (startMs === null && paragraph === null) return <p className={className}>{words}</p>;
  return (
    <p className={clsx(className, 'relative z-10')}>
      <Link
        to="/content/$contentId"
        params={{ contentId: row.content_id }}
        search={startMs === null ? { p: paragraph ?? 0 } : { t: Math.ceil(startMs) / 1000 }}
        className="rounded-sm hover:text-ink hover:underline"
      >
        {startMs === null ? null : <span className="mr-1.5 text-accent-ink tabular-nums">{formatClock(startMs)}</span>}
        {words}
      </Link>
    </p>
  );
}
