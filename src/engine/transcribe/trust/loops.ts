import type { SubtitleCue } from '../../ports.ts';

const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Words in a row that speech hardly ever says twice. */
const gram = 8;
const mostRepeated = 0.3;
/** The same cue this often in a row is a recogniser that hangs. */
const mostInARow = 8;

/** A recogniser that repeats itself, or a file pasted together from copies. */
export function isLooping(cues: readonly SubtitleCue[]): boolean {
  let row = 1;
  let before = '';
  const tokens: string[] = [];
  for (const cue of cues) {
    const words = cue.text.toLowerCase().match(token) ?? [];
    const key = words.join(' ');
    row = key === before && key !== '' ? row + 1 : 1;
    if (row > mostInARow && words.length >= 2) return true;
    before = key;
    for (const word of words) tokens.push(word);
  }
  if (tokens.length < gram * 5) return false;
  const seen = new Set<string>();
  let repeated = 0;
  for (let i = 0; i + gram <= tokens.length; i++) {
    const key = tokens.slice(i, i + gram).join(' ');
    if (seen.has(key)) repeated++;
    else seen.add(key);
  }
  return repeated > (tokens.length - gram + 1) * mostRepeated;
}
