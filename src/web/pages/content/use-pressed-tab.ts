import { useRef, useState } from 'react';

/**
 * The tab that a press chose, at once, and what to call on a press. The panel follows after the next frame: that of a talk of hours
 * takes longer to draw than a press may go without an answer.
 */
export function usePressedTab(tab: string, onTab: (tab: string) => void): [pressed: string, press: (tab: string) => void] {
  const [shown, setShown] = useState(tab);
  const [pressed, setPressed] = useState<string | null>(null);
  const frame = useRef(0);
  // A press counts until the page shows another tab: the browser's way back leads from the pressed one to an earlier one.
  if (shown !== tab) {
    setShown(tab);
    setPressed(null);
  }
  function press(next: string): void {
    setPressed(next);
    // A mouse presses twice: it focuses the tab, too.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => setTimeout(() => onTab(next)));
  }
  return [pressed ?? tab, press];
}
