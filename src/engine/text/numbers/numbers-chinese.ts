import { type FoundNumber, round } from './named-number.ts';

const digitOf: Record<string, number> = { 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const unitOf: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** Bounds the search at each place of a long run of digits. */
const longest = 40;
const arabic = String.raw`(?:\d{1,3}(?:,\d{3}){1,12}|\d{1,2}(?:,\d{2}){1,12},\d{3})(?!\d)(?:\.\d{1,${longest}})?|\d{1,${longest}}(?:\.\d{1,${longest}})?`;
const han = '[零一二两三四五六七八九十百千万亿]';
const decimal = `点(?![一二三]刻|零[一二三四五六七八九]分)[零一二两三四五六七八九]{1,${longest}}(?![十零一二两三四五六七八九])`;
/** 九千多万 is read as an approximate number, without 多. */
const vague = '[多余来几](?=[万亿])';
/** `45 万`, `3 亿 5000 万`, and neither 3 千万别忘 nor 9 千米. */
const spaced =
  '(?<=\\d) (?=[万亿](?!一)|[十百千]万(?![别不要注记])|[十百千]亿|[百千][元人名个位次家])|(?<=[万亿]) (?=\\d{1,4} ?[千万])';
const run = new RegExp(
  `(?:${arabic})(?:(?:${vague}|${han}|${spaced})(?:(?:${arabic})|${vague}|${han}|${spaced}){0,${longest}})?|${han}(?:${vague}|${han}){0,${longest}}(?:${decimal}[百千万亿]{0,${longest}})?`,
  'gu',
);

const magnitudes: [RegExp, number][] = [
  [/^\s?(?:thousand\b|k(?![\p{L}\d]))/iu, 1e3],
  [/^\s?(?:millions?\b|mn\b|mio\b)|^m(?![\p{L}\d])/iu, 1e6],
  [/^\s?(?:billions?\b|bn\b)|^b(?![\p{L}\d])/iu, 1e9],
  [/^\s?(?:trillions?\b|tn\b)|^t(?![\p{L}\d])/iu, 1e12],
  [/^\s?hundred\b/i, 100],
  [/^\s?dozen\b/i, 12],
];
/** `10w粉丝`. */
const magnitudesAmongChinese: typeof magnitudes = [...magnitudes, [/^w(?![\p{Script=Latin}\d])/iu, 1e4]];
const percent = /^\s?(?:[%‰]|percent|per cent|pct\b|percentage points?|个百分点)/i;

/** Expects NFKC and simplified characters. */
export function chineseNumbers(text: string): FoundNumber[] {
  const shares = fractions(text);
  const found: FoundNumber[] = [];
  let taken = 0;
  let share = 0;
  for (const match of text.matchAll(run)) {
    const start = match.index;
    while (share < shares.length && (shares[share]?.end ?? 0) <= start) share++;
    // 百分之三十 does not name thirty, nor 10:30 ten.
    if (start < taken || start >= (shares[share]?.start ?? Number.POSITIVE_INFINITY)) continue;
    const end = start + match[0].length;
    const written = match[0].replaceAll(' ', '');
    const exact = written.replace(/[多余来几]/gu, '');
    const read = /\d/.test(exact) ? readMixed(exact) : readNumeral(exact);
    if (!read) continue;
    const number = inPlace({ text: match[0], ...read, hedged: exact !== written, share: false, start, end }, text);
    // Not the digit of `GPT-4`, nor 几十万.
    const before = text.slice(Math.max(0, start - 2), start);
    found.push(/\p{Script=Latin}-?$|[几数好上成]$/u.test(before) ? { ...number, loose: true } : number);
    taken = number.end;
  }
  for (const [index, number] of found.entries()) lendScale(number, found[index + 1], text);
  return [...found, ...shares, ...multiples(text)];
}

/** 五到十亿: the first number has the scale of the second. */
function lendScale(number: FoundNumber, next: FoundNumber | undefined, text: string): void {
  if (!next || !/^(?:到|至|或者?|\s?[-–—~]\s?|\s(?:to|or)\s)$/u.test(text.slice(number.end, next.start))) return;
  const [own = 0] = number.values;
  const scale = /(?<![百千万亿])[百千万亿]+$/u.exec(next.text)?.[0];
  const inWords = magnitudes.find(([pattern]) => pattern.test(/\d(\D*)$/.exec(next.text)?.[1] ?? ''))?.[1];
  const factor = scale ? (join(['1', ...Array.from(scale)]) ?? 1) : (inWords ?? 1);
  if (factor > 1 && own < 10_000) number.values.push(round(own * factor));
}

type Read = { values: number[]; unit: number; loose: boolean };

function readMixed(written: string): Read | null {
  const first = new RegExp(`^(?:${arabic})`).exec(written)?.[0] ?? '';
  const decimals = /\.(\d+)$/.exec(first)?.[1]?.length ?? 0;
  if (first === written) return { values: [toNumber(first)], unit: 10 ** -decimals, loose: false };
  const tokens = [...written.matchAll(new RegExp(`${arabic}|${han}`, 'gu'))].map(([token]) => token);
  const value = join(tokens);
  if (value === null) return { values: [toNumber(first)], unit: 10 ** -decimals, loose: false };
  const rest = written.slice(first.length);
  const scale = /^[十百千万亿]+$/u.test(rest) ? value / Math.max(1e-9, toNumber(first)) : 1;
  return { values: [value], unit: round(10 ** -decimals * scale), loose: false };
}

function readNumeral(written: string): Read | null {
  // 千万别, 万一 and 十分 are words, and 百分之 has no digit before its unit.
  if (/^[百千万亿]/u.test(written)) return null;
  const [, whole = '', decimals = '', magnitude = ''] = /^([^点]+)(?:点([零一二两三四五六七八九]+)(.*))?$/su.exec(written) ?? [];
  if (decimals !== '') {
    const base = (join(Array.from(whole)) ?? 0) + Number(`0.${digits(decimals)}`);
    const scale = magnitude === '' ? 1 : (join(['1', ...Array.from(magnitude)]) ?? 1);
    return { values: [round(base * scale)], unit: round(10 ** -decimals.length * scale), loose: false };
  }
  // 二零二四 is read digit by digit; 三四十 and 十七八 are two numbers.
  if (/^[零一二两三四五六七八九]+$/u.test(whole)) {
    const value = Number(digits(whole));
    if (whole.length === 1) return { values: [value], unit: 1, loose: false };
    if (whole.length === 2)
      return { values: [value, ...Array.from(whole, (character) => digitOf[character] ?? 0)], unit: 1, loose: true };
    return { values: [value], unit: 1, loose: false };
  }
  const readings = bothOf(whole).flatMap((reading) => join(Array.from(reading)) ?? []);
  if (readings.length === 0) return null;
  const lastUnit = /[万亿](?=[^万亿]*$)/u.exec(whole);
  const isRound = lastUnit !== null && lastUnit.index === whole.length - 1;
  return { values: readings, unit: isRound ? (lastUnit[0] === '亿' ? 1e8 : 1e4) : 1, loose: whole === '十' };
}

/** 两三千 is 二千 or 三千. */
function bothOf(whole: string): string[] {
  const match =
    /([一二两三四五六七八九])([二三四五六七八九])(?=[十百千万亿])|(?<=十)([一二三四五六七八])([二三四五六七八九])$/u.exec(whole);
  if (!match) return [whole];
  const [pair] = match;
  const [low = '', high = ''] = pair;
  if ((digitOf[high] ?? 0) !== (digitOf[low] ?? 0) + 1) return [whole];
  return [low, high].map((one) => whole.slice(0, match.index) + one + whole.slice(match.index + pair.length));
}

/** A last digit without a unit is one place below the unit before it: 三百二, 三万五. */
function join(tokens: readonly string[]): number | null {
  for (const [sign, scale] of [
    ['亿', 1e8],
    ['万', 1e4],
  ] as const) {
    const at = tokens.lastIndexOf(sign);
    if (at < 0) continue;
    const left = at === 0 ? 1 : join(tokens.slice(0, at));
    const rest = tokens.slice(at + 1);
    const right = rest.length === 0 ? 0 : isLoneDigit(rest) ? (numberOf(rest[0] ?? '') * scale) / 10 : join(rest);
    return left === null || right === null ? null : round(left * scale + right);
  }
  let sum = 0;
  let digit: number | null = null;
  let unit = 1;
  let zero = false;
  for (const token of tokens) {
    const scale = unitOf[token];
    if (scale !== undefined) {
      sum += (digit ?? 1) * scale;
      unit = scale;
      digit = null;
      zero = false;
    } else if (token === '零') zero = true;
    else {
      if (digit !== null) return null;
      digit = numberOf(token);
    }
  }
  const below = digit !== null && digit < 10 && !zero && unit >= 100 ? unit / 10 : 1;
  return round(sum + (digit ?? 0) * below);
}

function isLoneDigit(tokens: readonly string[]): boolean {
  return tokens.length === 1 && numberOf(tokens[0] ?? '') < 10;
}

function numberOf(token: string): number {
  return digitOf[token] ?? toNumber(token);
}

function inPlace(number: FoundNumber, text: string): FoundNumber {
  const rest = text.slice(number.end, number.end + 20);
  const [value = 0] = number.values;
  const grown = (length: number, values: number[], more: Partial<FoundNumber> = {}): FoundNumber => ({
    ...number,
    text: text.slice(number.start, number.end + length),
    end: number.end + length,
    values,
    ...more,
  });
  const isAmongChinese = /\p{Script=Han}/u.test(text.slice(Math.max(0, number.start - 20), number.end + 20));
  for (const [pattern, scale] of isAmongChinese ? magnitudesAmongChinese : magnitudes) {
    const match = pattern.exec(rest);
    // `5m` may be metres, `5w` watts.
    if (match)
      return grown(match[0].length, [round(value * scale), ...(match[0].length > 1 ? [] : [value])], {
        unit: number.unit * scale,
      });
  }
  const share = percent.exec(rest);
  if (share) {
    // `5‰` is 0.5 percent.
    const per = share[0].endsWith('‰') ? 10 : 1;
    const percents = number.values.map((own) => round(own / per));
    return { ...number, values: [...percents, ...percents.map((own) => round(own / 100))], unit: number.unit / per, share: true };
  }
  const tenths =
    /^(?: (?!成[长分都年人交])|)成(?:(半)|([一二三四五六七八九\d]))?(?!员(?!工)|[立为功果本熟就绩语形型像效品不])/u.exec(rest);
  if (tenths && number.values.every((own) => own <= 10)) {
    const more = tenths[1] ? 5 : numberOf(tenths[2] ?? '零');
    return grown(
      tenths[0].length,
      number.values.flatMap((one) => [one * 10 + more, (one * 10 + more) / 100]),
      { share: true, loose: false },
    );
  }
  const pairTenths = rest.startsWith('成') && number.loose && number.values.length === 3;
  if (pairTenths)
    return grown(
      1,
      number.values.slice(1).flatMap((one) => [one * 10, one / 10]),
      { share: true, loose: false },
    );
  const discount = /^ ?折(?![叠腾射磨损返线回断中合衷])/u.exec(rest);
  if (discount) {
    const of = value > 10 ? value : value * 10;
    return grown(discount[0].length, [of, of / 100, 100 - of, round(1 - of / 100)], { share: true, loose: false });
  }
  if (rest.startsWith('年代') || /^['’]?s(?!\p{L})/u.test(rest))
    return {
      ...number,
      values: number.values.flatMap((own) => (own < 100 ? [own, 1900 + own] : [own, own % 100])),
      loose: false,
    };
  if (rest.startsWith('年') && value >= 10 && value < 100)
    return { ...number, values: [...number.values, 2000 + value, 1900 + value], loose: false };
  return timeOfDay(number, text) ?? halves(number, text);
}

/** `10:30`, 十点半, 十点三十 as 1030, on a 12- and a 24-hour clock. */
function timeOfDay(number: FoundNumber, text: string): FoundNumber | null {
  const rest = text.slice(number.end, number.end + 12);
  const [hour = 0] = number.values;
  if (hour > 24 || !Number.isInteger(hour)) return null;
  const match =
    /^:(\d{2})(?![\d:])|^点(?:(半)|([一二三])刻|钟|整|([二三四五]?十[一二三四五六七八九]?|零[一二三四五六七八九])分?)/u.exec(
      rest,
    );
  if (!match) return null;
  const minutes = match[1]
    ? Number(match[1])
    : match[2]
      ? 30
      : match[3]
        ? numberOf(match[3]) * 15
        : (join(Array.from(match[4] ?? '零')) ?? 0);
  const hours = hour > 12 ? [hour, hour - 12] : hour < 12 ? [hour, hour + 12] : [hour];
  return {
    ...number,
    text: text.slice(number.start, number.end + match[0].length),
    end: number.end + match[0].length,
    values: [...hours.map((own) => own * 100 + minutes), ...(minutes === 0 ? hours : [])],
    loose: false,
  };
}

function halves(number: FoundNumber, text: string): FoundNumber {
  return /^\p{Script=Han}半(?!导|径|球|岛|夜|山|路|途|数)/u.test(text.slice(number.end, number.end + 4))
    ? { ...number, values: [...number.values, ...number.values.map((own) => own + 0.5)] }
    : number;
}

function fractions(text: string): FoundNumber[] {
  const number = String.raw`(?:\d{1,${longest}}(?:\.\d{1,${longest}})?|[零一二两三四五六七八九十百千万]{1,${longest}}(?:点[零一二两三四五六七八九]{1,${longest}})?)`;
  return [...text.matchAll(new RegExp(`(${number})分之(${number})`, 'gu'))].flatMap((match) => {
    const [whole, below = '', above = ''] = match;
    const of = readValue(below);
    const part = readValue(above);
    if (!of || part === null) return [];
    const value = part / of;
    const unit = of === 100 ? 10 ** -(/[.点](.+)/u.exec(above)?.[1]?.length ?? 0) : 1e-6;
    return [{ ...at(match.index, whole), values: [round(value * 100), round(value)], unit, share: true, loose: false }];
  });
}

/** Multiples such as 一半 and 翻倍 support a claimed number, but claim none. */
function multiples(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(/一半|半数|对半|翻了?([一两二三四]?)[番倍]|十几/gu)) {
    const times = 2 ** (digitOf[match[1] || '一'] ?? 1);
    const values = match[0] === '十几' ? [10] : match[0].startsWith('翻') ? [(times - 1) * 100, times, times * 100] : [50, 0.5];
    found.push({ ...at(match.index, match[0]), values, unit: 1, share: match[0] !== '十几', loose: true });
  }
  return found;
}

function readValue(written: string): number | null {
  if (/^\d/.test(written)) return Number(written);
  if (/^[百千万]$/u.test(written)) return unitOf[written] ?? 1e4;
  return readNumeral(written)?.values[0] ?? null;
}

function at(start: number, text: string): Pick<FoundNumber, 'text' | 'start' | 'end' | 'hedged'> {
  return { text, start, end: start + text.length, hedged: false };
}

function digits(written: string): string {
  return Array.from(written, (character) => digitOf[character] ?? 0).join('');
}

function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}
