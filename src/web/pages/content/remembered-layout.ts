import { useEffect } from 'react';

/** Kept for the session, so that a reload shows the right skeleton. */
export type ContentLayout = 'video' | 'audio' | 'document' | 'none';

const prefix = 'gleaner.layout.';

export function useRememberedLayout(contentId: string, layout: ContentLayout): void {
  useEffect(() => {
    try {
      sessionStorage.setItem(prefix + contentId, layout);
    } catch {
      // Storage is full or refused.
    }
  }, [contentId, layout]);
}

export function rememberedLayout(contentId: string): ContentLayout {
  try {
    const kept = sessionStorage.getItem(prefix + contentId);
    return kept === 'video' || kept === 'audio' || kept === 'document' ? kept : 'none';
  } catch {
    return 'none';
  }
}
