/** English, German, French and Spanish names; a name that begins with another one comes before it. */
const monthWords = [
  'january|januar|janvier|enero|jan',
  'february|februar|février|febrero|feb',
  'march|märz|maerz|mars|marzo|mar|mär',
  'april|avril|abril|apr',
  'may|mai|mayo',
  'june|juni|juin|junio|jun',
  'july|juli|juillet|julio|jul',
  'august|août|agosto|aug',
  'september|septembre|septiembre|sept|sep',
  'october|oktober|octobre|octubre|oct|okt',
  'november|novembre|noviembre|nov',
  'december|dezember|décembre|diciembre|dec|dez',
].map((names) => names.split('|'));
const monthName = `(${monthWords
  .flat()
  .sort((a, b) => b.length - a.length)
  .join('|')})(?!\\p{L})`;
const time =
  '(?:[\\sT,]*(?:(?:at|um)\\s+)?(\\d{1,2})[:：](\\d{2})(?:[:：](\\d{2}))?(?:\\.\\d+)?\\s*([ap]\\.?m\\.?)?\\s*(Z|[+-]\\d{2}:?\\d{2})?)?';

const patterns: readonly { pattern: RegExp; order: 'ymd' | 'mdy' | 'dmy' }[] = [
  {
    pattern: new RegExp(`((?:19|20)\\d{2})\\s*[-/.年]\\s*(\\d{1,2})\\s*[-/.月]\\s*(\\d{1,2})(?!\\d)\\s*日?号?${time}`, 'gi'),
    order: 'ymd',
  },
  { pattern: new RegExp(`(?<![\\d.])(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?((?:19|20)\\d{2})(?!\\d)${time}`, 'gi'), order: 'dmy' },
  {
    pattern: new RegExp(`\\b${monthName}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d{2})\\b${time}`, 'giu'),
    order: 'mdy',
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|er)?\\.?[\\s-]+(?:(?:of|de)\\s+)?${monthName}\\.?,?[\\s-]+(?:de\\s+)?((?:19|20)\\d{2})\\b${time}`,
      'giu',
    ),
    order: 'dmy',
  },
];

function month(name: string): number {
  return Number(name) || monthWords.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Older years in running text are what it tells of; a page that declares its date may show an old text. */
const earliestYears = { told: 1970, declared: 1600 };
type Standing = keyof typeof earliestYears;

function toIso(
  year: number,
  month: number,
  day: number,
  rest: readonly (string | undefined)[],
  standing: Standing = 'told',
): string | null {
  if (
    year < earliestYears[standing] ||
    year > 2100 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
    return null;
  const date = `${year}-${two(month)}-${two(day)}`;
  const [hourText, minuteText, secondText, half, zone] = rest;
  if (hourText === undefined || minuteText === undefined) return date;
  let hour = Number(hourText);
  if (half && /^p/i.test(half) && hour < 12) hour += 12;
  if (half && /^a/i.test(half) && hour === 12) hour = 0;
  if (hour > 23 || Number(minuteText) > 59) return date;
  return `${date}T${two(hour)}:${minuteText}:${secondText ?? '00'}${zone ?? ''}`;
}

const beforeDate =
  /^(?:posted|published|updated|modified|created|dated?|on|of|from|since|until|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/i;

/** `IntelliJ IDEA 2023.3.2`, and not `Ada Field 2023.03.02`. */
function isVersion({ 0: found, index }: RegExpExecArray, text: string): boolean {
  const [, first, month = '', second, day = ''] = /^\d{4}\s*([-/.年])\s*(\d+)\s*([-/.月])\s*(\d{1,2})/.exec(found) ?? [];
  if (first !== '.') return false;
  if (second !== '.') return true;
  const word = /(\p{Script=Latin}{1,20})\s{0,3}$/u.exec(text.slice(Math.max(0, index - 24), index))?.[1];
  return word !== undefined && !beforeDate.test(word) && (month.length < 2 || day.length < 2);
}

function firstDate(text: string, pattern: RegExp): RegExpExecArray | null {
  for (const match of text.matchAll(pattern)) if (!isVersion(match, text)) return match;
  return null;
}

export function findDate(text: string, standing: Standing = 'told'): { iso: string; index: number } | null {
  let best: { iso: string; index: number } | null = null;
  for (const { pattern, order } of patterns) {
    const match = firstDate(text, pattern);
    if (!match || (best && best.index <= match.index)) continue;
    const [, a = '', b = '', c = '', ...rest] = match;
    const iso =
      order === 'ymd'
        ? toIso(Number(a), Number(b), Number(c), rest, standing)
        : order === 'mdy'
          ? toIso(Number(c), month(a), Number(b), rest, standing)
          : toIso(Number(c), month(b), Number(a), rest, standing);
    if (iso) best = { iso, index: match.index };
  }
  return best;
}

/** Default values that programs write where no date was set. */
const unset = /^(?:1970-01-01|1969-12-31|1900-01-01|1899-12-3[01])/;

/** Reads ISO, RFC 2822, Unix time, and written dates. `standing`: whether the page declares this as its own date. */
export function parseDate(value: string, standing: Standing = 'told'): string | null {
  const text = value.trim();
  if (standing === 'declared') {
    if (unset.test(text)) return null;
    const old = /^(1[6-8]\d{2})-(\d{2})-(\d{2})(?!\d)/.exec(text);
    if (old) return toIso(Number(old[1]), Number(old[2]), Number(old[3]), [], standing);
  }
  if (/^\d{10}$|^\d{13}$/.test(text)) return new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString();
  if (/^(?:19|20)\d{6}$/.test(text))
    return toIso(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)), [], standing);
  const found = findDate(text.slice(0, 200), standing);
  if (found) return found.iso;
  const american = /^(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})/.exec(text);
  if (american)
    return (
      toIso(Number(american[3]), Number(american[1]), Number(american[2]), [], standing) ??
      toIso(Number(american[3]), Number(american[2]), Number(american[1]), [], standing)
    );
  return null;
}

/** Dates in paths: `/2010/03/12/`, `/2010-03/12/`, `t20100312_`, `20100312.html`. */
export function dateOfUrl(url: string): string | null {
  let path: string;
  try {
    path = new URL(url).pathname;
  } catch {
    return null;
  }
  const parts =
    /\/((?:19|20)\d{2})[-/_]?(\d{2})[-/_](\d{1,2})(?=[/_.-]|$)/.exec(path) ??
    /[/_-][a-z]?((?:19|20)\d{2})(\d{2})(\d{2})(?=[/_.-]|$)/i.exec(path);
  return parts ? toIso(Number(parts[1]), Number(parts[2]), Number(parts[3]), []) : null;
}
