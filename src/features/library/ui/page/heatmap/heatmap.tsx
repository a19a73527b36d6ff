import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { useUiLabels } from '#ui/labels.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type Day, firstDay, monthSpans, weeksOf } from './days-in-weeks.ts';
import { levelColours } from './levels.ts';

const steps: Record<string, number> = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 };

/** The days on which notes were last changed, one cell per day. Arrow keys move between days. */
export function Heatmap() {
  const { t } = useTranslation();
  const { locale } = useUiLabels();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const today = new Date().toLocaleDateString('sv-SE');
  const query = useQuery(
    trpc.user.noteDays.queryOptions({ from: firstDay(today), to: today, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  );
  const tell = useEffectEvent((error: unknown) =>
    failed(
      t(($) => $.records.heatmap.failed),
      error,
    ),
  );
  useEffect(() => {
    if (query.error) tell(query.error);
  }, [query.error]);
  const days = query.data?.days;
  const weeks = useMemo(() => weeksOf(today, new Map(days?.map(({ day, count }) => [day, count]))), [today, days]);
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
  const weekday = (index: number) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + index)));
  const { onKeyDown, tabIndexOf, grid } = useDayKeys(today);
  return (
    <div className="overflow-x-auto pb-1 [direction:rtl]" aria-busy={query.isPending}>
      <table ref={grid} className="border-separate border-spacing-[3px] text-xs text-faint [direction:ltr]">
        <caption className="sr-only">{t(($) => $.records.heatmap.title)}</caption>
        <thead>
          <tr>
            <td />
            {monthSpans(weeks).map(({ month, weeks: span }) => (
              <th key={month} scope="colgroup" colSpan={span} className="h-4 text-left font-normal whitespace-nowrap">
                <span className={clsx(span === 1 && 'sr-only')}>{monthName(month)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 7 }, (_, row) => (
            <tr key={weekday(row)}>
              <th scope="row" className="pr-1 text-right font-normal whitespace-nowrap">
                <span className={clsx(row % 2 === 1 && 'sr-only')}>{weekday(row)}</span>
              </th>
              {weeks.map((week) => {
                const day = week[row] ?? null;
                const key = `${week.find((one) => one !== null)?.date} ${row}`;
                return (
                  <td key={key} className="p-0">
                    {day === null ? null : <DayCell day={day} tabIndex={tabIndexOf(day.date)} onKeyDown={onKeyDown} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayCellProps = { day: Day; tabIndex: number; onKeyDown: (event: KeyboardEvent, date: string) => void };

function DayCell({ day, tabIndex, onKeyDown }: DayCellProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const label = t(($) => $.records.heatmap.day, {
    date: format.date(`${day.date}T12:00:00`),
    count: day.count,
    formatted: format.number(day.count),
  });
  return (
    <button
      type="button"
      data-day={day.date}
      data-level={day.level}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onKeyDown={(event) => onKeyDown(event, day.date)}
      onClick={() => showToast({ id: 'heatmap-day', tone: 'info', message: label })}
      className={clsx('block size-3 rounded-[3px] pointer-coarse:size-6 focus-visible:outline-offset-1', levelColours[day.level])}
    />
  );
}

/** Roving focus: only the cell last reached by arrow keys is in the tab order. */
function useDayKeys(today: string) {
  const [current, setCurrent] = useState(today);
  const grid = useRef<HTMLTableElement>(null);
  function onKeyDown(event: KeyboardEvent, date: string): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10);
    const cell = grid.current?.querySelector<HTMLButtonElement>(`[data-day="${next}"]`);
    if (!cell) return;
    setCurrent(next);
    cell.focus();
  }
  return { grid, onKeyDown, tabIndexOf: (date: string) => (date === current ? 0 : -1) };
}
