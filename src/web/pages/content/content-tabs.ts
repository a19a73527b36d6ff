import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** Names in the address. */
export const contentTabs = ['outline', 'mindmap', 'subtitle', 'article', 'pdf'] as const;

/** `highlights` and `custom-<promptId>` are panels of other features. */
export type ContentTab = (typeof contentTabs)[number] | 'highlights' | `custom-${string}`;

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
