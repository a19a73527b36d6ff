import { CueList, linesOf, type RawCue, tidyLines } from '../cues.ts';
import { plainCueText, voiceOf } from '../markup.ts';

/** Also SBV and SubViewer. Accepts wrong numbers, missing empty lines, odd fractions, missing hours, settings and codes. */
export function parseSrt(text: string): RawCue[] {
  const list = new CueList();
  let current: { times: SrtTiming; lines: string[] } | null = null;
  /** Whether cues are numbered: a line of digits before a timing line is then a number, else speech. */
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
      // What Whisper prints has the words behind the bracketed times.
      current = line.trimStart().startsWith('[') ? { times: { ...times, rest: '' }, lines: [times.rest] } : { times, lines: [] };
    } else if (line.includes('-->') && /^\s*\d{1,4}:\d/.test(line.slice(0, 40))) {
      // A timing line that was cut, and the number before it.
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

/** A file that was cut after a number ends in `…text, empty line, number`. */
function dropTrailingNumber(lines: string[]): void {
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length >= 3 && lines.at(-2)?.trim() === '' && /^\s*\d{1,9}\s*$/.test((lines.at(-1) ?? '').slice(0, 40))) lines.pop();
}

export type SrtTiming = { startMs: number; endMs: number; rest: string };

const stamp = String.raw`(?:(\d{1,6})\s?:\s?)?(\d{1,3})\s?:\s?(\d{2})(?:\s?[.,:;]\s?(\d{1,9}))?`;
const timing = new RegExp(String.raw`^\s{0,50}\[?${stamp}\s{0,20}(?:(?:-{1,3}|[–—−=]) ?>|→)\s{0,20}${stamp}(?!\d)(?!:\d)\]?`);
const looseStamp = String.raw`(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.,:;](\d{1,9}))?`;
const looseTiming = new RegExp(String.raw`^\s{0,50}${looseStamp}\s{0,20}-{1,3} ?>\s{0,20}${looseStamp}(?!\d)(?!:\d)`);

const commaStamp = String.raw`(\d{1,6}):(\d{2}):(\d{2})\.(\d{2,3})`;
const commaTiming = new RegExp(String.raw`^${commaStamp},\s{0,3}${commaStamp}$`);

/** Translators and input methods write times in full-width characters. */
const wideTime = /^[\s０-９：]{0,10}[０-９]\s?：/;

export function parseSrtTiming(written: string): SrtTiming | null {
  const line = wideTime.test(written) ? written.normalize('NFKC') : written;
  const arrow = line.search(/[>→]/);
  if (arrow < 0 && (line.length > 40 || !line.includes(','))) return null;
  const head = line.slice(0, 300);
  const found = arrow < 0 ? commaTiming.exec(line.trim()) : (timing.exec(head) ?? looseTiming.exec(head));
  if (!found) return null;
  const [whole, h1, m1, s1, f1, h2, m2, s2, f2] = found;
  const rest = arrow < 0 ? '' : line.slice(whole.length).trim();
  return { startMs: stampMs(h1, m1, s1, f1), endMs: stampMs(h2, m2, s2, f2), rest };
}

function stampMs(hours = '0', minutes = '0', seconds = '0', fraction = ''): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
}
