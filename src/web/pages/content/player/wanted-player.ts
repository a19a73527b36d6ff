import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const key = 'gleaner.player';
const wantedPlayer = createStore<boolean>()(read);

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

window.addEventListener('storage', () => wantedPlayer.setState(read()));

function choose(wanted: boolean): void {
  try {
    localStorage.setItem(key, wanted ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  wantedPlayer.setState(wanted);
}

/** One choice for all contents on this device. */
export function useWantedPlayer(): [boolean, (wanted: boolean) => void] {
  return [useStore(wantedPlayer), choose];
}
