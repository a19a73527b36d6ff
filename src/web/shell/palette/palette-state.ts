import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const palette = createStore<{ open: boolean; keyword: string }>()(() => ({ open: false, keyword: '' }));

/** `keyword`: what another search did not find is looked for at once. */
export function showPalette(open: boolean, keyword = ''): void {
  palette.setState({ open, keyword });
}

/** Into a field that is not there yet. */
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

/** When the pointer or the focus is near; a failed load is repeated by the press. */
export function preloadPalette(): void {
  void loadPalette().catch(() => undefined);
}
