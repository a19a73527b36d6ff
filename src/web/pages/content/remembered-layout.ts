/** Kept for the session, so that a reload shows the right skeleton. */
export type ContentLayout = 'video' | 'audio' | 'document' | 'none';

const prefix = 'gleaner.layout.';

export function rememberLayout(contentId: string, layout: ContentLayout): void {
  try {
    sessionStorage.setItem(prefix + contentId, layout);
  } catch {
    // Storage is full or refused.
  }
}

export function rememberedLayout(contentId: string): ContentLayout {
  try {
    const kept = sessionStorage.getItem(prefix + contentId);
    return kept === 'video' || kept === 'audio' || kept === 'document' ? kept : 'none';
  } catch {
    return 'none';
  }
}
