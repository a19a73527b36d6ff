const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The beginnings of German, French, Spanish, Italian, Portuguese and Russian names of months. */
const otherMonths: Record<string, number> = {
  ...{ gen: 1, ene: 1, fév: 2, fev: 2, mär: 3, mrz: 3, avr: 4, abr: 4, mai: 5, mag: 5, giu: 6, lug: 7 },
  ...{ aoû: 8, aou: 8, ago: 8, set: 9, okt: 10, ott: 10, out: 10, déc: 12, dez: 12, dic: 12 },
  ...{ янв: 1, фев: 2, мар: 3, апр: 4, май: 5, мая: 5, июн: 6, июл: 7, авг: 8, сен: 9, окт: 10, ноя: 11, дек: 12 },
};
const chineseMonths = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
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

/** Hour, minute, second, `a` or `p` of a.m. and p.m., zone. */
const clock = String.raw`(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,12})?)?(?:\s{0,3}([ap])\.?m\.?(?![a-z]))?\s{0,9}(\S{1,40}(?:\s[+-]\d{1,2}\S{0,9})?)?`;
const isoForm = new RegExp(String.raw`^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?(?:[T\s]{1,9}${clock})?`, 'i');
const rfcForm = new RegExp(
  String.raw`^(?:\p{L}{1,20}\.?,?\s{0,9})?(\d{1,2})\.?[\s-]{1,9}(\p{L}{2,12}|\d{1,2}月)\.?[\s,-]{1,9}(\d{4}|\d{2})(?:,?\s{1,9}${clock})?`,
  'iu',
);
const dottedForm = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s{1,9}${clock})?`, 'i');
const writtenForm = new RegExp(
  String.raw`^(?:[a-z]{1,20},?\s{1,9})?([a-z]{3})[a-z]{0,20}\.?\s{1,9}(\d{1,2}),?\s{1,9}(\d{4})(?:,?\s{1,9}${clock})?`,
  'i',
);

/** Reads RFC 822, RFC 3339, W3C and similar forms into ISO in UTC. UTC is assumed if there is no zone; null if it is no date. */
export function feedDate(value: string): string | null {
  const text = value.trim().slice(0, 80);
  const seconds = /^1\d{9}(?:\d{3})?$/.test(text) ? Number(text) / (text.length === 13 ? 1000 : 1) : null;
  if (seconds !== null) return new Date(Math.floor(seconds) * 1000).toISOString();
  const iso = isoForm.exec(text);
  if (iso) return utc(iso[1], Number(iso[2]), iso[3] ?? '1', iso.slice(4, 8), iso[8]);
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(\S+)?)?$/.exec(text);
  if (compact) return utc(compact[1], Number(compact[2]), compact[3], compact.slice(4, 7), compact[7]);
  const year = /^(\d{4})$/.exec(text);
  if (year) return utc(year[1], 1, '1', [], undefined);
  const dotted = dottedForm.exec(text);
  if (dotted) return utc(dotted[3], Number(dotted[2]), dotted[1], dotted.slice(4, 8), dotted[8]);
  const rfc = rfcForm.exec(text);
  if (rfc) return utc(rfc[3], monthOf(rfc[2]), rfc[1], rfc.slice(4, 8), rfc[8]);
  const unix =
    /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{1,2}):(\d{2}):(\d{2})\s+(?:([a-z]{2,5}|[+-]\d{4})\s+)?(\d{4})/i.exec(
      text,
    );
  if (unix) return utc(unix[7], monthOf(unix[1]), unix[2], [unix[3], unix[4], unix[5]], unix[6]);
  const written = writtenForm.exec(text);
  return written ? utc(written[3], monthOf(written[1]), written[2], written.slice(4, 8), written[8]) : null;
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase();
  if (lower.endsWith('月')) return chineseMonths.indexOf(lower.slice(0, -1)) + 1 || Number.parseInt(lower, 10) || 0;
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
  const [written = 0, minute = 0, second = 0] = time.slice(0, 3).map((part) => Number(part ?? 0));
  const half = time[3]?.toLowerCase();
  const hour = half && written <= 12 ? (written % 12) + (half === 'p' ? 12 : 0) : written;
  // Day 0 is the last day of the month before.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= lastDay && year >= 1000;
  return isDay && hour <= 24 && minute < 60 && second <= 60
    ? new Date(Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs(zone)).toISOString()
    : null;
}

function offsetMs(zone: string | undefined): number {
  const named = zones[(zone ?? '').toLowerCase().replace(/[^a-z]/g, '')];
  const numeric = /([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/.exec(zone ?? '');
  if (!numeric) return (named ?? 0) * 3_600_000;
  return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) * 60 + Number(numeric[3] ?? 0)) * 60_000;
}
