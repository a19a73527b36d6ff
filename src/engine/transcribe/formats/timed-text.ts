import { CueList, linesOf, type RawCue } from '../cues.ts';

type TimedText = { cues: RawCue[]; title: string | null };

const stampLine = /^(?:(.{1,40}?)[ \t]{1,20})?[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[)\]]?$/;
const longestStampLine = 80;
const longestTitle = 80;

const fewestStamps = 3;
/** A transcript begins before it. Agendas, timetables and chats begin with a later time: one of the day. */
const latestStartMs = 5 * 60_000;

/** A line with a time alone, or with a name before it: `Alice Smith  0:03`, `说话人 1 00:00:03`. */
function readStamp(line: string): { startMs: number; speaker: string } | null {
  if (line.length > longestStampLine) return null;
  const found = stampLine.exec(line);
  if (!found) return null;
  const [, name = '', hours = '0', minutes = '0', seconds = '0'] = found;
  const speaker = name.replace(/[\s:：|,，–—-]{1,20}$/, '');
  if (Number(seconds) > 59 || (found[2] !== undefined && Number(minutes) > 59)) return null;
  if (name !== '' && !/\p{L}/u.test(speaker)) return null;
  return { startMs: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000, speaker };
}

/** Whether lines with times, ascending and each with text below, hold the text together. `start`: the beginning of a text. */
export function looksLikeTimedText(start: string): boolean {
  const starts: number[] = [];
  let textBlocks = 0;
  let previous: 'stamp' | 'text' | 'empty' = 'empty';
  for (const written of linesOf(start)) {
    const line = written.trim();
    const stamp = readStamp(line);
    if (stamp) {
      if (previous === 'stamp' || stamp.startMs < (starts.at(-1) ?? 0)) return false;
      starts.push(stamp.startMs);
      previous = 'stamp';
    } else if (line === '') {
      if (previous === 'text') previous = 'empty';
    } else {
      // Lyrics have their words behind the time.
      if (/^\[\d{1,3}:\d/.test(line)) return false;
      if (previous !== 'text') textBlocks++;
      previous = 'text';
    }
  }
  const [first = latestStartMs] = starts;
  return (
    starts.length >= fewestStamps && first < latestStartMs && first < (starts.at(-1) ?? 0) && starts.length * 2 >= textBlocks
  );
}

/** Transcripts as people copy and export them (YouTube, Otter, 飞书妙记, 通义听悟). What stands above the first time is no speech. */
export function parseTimedText(text: string): TimedText {
  const list = new CueList();
  let title: string | null = null;
  let current: { startMs: number; speaker: string } | null = null;
  let lines: string[] = [];
  function finish(): void {
    if (current && lines.length > 0) list.add(current.startMs, null, lines.join('\n'), current.speaker || undefined);
    lines = [];
  }
  for (const written of linesOf(text)) {
    const line = written.trim();
    if (line === '') continue;
    const stamp = readStamp(line);
    if (stamp) {
      finish();
      current = stamp;
    } else if (current) lines.push(line);
    else title ??= line.length <= longestTitle ? line : null;
  }
  finish();
  return { cues: list.cues, title };
}

const tableHead = /^start\tend\t(?:speaker\t)?text[ \t]{0,9}$/i;

/** `line`: the first one. */
export const isTimedTable = (line: string): boolean => tableHead.test(line.slice(0, 100));

/** Whisper's tables: milliseconds, or seconds with a fraction. */
export function parseTimedTable(text: string): RawCue[] {
  const list = new CueList();
  let columns: string[] | null = null;
  for (const line of linesOf(text)) {
    if (columns === null) {
      if (isTimedTable(line)) columns = line.trim().toLowerCase().split('\t');
      continue;
    }
    const cells = line.split('\t');
    const cell = (name: string): string => (cells[columns?.indexOf(name) ?? -1] ?? '').trim();
    const said = cells
      .slice(columns.length - 1)
      .join(' ')
      .trim();
    if (said !== '') list.add(tableMs(cell('start')), tableMs(cell('end')), said, cell('speaker') || undefined);
  }
  return list.cues;
}

/** `NaN` for anything but a number; the line is then left out. */
function tableMs(value: string): number {
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Number(value) * (value.includes('.') ? 1000 : 1) : Number.NaN;
}
