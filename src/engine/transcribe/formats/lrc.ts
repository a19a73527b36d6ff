import { CueList, linesOf, type RawCue } from '../cues.ts';
import { decodeEntities } from '../markup.ts';

const timeTag = /^\s*\[\s?(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:[.:,](\d{1,3}))?\s?\]/;
const infoTag = /^\s*\[\s*([a-zA-Z#]{1,20})\s*:([^\]]{0,500})\]\s*$/;

export type LrcTrack = { cues: RawCue[]; title: string | null; language: string | null };

/** `<mm:ss.xx>` before words, `[offset:±ms]` (positive is earlier). A stamp without text ends the line before. */
export function parseLrc(text: string): LrcTrack {
  const list = new CueList();
  const ends: number[] = [];
  let offsetMs = 0;
  let title: string | null = null;
  let language: string | null = null;
  const hundredths = countsHundredths(text);
  for (const line of linesOf(text)) {
    const { stamps, rest } = readStamps(line, hundredths);
    if (stamps.length === 0) {
      const [, name = '', value = ''] = infoTag.exec(line.slice(0, 600)) ?? [];
      const plain = value.trim();
      if (/^offset$/i.test(name) && /^[+-]?\d{1,9}$/.test(plain)) offsetMs = Number(plain);
      else if (/^ti$/i.test(name)) title = plain || null;
      else if (/^(?:la|lang|language)$/i.test(name)) language = plain || null;
      continue;
    }
    const words = lyricText(rest);
    for (const stamp of stamps) {
      if (words === '') ends.push(stamp);
      else list.add(stamp, null, words);
    }
  }
  const cues = list.cues.map((cue) => ({ ...cue, startMs: Math.max(0, cue.startMs - offsetMs) }));
  closeAtEmptyStamps(
    cues,
    ends.map((end) => Math.max(0, end - offsetMs)).sort((a, b) => a - b),
  );
  return { cues, title, language };
}

/** Whether `[00:12:34]` is 12.34 seconds, as in lyrics: the tags of a song say so, and so does a last part above 59. */
function countsHundredths(text: string): boolean {
  let isSong = false;
  for (const line of linesOf(text)) {
    const [, hours, , seconds, fraction] = timeTag.exec(line.slice(0, 60)) ?? [];
    if (seconds === undefined) isSong ||= /^\s*\[\s*(?:al|ar|by)\s*:/i.test(line.slice(0, 60));
    else if (hours === undefined || fraction !== undefined) return false;
    else isSong ||= Number(seconds) > 59;
  }
  return isSong;
}

function readStamps(line: string, hundredths: boolean): { stamps: number[]; rest: string } {
  const stamps: number[] = [];
  let rest = line;
  for (let found = timeTag.exec(rest.slice(0, 60)); found; found = timeTag.exec(rest.slice(0, 60))) {
    const [whole, ...parts] = found;
    const [hours, minutes, seconds, fraction] = hundredths ? [undefined, ...parts] : parts;
    const total = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    stamps.push(total * 1000 + (fraction ? Math.round(Number(`0.${fraction}`) * 1000) : 0));
    rest = rest.slice(whole.length);
  }
  return { stamps, rest };
}

/** Removes word times and the singer's mark of duets (`F:`). */
function lyricText(rest: string): string {
  const plain = rest.replace(/[<[]\d{1,4}:\d{1,2}(?:[.:,]\d{1,3})?[>\]]/g, '').trim();
  return decodeEntities(plain.replace(/^[MFD]: ?(?=\S)/, ''));
}

function closeAtEmptyStamps(cues: RawCue[], ends: readonly number[]): void {
  if (ends.length === 0) return;
  const sorted = [...cues].sort((a, b) => a.startMs - b.startMs);
  let next = 0;
  for (const [index, cue] of sorted.entries()) {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= cue.startMs) next++;
    const end = ends[next];
    if (end === undefined) return;
    let later = index + 1;
    while (later < sorted.length && sorted[later]?.startMs === cue.startMs && later - index < 8) later++;
    if (end <= (sorted[later]?.startMs ?? Number.POSITIVE_INFINITY)) cue.endMs = end;
  }
}
