import { CueList, linesOf, type RawCue, tidyLines } from '../cues.ts';
import { plainCueText, voiceOf } from '../markup.ts';

/**
 * SubRip (and its kin SBV and SubViewer) as it is met in the wild: numbers missing or wrong, no empty lines between cues, empty lines inside them,
 * comma, dot or nothing before the fraction, one to three digits in it, hours left out, coordinates or WebVTT
 * settings behind the times, HTML and ASS codes in the text. Cues without text are dropped; a half-written timing
 * line is nothing. `text` has `\n` line ends and no byte order mark.
 */
export function parseSrt(text: string): RawCue[] {
  const list = new CueList();
  let current: { times: SrtTiming; lines: string[] } | null = null;
  /** Are cues numbered? Then a line of digits right before a timing line is a number, else it is speech. */
  let numbered: boolean | null = null;
  let previous = '';

  function finish(): void {
    if (!current) return;
    const { times, lines } = current;
    let raw = lines.join('\n');
    if (raw.trim() === '' && !/^(?:[XY]\d:|\w+:\S)/i.test(times.rest)) raw = times.rest;
    const plain = tidyLines(plainCueText(raw.replaceAll('[br]', '\n')));
    if (plain !== '') list.add(times.startMs, times.endMs, plain, voiceOf(raw));
    current = null;
  }

  for (const line of linesOf(text)) {
    const times = parseSrtTiming(line);
    if (times) {
      const isNumber = /^\s*\d{1,9}\s*$/.test(previous.slice(0, 40));
      numbered ??= isNumber;
      if (current && numbered && isNumber && previous.length <= 40) current.lines.pop();
      finish();
      current = { times, lines: [] };
    } else if (line.includes('-->') && /^\s*\d{1,4}:\d/.test(line.slice(0, 40))) {
      // A timing line that was cut: neither its number nor itself is speech.
      if (current && /^\s*\d{1,9}\s*$/.test(previous.slice(0, 40))) current.lines.pop();
    } else if (current) {
      current.lines.push(line);
    }
    previous = line;
  }
  if (current && numbered) dropTrailingNumber(current.lines);
  finish();
  return list.cues;
}

/** A file that was cut behind a cue's number ends in `…text, empty line, number`. */
function dropTrailingNumber(lines: string[]): void {
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length >= 3 && lines.at(-2)?.trim() === '' && /^\s*\d{1,9}\s*$/.test((lines.at(-1) ?? '').slice(0, 40))) lines.pop();
}

export type SrtTiming = { startMs: number; endMs: number; rest: string };

const stamp = String.raw`(?:(\d{1,6})\s?:\s?)?(\d{1,3})\s?:\s?(\d{2})(?:\s?[.,:;]\s?(\d{1,9}))?`;
const timing = new RegExp(String.raw`^\s{0,50}${stamp}\s{0,20}(?:-{1,3}|[–—−=]) ?>\s{0,20}${stamp}(?!\d)(?!:\d)`);
const looseStamp = String.raw`(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.,:;](\d{1,9}))?`;
const looseTiming = new RegExp(String.raw`^\s{0,50}${looseStamp}\s{0,20}-{1,3} ?>\s{0,20}${looseStamp}(?!\d)(?!:\d)`);

/** SubViewer and YouTube's SBV put a comma between the times. */
const commaStamp = String.raw`(\d{1,6}):(\d{2}):(\d{2})\.(\d{2,3})`;
const commaTiming = new RegExp(`^${commaStamp},${commaStamp}$`);

/** A whole timing line and what stands behind the times, or null. */
export function parseSrtTiming(line: string): SrtTiming | null {
  // Most lines are text: a cheap look first.
  const arrow = line.indexOf('>');
  if (arrow < 0 && (line.length > 40 || !line.includes(','))) return null;
  const head = line.slice(0, 300);
  const found = arrow < 0 ? commaTiming.exec(line.trim()) : (timing.exec(head) ?? looseTiming.exec(head));
  if (!found) return null;
  const [whole, h1, m1, s1, f1, h2, m2, s2, f2] = found;
  return { startMs: stampMs(h1, m1, s1, f1), endMs: stampMs(h2, m2, s2, f2), rest: line.slice(whole.length).trim() };
}

function stampMs(hours = '0', minutes = '0', seconds = '0', fraction = ''): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + (fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * 1000));
}
