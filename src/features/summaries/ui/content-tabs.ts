/** The tabs of a content page, as the address names them. */
export const contentTabs = ['outline', 'mindmap', 'subtitle', 'article'] as const;
export type ContentTab = (typeof contentTabs)[number];

/** An unknown or missing name is the summary. */
export function tabOf(value: unknown): ContentTab {
  return contentTabs.find((tab) => tab === value) ?? 'outline';
}
