/** Whether a content stands beside a player, kept for the session: a reload shows its skeleton where the page will be. */
export type ContentLayout = 'video' | 'audio' | 'none';

const prefix = 'gleaner.layout.';

export function rememberLayout(contentId: string, layout: ContentLayout): void {
  try {
    sessionStorage.setItem(prefix + contentId, layout);
  } catch {
    // Storage is full or refused: the next skeleton is the plain one.
  }
}

export function rememberedLayout(contentId: string): ContentLayout {
  try {
    const kept = sessionStorage.getItem(prefix + contentId);
    return kept === 'video' || kept === 'audio' ? kept : 'none';
  } catch {
    return 'none';
  }
}
