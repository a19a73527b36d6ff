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
  for (const { key, lists } of candidateLists(root)) {
    const cues = readLists(lists, isInMilliseconds(key, lists));
    if (cues) return { format: key === 'body' ? 'bilibili' : key === 'segments' ? 'podcast' : 'json', cues, language };
  }
  return null;
}

// All names here are without capitals, `_` and `-`, as `fieldsOf` gives them.

const listKeys = [
  ...['body', 'segments', 'cues', 'utterances', 'sentences', 'sentenceinfo', 'audiosegments', 'resultdetail', 'paragraphs'],
  ...['transcription', 'transcript', 'subtitles', 'captions', 'lines', 'words'],
];
/** What lies around a list of timed texts: an object, or a list of objects, one for each channel, speaker or paragraph. */
const wrapperKeys = [
  ...['data', 'result', 'results', 'response', 'transcript', 'transcription', 'transcripts', 'subtitle', 'content'],
  ...['channels', 'alternatives', 'paragraphs'],
];
const listOrWrapperKeys = [...new Set([...listKeys, ...wrapperKeys])];
/** Deepgram and Google have lists four objects deep. Bounded, so that hostile nesting costs nothing. */
const levels = 5;

type Fields = ReadonlyMap<string, unknown>;
/** `speaker`: of everything inside `fields`, unless something inside names another; empty if unknown. */
type Owner = { fields: Fields; speaker: string };
type TimedList = { items: readonly unknown[]; speaker: string };

function* candidateLists(root: unknown): Generator<{ key: string; lists: TimedList[] }> {
  if (Array.isArray(root)) yield { key: '', lists: [{ items: root, speaker: '' }] };
  let level = [ownersIn(root, '')];
  for (let depth = 0; depth < levels && level.length > 0; depth++) {
    for (const owners of level) {
      for (const key of listOrWrapperKeys) {
        const lists = owners.flatMap(({ fields, speaker }) => {
          const items: unknown = fields.get(key);
          return Array.isArray(items) ? [{ items, speaker }] : [];
        });
        if (lists.length > 0) yield { key, lists };
      }
    }
    level = level.flatMap((owners) => wrapperKeys.map((key) => insideOf(owners, key)).filter((inner) => inner.length > 0));
  }
}

function insideOf(owners: readonly Owner[], key: string): Owner[] {
  return owners.flatMap(({ fields, speaker }) => {
    const inner = ownersIn(fields.get(key), speaker);
    // Alternatives of the same words, the most likely first.
    return key === 'alternatives' ? inner.slice(0, 1) : inner;
  });
}

function ownersIn(value: unknown, speaker: string): Owner[] {
  const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
  return records.map((record) => {
    const fields = fieldsOf(record);
    return { fields, speaker: speakerOf(fields) || speaker };
  });
}

/** Services write the same names as `start_time`, `startTime` and `StartTime`. */
function fieldsOf(record: Record<string, unknown>): Fields {
  const fields = new Map<string, unknown>();
  for (const [written, value] of Object.entries(record)) {
    const name = written.toLowerCase().replace(/[_-]/g, '');
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

const startMsKeys = ['startms', 'tstartms', 'starttimems'];
const endMsKeys = ['endms', 'endtimems'];
const durationMsKeys = ['ddurationms', 'durationms'];
// Seconds, unless `isInMilliseconds`.
const startKeys = ['from', 'start', 'starttime', 'begin', 'begintime'];
const endKeys = ['to', 'end', 'endtime'];
const durationKeys = ['duration', 'dur'];
const textKeys = ['text', 'body', 'content', 'punctuatedword', 'word', 'utf8', 'caption', 'transcript', 'finalsentence'];
const speakerKeys = ['speaker', 'spk', 'speakerid', 'speakerlabel'];

/** Whole numbers whose median length is above this are milliseconds. Other lists may hold chapters, which are minutes long. */
const longestSeconds = { words: 10, utterances: 100, others: 1000 };
/** Real speech has more characters per second; milliseconds read as seconds give far fewer. */
const fewestCharsPerSecond = 0.5;

function isInMilliseconds(key: string, lists: readonly TimedList[]): boolean {
  const lengths: number[] = [];
  let total = 0;
  let chars = 0;
  for (const item of lists.flatMap(({ items }) => items)) {
    const fields = isRecord(item) ? fieldsOf(item) : null;
    const start = fields && wholeIn(fields, startKeys);
    if (!fields || start === null) return false;
    const end = wholeIn(fields, endKeys);
    const length = end === null ? wholeIn(fields, durationKeys) : end - start;
    if (length === null) return false;
    lengths.push(length);
    total += length;
    chars += textIn(fields)?.length ?? 0;
  }
  const middle = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
  const longest = key === 'words' || key === 'utterances' ? longestSeconds[key] : longestSeconds.others;
  return middle > longest && chars < total * fewestCharsPerSecond;
}

/** Null as soon as one of them is no whole number. */
function wholeIn(fields: Fields, keys: readonly string[]): number | null {
  const value = keys.map((key) => fields.get(key)).find((one) => one !== undefined);
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

function textIn(fields: Fields): string | undefined {
  return textKeys.map((key) => fields.get(key)).find((value) => typeof value === 'string');
}

/** Recognisers number speakers, some from 0. */
function speakerOf(fields: Fields): string {
  for (const key of speakerKeys) {
    const value = fields.get(key);
    const name = typeof value === 'string' ? value.trim() : '';
    if (name !== '') return name;
    if (typeof value === 'number' && Number.isInteger(value)) return String(value);
  }
  return '';
}

function readLists(lists: readonly TimedList[], inMilliseconds: boolean): RawCue[] | null {
  const unit = inMilliseconds ? 1 : 1000;
  const list = new CueList();
  for (const { items, speaker } of lists) {
    for (const item of items) {
      if (!isRecord(item)) continue;
      const fields = fieldsOf(item);
      const text = textIn(fields);
      // whisper.cpp: milliseconds in `offsets: {from, to}`.
      const written = fields.get('offsets');
      const offsets = isRecord(written) ? fieldsOf(written) : null;
      const startMs = offsets
        ? timeOf(offsets, ['from'], 1)
        : (timeOf(fields, startMsKeys, 1) ?? timeOf(fields, startKeys, unit));
      if (text === undefined || startMs === null) continue;
      const durationMs = timeOf(fields, durationMsKeys, 1) ?? timeOf(fields, durationKeys, unit);
      const endMs = offsets
        ? timeOf(offsets, ['to'], 1)
        : (timeOf(fields, endMsKeys, 1) ?? timeOf(fields, endKeys, unit) ?? (durationMs === null ? null : startMs + durationMs));
      const plain = tidyLines(text.replace(/\r\n?/g, '\n'));
      if (plain !== '') list.add(startMs, endMs, plain, speakerOf(fields) || speaker || undefined);
    }
  }
  if (list.cues.length === 0) return null;
  const [first] = list.cues;
  // One number on every cue tells nothing: some services write it even for a single speaker.
  if (/^\d+$/.test(first?.speaker ?? '') && list.cues.every(({ speaker }) => speaker === first?.speaker))
    return list.cues.map(({ speaker: _number, ...cue }) => cue);
  return list.cues;
}

function timeOf(fields: Fields, keys: readonly string[], unit: number): number | null {
  for (const key of keys) {
    const value = fields.get(key);
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
