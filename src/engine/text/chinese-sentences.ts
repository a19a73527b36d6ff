import { type Gap, gapsOf } from './speech-ends.ts';

const most = 64;
const least = 8;
/** Log-odds above which a sentence ends; a cut below them is only made for want of a better one. */
const cutOdds = -0.8;
const shortCost = 4;
const forcedOdds = -20;

/** Ends of probable sentences in speech without marks: the highest sum of odds with no sentence longer than `most`. */
export function chineseCuts(text: string): { at: number; isSure: boolean }[] {
  const odds = new Map(gapsOf(text, 'zh').map((gap) => [gap.at, oddsOf(gap, text)]));
  const places = [0, ...withForced(text, [...odds.keys()]), text.length];
  const values = new Float64Array(places.length).fill(Number.NEGATIVE_INFINITY);
  const previous = new Int32Array(places.length).fill(-1);
  values[0] = 0;
  let from = 0;
  for (let to = 1; to < places.length; to += 1) {
    const end = places[to] ?? 0;
    while (end - (places[from] ?? 0) > most) from += 1;
    const own = to === places.length - 1 ? 0 : (odds.get(end) ?? forcedOdds) - cutOdds;
    for (let before = from; before < to; before += 1) {
      const size = end - (places[before] ?? 0);
      const value = (values[before] ?? 0) + own - (size < least ? (shortCost * (least - size)) / least : 0);
      if (value <= (values[to] ?? 0)) continue;
      values[to] = value;
      previous[to] = before;
    }
  }
  const cuts: { at: number; isSure: boolean }[] = [];
  for (let place = previous.at(-1) ?? -1; place > 0; place = previous[place] ?? -1) {
    const at = places[place] ?? 0;
    cuts.push({ at, isSure: (odds.get(at) ?? forcedOdds) > cutOdds });
  }
  return cuts.reverse();
}

/** Chinese written without marks often has spaces in their places; others set off Latin words and digits. */
function oddsOf({ at, end }: Gap, text: string): number {
  const isSpaced = /\p{Script=Han}\s+$/u.test(text.slice(Math.max(0, at - 9), at)) && /\p{Script=Han}/u.test(text.charAt(at));
  return isSpaced ? Math.max(end, 1) : end;
}

/** Adds a cut where no gap comes within the limit, never through a character. */
function withForced(text: string, places: readonly number[]): number[] {
  const all: number[] = [];
  let last = 0;
  for (const at of [...places, text.length]) {
    while (at - last > most) {
      const code = text.charCodeAt(last + most);
      last += code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
      all.push(last);
    }
    if (at < text.length && at > last) all.push(at);
    last = Math.max(last, at);
  }
  return all;
}
