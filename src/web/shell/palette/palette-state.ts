import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const palette = createStore<{ open: boolean; keyword: string }>()(() => ({ open: false, keyword: '' }));

/** `keyword`: a search that found nothing elsewhere, which begins at once. */
export function showPalette(open: boolean, keyword = ''): void {
  palette.setState({ open, keyword });
}

/** For keys pressed before the palette's field is loaded. */
export function typeAhead(change: (keyword: string) => string): void {
  palette.setState(({ keyword }) => ({ keyword: change(keyword) }));
}

export function firstKeyword(): string {
  return palette.getState().keyword;
}

export function usePaletteOpen(): boolean {
  return useStore(palette, ({ open }) => open);
}

export const loadPalette = () => import('./palette.tsx');

/** Called when the pointer or the focus is near; a press repeats a failed load. */
export function preloadPalette(): void {
  void loadPalette().catch(() => undefined);
}
