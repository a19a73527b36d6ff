import { CueList, type RawCue, tidyLines } from '../cues.ts';
import { parseJson3 } from './youtube.ts';

export type JsonTrack = { format: 'json3' | 'bilibili' | 'podcast' | 'json'; cues: RawCue[]; language: string | null };

/** YouTube json3, Bilibili (`body`), podcasts (`segments`), speech recognition, plain lists. Null for any other JSON. */
export function parseJsonCaptions(text: string): JsonTrack | null {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null;
  }
  const language = languageOf(root);
  if (isRecord(root) && Array.isArray(root.events) && root.events.some((event) => isRecord(event) && 'tStartMs' in event)) {
    return { format: 'json3', cues: parseJson3(root.events), language };
  }
  for (const { key, items } of candidateLists(root)) {
    const cues = readList(items, isInMilliseconds(key, items));
    if (cues) return { format: key === 'body' ? 'bilibili' : key === 'segments' ? 'podcast' : 'json', cues, language };
  }
  return null;
}

const listKeys = [
  'body',
  'segments',
  'cues',
  'utterances',
  'transcription',
  'transcript',
  'subtitles',
  'captions',
  'lines',
  'words',
];
const wrapperKeys = ['data', 'result', 'results', 'transcript', 'subtitle', 'content'];

function* candidateLists(root: unknown): Generator<{ key: string; items: readonly unknown[] }> {
  let level: unknown[] = [root];
  // Bounded, so that hostile nesting costs nothing.
  for (let depth = 0; depth < 3 && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (Array.isArray(value)) yield { key: '', items: value };
      if (!isRecord(value)) continue;
      for (const key of listKeys) if (Array.isArray(value[key])) yield { key, items: value[key] };
      for (const key of wrapperKeys) if (isRecord(value[key])) next.push(value[key]);
    }
    level = next;
  }
}

const startKeys: [string, number][] = [
  ['startMs', 1],
  ['start_ms', 1],
  ['tStartMs', 1],
  ['startTimeMs', 1],
  ['from', 1000],
  ['start', 1000],
  ['startTime', 1000],
  ['start_time', 1000],
  ['begin', 1000],
];
const endKeys: [string, number][] = [
  ['endMs', 1],
  ['end_ms', 1],
  ['endTimeMs', 1],
  ['to', 1000],
  ['end', 1000],
  ['endTime', 1000],
  ['end_time', 1000],
];
const durationKeys: [string, number][] = [
  ['dDurationMs', 1],
  ['durationMs', 1],
  ['duration', 1000],
  ['dur', 1000],
];
const textKeys = ['text', 'body', 'content', 'word', 'utf8', 'caption'];

/** Longer than such a cue is in the middle: whole numbers above it are milliseconds, as AssemblyAI writes them. */
const longestSeconds: Readonly<Record<string, number>> = { utterances: 100, words: 10 };

function isInMilliseconds(key: string, items: readonly unknown[]): boolean {
  const longest = longestSeconds[key];
  if (longest === undefined) return false;
  const lengths: number[] = [];
  for (const item of items) {
    if (!isRecord(item) || !isWhole(item.start) || !isWhole(item.end)) return false;
    lengths.push(item.end - item.start);
  }
  return (lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0) > longest;
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

function readList(items: readonly unknown[], inMilliseconds: boolean): RawCue[] | null {
  const starts: typeof startKeys = inMilliseconds ? [['start', 1]] : startKeys;
  const ends: typeof endKeys = inMilliseconds ? [['end', 1]] : endKeys;
  const list = new CueList();
  for (const item of items) {
    if (!isRecord(item)) continue;
    const text = textKeys.map((key) => item[key]).find((value) => typeof value === 'string');
    // whisper.cpp: milliseconds in `offsets: {from, to}`.
    const offsets = isRecord(item.offsets) ? item.offsets : null;
    const startMs = offsets ? timeOf(offsets, [['from', 1]]) : timeOf(item, starts);
    if (text === undefined || startMs === null) continue;
    const durationMs = timeOf(item, durationKeys);
    const endMs = offsets
      ? timeOf(offsets, [['to', 1]])
      : (timeOf(item, ends) ?? (durationMs === null ? null : startMs + durationMs));
    const plain = tidyLines(text.replace(/\r\n?/g, '\n'));
    const speaker = typeof item.speaker === 'string' ? item.speaker.trim() : '';
    if (plain !== '') list.add(startMs, endMs, plain, speaker || undefined);
  }
  return list.cues.length > 0 ? list.cues : null;
}

function timeOf(item: Record<string, unknown>, keys: readonly [string, number][]): number | null {
  for (const [key, unit] of keys) {
    const value = item[key];
    if (typeof value === 'number' && Number.isFinite(value)) return value * unit;
    if (typeof value === 'string') {
      const ms = stampMs(value, unit);
      if (ms !== null) return ms;
    }
  }
  return null;
}

/** `"12.5"`, `"1:02:03.5"` or `"00:00:01,500"`. */
function stampMs(value: string, unit: number): number | null {
  const plain = value.trim().slice(0, 40).replace(',', '.');
  if (/^\d{1,12}(?:\.\d{1,12})?s?$/.test(plain)) return Number.parseFloat(plain) * unit;
  const found = /^(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,9})?)$/.exec(plain);
  return found ? (Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1000 : null;
}

function languageOf(root: unknown): string | null {
  if (!isRecord(root)) return null;
  const value = root.language ?? root.lang;
  // Bilibili marks automatic tracks: `ai-zh`.
  return typeof value === 'string' && /^[A-Za-z-]{2,35}$/.test(value) ? value.replace(/^ai-/, '') : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
