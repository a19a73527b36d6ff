import { useEffect } from 'react';
import type { Dragged, DropPlace, Point } from './drag-state.ts';

type Source = { id: string; title: string; chosen?: boolean };

/** Attributes of an element that can be dragged. `chosen`: everything that is chosen is dragged along. */
export function dragSource({ id, title, chosen = false }: Source) {
  return { 'data-drag': id, 'data-drag-title': title, 'data-drag-chosen': chosen ? '' : undefined };
}

export const dragKey = 'Space';

export const dragFrom = (id: string) => ({ 'data-drag-from': id });

export const dropTarget = ({ id, name }: DropPlace) => ({ 'data-drop': id, 'data-drop-name': name });

/** Attribute of an element that scrolls when the pointer comes near its edge. */
export const dropScroll = { 'data-drop-scroll': '' };

let chosen: readonly string[] = [];

/** Sets the ids that are dragged together with a chosen record. */
export function useDragTogether(ids: readonly string[]): void {
  useEffect(() => {
    chosen = ids;
    return () => {
      chosen = [];
    };
  }, [ids]);
}

export function sourceOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-drag]') : null;
}

export function readSource(source: HTMLElement, by: Dragged['by']): Dragged {
  const { drag: id = '', dragTitle: title = '', dragChosen } = source.dataset;
  const ids = dragChosen !== undefined && chosen.includes(id) ? chosen : [id];
  return { ids, title, from: source.closest<HTMLElement>('[data-drag-from]')?.dataset.dragFrom ?? null, by };
}

/** Marks the dragged records in the list that they come from. Returns a function that removes the marks. */
export function markSources(source: HTMLElement, ids: readonly string[]): () => void {
  const wanted = new Set(ids);
  const list = source.closest('main, aside, [role=dialog]') ?? document;
  const sources = [...list.querySelectorAll<HTMLElement>('[data-drag]')].filter(({ dataset }) => wanted.has(dataset.drag ?? ''));
  for (const { dataset } of sources) dataset.dragging = '';
  return () => {
    for (const { dataset } of sources) delete dataset.dragging;
  };
}

function placeOf(element: HTMLElement): DropPlace {
  return { id: element.dataset.drop ?? '', name: element.dataset.dropName ?? '' };
}

export function placeAt({ x, y }: Point): DropPlace | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return element ? placeOf(element) : null;
}

/** The drop places that are rendered, from top to bottom, each once. */
export function shownPlaces(): { place: DropPlace; element: HTMLElement }[] {
  const shown = new Map<string, { place: DropPlace; element: HTMLElement }>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-drop]')) {
    const place = placeOf(element);
    if (element.getClientRects().length > 0 && !shown.has(place.id)) shown.set(place.id, { place, element });
  }
  return [...shown.values()];
}
