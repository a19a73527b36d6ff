import { markSources, shownPlaces } from './drag-source.ts';
import { type Dragged, dragPoint, dragState } from './drag-state.ts';
import { nextPlace } from './next-place.ts';

/** The drag's label is shown beside the place, whose name stays readable. */
const besidePx = 12;

/** Arrows go from place to place, Enter and the space bar drop, Escape and everything else that leads away cancels. */
export function beginByKeys(dragged: Dragged, source: HTMLElement): void {
  const { left, top } = source.getBoundingClientRect();
  dragPoint.setState({ x: left, y: top });
  dragState.setState({ dragged, over: null });
  const unmark = markSources(source, dragged.ids);
  const stop = new AbortController();

  function end(dropped: boolean): void {
    stop.abort();
    unmark();
    dragState.setState(({ over }) => ({ dragged: null, over: null, ended: { dragged, place: dropped ? over : null } }));
  }

  function go(key: string): void {
    const places = shownPlaces();
    const { over } = dragState.getState();
    // In an ordered list, the first move starts from the record's own place.
    const isHere = ({ place, element }: (typeof places)[number]) => (over ? place.id === over.id : source.contains(element));
    const at = nextPlace({ count: places.length, at: places.findIndex(isHere), key });
    const next = at === null ? undefined : places[at];
    if (!next) return;
    next.element.scrollIntoView({ block: 'nearest' });
    const box = next.element.getBoundingClientRect();
    dragPoint.setState({ x: box.right - besidePx, y: box.top });
    dragState.setState({ over: next.place });
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Tab') end(false);
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') end(false);
    else if ((event.key === 'Enter' || event.code === 'Space') && !event.repeat) end(true);
    else go(event.key);
  }

  const options = { capture: true, signal: stop.signal };
  window.addEventListener('keydown', handleKey, options);
  for (const name of ['mousedown', 'touchstart', 'resize', 'blur', 'popstate'])
    window.addEventListener(name, ({ target }) => (name === 'blur' && target !== window ? undefined : end(false)), options);
}
