import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { type Theme, themes } from '#lib/themes.ts';

const storageKey = 'gleaner.theme';
const darkQuery = '(prefers-color-scheme: dark)';

/** `system` until chosen. `public/boot.js` reads the same key before the first paint. */
const chosenTheme = createStore<Theme>()(readTheme);

function readTheme(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  chosenTheme.setState(theme);
}

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && window.matchMedia(darkQuery).matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/** Also follows a choice made in another tab. */
export function startTheme(): void {
  apply(chosenTheme.getState());
  chosenTheme.subscribe(apply);
  window.matchMedia(darkQuery).addEventListener('change', () => apply(chosenTheme.getState()));
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) chosenTheme.setState(readTheme());
  });
}

export function useTheme(): Theme {
  return useStore(chosenTheme);
}
