import { dragPoint } from './drag-state.ts';

const edgePx = 56;
const mostPx = 14;

/** Pixels of one frame, faster towards the edge; negative: upwards. */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const edge = Math.min(edgePx, (bottom - top) / 4);
  const [above, below] = [top + edge - y, y - (bottom - edge)];
  if (edge <= 0 || (above <= 0 && below <= 0)) return 0;
  return above > below ? -Math.ceil(Math.min(1, above / edge) * mostPx) : Math.ceil(Math.min(1, below / edge) * mostPx);
}

/** While a drag lasts. `onScroll`: something else is under the pointer. */
export function scrollNearEdge(onScroll: () => void): () => void {
  let frame = requestAnimationFrame(step);
  function step(): void {
    const { x, y } = dragPoint.getState();
    const scroller = document.elementFromPoint(x, y)?.closest('[data-drop-scroll]');
    const speed = scroller ? edgeSpeed(y, scroller.getBoundingClientRect()) : 0;
    if (scroller && speed !== 0) {
      const before = scroller.scrollTop;
      scroller.scrollTop += speed;
      if (scroller.scrollTop !== before) onScroll();
    }
    frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
