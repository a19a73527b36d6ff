import type { SubtitleCue } from '#engine/ports.ts';

/**
 * The cues of a TTML document stored in a packet. Times are clock times (`00:00:01.500`) or offsets (`1.5s`, `1500ms`);
 * documents in frames or ticks are left alone.
 */
export function parseTtml(document: string): SubtitleCue[] {
  const cues: SubtitleCue[] = [];
  for (const match of document.matchAll(/<(?:\w+:)?p\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?p>/g)) {
    const startMs = timeOf(match[1] ?? '', 'begin');
    const endMs = timeOf(match[1] ?? '', 'end');
    const text = plain(match[2] ?? '');
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
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
    )
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
