/** The numbers a text names, however it writes them: `1,200`, `1.2 million`, `三百二十`, `3.5万`, `twenty-three`, `百分之三十`. */

const chineseDigits: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  壹: 1,
  二: 2,
  两: 2,
  贰: 2,
  三: 3,
  叁: 3,
  四: 4,
  肆: 4,
  五: 5,
  伍: 5,
  六: 6,
  陆: 6,
  七: 7,
  柒: 7,
  八: 8,
  捌: 8,
  九: 9,
  玖: 9,
};
const chineseUnits: Record<string, number> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const chineseMyriads: Record<string, number> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

const englishOnes: Record<string, number> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const englishScales: Record<string, number> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  bn: 1e9,
};

const arabic = /\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const chinese = /[零〇一壹二两贰三叁四肆五伍六陆七柒八捌九玖十拾百佰千仟万萬亿億]+(?:点[零〇一二三四五六七八九]+)?[万萬亿億]?/g;
const english =
  /\b(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion)(?:\s+and\s+|[\s-]+|\b))+/gi;

export type NamedNumber = {
  /** As the text has it, with its unit of magnitude. */
  text: string;
  value: number;
};

/** In no particular order. A magnitude word behind digits is part of the number: `3.5万` is 35,000. */
export function numbersIn(text: string): NamedNumber[] {
  // 百分之三十 is thirty: its 百 is no hundred.
  const plain = text.normalize('NFKC').replace(/[百千万]分之/g, '   ');
  return [...arabicNumbers(plain), ...chineseNumbers(plain), ...englishNumbers(plain)];
}

function arabicNumbers(text: string): NamedNumber[] {
  const found: NamedNumber[] = [];
  for (const match of text.matchAll(arabic)) {
    const base = Number(match[0].replace(/[,，]/g, ''));
    const rest = text.slice(match.index + match[0].length);
    const magnitude = /^\s?([十百千]?[万萬亿億]|[百千]|(?:thousand|million|billion|trillion|bn|k|m)\b)/i.exec(rest)?.[1] ?? '';
    const scale = scaleOf(magnitude);
    found.push({ text: match[0] + (scale === 1 ? '' : magnitude), value: round(base * scale) });
  }
  return found;
}

function scaleOf(magnitude: string): number {
  const english = englishScales[magnitude.toLowerCase()];
  if (english !== undefined) return english;
  let scale = 1;
  for (const character of magnitude) scale *= chineseUnits[character] ?? chineseMyriads[character] ?? 1;
  return scale;
}

function chineseNumbers(text: string): NamedNumber[] {
  const found: NamedNumber[] = [];
  for (const match of text.matchAll(chinese)) {
    // `3.5万` belongs to its digits.
    if (/\d\s?$/.test(text.slice(0, match.index))) continue;
    const value = readChinese(match[0]);
    if (value !== null) found.push({ text: match[0], value });
  }
  return found;
}

function readChinese(text: string): number | null {
  const [, whole = '', decimals, magnitude] = /^([^点]+?)(?:点([^万萬亿億]+)([万萬亿億])?)?$/.exec(text) ?? [];
  let value: number;
  if (/^[零〇一壹二两贰三叁四肆五伍六陆七柒八捌九玖]+$/.test(whole)) {
    // Digit by digit, as years and telephone numbers are said: 二零二四.
    value = Number(Array.from(whole, (character) => chineseDigits[character] ?? 0).join(''));
  } else value = readChineseUnits(whole);
  if (decimals) value += Number(`0.${Array.from(decimals, (character) => chineseDigits[character] ?? 0).join('')}`);
  if (magnitude) value *= chineseMyriads[magnitude] ?? 1;
  return Number.isFinite(value) ? round(value) : null;
}

function readChineseUnits(text: string): number {
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  let lastUnit = 1;
  for (const character of text) {
    const known = chineseDigits[character];
    const unit = chineseUnits[character];
    const myriad = chineseMyriads[character];
    if (known !== undefined) digit = known;
    else if (unit !== undefined) {
      section += (digit ?? 1) * unit;
      lastUnit = unit;
      digit = null;
    } else if (myriad !== undefined) {
      section += digit ?? 0;
      total = (total + (section === 0 ? 1 : section)) * myriad;
      section = 0;
      lastUnit = myriad;
      digit = null;
    }
  }
  // 三百二 is 320: a last digit without a unit stands one place below the unit before it, unless a zero came between.
  const tail = digit === null ? 0 : digit * (lastUnit >= 100 && !/[零〇][^零〇]$/.test(text) ? lastUnit / 10 : 1);
  return total + section + tail;
}

function englishNumbers(text: string): NamedNumber[] {
  const found: NamedNumber[] = [];
  for (const match of text.matchAll(english)) {
    // `1.2 million` belongs to its digits.
    if (/\d\s?$/.test(text.slice(0, match.index))) continue;
    const words = match[0]
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((word) => word !== '' && word !== 'and');
    let total = 0;
    let current = 0;
    for (const word of words) {
      const ones = englishOnes[word];
      if (ones !== undefined) current += ones;
      else if (word === 'hundred') current = (current === 0 ? 1 : current) * 100;
      else {
        total += (current === 0 ? 1 : current) * (englishScales[word] ?? 1);
        current = 0;
      }
    }
    found.push({ text: match[0].trim(), value: total + current });
    // `nineteen eighty-four`, `twenty twenty-four`: also the year that two pairs of digits say.
    const year = yearOf(words);
    if (year !== null) found.push({ text: match[0].trim(), value: year });
  }
  return found;
}

function yearOf(words: readonly string[]): number | null {
  const first = englishOnes[words[0] ?? ''] ?? 0;
  if (first < 13 || first > 20 || words.length < 2 || words.length > 3) return null;
  const rest = words.slice(1).map((word) => englishOnes[word] ?? Number.NaN);
  const sum = rest.reduce((total, value) => total + value, 0);
  return Number.isNaN(sum) || sum < 10 || sum > 99 ? null : first * 100 + sum;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
