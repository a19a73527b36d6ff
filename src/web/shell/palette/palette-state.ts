import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const palette = createStore<{ open: boolean }>()(() => ({ open: false }));

export function showPalette(open: boolean): void {
  palette.setState({ open });
}

export function usePaletteOpen(): boolean {
  return useStore(palette, ({ open }) => open);
}

export const loadPalette = () => import('./palette.tsx');

/** When the pointer or the focus is near; a failed load is repeated by the press. */
export function preloadPalette(): void {
  void loadPalette().catch(() => undefined);
}
