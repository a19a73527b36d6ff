import type { Segment } from '#engine/domain.ts';
import { formatAnchor } from '#lib/markdown/anchors.ts';
import { citationsOf } from '#lib/markdown/claims.ts';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { linesNear } from '#lib/transcripts/cited-place.ts';

/** The lines around each reference of a note, by its address. */
export function citedLines(markdown: string, segments: readonly Segment[]): Record<string, Segment[]> {
  const anchors = citationsOf(parseMarkdown(markdown)).map(({ anchor }) => anchor);
  return Object.fromEntries(anchors.map((anchor) => [formatAnchor(anchor), linesNear(segments, anchor)]));
}
