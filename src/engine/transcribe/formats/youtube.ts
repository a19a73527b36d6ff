import { readXml, type XmlAttributes } from '#lib/read-xml.ts';
import { CueList, type RawCue, tidyLines } from '../cues.ts';
import { plainCueText } from '../markup.ts';

type Event = { startMs: number; endMs: number | null; text: string; append: boolean; window: string };

/** `json3` events. Rolling automatic captions overlap, and `aAppend` events only move the line; both are undone. */
export function parseJson3(events: readonly unknown[]): RawCue[] {
  const found: Event[] = [];
  for (const event of events) {
    if (!isRecord(event) || !Array.isArray(event.segs)) continue;
    const text = event.segs.map((seg: unknown) => (isRecord(seg) && typeof seg.utf8 === 'string' ? seg.utf8 : '')).join('');
    const startMs = numberOf(event.tStartMs);
    const duration = numberOf(event.dDurationMs);
    if (startMs === null) continue;
    found.push({
      startMs,
      endMs: duration === null ? null : startMs + duration,
      text,
      append: event.aAppend === 1 || event.aAppend === true,
      window: String(numberOf(event.wWinId) ?? ''),
    });
  }
  return eventsToCues(found);
}

/** `<transcript><text start dur>` in seconds; `<timedtext><text t d>` and `<p t d><s t>` in milliseconds. */
export function parseYoutubeXml(xml: string): RawCue[] {
  const found: Event[] = [];
  let current: { event: Event; parts: string[] } | null = null;

  function open(name: string, attributes: XmlAttributes): void {
    if (name === 'br') current?.parts.push('\n');
    if (name !== 'text' && name !== 'p') return;
    finish();
    const inSeconds = attributes.has('start');
    const start = numberOf(attributes.get(inSeconds ? 'start' : 't'));
    const duration = numberOf(attributes.get(inSeconds ? 'dur' : 'd'));
    if (start === null) return;
    const unit = inSeconds ? 1000 : 1;
    const event: Event = {
      startMs: start * unit,
      endMs: duration === null ? null : (start + duration) * unit,
      text: '',
      append: attributes.get('a') === '1' || attributes.get('append') === '1',
      window: attributes.get('w') ?? '',
    };
    current = { event, parts: [] };
  }

  function finish(): void {
    // The text is escaped HTML, with ampersands escaped twice.
    if (current) found.push({ ...current.event, text: plainCueText(current.parts.join('')) });
    current = null;
  }

  readXml(xml, 'local', {
    open,
    close: (name) => {
      if (name === 'text' || name === 'p') finish();
    },
    text: (text) => {
      current?.parts.push(text);
    },
  });
  finish();
  return eventsToCues(found);
}

function eventsToCues(events: Event[]): RawCue[] {
  const list = new CueList();
  const rolling = events.some((event) => event.append);
  const sorted = [...events].sort((a, b) => a.startMs - b.startMs);
  let previous: { cue: RawCue; window: string } | null = null;
  for (const event of sorted) {
    const text = tidyLines(event.text.replaceAll('\u200b', ''));
    if (text === '') continue;
    if (rolling && previous && previous.window === event.window && (previous.cue.endMs ?? 0) > event.startMs) {
      previous.cue.endMs = event.startMs;
    }
    list.add(event.startMs, event.endMs, text);
    const cue = list.cues.at(-1);
    previous = cue ? { cue, window: event.window } : previous;
  }
  return list.cues;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
