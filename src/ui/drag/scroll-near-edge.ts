import { dragPoint } from './drag-state.ts';

const edgePx = 56;
const mostPx = 14;
const frameMs = 1000 / 60;
/** A longer frame scrolls no further than one of this length. */
const longestFrameMs = 200;
/** The longer the pointer rests at the edge, the faster it scrolls: hundreds of lines pass in seconds. */
const boost = { from: 600, to: 2600, most: 4 };

/** Pixels per sixtieth of a second, faster towards the edge; negative: upwards. */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const edge = Math.min(edgePx, (bottom - top) / 4);
  const [above, below] = [top + edge - y, y - (bottom - edge)];
  if (edge <= 0 || (above <= 0 && below <= 0)) return 0;
  return above > below ? -Math.ceil(Math.min(1, above / edge) * mostPx) : Math.ceil(Math.min(1, below / edge) * mostPx);
}

/** Pixels to scroll in a frame of `frame` ms, after `restedMs` at the edge. */
export function scrollStep(speed: number, frame: number, restedMs: number): number {
  const part = Math.min(1, Math.max(0, (restedMs - boost.from) / (boost.to - boost.from)));
  return Math.round(((speed * Math.min(longestFrameMs, frame)) / frameMs) * (1 + part * (boost.most - 1)));
}

/** Scrolls for as long as a drag lasts. `onScroll`: another place is now under the pointer. */
export function scrollNearEdge(onScroll: () => void): () => void {
  let last = performance.now();
  let direction = 0;
  let since = last;
  let frame = requestAnimationFrame(step);
  function step(now: number): void {
    const { x, y } = dragPoint.getState();
    const scroller = document.elementFromPoint(x, y)?.closest('[data-drop-scroll]');
    const speed = scroller ? edgeSpeed(y, scroller.getBoundingClientRect()) : 0;
    if (Math.sign(speed) !== direction) {
      direction = Math.sign(speed);
      since = now;
    }
    if (scroller && speed !== 0) {
      const before = scroller.scrollTop;
      scroller.scrollTop += scrollStep(speed, now - last, now - since);
      if (scroller.scrollTop !== before) onScroll();
    }
    last = now;
    frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
