import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type FitMap, fitView, keepInSight, maxScale, minScale, type Size, type View } from './view-box.ts';

const pressPx = 4;
const wheelZoomPerPx = 0.0018;
const wheelLinePx = 20;

export type MapView = {
  portRef: (element: HTMLDivElement | null) => void;
  mapRef: RefObject<SVGSVGElement | null>;
  ready: boolean;
  scale: number;
  view: () => View;
  port: () => Size;
  move: (next: View, smooth?: boolean) => void;
  zoomBy: (factor: number) => void;
  zoomTo: (scale: number) => void;
  fit: (smooth?: boolean) => void;
};

const pixels = (event: WheelEvent, delta: number) => delta * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? wheelLinePx : 1);

function isSideways(event: WheelEvent): boolean {
  return event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
}

function createBehaviour() {
  return zoom<HTMLDivElement, unknown>()
    .scaleExtent([minScale, maxScale])
    .clickDistance(pressPx)
    .filter((event) => (event.type === 'wheel' ? !isSideways(event) : !event.ctrlKey && !event.button))
    .wheelDelta((event) => -pixels(event, event.deltaY) * wheelZoomPerPx * (event.ctrlKey ? 4 : 1) * Math.LOG2E);
}

const viewOf = ({ x, y, k }: ZoomTransform): View => ({ x, y, scale: k });
const transformOf = ({ x, y, scale }: View): ZoomTransform => zoomIdentity.translate(x, y).scale(scale);
const sizeOf = (port: HTMLElement | null): Size => ({ width: port?.clientWidth ?? 0, height: port?.clientHeight ?? 0 });

function glide(drawing: SVGSVGElement | null, smooth: boolean): void {
  if (drawing) drawing.style.transition = smooth ? 'transform 180ms cubic-bezier(0.2, 0, 0, 1)' : 'none';
}

/** Keeps the middle of the map in place when a panel opens beside it: `onShift` gets the distance to move, in px. */
function useKeptMiddle(port: HTMLElement | null, onShift: (by: Size) => void): void {
  const shift = useEffectEvent(onShift);
  useLayoutEffect(() => {
    if (!port) return;
    let before = sizeOf(port);
    const observer = new ResizeObserver(() => {
      const now = sizeOf(port);
      shift({ width: (now.width - before.width) / 2, height: (now.height - before.height) / 2 });
      before = now;
    });
    observer.observe(port);
    return () => observer.disconnect();
  }, [port]);
}

/** Pan and zoom, written to the transform without rendering, so 500 nodes stay smooth. Only `scale` is state. */
export function useMapView(map: FitMap): MapView {
  const [port, setPort] = useState<HTMLDivElement | null>(null);
  const drawing = useRef<SVGSVGElement | null>(null);
  const [scale, setScale] = useState(1);
  const [behaviour] = useState(createBehaviour);

  useLayoutEffect(() => {
    behaviour.constrain((transform, [[left, top], [right, bottom]]) =>
      transformOf(keepInSight(viewOf(transform), map, { width: right - left, height: bottom - top })),
    );
  }, [behaviour, map]);

  useLayoutEffect(() => {
    if (!port) return;
    const selection = select<HTMLDivElement, unknown>(port);
    behaviour.on('zoom', ({ transform: { x, y, k }, sourceEvent }: D3ZoomEvent<HTMLDivElement, unknown>) => {
      if (sourceEvent) glide(drawing.current, false);
      if (drawing.current) drawing.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
      setScale(k);
    });
    // Runs before d3-zoom, which would let the page scroll at the scale limits.
    selection.on(
      'wheel.pan',
      (event: WheelEvent) => {
        event.preventDefault();
        if (!isSideways(event)) return;
        const by = pixels(event, event.deltaX || event.deltaY);
        glide(drawing.current, false);
        behaviour.translateBy(selection, -by / zoomTransform(port).k, 0);
      },
      { passive: false },
    );
    selection.call(behaviour).on('dblclick.zoom', null);
    return () => void selection.on('wheel.pan', null).on('.zoom', null);
  }, [behaviour, port]);

  useKeptMiddle(port, (by) => {
    const { x, y, scale: k } = current();
    move({ x: x + by.width, y: y + by.height, scale: k });
  });

  const current = (): View => (port ? viewOf(zoomTransform(port)) : { x: 0, y: 0, scale: 1 });

  function move(next: View, smooth = false): void {
    if (!port) return;
    glide(drawing.current, smooth);
    behaviour.transform(select(port), transformOf(keepInSight(next, map, sizeOf(port))));
  }

  return {
    portRef: setPort,
    mapRef: drawing,
    ready: port !== null,
    scale,
    view: current,
    port: () => sizeOf(port),
    move,
    zoomBy(factor) {
      if (!port) return;
      glide(drawing.current, true);
      behaviour.scaleBy(select(port), factor);
    },
    zoomTo(next) {
      if (!port) return;
      glide(drawing.current, true);
      behaviour.scaleTo(select(port), next);
    },
    fit: (smooth = true) => move(fitView(map, sizeOf(port)), smooth),
  };
}
