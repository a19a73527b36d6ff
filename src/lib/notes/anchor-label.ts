import type { NoteAnchor } from '../markdown/anchors.ts';
import { formatClock } from '../time.ts';

/** The label as notes show it: `12:34`, `¶12` or `p.12`. */
export function anchorLabelOf({ anchor, page }: { anchor: NoteAnchor | null; page?: number }): string | null {
  if (anchor === null) return null;
  if (anchor.kind === 'time') return formatClock(anchor.ms);
  return page === undefined ? `¶${anchor.id + 1}` : `p.${page}`;
}
