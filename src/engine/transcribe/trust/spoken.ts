import type { SubtitleCue } from '../../raw-content.ts';
import { withoutMarkup } from '../markup.ts';
import { removeRepeats } from '../rolling.ts';

/** A cue that holds only sounds: `[Music]`, `(upbeat music)`, `【音乐】`, `*applause*`. */
const soundOnly = /^[\s\-–—♪♫♬♩]*(?:(?:[[(（【〔][^\])）】〕]{0,80}[\])）】〕]|\*[^*]{1,60}\*)[\s.,。\-–—♪♫♬♩]*)+$/u;

/** Sorted, without repeats of rolling captions; `sounds` counts cues without words. */
export function spokenCues(cues: readonly SubtitleCue[]): { spoken: SubtitleCue[]; sounds: number } {
  let sounds = 0;
  const said: SubtitleCue[] = [];
  for (const cue of cues) {
    const text = withoutMarkup(cue.text).trim();
    if (text === '') continue;
    if (/[♪♫♬♩]/u.test(text) && !/[\p{L}\p{N}]/u.test(text)) sounds++;
    else if (soundOnly.test(text)) sounds++;
    else if (/[\p{L}\p{N}\ufffd]/u.test(text)) said.push({ ...cue, text });
  }
  said.sort((a, b) => a.startMs - b.startMs);
  return { spoken: removeRepeats(said), sounds };
}
