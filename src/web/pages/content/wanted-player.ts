import { useSyncExternalStore } from 'react';

const key = 'gleaner.player';
const listeners = new Set<() => void>();
/** What was chosen where the browser keeps nothing. */
let unkept: boolean | null = null;

function read(): boolean {
  try {
    return unkept ?? localStorage.getItem(key) !== 'off';
  } catch {
    return unkept ?? true;
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

function choose(wanted: boolean): void {
  try {
    localStorage.setItem(key, wanted ? 'on' : 'off');
    unkept = null;
  } catch {
    unkept = wanted;
  }
  for (const listener of listeners) listener();
}

/** Whether contents stand beside a player; chosen on any of them, it holds for all, on this device. */
export function useWantedPlayer(): [boolean, (wanted: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => true), choose];
}
