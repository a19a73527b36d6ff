import type { ContentOverview } from '#features/contents/contract.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** Names in the address. */
export const contentTabs = ['outline', 'mindmap', 'subtitle', 'article', 'pdf'] as const;

/** `highlights` and `custom-<promptId>` are panels of other features. */
export type ContentTab = (typeof contentTabs)[number] | 'highlights' | `custom-${string}`;

type TabsOf = Pick<
  ContentOverview,
  'kind' | 'pdf' | 'timed' | 'hasText' | 'media' | 'embed' | 'ownWords' | 'rejectedTracks' | 'note'
>;

/** Those that have something to show, or may have while the note is written. */
export function tabsFor(detail: TabsOf, running: boolean): (typeof contentTabs)[number][] {
  const { kind, pdf, timed, hasText, media, embed, note } = detail;
  const isText = kind === 'page' || kind === 'document';
  const heard = media !== null || embed !== null || kind === 'video' || kind === 'audio';
  const has: Record<(typeof contentTabs)[number], boolean> = {
    outline: true,
    mindmap: running || note !== null,
    subtitle: timed || heard || detail.ownWords || detail.rejectedTracks.length > 0 || (running && !isText && !hasText),
    article: running || timed || hasText,
    pdf: pdf !== null,
  };
  return contentTabs.filter((tab) => has[tab]);
}

/** The tab with the source itself, which may stand beside the note instead; null for what is heard. */
export function documentOf(detail: Pick<TabsOf, 'kind' | 'pdf' | 'hasText'>): 'pdf' | 'article' | null {
  if (detail.pdf !== null) return 'pdf';
  return detail.hasText && (detail.kind === 'document' || detail.kind === 'page') ? 'article' : null;
}

/** An unknown or missing name is the summary. */
export function tabOf(value: unknown): ContentTab {
  if (typeof value !== 'string') return 'outline';
  if (value === 'highlights' || isCustom(value)) return value;
  return contentTabs.find((tab) => tab === value) ?? 'outline';
}

/** Where a place of a content without a player is shown. */
export function tabOfAnchor(anchor: NoteAnchor, hasPdf: boolean): ContentTab {
  return anchor.kind === 'time' ? 'subtitle' : hasPdf ? 'pdf' : 'article';
}

function isCustom(value: string): value is `custom-${string}` {
  return /^custom-[\w-]{1,64}$/.test(value);
}
