/** Calendar weeks, from Monday to Sunday, of a time zone. A week is named by its Monday: `2026-11-16`. */

const dayMs = 86_400_000;

export type Week = { week: string; from: Date; until: Date };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const digits = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { timeZone: zone, hourCycle: 'h23', ...digits });
  formats.set(zone, made);
  return made;
}

/** The local time of the zone, expressed as if it were UTC. */
function clockOf(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) if (type !== 'literal') parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first moment of a day, even if it begins later than midnight. `day` is given as UTC. */
function beginningOf(day: number, zone: string): number {
  const offsets = [day - dayMs, day + dayMs].map((near) => clockOf(near, zone) - near);
  const candidates = offsets.map((offset) => day - offset).sort((a, b) => a - b);
  return candidates.find((at) => clockOf(at, zone) >= day) ?? day;
}

const mondayOf = (day: number) => day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
const nameOf = (day: number) => new Date(day).toISOString().slice(0, 10);

/** The week that contains a day such as `2026-11-18`. */
export function weekOfDay(day: string, zone: string): Week {
  const monday = mondayOf(Date.parse(`${day}T00:00:00Z`));
  return {
    week: nameOf(monday),
    from: new Date(beginningOf(monday, zone)),
    until: new Date(beginningOf(monday + 7 * dayMs, zone)),
  };
}

export function weekAt(at: Date, zone: string): Week {
  const local = clockOf(at.getTime(), zone);
  const week = weekOfDay(nameOf(local), zone);
  // After clocks are put back over midnight, they show the day before again.
  if (at < week.from) return weekOfDay(nameOf(local - 7 * dayMs), zone);
  return at < week.until ? week : weekOfDay(nameOf(local + 7 * dayMs), zone);
}

/** Adds calendar days, not multiples of 24 hours. */
export function addDays(day: string, count: number): string {
  return nameOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs);
}
