/** The time after the last scroll: longer than a slow frame, so that the cover does not come and go during the scroll. */
const restMs = 200;
/** The time after the pointer moved in which nothing is covered. */
const movedMs = 120;
/** A hand is not quite still while it presses. */
const stillPx = 5;

const selectedText = (): string => String(document.getSelection() ?? '');

/** A ref for an element with `position: relative`. Without it, highlighting each row that passes took half of every frame. */
export function coverWhileScrolling(element: HTMLElement | null): (() => void) | undefined {
  // Fingers do not hover.
  if (element === null || !matchMedia('(hover: hover)').matches) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  let isHeld = false;
  let isCovered = false;
  /** A press that met the cover, and what was selected then. */
  let covered: { x: number; y: number; selected: string } | null = null;
  const uncover = () => {
    clearTimeout(timer);
    isCovered = false;
    delete element.dataset.scrolled;
  };
  const handleScroll = ({ target }: Event) => {
    // A held element may be dragged, and then looks for a place below the pointer.
    if (isHeld || performance.now() - movedAt < movedMs || !(target instanceof Node && target.contains(element))) return;
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
  const handleDown = ({ target, clientX, clientY }: PointerEvent) => {
    isHeld = true;
    covered = isCovered && target === element ? { x: clientX, y: clientY, selected: selectedText() } : null;
    if (isCovered) uncover();
  };
  const handleUp = () => {
    isHeld = false;
  };
  const handleClick = (event: MouseEvent) => {
    if (covered === null || event.target !== element) return;
    const { x, y, selected } = covered;
    covered = null;
    // Where text was selected, nothing was pressed.
    if (Math.hypot(event.clientX - x, event.clientY - y) > stillPx || !['', selected].includes(selectedText())) return;
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
