/** After the last scroll, or after the pointer moved. */
const restMs = 120;

/**
 * What scrolls along under a pointer at rest is not pointed at: to light each row up and fade it again took half of every frame. While
 * it scrolls, `[data-scrolled]` lays a cover over the element (styles.css). A ref of what has `position: relative`; gives its end.
 */
export function noHoverWhileScrolling(element: HTMLElement | null): (() => void) | undefined {
  // A finger points at nothing.
  if (element === null || !matchMedia('(hover: hover)').matches) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  let isHeld = false;
  let isCovered = false;
  /** A press that met the cover. */
  let isMeantBelow = false;
  const uncover = () => {
    clearTimeout(timer);
    isCovered = false;
    delete element.dataset.scrolled;
  };
  const handleScroll = ({ target }: Event) => {
    // What is held may be dragged, and looks for a place below the pointer.
    if (isHeld || performance.now() - movedAt < restMs || !(target instanceof Node && target.contains(element))) return;
    clearTimeout(timer);
    timer = setTimeout(uncover, restMs);
    if (isCovered) return;
    isCovered = true;
    element.dataset.scrolled = '';
  };
  const handleMove = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    movedAt = performance.now();
    if (isCovered) uncover();
  };
  const handleDown = ({ target }: PointerEvent) => {
    isHeld = true;
    isMeantBelow = isCovered && target === element;
    if (isCovered) uncover();
  };
  const handleUp = () => {
    isHeld = false;
  };
  const handleClick = (event: MouseEvent) => {
    if (!isMeantBelow || event.target !== element) return;
    isMeantBelow = false;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    if (below === element || !element.contains(below)) return;
    event.stopPropagation();
    below?.dispatchEvent(new MouseEvent('click', event));
  };
  const listeners = new AbortController();
  const options = { capture: true, passive: true, signal: listeners.signal };
  document.addEventListener('scroll', handleScroll, options);
  document.addEventListener('pointermove', handleMove, options);
  document.addEventListener('pointerdown', handleDown, options);
  document.addEventListener('pointerup', handleUp, options);
  document.addEventListener('pointercancel', handleUp, options);
  element.addEventListener('click', handleClick, { capture: true, signal: listeners.signal });
  return () => {
    listeners.abort();
    uncover();
  };
}
