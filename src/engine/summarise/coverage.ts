import type { Coverage, Outline, Segment } from '../model.ts';

const SLICES = 50;

/**
 * Which share of the source the note rests on. The source is cut into 50 equal slices, of time where there is a
 * timeline and of text length otherwise. A slice counts 1 when a point refers into it, 0.5 when a section merely
 * spans it, 0 when nothing does. `share` is their mean.
 */
export function measureCoverage(outline: Outline, segments: readonly Segment[], durationMs: number | null): Coverage {
  const spans = spansOf(segments);
  const lastEnd = spans.at(-1)?.[1] ?? 0;
  const total = segments[0]?.startMs == null ? lastEnd : Math.max(lastEnd, durationMs ?? 0);
  if (total <= 0) return { share: 0, slices: [] };
  const slices = new Array<number>(SLICES).fill(0);
  const mark = (segmentId: number, value: number) => {
    const span = spans[segmentId];
    if (!span) return;
    const first = Math.min(SLICES - 1, Math.floor((span[0] / total) * SLICES));
    const last = Math.min(SLICES - 1, Math.max(first, Math.ceil((span[1] / total) * SLICES) - 1));
    for (let slice = first; slice <= last; slice++) slices[slice] = Math.max(slices[slice] ?? 0, value);
  };
  for (const chapter of outline.chapters) {
    for (const id of chapter.segmentIds) mark(id, 0.5);
    for (const point of chapter.points) {
      for (const id of point.segmentIds) mark(id, 1);
      for (const detail of point.details ?? []) for (const id of detail.segmentIds) mark(id, 1);
    }
  }
  const share = slices.reduce((sum, value) => sum + value, 0) / SLICES;
  return { share, slices };
}

/** Start and end of each segment on one axis: milliseconds, or characters of text before it. */
function spansOf(segments: readonly Segment[]): [number, number][] {
  let length = 0;
  return segments.map((segment) => {
    if (segment.startMs !== null) return [segment.startMs, Math.max(segment.startMs, segment.endMs ?? segment.startMs)];
    const start = length;
    length += Math.max(1, segment.text.length);
    return [start, length];
  });
}
