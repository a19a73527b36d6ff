/** Rolling captions show each line twice or grow word by word. */
import type { SubtitleCue } from '../raw-content.ts';

const contiguousMs = 1000;
const maxTokens = 80;

/** Also removes exact copies (layers of styled subtitles). Tracks that do not roll keep all their words. Expects sorted cues. */
export function removeRepeats(cues: readonly SubtitleCue[]): SubtitleCue[] {
  return withoutRolling(withoutCopies(cues));
}

/** Keeps exact copies. Expects sorted cues. */
export function withoutRolling(cues: SubtitleCue[]): SubtitleCue[] {
  return isRolling(cues) ? unroll(cues) : cues;
}

function withoutCopies(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const kept: SubtitleCue[] = [];
  let seenAt = -1;
  let seen = new Set<string>();
  for (const cue of cues) {
    if (cue.startMs !== seenAt) {
      seenAt = cue.startMs;
      seen = new Set();
    }
    const key = `${cue.endMs} ${cue.speaker ?? ''} ${cue.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(cue);
  }
  return kept;
}

const tokenPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

function tokensOf(text: string): string[] {
  return text.match(tokenPattern) ?? [];
}

function isRolling(cues: readonly SubtitleCue[]): boolean {
  let pairs = 0;
  let repeats = 0;
  let extensions = 0;
  for (let i = 1; i < cues.length; i++) {
    const before = cues[i - 1];
    const cue = cues[i];
    if (!before || !cue || cue.startMs - before.endMs > contiguousMs) continue;
    pairs++;
    if (!opensWithLineOf(before.text, cue.text)) continue;
    repeats++;
    if (cue.text.length > (before.text.split('\n').at(-1) ?? '').length) extensions++;
  }
  // Equal cues in a row may be a refrain; a line repeated above a new one rolls.
  return repeats >= 2 && repeats * 2 >= pairs && extensions * 4 >= repeats;
}

function opensWithLineOf(before: string, text: string): boolean {
  const shown = before.slice(-2000).split('\n');
  const first = (text.slice(0, 2000).split('\n')[0] ?? '').trim();
  if (first === '') return false;
  const last = (shown.at(-1) ?? '').trim();
  if (last === first) return tokensOf(first).length >= 2 || text.includes('\n');
  const whole = before.trim();
  return tokensOf(whole.slice(0, 200)).length >= 2 && text.startsWith(whole);
}

function unroll(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const kept: SubtitleCue[] = [];
  let shown: string[] = [];
  let shownUntil = Number.NEGATIVE_INFINITY;
  for (const cue of cues) {
    const tokens = tokensOf(cue.text);
    const together = cue.startMs - shownUntil <= contiguousMs;
    const repeated = together ? overlap(shown, tokens) : 0;
    shown = tokens;
    shownUntil = Math.max(cue.endMs, shownUntil);
    const fresh = withoutTokens(cue.text, repeated);
    const { turns: _turns, ...whole } = cue;
    if (fresh !== '') kept.push(fresh === cue.text ? cue : { ...whole, text: fresh });
    else {
      // The repeat shows how long the words stay.
      const last = kept.at(-1);
      if (last && cue.startMs - last.endMs <= contiguousMs)
        kept[kept.length - 1] = { ...last, endMs: Math.max(last.endMs, cue.endMs) };
    }
  }
  return kept;
}

function overlap(shown: readonly string[], next: readonly string[]): number {
  if (shown.length > 0 && shown.length <= next.length && shown.every((token, i) => next[i] === token)) return shown.length;
  const limit = Math.min(shown.length, next.length, maxTokens);
  for (let size = limit; size > 0; size--) {
    let same = 0;
    while (same < size && shown[shown.length - size + same] === next[same]) same++;
    if (same === size) return size;
  }
  return 0;
}

function withoutTokens(text: string, count: number): string {
  let end = 0;
  let seen = 0;
  for (const match of text.matchAll(tokenPattern)) {
    if (seen++ === count) break;
    end = match.index + match[0].length;
  }
  return text.slice(count === 0 ? 0 : end).trim();
}
