import type { SubtitleCue } from '../../raw-content.ts';
import { perWord } from './speech-rate.ts';

const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** Characters say less than words, so they need a longer run. */
const gramWords = 8;
const mostRepeated = 0.3;
/** In tokens: about five sentences. */
const longestPeriod = 120;
/** Chants repeat less often. */
const fewestCopies = 5;
const fewestTokens = 40;

/** Whether a recogniser got stuck, or the file is made of pasted copies. */
export function isLooping(cues: readonly SubtitleCue[]): boolean {
  const ids = new Map<string, number>();
  const tokens: number[] = [];
  let weight = 0;
  for (const cue of cues) {
    for (const word of cue.text.toLowerCase().match(token) ?? []) {
      weight += /^\p{Script=Han}$/u.test(word)
        ? perWord.han
        : /^[\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(word)
          ? perWord.kana
          : 1;
      const id = ids.get(word) ?? ids.size;
      if (id === ids.size) ids.set(word, id);
      tokens.push(id);
    }
  }
  const gram = Math.round((gramWords * weight) / Math.max(1, tokens.length));
  return hangs(tokens) || repeatedShare(tokens, gram) > mostRepeated;
}

/** Whether one passage repeats over at least a thirtieth of the track. */
function hangs(tokens: readonly number[]): boolean {
  for (let period = 1; period <= longestPeriod; period++) {
    const wanted = Math.max(fewestTokens, period * fewestCopies, tokens.length / 30) - period;
    let run = 0;
    for (let i = period; i < tokens.length; i++) {
      run = tokens[i] === tokens[i - period] ? run + 1 : 0;
      if (run >= wanted) return true;
    }
  }
  return false;
}

function repeatedShare(tokens: readonly number[], gram: number): number {
  const total = tokens.length - gram + 1;
  if (total < gram * 4) return 0;
  const seen = new Set<number>();
  let repeated = 0;
  for (let i = 0; i < total; i++) {
    let hash = 17;
    for (let at = i; at < i + gram; at++) hash = (hash * 1_000_003 + (tokens[at] ?? 0)) % 9_007_199_254;
    if (seen.has(hash)) repeated++;
    else seen.add(hash);
  }
  return repeated / total;
}
