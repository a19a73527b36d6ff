import { wholeSeconds } from '#lib/time.ts';
import { useUiLabels } from '#ui/labels.tsx';

const relativeUnits = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 7],
] as const;

/** Formatters are kept, since making one takes longer than everything else in a list's row. */
function formatters(locale: string) {
  const made = new Map<string, unknown>();
  function once<Made>(kind: string, options: object, make: () => Made): Made {
    const key = `${kind} ${JSON.stringify(options)}`;
    const known = made.get(key) as Made | undefined;
    if (known !== undefined) return known;
    const one = make();
    made.set(key, one);
    return one;
  }
  return {
    number: (options: Intl.NumberFormatOptions = {}) => once('number', options, () => new Intl.NumberFormat(locale, options)),
    moment: (options: Intl.DateTimeFormatOptions) => once('moment', options, () => new Intl.DateTimeFormat(locale, options)),
    relative: (options: Intl.RelativeTimeFormatOptions) =>
      once('relative', options, () => new Intl.RelativeTimeFormat(locale, options)),
    list: (options: Intl.ListFormatOptions) => once('list', options, () => new Intl.ListFormat(locale, options)),
  };
}

type ListPart = { type: 'element' | 'literal'; value: string };

const isLatin = (character: string | undefined) => character !== undefined && /[\p{Script=Latin}\d]/u.test(character);

/** A Chinese word between parts stands apart from Latin ones, as everywhere in a Chinese text. */
function spaced(parts: readonly ListPart[]): string {
  const around = ({ value }: ListPart, index: number) => {
    if (!/^\p{Script=Han}+$/u.test(value)) return value;
    const before = isLatin(parts[index - 1]?.value.at(-1)) ? ' ' : '';
    const after = isLatin(parts[index + 1]?.value[0]) ? ' ' : '';
    return `${before}${value}${after}`;
  };
  return parts.map((part, index) => (part.type === 'literal' ? around(part, index) : part.value)).join('');
}

export function makeFormat(locale: string, justNow: string) {
  const { number, moment, relative, list } = formatters(locale);
  const unit = (value: number, name: string, digits: number, display: 'long' | 'short' = 'short') =>
    number({ style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: digits }).format(value);

  return {
    number: (value: number) => number().format(value),

    /** `A、B 和 C`. */
    list: (parts: readonly string[]) => spaced(list({}).formatToParts(parts)),

    /** US dollars; small amounts with two significant digits. */
    dollars: (amount: number) =>
      number({
        style: 'currency',
        currency: 'USD',
        ...(amount > 0 && amount < 0.095 ? { maximumSignificantDigits: 2 } : {}),
      }).format(amount),
    percent: (percent: number) => number({ style: 'percent' }).format(Math.floor(percent) / 100),

    bytes(value: number): string {
      const names = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
      let amount = value;
      let index = 0;
      while (Math.round(amount) >= 1000 && index < names.length - 1) {
        amount /= 1024;
        index++;
      }
      return unit(amount, names[index] ?? 'byte', index === 0 || amount >= 100 ? 0 : 1);
    },

    /** `2 小时 5 分钟`, `45 秒`: at most two units. */
    duration(seconds: number): string {
      const total = wholeSeconds(seconds * 1000);
      const hours = Math.floor(total / 3600);
      const minutes = Math.floor((total % 3600) / 60);
      const parts: string[] = [];
      if (hours > 0) parts.push(unit(hours, 'hour', 0));
      if (minutes > 0) parts.push(unit(minutes, 'minute', 0));
      if (hours === 0 && minutes < 10 && (total % 60 > 0 || minutes === 0)) {
        parts.push(unit(total % 60, 'second', 0));
      }
      return parts.join(' ');
    },

    time: (iso: string) => moment({ timeStyle: 'short' }).format(new Date(iso)),
    /** Also of a day, month or year alone, which is the same everywhere. */
    date: (iso: string) => moment(partsOf(iso)).format(new Date(iso)),
    dateTime: (iso: string) => moment({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),

    /** `3 分钟前` within a week, then the date. */
    ago(iso: string, now: number = Date.now()): string {
      const elapsed = now - Date.parse(iso);
      if (elapsed < 60_000) return justNow;
      for (const [name, sizeMs, limit] of relativeUnits) {
        const count = Math.floor(elapsed / sizeMs);
        if (count < limit) return relative({ numeric: 'auto' }).format(-count, name);
      }
      const sameYear = new Date(iso).getFullYear() === new Date(now).getFullYear();
      return moment({
        month: 'short',
        day: 'numeric',
        ...(sameYear ? {} : { year: 'numeric' }),
      }).format(new Date(iso));
    },
  };
}

function partsOf(iso: string): Intl.DateTimeFormatOptions {
  const found = /^\d{4}(-\d\d(-\d\d)?)?$/.exec(iso);
  if (found === null) return { dateStyle: 'medium' };
  const [, month, day] = found;
  if (day !== undefined) return { dateStyle: 'medium', timeZone: 'UTC' };
  return { year: 'numeric', ...(month === undefined ? {} : { month: 'short' }), timeZone: 'UTC' };
}

export type Format = ReturnType<typeof makeFormat>;

const formats = new Map<string, Format>();

/** The same object for as long as the language stays the same. */
export function useFormat(): Format {
  const { locale, justNow } = useUiLabels();
  const key = `${locale} ${justNow}`;
  const format = formats.get(key) ?? makeFormat(locale, justNow);
  formats.set(key, format);
  return format;
}
