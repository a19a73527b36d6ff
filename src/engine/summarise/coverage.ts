import { formatAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import type { Coverage, Outline, Segment } from '../domain.ts';

const SLICES = 50;

type Cites = Pick<Outline, 'abstract' | 'chapters'>;

/** 50 slices of time or text length: 1 where a point cites the slice, 0.5 where a section only spans it. `share` is the mean. */
export function measureCoverage(outline: Cites, segments: readonly Segment[], durationMs: number | null): Coverage {
  return measure(citedBy(outline), segments, durationMs);
}

/** For an edited note: a point counts while its anchor is in the text, and an added anchor counts for its segment. */
export function coverageOfText(
  markdown: string,
  outline: Cites | null,
  segments: readonly Segment[],
  durationMs: number | null,
): Coverage {
  const places = new Set(
    [...markdown.matchAll(/\]\((#[tp][^)\s]{1,20})\)/g)].flatMap(([, href = '']) => {
      const anchor = parseAnchor(href);
      return anchor ? [formatAnchor(anchor)] : [];
    }),
  );
  const own = new Set(places);
  const isThere = (first: number | undefined): boolean => {
    const segment = first === undefined ? undefined : segments[first];
    const place = segment && placeOf(segment);
    if (place !== undefined) own.delete(place);
    return place !== undefined && places.has(place);
  };
  const kept = citedBy(outline).filter(({ ids: [first] }) => isThere(first));
  // The abstract repeats the sections, so its anchors do not count as added.
  for (const { segmentIds } of outline?.abstract ?? []) isThere(segmentIds[0]);
  const added = [...own].flatMap((place) => {
    const id = segmentAt(segments, place);
    return id < 0 ? [] : [{ ids: [id], value: 1 }];
  });
  return measure([...kept, ...added], segments, durationMs);
}

type Cited = { ids: readonly number[]; value: number };

function citedBy(outline: Cites | null): Cited[] {
  return (outline?.chapters ?? []).flatMap(({ segmentIds, points }) => [
    { ids: segmentIds, value: 0.5 },
    ...points.flatMap((point) => [point, ...(point.details ?? [])]).map(({ segmentIds: ids }) => ({ ids, value: 1 })),
  ]);
}

function placeOf({ id, startMs }: Segment): string {
  return formatAnchor(startMs === null ? { kind: 'paragraph', id } : { kind: 'time', ms: Math.ceil(startMs) });
}

function segmentAt(segments: readonly Segment[], place: string): number {
  const anchor = parseAnchor(place);
  if (anchor?.kind === 'paragraph') return anchor.id < segments.length ? anchor.id : -1;
  return anchor ? segments.findLastIndex(({ startMs }) => startMs !== null && startMs <= anchor.ms) : -1;
}

function measure(cited: readonly Cited[], segments: readonly Segment[], durationMs: number | null): Coverage {
  const spans = spansOf(segments);
  const lastEnd = spans.at(-1)?.[1] ?? 0;
  const total = segments[0]?.startMs == null ? lastEnd : Math.max(lastEnd, durationMs ?? 0);
  if (total <= 0) return { share: 0, slices: [] };
  const slices = new Array<number>(SLICES).fill(0);
  for (const { ids, value } of cited)
    for (const id of ids) {
      const span = spans[id];
      if (!span) continue;
      const first = Math.min(SLICES - 1, Math.floor((span[0] / total) * SLICES));
      const last = Math.min(SLICES - 1, Math.max(first, Math.ceil((span[1] / total) * SLICES) - 1));
      for (let slice = first; slice <= last; slice++) slices[slice] = Math.max(slices[slice] ?? 0, value);
    }
  const share = slices.reduce((sum, value) => sum + value, 0) / SLICES;
  return { share, slices };
}

/** Spans in milliseconds, or in characters where there are no times. */
function spansOf(segments: readonly Segment[]): [number, number][] {
  let length = 0;
  return segments.map((segment) => {
    if (segment.startMs !== null) return [segment.startMs, Math.max(segment.startMs, segment.endMs ?? segment.startMs)];
    const start = length;
    length += Math.max(1, segment.text.length);
    return [start, length];
  });
}
