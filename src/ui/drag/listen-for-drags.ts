import { sourceOf } from './drag-source.ts';
import { dragState } from './drag-state.ts';

export type Press = MouseEvent | TouchEvent | KeyboardEvent;
type Begin = (press: Press, source: HTMLElement) => void;

/** Controls within a record, on which no drag begins. */
const controls = 'button, input, select, textarea, label, [role=separator], [contenteditable]';

/**
 * One set of listeners for everything that can be dragged, so that a record costs only an attribute. The code for drags is loaded
 * when a pointer or the focus is near; a press before that counts from where it was.
 */
export function listenForDrags(load: () => Promise<Begin>): () => void {
  let begin: Begin | null = null;
  let asked = false;
  let waiting: Press | null = null;

  async function fetchBegin(): Promise<Begin | null> {
    asked = true;
    try {
      begin = await load();
    } catch {
      asked = false;
    }
    return begin;
  }

  function prepare({ target }: Event): void {
    if (!asked && sourceOf(target)) void fetchBegin();
  }

  async function press(event: Press): Promise<void> {
    const source = dragState.getState().dragged === null && takesHold(event) ? sourceOf(event.target) : null;
    if (!source) return;
    if (event instanceof KeyboardEvent) event.preventDefault();
    waiting = event;
    const ready = begin ?? (await fetchBegin());
    if (waiting === event) ready?.(event, source);
  }

  const handlePress = (event: Press) => void press(event);
  const forget = () => {
    waiting = null;
  };
  // Prevents the browser's own dragging of links and pictures.
  const prevent = (event: Event) => {
    if (sourceOf(event.target)) event.preventDefault();
  };
  const stop = new AbortController();
  const [once, quiet] = [{ signal: stop.signal }, { signal: stop.signal, passive: true }];
  document.addEventListener('pointerover', prepare, quiet);
  document.addEventListener('focusin', prepare, once);
  document.addEventListener('mousedown', handlePress, once);
  document.addEventListener('touchstart', handlePress, quiet);
  document.addEventListener('keydown', handlePress, once);
  document.addEventListener('mouseup', forget, once);
  document.addEventListener('touchend', forget, quiet);
  document.addEventListener('touchcancel', forget, quiet);
  document.addEventListener('dragstart', prevent, once);
  return () => stop.abort();
}

function takesHold(event: Press): boolean {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(controls)) return false;
  if (event instanceof KeyboardEvent)
    return (
      event.code === 'Space' && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && target.matches('a[href]')
    );
  return event instanceof MouseEvent ? event.button === 0 : event.touches.length === 1;
}
