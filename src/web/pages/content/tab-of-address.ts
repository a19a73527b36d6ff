import type { ContentOverview } from '#features/contents/contract.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** The name of a tab in an address: those of features, `outline`, `pdf`, `highlights` and `custom-<promptId>`. The page shows the note for others. */
export function tabOf(value: unknown): string {
  return typeof value === 'string' && /^[\w-]{1,71}$/.test(value) ? value : 'outline';
}

/** The tab with the source itself, which may be shown beside the note instead; null for media. */
export function documentOf({ pdf, hasText, kind }: Pick<ContentOverview, 'kind' | 'pdf' | 'hasText'>): 'pdf' | 'article' | null {
  if (pdf !== null) return 'pdf';
  return hasText && (kind === 'document' || kind === 'page') ? 'article' : null;
}

/** The tab that shows a place of a content without a player. */
export function tabOfAnchor(anchor: NoteAnchor, hasPdf: boolean): 'subtitle' | 'pdf' | 'article' {
  return anchor.kind === 'time' ? 'subtitle' : hasPdf ? 'pdf' : 'article';
}
