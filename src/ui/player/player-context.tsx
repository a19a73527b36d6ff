import { createContext, type ReactNode, use, useState } from 'react';
import { useStore } from 'zustand/react';
import { createPlayerStore, type PlayerControls, type PlayerSnapshot, type PlayerStore } from '#ui/player/player-store.ts';

const PlayerContext = createContext<PlayerStore | null>(null);

export function PlayerProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPlayerStore);
  return <PlayerContext value={store}>{children}</PlayerContext>;
}

export function usePlayerStore(): PlayerStore {
  const store = use(PlayerContext);
  if (store === null) throw new Error('PlayerProvider is missing');
  return store;
}

export function usePlayer(): PlayerControls {
  return usePlayerStore();
}

/** `select` must return a primitive: it decides when the component renders again. */
export function usePlayerState<T extends string | number | boolean | null>(select: (snapshot: PlayerSnapshot) => T): T {
  return useStore(usePlayerStore().state, select);
}
