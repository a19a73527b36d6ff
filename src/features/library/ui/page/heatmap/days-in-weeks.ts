/** The days of a year in columns of weeks. Days are ISO dates without a zone. */
import { levelOf } from './levels.ts';

export type Day = { date: string; count: number; level: number };
/** Starts on Monday; null before the first day and after the last. */
export type Week = readonly (Day | null)[];

const dayMs = 86_400_000;
const months = 12;

const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day after the same date twelve months earlier (the last of the month if it is shorter). */
export function firstDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 - months + 1, 0)).getUTCDate();
  return toDate(Date.UTC(year, month - 1 - months, Math.min(day, last)) + dayMs);
}

export function weeksOf(today: string, counts: ReadonlyMap<string, number>): Week[] {
  const [from, to] = [toMs(firstDay(today)), toMs(today)];
  // Monday is 0.
  const offset = (new Date(from).getUTCDay() + 6) % 7;
  const weeks: (Day | null)[][] = [];
  for (let monday = from - offset * dayMs; monday <= to; monday += 7 * dayMs)
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const at = monday + index * dayMs;
        if (at < from || at > to) return null;
        const date = toDate(at);
        const count = counts.get(date) ?? 0;
        return { date, count, level: levelOf(count) };
      }),
    );
  return weeks;
}

/** Groups adjacent weeks by month: a week belongs to the month of its last day. */
export function monthSpans(weeks: readonly Week[]): { month: string; weeks: number }[] {
  const spans: { month: string; weeks: number }[] = [];
  for (const week of weeks) {
    const month = week.findLast((day) => day !== null)?.date.slice(0, 7) ?? '';
    const last = spans.at(-1);
    if (last?.month === month) last.weeks++;
    else spans.push({ month, weeks: 1 });
  }
  return spans;
}
