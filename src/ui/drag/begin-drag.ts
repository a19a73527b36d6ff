import { MouseSensor, TouchSensor } from '@dnd-kit/core';
import { beginByKeys } from './begin-by-keys.ts';
import { markSources, placeAt, readSource } from './drag-source.ts';
import { type Dragged, dragPoint, dragState, type Point } from './drag-state.ts';
import type { Press } from './listen-for-drags.ts';
import { scrollNearEdge } from './scroll-near-edge.ts';

const distancePx = 6;
/** A finger must rest this long; one that moves earlier scrolls. */
const hold = { delay: 300, tolerance: 8 };
/** A place that appears under a resting finger is not meant until the finger moves this far. */
const restPx = 16;

TouchSensor.setup();

/** Only dnd-kit's sensors are used, to tell a press from a drag: its context would render every record again at each drag. */
export function beginDrag(press: Press, source: HTMLElement): void {
  if (press instanceof KeyboardEvent) {
    beginByKeys(readSource(source, 'keys'), source);
    return;
  }
  const touch = !(press instanceof MouseEvent);
  const follow = followPointer(pointOf(press) ?? { x: 0, y: 0 });
  const drag = { end: null as (() => void) | null };
  const node = { current: source };
  const finish = (dropped: boolean) => {
    follow.stop();
    if (!drag.end) return;
    if (dropped) movePointer(follow.point());
    drag.end();
    drag.end = null;
    endDrag(dropped);
  };
  const props: ConstructorParameters<typeof MouseSensor>[0] = {
    active: 'record',
    activeNode: { id: 'record', key: 'record', node, activatorNode: node, data: { current: {} } },
    event: press,
    // Only the keyboard sensor reads it.
    context: { current: {} } as ConstructorParameters<typeof MouseSensor>[0]['context'],
    options: { activationConstraint: { distance: distancePx } },
    onPending: () => undefined,
    onAbort: () => undefined,
    onStart: () => {
      drag.end = startDrag(source, touch ? 'touch' : 'mouse', follow.point());
    },
    onMove: movePointer,
    onEnd: () => finish(true),
    onCancel: () => finish(false),
  };
  if (touch) new TouchSensor({ ...props, options: { activationConstraint: hold } });
  else new MouseSensor(props);
}

function pointOf(event: Event): Point | null {
  // Some browsers have no touch events to compare with.
  const { touches, changedTouches } = event as Partial<TouchEvent>;
  const place = event instanceof MouseEvent ? event : (touches?.[0] ?? changedTouches?.[0]);
  return place ? { x: place.clientX, y: place.clientY } : null;
}

/** Tracks the pointer itself, as the sensors do not report where the first move and the end were. */
function followPointer(start: Point): { point: () => Point; stop: () => void } {
  let point = start;
  const stop = new AbortController();
  const note = (event: Event) => {
    point = pointOf(event) ?? point;
  };
  for (const name of ['mousemove', 'mouseup', 'touchmove', 'touchend'])
    window.addEventListener(name, note, { capture: true, passive: true, signal: stop.signal });
  return { point: () => point, stop: () => stop.abort() };
}

function startDrag(source: HTMLElement, by: Dragged['by'], point: Point): () => void {
  const dragged = readSource(source, by);
  if (dragged.by === 'touch') navigator.vibrate?.(10);
  restsAt = dragged.by === 'touch' ? point : null;
  dragPoint.setState(point);
  dragState.setState({ dragged, over: null });
  const unmark = markSources(source, dragged.ids);
  document.documentElement.dataset.dragging = dragged.by;
  const stopScrolling = scrollNearEdge(() => movePointer(dragPoint.getState()));
  return () => {
    stopScrolling();
    unmark();
    delete document.documentElement.dataset.dragging;
    ignoreClick();
  };
}

let restsAt: Point | null = null;

function movePointer(point: Point): void {
  dragPoint.setState(point);
  if (restsAt && Math.hypot(point.x - restsAt.x, point.y - restsAt.y) < restPx) return;
  restsAt = null;
  const place = placeAt(point);
  if (place?.id !== dragState.getState().over?.id) dragState.setState({ over: place });
}

function endDrag(dropped: boolean): void {
  dragState.setState(({ dragged, over, ended }) => ({
    dragged: null,
    over: null,
    ended: dragged ? { dragged, place: dropped ? over : null } : ended,
  }));
}

/** A drag that ends where it began must not follow the link there. */
function ignoreClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), 50);
}
