import type { RawCue } from './cues.ts';

/** `John Smith: Hello`, `张三：大家好`, `[SPEAKER_01]: Hello`. */
const namedText = /^\[?([\p{Lu}\p{Script=Han}][^:：[\]\n]{0,40}?)\]?\s{0,3}(?::\s|：)\s{0,9}(?=\S)/u;
const mostNames = 20;

/** Names count where half of the cues begin with one and they are few and repeat, or where all do. A format's own names stay. */
export function withNamedSpeakers(cues: RawCue[]): RawCue[] {
  if (cues.some(({ speaker, turns }) => speaker !== undefined || turns)) return cues;
  const spoken = cues.filter(({ text }) => text !== '').length;
  const names = new Set<string>();
  let named = 0;
  for (const { text } of cues) {
    const name = namedText.exec(text)?.[1];
    if (name === undefined) continue;
    named++;
    names.add(name);
    if (names.size > mostNames) return cues;
  }
  const repeat = names.size * 2 <= named;
  if (named < 2 || named * 2 < spoken || !(repeat || named === spoken)) return cues;
  return cues.map((cue) => {
    const turns = turnsIn(cue.text, names);
    const [first] = turns;
    if (turns.length > 1) return { ...cue, turns };
    return first?.speaker === undefined ? cue : { ...cue, text: first.text, speaker: first.speaker };
  });
}

/** A later line begins a turn if it begins with one of the `names`. */
function turnsIn(text: string, names: ReadonlySet<string>): { text: string; speaker?: string }[] {
  const turns: { text: string; speaker?: string }[] = [];
  for (const line of text.split('\n')) {
    const [written = '', speaker] = namedText.exec(line) ?? [];
    const last = turns.at(-1);
    if (speaker !== undefined && names.has(speaker)) turns.push({ text: line.slice(written.length), speaker });
    else if (last) last.text += `\n${line}`;
    else turns.push({ text: line });
  }
  return turns;
}
