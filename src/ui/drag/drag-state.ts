import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

export type Dragged = {
  ids: readonly string[];
  title: string;
  /** The list that the records leave. */
  from: string | null;
  by: 'mouse' | 'touch' | 'keys';
};

export type DropPlace = { id: string; name: string };
export type Point = { x: number; y: number };

type DragState = {
  dragged: Dragged | null;
  over: DropPlace | null;
  /** The last drag that ended; `place` is null when it was cancelled. */
  ended: { dragged: Dragged; place: DropPlace | null } | null;
};

export const dragState = createStore<DragState>()(() => ({ dragged: null, over: null, ended: null }));

/** Outside of the drag state, so that moving the pointer renders nothing. */
export const dragPoint = createStore<Point>()(() => ({ x: 0, y: 0 }));

export function useDragged(): Dragged | null {
  return useStore(dragState, ({ dragged }) => dragged);
}

export function useIsDragging(): boolean {
  return useStore(dragState, ({ dragged }) => dragged !== null);
}

export function useIsOver(id: string): boolean {
  return useStore(dragState, ({ over }) => over?.id === id);
}
