/**
 * The numbers a text names, however it writes them: `1,200`, `1.2 million`, `twenty-three`, `三百二十`, `3.5万`, `一亿五千万`,
 * `百分之三十`, `两三千`, `ten thirty`, `三分之二`, `八十年代`.
 */
import type { NamedNumber } from './named-number.ts';
import { chineseNumbers } from './numbers-chinese.ts';
import { englishNumbers } from './numbers-english.ts';

const hedgeBefore =
  /(?:\b(?:about|around|roughly|approximately|some|nearly|almost|close to|over|more than|less than|fewer than|under|above|below|at least|up to|well over|just over|just under)|[~≈]|约|大约|大概|差不多|接近|将近|近|超过|超|逾|高达|不到|不足|至少|最多)\s{0,9}(?:US)?[$€£¥]?\s{0,9}$/iu;
const hedgeAfter = /^\s*(?:多|余|来[个位年人]|左右|上下|以上|以下|[+]|or (?:so|more)|plus\b)/u;

const sameInBoth: Record<string, string> = { 兩: '两', 點: '点', 萬: '万', 億: '亿', 個: '个', 幾: '几', 〇: '零' };
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

/** Numbers of a text, in no particular order. */
export function numbersIn(text: string): NamedNumber[] {
  // A full-width comma parts two things; a narrow one may stand in a number.
  const plain = text
    .replaceAll('，', '、')
    .normalize('NFKC')
    .replace(/[兩點萬億個幾〇]/gu, (character) => sameInBoth[character] ?? character)
    // 陆 is a family name and 零 an ordinary zero: without a unit of its own the run is no such number.
    .replace(formalRun, (run) => (/[拾佰仟]/u.test(run) ? Array.from(run, (one) => formal[one] ?? one).join('') : run));
  return [...chineseNumbers(plain), ...englishNumbers(plain)].map(({ start, end, ...number }) => ({
    ...number,
    hedged:
      number.hedged ||
      hedgeBefore.test(plain.slice(Math.max(0, start - 24), start)) ||
      hedgeAfter.test(plain.slice(end, end + 12)),
  }));
}

/** Whether a number somebody claims is one that was said: the same, or the same told less exactly. */
export function isSaid(claim: NamedNumber, said: readonly NamedNumber[]): boolean {
  const [main = 0] = claim.values;
  const size = Math.abs(main);
  // Two digits and a hedge (`about 150 million`) say less than five digits do.
  const coarse = claim.hedged && significantDigits(size) <= 2 ? 0.06 * size : 0;
  const slack = Math.max(coarse, Math.min(claim.unit / 2, 0.03 * size)) * (1 + 1e-9);
  return said.some((number) =>
    number.values.some((value) => {
      // Half of something does not say fifty of anything.
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
