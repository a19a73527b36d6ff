import type { NamedNumber } from './named-number.ts';
import { chineseNumbers } from './numbers-chinese.ts';
import { englishNumbers } from './numbers-english.ts';

const hedgeBefore =
  /(?:\b(?:about|around|roughly|approximately|some|nearly|almost|close to|over|more than|less than|fewer than|under|above|below|at least|up to|well over|just over|just under)|[~≈]|约|大约|大概|差不多|接近|将近|近|超过|超|逾|高达|不到|不足|至少|最多)\s{0,9}(?:US)?[$€£¥]?\s{0,9}$/iu;
const hedgeAfter = /^\s*(?:多|余|来[个位年人]|左右|上下|以上|以下|[+]|or (?:so|more)|plus\b)/u;

const sameInBoth: Record<string, string> = {
  兩: '两',
  點: '点',
  萬: '万',
  億: '亿',
  個: '个',
  幾: '几',
  〇: '零',
  約: '约',
  將: '将',
  過: '过',
  達: '达',
  餘: '余',
  來: '来',
};
const formal: Record<string, string> = {
  壹: '一',
  贰: '二',
  貳: '二',
  叁: '三',
  參: '三',
  肆: '四',
  伍: '五',
  陆: '六',
  陸: '六',
  柒: '七',
  捌: '八',
  玖: '九',
  拾: '十',
  佰: '百',
  仟: '千',
};
const formalRun = /[壹贰貳叁參肆伍陆陸柒捌玖零拾佰仟万亿]+/gu;

const inGroups = /(?<![\d.,:/])\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,12}(?![ \u00a0\u202f]?\d)/g;
const halfOrQuarter: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' };

/** `1 000 000` with commas. `101 102 103` looks alike but may be a list (`lists`), so each number of it may be meant too. */
function joinGroups(text: string): { joined: string; apart: NamedNumber[]; lists: ReadonlySet<string> } {
  const apart: NamedNumber[] = [];
  const lists = new Set<string>();
  const joined = text.replace(inGroups, (run) => {
    const groups = run.split(/[ \u00a0\u202f]/);
    if (!/[\u00a0\u202f]|(?: \d{3}){2}| 0/.test(run)) return run;
    for (const one of groups) apart.push({ text: one, values: [Number(one)], unit: 1, hedged: false, share: false, loose: true });
    // `1 000 000` is no list: no number of one begins with 0.
    if (run.includes(' ') && groups.every((one) => !one.startsWith('0'))) lists.add(groups.join(','));
    return groups.join(',');
  });
  return { joined, apart, lists };
}

export function numbersIn(text: string): NamedNumber[] {
  const { joined, apart, lists } = joinGroups(text);
  // A full-width comma separates; a narrow one may be inside a number.
  const plain = joined
    // In full, as they become `1⁄2`, which read `2½` as 21.
    .replace(/(\d?) ?([½¼¾])/gu, (_, digit: string, part: string) => (digit || ' 0') + (halfOrQuarter[part] ?? ''))
    .replace(/(?<=(?<![\d.,])\d{1,9}) and (?:a|one) (half|quarter)(?![\p{L}-])/giu, (_, part: string) =>
      part.toLowerCase() === 'half' ? '.5' : '.25',
    )
    .replaceAll('，', '、')
    // Powers and numbers of notes are no digits of the number before them.
    .replace(/(?<=\p{Nd})[⁺⁻]?[⁰¹²³⁴-⁹]+/gu, '')
    .normalize('NFKC')
    .replace(/[兩點萬億個幾〇約將過達餘來]/gu, (character) => sameInBoth[character] ?? character)
    // 陆 is a family name and 零 an ordinary zero: such a run needs a unit to be a number.
    .replace(formalRun, (run) => (/[拾佰仟]/u.test(run) ? Array.from(run, (one) => formal[one] ?? one).join('') : run));
  const found = [...chineseNumbers(plain), ...englishNumbers(plain)].map(({ start, end, ...number }) => ({
    ...number,
    loose: number.loose || lists.has(number.text.replace(/[^\d,]/g, '')),
    hedged:
      number.hedged ||
      hedgeBefore.test(plain.slice(Math.max(0, start - 24), start)) ||
      hedgeAfter.test(plain.slice(end, end + 12)),
  }));
  return [...found, ...apart];
}

/** Whether the same number is said, or the claim is a less exact form of a number that is. */
export function isSaid(claim: NamedNumber, said: readonly NamedNumber[]): boolean {
  const [main = 0] = claim.values;
  const size = Math.abs(main);
  // Two digits and a hedge (`about 150 million`) are less exact than five digits.
  const coarse = claim.hedged && significantDigits(size) <= 2 ? 0.06 * size : 0;
  const slack = Math.max(coarse, Math.min(claim.unit / 2, 0.03 * size)) * (1 + 1e-9);
  return said.some((number) =>
    number.values.some((value) => {
      // Half of something is not fifty of it.
      if (number.share && !claim.share && value >= 1) return false;
      return (
        Math.abs(main - value) <= slack || claim.values.some((own) => Math.abs(own - value) <= 1e-9 * Math.max(1, Math.abs(own)))
      );
    }),
  );
}

function significantDigits(value: number): number {
  return String(Number(value.toPrecision(12)))
    .replace(/e.*/, '')
    .replace('.', '')
    .replace(/^0+|(?<!0)0+$/g, '').length;
}
