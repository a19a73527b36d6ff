import { CueList, linesOf, type RawCue, tidyLines } from '../cues.ts';
import { vttCueText } from './vtt-cue-text.ts';

/** Follows https://www.w3.org/TR/webvtt1/ strictly: a bad signature gives no cues, one with broken times is skipped. */
export function parseVtt(text: string): RawCue[] {
  const list = new CueList();
  let hasSignature = false;
  let times: { startMs: number; endMs: number } | null = null;
  let payload: string[] = [];

  function finish(): void {
    if (!times) return;
    const { text: plain, speaker, turns } = vttCueText(payload.join('\n'));
    list.add(times.startMs, times.endMs, tidyLines(plain), speaker, turns);
    times = null;
    payload = [];
  }

  for (const line of linesOf(text)) {
    if (!hasSignature) {
      if (!/^WEBVTT(?:[ \t]|$)/.test(line)) return [];
      hasSignature = true;
      continue;
    }
    const isArrow = line.includes('-->');
    if (line === '' || isArrow) finish();
    // A line with an arrow begins a cue wherever it stands. All other lines outside of cues are fields, comments, styles and names.
    if (isArrow) times = parseTiming(line);
    else if (line !== '' && times) {
      payload.push(line);
      // Another file was appended to the first; `WEBVTT` alone may be what is said.
      if (/^(?:Kind|Language):/.test(line) && payload.length > 2 && payload.at(-2) === 'WEBVTT') {
        payload = payload.slice(0, -2);
        finish();
      }
    }
  }
  finish();
  return list.cues;
}

/** Leaves out comments, styles, regions and ids of cues, for a parser that knows none of them. */
export function vttCueLines(text: string): string {
  const kept: string[] = [];
  let isSkipped = false;
  let isBlockStart = true;
  for (const line of linesOf(text)) {
    const isArrow = line.includes('-->');
    if (isArrow && !isBlockStart && kept.at(-2)?.trim() === '' && !kept.at(-1)?.includes('-->')) kept.pop();
    if (line.trim() === '' || isArrow) isSkipped = false;
    else if (isBlockStart && /^(?:NOTE|STYLE|REGION|WEBVTT)(?:[ \t]|$)/.test(line)) isSkipped = true;
    if (!isSkipped) kept.push(line);
    isBlockStart = line.trim() === '';
  }
  return kept.join('\n');
}

/** Exactly three digits after the point. */
function parseTiming(line: string): { startMs: number; endMs: number } | null {
  const head = line.slice(0, 300);
  const found =
    /^[ \t\f]*(\d{1,9}):(\d{2})(?::(\d{2}))?\.(\d{3})[ \t\f]*-->[ \t\f]*(\d{1,9}):(\d{2})(?::(\d{2}))?\.(\d{3})(?!\d)/.exec(head);
  if (!found) return null;
  const [, a = '', b = '', c, d = '', e = '', f = '', g, h = ''] = found;
  const startMs = stampMs(a, b, c, d);
  const endMs = stampMs(e, f, g, h);
  return startMs === null || endMs === null ? null : { startMs, endMs };
}

function stampMs(first: string, second: string, third: string | undefined, fraction: string): number | null {
  const minutesGiven = third === undefined;
  const hours = minutesGiven ? 0 : Number(first);
  const minutes = Number(minutesGiven ? first : second);
  const seconds = Number(minutesGiven ? second : third);
  if (seconds > 59 || (!minutesGiven && minutes > 59)) return null;
  // Without hours, a first part above 59 can only be hours and minutes.
  const total = minutesGiven && minutes > 59 ? minutes * 3600 + seconds * 60 : hours * 3600 + minutes * 60 + seconds;
  return total * 1000 + Number(fraction);
}
