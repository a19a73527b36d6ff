import type { SubtitleCue } from '#engine/ports.ts';

/**
 * The cues of a TTML document stored in a packet. Times are clock times (`00:00:01.500`) or offsets (`1.5s`, `1500ms`);
 * documents in frames or ticks are left alone.
 */
export function parseTtml(document: string): SubtitleCue[] {
  const cues: SubtitleCue[] = [];
  // What comes before the first paragraph, then by turns the attributes of one and what follows them.
  const parts = document.split(/<(?:\w{1,40}:)?p\b([^<>]*)>/);
  for (let index = 1; index < parts.length; index += 2) {
    const [attributes = '', rest = ''] = parts.slice(index, index + 2);
    const startMs = timeOf(attributes, 'begin');
    const endMs = timeOf(attributes, 'end');
    const end = rest.search(/<\/(?:\w{1,40}:)?p>/);
    const text = plain(rest.slice(0, Math.max(0, end)));
    if (startMs !== null && endMs !== null && endMs > startMs && text !== '') cues.push({ startMs, endMs, text });
  }
  return cues;
}

function timeOf(attributes: string, name: string): number | null {
  const value = attributes.match(new RegExp(`\\b${name}\\s*=\\s*["']([^"']+)["']`))?.[1];
  const clock = value?.match(/^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/);
  if (clock) return Math.round((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000);
  const offset = value?.match(/^(\d+(?:\.\d+)?)(h|m|s|ms)$/);
  if (!offset) return null;
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  return Math.round(Number(offset[1]) * (units[offset[2] ?? ''] ?? 0));
}

function plain(markup: string): string {
  return markup
    .replace(/<(?:\w+:)?br\s*\/?>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
    )
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
