import { dragPoint } from './drag-state.ts';

const edgePx = 56;
const mostPx = 14;
const frameMs = 1000 / 60;
/** What was not drawn for longer is not made up for. */
const longestFrameMs = 200;
/** By resting at the edge it gets so much faster: hundreds of lines are passed in seconds. */
const boost = { from: 600, to: 2600, most: 4 };

/** Pixels of a sixtieth of a second, faster towards the edge; negative: upwards. */
export function edgeSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const edge = Math.min(edgePx, (bottom - top) / 4);
  const [above, below] = [top + edge - y, y - (bottom - edge)];
  if (edge <= 0 || (above <= 0 && below <= 0)) return 0;
  return above > below ? -Math.ceil(Math.min(1, above / edge) * mostPx) : Math.ceil(Math.min(1, below / edge) * mostPx);
}

/** Pixels of a frame that took so long, after resting at the edge for so long. */
export function scrollStep(speed: number, frame: number, restedMs: number): number {
  const part = Math.min(1, Math.max(0, (restedMs - boost.from) / (boost.to - boost.from)));
  return Math.round(((speed * Math.min(longestFrameMs, frame)) / frameMs) * (1 + part * (boost.most - 1)));
}

/** While a drag lasts. `onScroll`: something else is under the pointer. */
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
