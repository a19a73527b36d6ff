/** Parts that are laid out only in view get their heights in the frames after a jump, which moves the target of the jump. */
const settlingFrames = 5;

/** Scrolls `scroller` alone, until `element` begins `offsetPx` below its upper edge and stays there. */
export function holdAt(scroller: HTMLElement, element: Element, offsetPx: (height: number) => number): void {
  const move = () => {
    const { top, height } = element.getBoundingClientRect();
    scroller.scrollTop += top - scroller.getBoundingClientRect().top - offsetPx(height);
  };
  const again = (left: number) => {
    move();
    if (left > 0) requestAnimationFrame(() => again(left - 1));
  };
  again(settlingFrames);
}
