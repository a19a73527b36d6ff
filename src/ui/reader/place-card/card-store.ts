import { createStore, type StoreApi } from 'zustand/vanilla';

/** How a card was opened; a held card stays when the mouse leaves. */
export type OpenCard = { id: string; by: 'mouse' | 'keys' | 'touch'; held: boolean };

export type CardStore = {
  state: StoreApi<{ open: OpenCard | null }>;
  /** The mouse is over the reference or its card. */
  enter: (id: string) => void;
  leave: () => void;
  open: (id: string, by: 'keys' | 'touch') => void;
  hold: (id: string) => void;
  close: (id: string) => void;
};

/** A mouse that only passes by opens nothing. */
export const openAfterMs = 40;
/** Time to move the mouse from the reference into the card, which may stand above a few lines of the statement. */
export const closeAfterMs = 260;

export function createCardStore(): CardStore {
  const state = createStore<{ open: OpenCard | null }>()(() => ({ open: null }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(open: OpenCard | null): void {
    clearTimeout(timer);
    state.setState({ open });
  }

  return {
    state,
    enter(id) {
      clearTimeout(timer);
      const { open } = state.getState();
      if (open?.id !== id && open?.held !== true) timer = setTimeout(() => show({ id, by: 'mouse', held: false }), openAfterMs);
    },
    leave() {
      clearTimeout(timer);
      const { open } = state.getState();
      if (open?.by === 'mouse' && !open.held) timer = setTimeout(() => show(null), closeAfterMs);
    },
    open: (id, by) => show({ id, by, held: by === 'touch' }),
    hold(id) {
      const { open } = state.getState();
      if (open?.id === id) show({ ...open, held: true });
    },
    close(id) {
      if (state.getState().open?.id === id) show(null);
      else clearTimeout(timer);
    },
  };
}
