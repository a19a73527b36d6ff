import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { clampScale, fitView, keepInSight, type Size, type View, zoomAt } from './view-box.ts';

const dragThresholdPx = 4;
const wheelZoomPerPx = 0.0018;

export type MapView = {
  /** For the element that clips the map. */
  portRef: (element: HTMLDivElement | null) => void;
  /** For the drawing that moves. */
  mapRef: (element: SVGSVGElement | null) => void;
  /** Has the element that clips the map been mounted? */
  ready: boolean;
  scale: number;
  view: () => View;
  port: () => Size;
  move: (next: View, smooth?: boolean) => void;
  zoomBy: (factor: number) => void;
  zoomTo: (scale: number) => void;
  fit: () => void;
};

type Point = { x: number; y: number };

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * Pan and zoom of the map by pointer, pinch and wheel. The view is written straight to the drawing's transform, without
 * rendering: 500 nodes stay smooth. `scale` alone is state, for the toolbar.
 */
export function useMapView(map: Size): MapView {
  const [port, setPort] = useState<HTMLDivElement | null>(null);
  const drawing = useRef<SVGSVGElement | null>(null);
  const current = useRef<View>({ x: 0, y: 0, scale: 1 });
  const size = useRef(map);
  size.current = map;
  const [scale, setScale] = useState(1);

  const portSize = useCallback((): Size => ({ width: port?.clientWidth ?? 0, height: port?.clientHeight ?? 0 }), [port]);

  const move = useCallback(
    (next: View, smooth = false): void => {
      const kept = keepInSight(next, size.current, portSize());
      current.current = kept;
      const element = drawing.current;
      if (element) {
        element.style.transition = smooth ? 'transform 180ms cubic-bezier(0.2, 0, 0, 1)' : 'none';
        element.style.transform = `translate(${kept.x}px, ${kept.y}px) scale(${kept.scale})`;
      }
      setScale(kept.scale);
    },
    [portSize],
  );

  useEffect(() => {
    if (!port) return;
    const pointers = new Map<number, Point>();
    let start: { at: Point; view: View; spread: number } | null = null;
    let dragging = false;

    function at(event: { clientX: number; clientY: number }): Point {
      const box = port?.getBoundingClientRect();
      return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    }
    function gesture(): { at: Point; spread: number } {
      const [a, b] = [...pointers.values()];
      if (a && b) return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, spread: distance(a, b) };
      return { at: a ?? { x: 0, y: 0 }, spread: 0 };
    }
    function restart(): void {
      start = pointers.size > 0 ? { ...gesture(), view: current.current } : null;
    }
    function handleDown(event: PointerEvent): void {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      pointers.set(event.pointerId, at(event));
      dragging = pointers.size > 1;
      restart();
    }
    function handleMove(event: PointerEvent): void {
      if (!pointers.has(event.pointerId) || !start) return;
      pointers.set(event.pointerId, at(event));
      const now = gesture();
      if (!dragging && distance(now.at, start.at) < dragThresholdPx) return;
      if (!dragging) restart();
      dragging = true;
      // Captured only once it is a drag: a captured pointer would take the click away from the node under it.
      if (port && !port.hasPointerCapture(event.pointerId)) port.setPointerCapture(event.pointerId);
      const zoom = start.spread > 0 && now.spread > 0 ? now.spread / start.spread : 1;
      const zoomed = zoomAt(start.view, start.view.scale * zoom, start.at);
      move({ ...zoomed, x: zoomed.x + now.at.x - start.at.x, y: zoomed.y + now.at.y - start.at.y });
    }
    function handleUp(event: PointerEvent): void {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) dragging = false;
      restart();
    }
    function handleWheel(event: WheelEvent): void {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      const { scale: from } = current.current;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = (event.deltaX || event.deltaY) * unit;
        move({ ...current.current, x: current.current.x - by });
        return;
      }
      const factor = Math.exp(-event.deltaY * unit * (event.ctrlKey ? wheelZoomPerPx * 4 : wheelZoomPerPx));
      move(zoomAt(current.current, from * factor, at(event)));
    }
    port.addEventListener('pointerdown', handleDown);
    port.addEventListener('pointermove', handleMove);
    port.addEventListener('pointerup', handleUp);
    port.addEventListener('pointercancel', handleUp);
    port.addEventListener('wheel', handleWheel, { passive: false });
    return () => {
      port.removeEventListener('pointerdown', handleDown);
      port.removeEventListener('pointermove', handleMove);
      port.removeEventListener('pointerup', handleUp);
      port.removeEventListener('pointercancel', handleUp);
      port.removeEventListener('wheel', handleWheel);
    };
  }, [port, move]);

  return useMemo(() => {
    function zoomTo(next: number): void {
      const { width, height } = portSize();
      move(zoomAt(current.current, clampScale(next), { x: width / 2, y: height / 2 }), true);
    }
    return {
      portRef: setPort,
      mapRef: (element: SVGSVGElement | null) => {
        drawing.current = element;
      },
      ready: port !== null,
      scale,
      view: () => current.current,
      port: portSize,
      move,
      zoomBy: (factor: number) => zoomTo(current.current.scale * factor),
      zoomTo,
      fit: () => move(fitView(size.current, portSize()), true),
    };
  }, [port, scale, move, portSize]);
}
