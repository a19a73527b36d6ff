import { CueList, linesOf, type RawCue, tidyLines } from '../cues.ts';
import { cutBraces } from '../markup.ts';

const assFields = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

/** ASS and SSA, without comments, drawings and override codes. */
export function parseAss(text: string): RawCue[] {
  const list = new CueList();
  let fields = assFields;
  let inEvents = false;
  for (const raw of linesOf(text)) {
    const line = raw.trim();
    if (/^\[[^\]]{1,60}\]$/.test(line.slice(0, 70))) {
      inEvents = /^\[events\]$/i.test(line);
    } else if (inEvents && /^format\s*:/i.test(line.slice(0, 20))) {
      const names = line
        .slice(line.indexOf(':') + 1, 2000)
        .toLowerCase()
        .split(',');
      if (names.some((name) => name.trim() === 'text')) fields = names.map((name) => name.trim());
    } else if (/^dialogue\s*:/i.test(line.slice(0, 20))) {
      addDialogue(list, line.slice(line.indexOf(':') + 1), fields);
    }
  }
  return list.cues;
}

function addDialogue(list: CueList, line: string, fields: readonly string[]): void {
  const values = new Map<string, string>();
  let from = 0;
  for (const [index, name] of fields.entries()) {
    // Only the last field, the text, may contain commas.
    const comma = index === fields.length - 1 ? -1 : line.indexOf(',', from);
    values.set(name, (comma < 0 ? line.slice(from) : line.slice(from, comma)).trim());
    if (comma < 0) break;
    from = comma + 1;
  }
  const startMs = assTimeMs(values.get('start') ?? '');
  const endMs = assTimeMs(values.get('end') ?? '');
  const plain = assText(values.get('text') ?? '');
  if (startMs === null || plain === '') return;
  list.add(startMs, endMs, plain, values.get('name') || values.get('actor') || undefined);
}

/** `h:mm:ss.cc`, also with three digits or a colon. */
function assTimeMs(stamp: string): number | null {
  const found = /^(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?$/.exec(stamp.slice(0, 40));
  if (!found) return null;
  const [, hours, minutes, seconds, fraction] = found;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + (fraction ? Math.round(Number(`0.${fraction}`) * 1000) : 0);
}

function assText(text: string): string {
  const withoutDrawings = /\\p[1-9]/.test(text) ? cutDrawings(text) : text;
  const plain = cutBraces(withoutDrawings, () => true);
  return tidyLines(plain.replace(/\\[Nn]/g, '\n').replace(/\\h/g, ' '));
}

function cutDrawings(text: string): string {
  let drawing = false;
  const kept: string[] = [];
  for (const part of text.split(/(\{[^{}]*\})/)) {
    if (part.startsWith('{')) {
      const scale = part.match(/\\p(\d+)/g)?.at(-1);
      if (scale) drawing = !/\\p0+$/.test(scale);
    } else if (!drawing) {
      kept.push(part);
    }
  }
  return kept.join('');
}
