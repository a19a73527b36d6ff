import type { SubtitleCue } from '../../raw-content.ts';

export type SpeechRate = {
  words: number;
  /** Over the media, or from first to last word where its length is unknown. */
  perSecond: number;
  /** Only of the most common script, as a bilingual track is one speech. */
  densestPerSecond: number;
  /** Share of the media's twentieths in which something is said; 1 when the length is unknown. */
  coveredShare: number;
};

const slices = 20;

const han = /\p{Script=Han}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const hangul = /\p{Script=Hangul}/gu;
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const spaced =
  /[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Characters that take as long to say as an English word. */
export const perWord = { han: 1.6, kana: 2.5, hangul: 2.3, unspaced: 4.5 };

function wordCounts(text: string): { spaced: number; asian: number } {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const asian =
    count(han) / perWord.han + count(kana) / perWord.kana + count(hangul) / perWord.hangul + count(unspaced) / perWord.unspaced;
  return { spaced: count(spaced), asian };
}

export function speechRateOf(cues: readonly SubtitleCue[], durationMs: number | null): SpeechRate {
  const first = cues[0]?.startMs ?? 0;
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.startMs), 0);
  const total = { spaced: 0, asian: 0 };
  const said = new Set<number>();
  for (const cue of cues) {
    const { spaced: words, asian } = wordCounts(cue.text);
    total.spaced += words;
    total.asian += asian;
    if (durationMs === null || words + asian === 0) continue;
    for (
      let slice = sliceOf(cue.startMs, durationMs);
      slice <= sliceOf(Math.min(cue.endMs, cue.startMs + 30_000), durationMs);
      slice++
    )
      said.add(slice);
  }
  const seconds = Math.max(1, (durationMs ?? end - first) / 1000);
  const words = total.spaced + total.asian;
  const spanSeconds = Math.max(30, (end - first) / 1000);
  return {
    words,
    perSecond: words / seconds,
    densestPerSecond: Math.max(total.spaced, total.asian) / spanSeconds,
    coveredShare: durationMs === null ? 1 : said.size / slices,
  };
}

function sliceOf(ms: number, durationMs: number): number {
  return Math.min(slices - 1, Math.max(0, Math.floor((ms / Math.max(1, durationMs)) * slices)));
}
