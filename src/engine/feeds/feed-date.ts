const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The beginnings of German, French, Spanish, Italian and Portuguese names of months. */
const otherMonths: Record<string, number> = {
  ...{ gen: 1, ene: 1, fév: 2, fev: 2, mär: 3, mrz: 3, avr: 4, abr: 4, mai: 5, mag: 5, giu: 6, lug: 7 },
  ...{ aoû: 8, aou: 8, ago: 8, set: 9, okt: 10, ott: 10, out: 10, déc: 12, dez: 12, dic: 12 },
};
/** Hours east of Greenwich. */
const zones: Record<string, number> = {
  ut: 0,
  gmt: 0,
  utc: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  hkt: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
};

/** Reads RFC 822, RFC 3339, W3C and similar forms into ISO in UTC. UTC is assumed if there is no zone; null if it is no date. */
export function feedDate(value: string): string | null {
  const text = value.trim().slice(0, 80);
  const seconds = /^1\d{9}(?:\d{3})?$/.test(text) ? Number(text) / (text.length === 13 ? 1000 : 1) : null;
  if (seconds !== null) return new Date(Math.floor(seconds) * 1000).toISOString();
  const iso =
    /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(\S+)?)?/i.exec(text);
  if (iso) return utc(iso[1], Number(iso[2]), iso[3] ?? '1', [iso[4], iso[5], iso[6]], iso[7]);
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(\S+)?)?$/.exec(text);
  if (compact) return utc(compact[1], Number(compact[2]), compact[3], compact.slice(4, 7), compact[7]);
  const year = /^(\d{4})$/.exec(text);
  if (year) return utc(year[1], 1, '1', [], undefined);
  const rfc =
    /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[\s-]+(\p{L}{3,12})\.?[\s,-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(\S+)?)?/iu.exec(
      text,
    );
  if (rfc) return utc(rfc[3], monthOf(rfc[2]), rfc[1], [rfc[4], rfc[5], rfc[6]], rfc[7]);
  const unix =
    /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{1,2}):(\d{2}):(\d{2})\s+(?:([a-z]{2,5}|[+-]\d{4})\s+)?(\d{4})/i.exec(
      text,
    );
  if (unix) return utc(unix[7], monthOf(unix[1]), unix[2], [unix[3], unix[4], unix[5]], unix[6]);
  const written =
    /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(\S+)?)?/i.exec(text);
  return written ? utc(written[3], monthOf(written[1]), written[2], [written[4], written[5], written[6]], written[7]) : null;
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase();
  if (lower.startsWith('jui')) return lower.startsWith('juin') ? 6 : 7;
  const start = lower.slice(0, 3);
  return months.indexOf(start) + 1 || (otherMonths[start] ?? 0);
}

function utc(
  yearText: string | undefined,
  month: number,
  dayText: string | undefined,
  time: readonly (string | undefined)[],
  zone: string | undefined,
): string | null {
  const year = Number(yearText) + ((yearText ?? '').length === 2 ? (Number(yearText) < 70 ? 2000 : 1900) : 0);
  const day = Number(dayText);
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0));
  // Day 0 is the last day of the month before.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= lastDay && year >= 1000;
  return isDay && hour <= 24 && minute < 60 && second <= 60
    ? new Date(Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs(zone)).toISOString()
    : null;
}

function offsetMs(zone: string | undefined): number {
  const named = zones[(zone ?? '').toLowerCase().replace(/[^a-z]/g, '')];
  const numeric = /([+-])(\d{1,2}):?(\d{2})/.exec(zone ?? '');
  if (!numeric) return (named ?? 0) * 3_600_000;
  return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) * 60 + Number(numeric[3])) * 60_000;
}
